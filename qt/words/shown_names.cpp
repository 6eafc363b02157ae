#include "qt/words/shown_names.h"

#include <array>
#include <mutex>

namespace arenascope {
namespace {

/// The rules of the last problems: of each window its own, and of a comparison a second one.
class KnownRules {
public:
    [[nodiscard]] ShortNames rule_of(const std::shared_ptr<const Problem>& problem) {
        {
            const std::lock_guard guard(mutex_);
            for (const Entry& entry : entries_) {
                if (entry.problem.lock() == problem) {
                    return entry.rule;
                }
            }
        }
        // Unlocked, because it takes time. Two threads may find the same rule.
        ShortNames rule = short_names(*problem);
        const std::lock_guard guard(mutex_);
        entries_[next_] = {problem, rule};
        next_ = (next_ + 1) % entries_.size();
        return rule;
    }

private:
    struct Entry {
        std::weak_ptr<const Problem> problem;
        ShortNames rule;
    };
    std::mutex mutex_;
    std::array<Entry, 8> entries_;
    std::size_t next_ = 0;
};

}  // namespace

ShortNames shown_rule(const std::shared_ptr<const Problem>& problem) {
    static KnownRules known;
    return known.rule_of(problem);
}

}  // namespace arenascope
