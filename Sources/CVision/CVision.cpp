#include "include/CVision.h"

#include "CenterFace.hpp"

#include <opencv2/core/utility.hpp>
#include <opencv2/core/utils/logger.hpp>

#include <algorithm>
#include <cstdio>
#include <memory>
#include <mutex>
#include <stdexcept>
#include <string>

struct cvision_faces {
    CenterFace network;
};

namespace {
constexpr int longestSide = 1 << 16;
constexpr int longestSeenSide = 4096;

/// Copies a reason into the caller's buffer.
void tell(const char* reason, char* message, size_t capacity) {
    if (message && capacity > 0)
        std::snprintf(message, capacity, "%s", reason);
}

/// Runs `body`; whatever it throws becomes a message and `failed`.
template <typename Result, typename Body>
Result guarded(Result failed, char* message, size_t capacity, Body body) noexcept {
    tell("", message, capacity);
    try {
        return body();
    } catch (const cv::Exception& error) {
        tell(error.err.c_str(), message, capacity);
    } catch (const std::exception& error) {
        tell(error.what(), message, capacity);
    } catch (...) {
        tell("unknown C++ exception", message, capacity);
    }
    return failed;
}

/// OpenCV neither prints nor picks its own number of threads. Once in a process: to change the number while another
/// thread computes is a crash.
void setUp(int threads) {
    static std::once_flag done;
    std::call_once(done, [threads] {
        cv::utils::logging::setLogLevel(cv::utils::logging::LOG_LEVEL_SILENT);
        cv::redirectError([](int, const char*, const char*, const char*, int, void*) { return 0; });
        cv::setNumThreads(threads);
    });
}

void check(const cvision_picture& picture) {
    const bool channels = picture.channels == 1 || picture.channels == 3;
    const bool sized = picture.width > 0 && picture.height > 0 && picture.width <= longestSide &&
                       picture.height <= longestSide && picture.seen_width > 0 && picture.seen_height > 0 &&
                       picture.seen_width <= longestSeenSide && picture.seen_height <= longestSeenSide;
    if (!picture.pixels || !channels || !sized)
        throw std::runtime_error("a picture of 1 or 3 channels with sides of 1 to 65536 is needed");
    if (picture.stride < static_cast<size_t>(picture.width) * picture.channels)
        throw std::runtime_error("the stride is shorter than a row");
}
} // namespace

const char* cvision_opencv_version(void) {
    static const std::string version = cv::getVersionString();
    return version.c_str();
}

cvision_faces* cvision_faces_create(const void* model, size_t length, int threads, char* message, size_t capacity) {
    return guarded(static_cast<cvision_faces*>(nullptr), message, capacity, [&] {
        if (!model || length == 0)
            throw std::runtime_error("it is empty");
        setUp(std::max(threads, 1));
        return std::make_unique<cvision_faces>(cvision_faces{CenterFace(model, length)}).release();
    });
}

int cvision_faces_find(cvision_faces* faces, const cvision_picture* picture, float threshold, cvision_face* out,
                       int capacity, char* message, size_t message_capacity) {
    return guarded(-1, message, message_capacity, [&] {
        if (!faces || !picture || !out || capacity < 0)
            throw std::runtime_error("a handle, a picture and room for the result are needed");
        check(*picture);
        const auto found = faces->network.find(*picture, threshold);
        const int count = static_cast<int>(std::min(found.size(), static_cast<size_t>(capacity)));
        std::copy_n(found.begin(), count, out);
        return count;
    });
}

void cvision_faces_destroy(cvision_faces* faces) {
    delete faces;
}
