#include "widgets/style/shown_names.h"

namespace arenascope {

ShortNames shown_rule(const std::shared_ptr<const Problem>& problem) {
    thread_local std::weak_ptr<const Problem> last;
    thread_local ShortNames rule;
    if (last.lock() != problem) {
        rule = short_names(*problem);
        last = problem;
    }
    return rule;
}

}  // namespace arenascope
