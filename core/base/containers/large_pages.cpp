#include "core/base/containers/large_pages.h"

#include <cstdint>

#include <sys/mman.h>

namespace arenascope {

void prefer_large_pages(const void* begin, std::size_t bytes) {
#ifdef MADV_HUGEPAGE
    constexpr std::size_t least = std::size_t{4} << 20U;
    constexpr std::uintptr_t page = 4096;
    if (bytes < least) {
        return;
    }
    const auto first = (reinterpret_cast<std::uintptr_t>(begin) + page - 1) / page * page;
    const auto end = (reinterpret_cast<std::uintptr_t>(begin) + bytes) / page * page;
    // A request: if it fails, pages stay small.
    static_cast<void>(::madvise(reinterpret_cast<void*>(first), end - first, MADV_HUGEPAGE));
#endif
}

}  // namespace arenascope
