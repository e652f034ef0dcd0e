#pragma once

#include "Reading.hpp"

/// The bars of a PDF417 in a picture, whose left side is known.
///
/// Its rows begin with the start pattern, 17 modules of which the first bar has 8, and a row indicator of as many; the
/// indicator's bars show in which of three clusters, 0, 3 and 6 in turn, the row is (ISO/IEC 15438).
class StackedBars {
  public:
    StackedBars(const czxing_picture& picture, const Corners& corners) : picture(picture), sides(corners) {}

    const Corners& corners() const { return sides; }

    /// Sets the right side to where the bars end, at right angles to the left side.
    void findRightSide();

    /// The rows follow each other from bottom to top.
    bool runUpwards() const;

  private:
    const czxing_picture& picture;
    Corners sides;

    /// Lengths of dark and light in pixels, beginning at `from` with dark; empty where nothing is dark.
    std::vector<double> runs(const czxing_point& from, const czxing_point& to) const;
    /// The cluster of the row at this part of the height, −1 where it cannot be told.
    int cluster(double height) const;
};
