#include "app/window/shell/returned_memory.h"

#include <cstdlib>

#ifdef __GLIBC__
#include <malloc.h>
#endif

namespace arenascope {

void return_freed_memory() {
#ifdef __GLIBC__
    constexpr int large_bytes = 4 << 20;
    mallopt(M_MMAP_THRESHOLD, large_bytes);
    mallopt(M_TRIM_THRESHOLD, 2 * large_bytes);
    mallopt(M_MXFAST, 0);
#endif
}

}  // namespace arenascope
