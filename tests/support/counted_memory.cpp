#include "tests/support/counted_memory.h"

#include <algorithm>
#include <cstdint>
#include <cstdlib>
#include <malloc.h>
#include <new>

namespace {

struct Count {
    bool is_on = false;
    std::int64_t held = 0;
    std::int64_t most = 0;
};

thread_local Count count;

}  // namespace

namespace arenascope::test {

CountedMemory::CountedMemory() {
    count = {true, 0, 0};
}

CountedMemory::~CountedMemory() {
    count.is_on = false;
}

std::size_t CountedMemory::most() const {
    return static_cast<std::size_t>(count.most);
}

std::size_t CountedMemory::held() const {
    return static_cast<std::size_t>(std::max<std::int64_t>(count.held, 0));
}

}  // namespace arenascope::test

#if !defined(__SANITIZE_ADDRESS__) && !defined(__SANITIZE_THREAD__)

// The other forms of the standard library, for lists and with sizes, call these two.

void* operator new(std::size_t size) {
    void* const block = std::malloc(std::max<std::size_t>(size, 1));
    if (block == nullptr) {
        throw std::bad_alloc();
    }
    if (count.is_on) {
        count.held += static_cast<std::int64_t>(malloc_usable_size(block));
        count.most = std::max(count.most, count.held);
    }
    return block;
}

void operator delete(void* block) noexcept {
    if (count.is_on && block != nullptr) {
        count.held -= static_cast<std::int64_t>(malloc_usable_size(block));
    }
    std::free(block);
}

void operator delete(void* block, std::size_t /*size*/) noexcept {
    operator delete(block);
}

#endif
