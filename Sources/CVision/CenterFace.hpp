#pragma once

#include "include/CVision.h"

#include <opencv2/dnn.hpp>

#include <vector>

/// The CenterFace network (MIT, github.com/Star-Clouds/CenterFace): any input size that is a multiple of 32; four maps
/// at a quarter of that size say where a face's centre is, how large the face is, and where its landmarks are.
class CenterFace {
  public:
    /// Throws when `model` is no CenterFace.
    CenterFace(const void* model, size_t length);

    /// Faces of at least `threshold`, best first, each once.
    std::vector<cvision_face> find(const cvision_picture& picture, float threshold);

  private:
    /// A network that has only ever seen one size of input: changing the size of a loaded one silently gives wrong
    /// results (OpenCV 4.6 and 4.10 alike, unless fusion is off, which costs a fifth of the speed).
    struct Sized {
        cv::Size size;
        cv::dnn::Net net;
    };

    std::vector<char> model;
    /// The last used first.
    std::vector<Sized> networks;
    cv::Mat shown;
    cv::Mat padded;
    cv::Mat upright;

    cv::dnn::Net& network(cv::Size size);
    void lookUpright(cvision_face& face, float threshold);
    std::vector<cv::Mat> run(const cv::Mat& picture);
};

/// Faces that the maps `heat`, `scale`, `offset` and `points` show, in pixels of the network's input.
std::vector<cvision_face> decodeCenterFace(const std::vector<cv::Mat>& maps, float threshold);

/// How far the face is turned clockwise, by its landmarks, in radians.
float tilt(const cvision_face& face);

/// Keeps the best of doubled boxes and drops boxes that lie within a better one.
std::vector<cvision_face> suppressDoubles(std::vector<cvision_face> faces);
