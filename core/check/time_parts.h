#pragma once

#include <cstddef>
#include <vector>

#include "core/model/memory/layout.h"
#include "core/model/memory/placed_piece.h"
#include "core/model/memory/problem.h"

namespace arenascope {

/// Divides a large plan by time, so that threads check its parts. A piece that is alive at a border belongs to the
/// parts on both sides. A pair counts in the part in which its later piece begins:
///
///   part 0     ▬▬▬▬  ▬▬▬▬▬▬│
///   part 1                 │▬▬▬  ▬▬▬▬▬
///                  ▬▬▬▬▬▬▬▬│▬▬           in both
class TimeParts {
public:
    /// At most `most` parts, with about as many buffers each. Just one if buffers are few, or so many are alive at the
    /// borders that parts would gain little. Linear; the same for the same plan.
    TimeParts(const Problem& problem, const Layout& layout, std::size_t most, std::size_t least_buffers);

    [[nodiscard]] std::size_t count() const { return since_.size(); }
    /// The begin of a part. That of the first is the lowest step there is.
    [[nodiscard]] Step since(std::size_t part) const { return since_[part]; }

    /// Calls `use(part)` for each part in which `steps` are alive.
    template <class Use>
    void for_each_part_of(Lifetime steps, Use&& use) const {
        for (std::size_t part = 0; part < since_.size(); ++part) {
            const bool begins_later = part + 1 < since_.size() && steps.begin >= since_[part + 1];
            const bool has_ended = part > 0 && steps.end <= since_[part];
            if (!begins_later && !has_ended) {
                use(part);
            }
        }
    }

private:
    std::vector<Step> since_;  ///< strictly ascending
};

}  // namespace arenascope
