#include "CenterFace.hpp"

#include <opencv2/imgproc.hpp>

#include <algorithm>
#include <cmath>
#include <stdexcept>
#include <string>
#include <tuple>

namespace {
/// Inputs are multiples of this; the maps have a cell for each `cellSide` pixels.
constexpr int inputStep = 32;
constexpr int cellSide = 4;
/// How many input sizes are kept at hand; each takes about 30 MB and 20 ms to make anew.
constexpr size_t keptNetworks = 4;
/// A face that is turned further than this, in radians, is looked at again in an upright cut-out of `uprightSide`
/// pixels that it fills by half: the network finds faces at every tilt, but places their landmarks well only near
/// upright.
constexpr float largestTilt = 0.6f;
constexpr int uprightSide = 160;
/// Such second looks in one picture, at most; each takes about a tenth of the first look's time.
constexpr size_t secondLooks = 8;
/// Output layers: heat, scale, offset, landmarks, and how many planes each has.
const std::vector<std::string> outputNames = {"537", "538", "539", "540"};
constexpr int outputPlanes[] = {1, 2, 2, 10};

int roundedUp(int side) {
    return (side + inputStep - 1) / inputStep * inputStep;
}

/// One plane of a map of shape 1 × planes × rows × columns.
cv::Mat plane(const cv::Mat& map, int index) {
    return cv::Mat(map.size[2], map.size[3], CV_32F, const_cast<float*>(map.ptr<float>(0, index)));
}

void checkMaps(const std::vector<cv::Mat>& maps, cv::Size input) {
    for (size_t i = 0; i < outputNames.size(); i++) {
        const bool fits = i < maps.size() && maps[i].dims == 4 && maps[i].type() == CV_32F && maps[i].size[0] == 1 &&
                          maps[i].size[1] == outputPlanes[i] && maps[i].size[2] == input.height / cellSide &&
                          maps[i].size[3] == input.width / cellSide;
        if (!fits)
            throw std::runtime_error("its output " + outputNames[i] + " does not have the shape of CenterFace's");
    }
}
} // namespace

CenterFace::CenterFace(const void* bytes, size_t length)
    : model(static_cast<const char*>(bytes), static_cast<const char*>(bytes) + length) {
    run(cv::Mat::zeros(inputStep, inputStep, CV_8UC3));
}

cv::dnn::Net& CenterFace::network(cv::Size size) {
    const auto known =
        std::find_if(networks.begin(), networks.end(), [&](const Sized& sized) { return sized.size == size; });
    if (known != networks.end()) {
        std::rotate(networks.begin(), known, known + 1);
        return networks.front().net;
    }
    auto net = cv::dnn::readNetFromONNX(model.data(), model.size());
    if (net.empty())
        throw std::runtime_error("it holds no network");
    for (const auto& name : outputNames)
        if (net.getLayerId(name) < 0)
            throw std::runtime_error("it has no layer " + name);
    net.setPreferableBackend(cv::dnn::DNN_BACKEND_OPENCV);
    net.setPreferableTarget(cv::dnn::DNN_TARGET_CPU);
    if (networks.size() == keptNetworks)
        networks.pop_back();
    networks.insert(networks.begin(), Sized{size, net});
    return networks.front().net;
}

std::vector<cv::Mat> CenterFace::run(const cv::Mat& picture) {
    auto& net = network(picture.size());
    net.setInput(cv::dnn::blobFromImage(picture));
    std::vector<cv::Mat> maps;
    net.forward(maps, outputNames);
    checkMaps(maps, picture.size());
    return maps;
}

std::vector<cvision_face> CenterFace::find(const cvision_picture& picture, float threshold) {
    const int type = picture.channels == 3 ? CV_8UC3 : CV_8UC1;
    const cv::Mat source(picture.height, picture.width, type, const_cast<uint8_t*>(picture.pixels), picture.stride);
    const cv::Size seen(picture.seen_width, picture.seen_height);
    const bool shrinks = seen.area() < source.size().area();
    cv::resize(source, shown, seen, 0, 0, shrinks ? cv::INTER_AREA : cv::INTER_LINEAR);
    if (picture.channels == 1)
        cv::cvtColor(shown, shown, cv::COLOR_GRAY2RGB);
    cv::copyMakeBorder(shown, padded, 0, roundedUp(seen.height) - seen.height, 0, roundedUp(seen.width) - seen.width,
                       cv::BORDER_CONSTANT);
    auto faces = suppressDoubles(decodeCenterFace(run(padded), threshold));
    for (size_t i = 0; i < std::min(faces.size(), secondLooks); i++)
        if (std::abs(tilt(faces[i])) > largestTilt)
            lookUpright(faces[i], threshold);
    const float scaleX = static_cast<float>(picture.width) / seen.width;
    const float scaleY = static_cast<float>(picture.height) / seen.height;
    for (auto& face : faces) {
        face.x *= scaleX;
        face.y *= scaleY;
        face.width *= scaleX;
        face.height *= scaleY;
        for (int i = 0; i < 10; i += 2) {
            face.landmarks[i] *= scaleX;
            face.landmarks[i + 1] *= scaleY;
        }
    }
    return faces;
}

void CenterFace::lookUpright(cvision_face& face, float threshold) {
    const cv::Point2f middle(face.x + face.width / 2, face.y + face.height / 2);
    const double scale = uprightSide / 2 / std::max({face.width, face.height, 1.0f});
    cv::Mat turn = cv::getRotationMatrix2D(middle, tilt(face) * 180 / CV_PI, scale);
    turn.at<double>(0, 2) += uprightSide / 2 - middle.x;
    turn.at<double>(1, 2) += uprightSide / 2 - middle.y;
    cv::warpAffine(shown, upright, turn, cv::Size(uprightSide, uprightSide));
    const cv::Point2f centre(uprightSide / 2, uprightSide / 2);
    for (const auto& seen : suppressDoubles(decodeCenterFace(run(upright), threshold))) {
        if (!cv::Rect2f(seen.x, seen.y, seen.width, seen.height).contains(centre))
            continue;
        cv::Mat back;
        cv::invertAffineTransform(turn, back);
        std::vector<cv::Point2f> points(5);
        for (int i = 0; i < 5; i++)
            points[i] = cv::Point2f(seen.landmarks[2 * i], seen.landmarks[2 * i + 1]);
        cv::transform(points, points, back);
        for (int i = 0; i < 5; i++) {
            face.landmarks[2 * i] = points[i].x;
            face.landmarks[2 * i + 1] = points[i].y;
        }
        return;
    }
}

float tilt(const cvision_face& face) {
    const float* p = face.landmarks;
    const float eyesX = p[2] - p[0], eyesY = p[3] - p[1];
    const float downX = (p[6] + p[8] - p[0] - p[2]) / 2, downY = (p[7] + p[9] - p[1] - p[3]) / 2;
    return std::atan2(eyesY - downX, eyesX + downY);
}

std::vector<cvision_face> decodeCenterFace(const std::vector<cv::Mat>& maps, float threshold) {
    const cv::Mat heat = plane(maps[0], 0);
    const cv::Mat tall = plane(maps[1], 0), wide = plane(maps[1], 1);
    const cv::Mat down = plane(maps[2], 0), right = plane(maps[2], 1);
    std::vector<cvision_face> faces;
    for (int row = 0; row < heat.rows; row++) {
        for (int column = 0; column < heat.cols; column++) {
            const float confidence = heat.at<float>(row, column);
            if (!(confidence >= threshold))
                continue;
            cvision_face face;
            face.confidence = std::min(confidence, 1.0f);
            face.height = std::exp(tall.at<float>(row, column)) * cellSide;
            face.width = std::exp(wide.at<float>(row, column)) * cellSide;
            face.x = (column + right.at<float>(row, column) + 0.5f) * cellSide - face.width / 2;
            face.y = (row + down.at<float>(row, column) + 0.5f) * cellSide - face.height / 2;
            bool finite = std::isfinite(face.width + face.height + face.x + face.y);
            for (int i = 0; i < 5; i++) {
                face.landmarks[2 * i] = plane(maps[3], 2 * i + 1).at<float>(row, column) * face.width + face.x;
                face.landmarks[2 * i + 1] = plane(maps[3], 2 * i).at<float>(row, column) * face.height + face.y;
                finite = finite && std::isfinite(face.landmarks[2 * i] + face.landmarks[2 * i + 1]);
            }
            if (finite)
                faces.push_back(face);
        }
    }
    return faces;
}

std::vector<cvision_face> suppressDoubles(std::vector<cvision_face> faces) {
    constexpr float sharedOfUnion = 0.3f;
    constexpr float sharedOfSmaller = 0.7f;
    constexpr size_t candidates = 5000;
    const auto rank = [](const cvision_face& face) { return std::make_tuple(-face.confidence, face.y, face.x); };
    std::sort(faces.begin(), faces.end(),
              [&](const cvision_face& a, const cvision_face& b) { return rank(a) < rank(b); });
    faces.resize(std::min(faces.size(), candidates));
    std::vector<cvision_face> kept;
    for (const auto& face : faces) {
        const cv::Rect2f box(face.x, face.y, face.width, face.height);
        const bool doubled = std::any_of(kept.begin(), kept.end(), [&](const cvision_face& other) {
            const cv::Rect2f otherBox(other.x, other.y, other.width, other.height);
            const float shared = (box & otherBox).area();
            return shared > sharedOfUnion * (box.area() + otherBox.area() - shared) ||
                   shared > sharedOfSmaller * std::min(box.area(), otherBox.area());
        });
        if (!doubled)
            kept.push_back(face);
    }
    return kept;
}
