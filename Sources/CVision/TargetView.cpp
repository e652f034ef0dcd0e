#include "TargetView.hpp"

#include <cmath>

bool target::sample(const cv::Mat& picture, cv::Point2d place, float& value) {
    if (!(place.x >= 0 && place.y >= 0 && place.x < picture.cols - 1 && place.y < picture.rows - 1))
        return false;
    const int x = static_cast<int>(place.x), y = static_cast<int>(place.y);
    const float u = static_cast<float>(place.x - x), v = static_cast<float>(place.y - y);
    const uint8_t* above = picture.ptr(y) + x;
    const uint8_t* below = picture.ptr(y + 1) + x;
    const float top = above[0] + u * (above[1] - above[0]);
    const float bottom = below[0] + u * (below[1] - below[0]);
    value = top + v * (bottom - top);
    return true;
}

bool target::Seen::read(const Look& look, const cv::Mat& picture, const Map& map) {
    values.resize(look.places.size());
    isInside.resize(look.places.size());
    double sum = 0, squares = 0;
    count = 0;
    for (size_t index = 0; index < look.places.size(); index++) {
        const auto place = look.places[index];
        isInside[index] = sample(picture, map(place.x, place.y), values[index]);
        if (!isInside[index])
            continue;
        sum += values[index];
        squares += values[index] * values[index];
        count++;
    }
    if (count * 2 < static_cast<int>(look.places.size()))
        return false;
    const double mean = sum / count, variance = squares / count - mean * mean;
    if (variance < 1)
        return false;
    deviation = std::sqrt(variance);
    for (auto& value : values)
        value = static_cast<float>((value - mean) / deviation);
    return true;
}

double target::Seen::likeness(const Look& look) const {
    double sum = 0;
    for (size_t index = 0; index < values.size(); index++)
        if (isInside[index])
            sum += values[index] * look.values[index];
    return sum / count;
}
