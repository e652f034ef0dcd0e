#include "Assertions.hpp"

#include <cstdio>
#include <cstdlib>

namespace {
thread_local int living = 0;
}

AssertionsAsExceptions::AssertionsAsExceptions() {
    ++living;
}

AssertionsAsExceptions::~AssertionsAsExceptions() {
    --living;
}

/// Stands before the C library's own, which the macro `assert` calls: what a program defines comes first for the
/// libraries that it loads. Its header is left out, since that declares that nothing is thrown.
extern "C" [[noreturn]] void __assert_fail(const char* assertion, const char* file, unsigned line,
                                           const char* function);

extern "C" [[noreturn]] void __assert_fail(const char* assertion, const char* file, unsigned line,
                                           const char* function) {
    if (living > 0)
        throw BrokenAssertion();
    std::fprintf(stderr, "%s:%u: %s: Assertion `%s' failed.\n", file, line, function ? function : "?", assertion);
    std::abort();
}
