#pragma once

/// The library checks itself by assertions that ordinary pictures break, and Debian builds it so that a broken one ends
/// the process. While one of these lives, a broken assertion on its thread is a C++ exception, `BrokenAssertion`.
class AssertionsAsExceptions {
  public:
    AssertionsAsExceptions();
    ~AssertionsAsExceptions();
    AssertionsAsExceptions(const AssertionsAsExceptions&) = delete;
    AssertionsAsExceptions& operator=(const AssertionsAsExceptions&) = delete;
};

/// The library expected something of itself that was not so.
struct BrokenAssertion {};
