#pragma once

#include <cstddef>

namespace arenascope::test {

/// The number of bytes that this thread holds, and the largest that it held from `operator new` at one time, beyond
/// what it held when the count began. Counts on this thread only, and one count at a time. 0 where a sanitizer watches
/// the program, because it brings its own `operator new`.
class CountedMemory {
public:
    CountedMemory();
    CountedMemory(const CountedMemory&) = delete;
    CountedMemory& operator=(const CountedMemory&) = delete;
    ~CountedMemory();

    [[nodiscard]] std::size_t most() const;
    /// What it holds now; 0 if more was freed than allocated.
    [[nodiscard]] std::size_t held() const;
};

}  // namespace arenascope::test
