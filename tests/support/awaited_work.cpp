// A busy machine makes no difference to what is shown at once: the window waits for its workers for as long as they
// need.
#include "qt/tasks/short_wait.h"

namespace {

[[maybe_unused]] const bool is_set = [] {
    arenascope::set_longest_wait(std::chrono::seconds(30));
    return true;
}();

}  // namespace
