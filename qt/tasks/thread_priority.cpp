#include "qt/tasks/thread_priority.h"

#ifdef __linux__
#include <unistd.h>

#include <sys/resource.h>
#endif

namespace arenascope {

void yield_to_window() {
#ifdef __linux__
    // A third of the share of another thread that is busy all the time. Other programs are hardly preferred.
    constexpr int niceness = 5;
    // On Linux, each thread has a niceness of its own. Without it, work is done all the same.
    (void)setpriority(PRIO_PROCESS, static_cast<id_t>(gettid()), niceness);
#endif
}

}  // namespace arenascope
