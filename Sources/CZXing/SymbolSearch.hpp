#pragma once

#include "Reading.hpp"

struct Cutout;

/// Looks by itself for what the library finds in the middle of a picture only, or reads near quarter turns only: places
/// that may be symbols are shown to it one by one, then turned level.
class SymbolSearch {
  public:
    /// In a picture of which the library gave `readings`, to which is added what is new.
    SymbolSearch(const czxing_picture& picture, uint32_t formats, uint32_t effort, std::vector<Reading>& readings);

    void run();

  private:
    const czxing_picture& picture;
    const uint32_t inTheMiddle, nearlyLevel, effort;
    std::vector<Reading>& readings;

    void lookAt(const Cutout& part);
    void add(Reading reading);
    /// What was read within a part, so that only what is better read level is left to do.
    bool isDone(const Cutout& part) const;
};
