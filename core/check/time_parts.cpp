#include "core/check/time_parts.h"

#include <algorithm>
#include <limits>

namespace arenascope {
namespace {

constexpr Step lowest_step(std::numeric_limits<std::int64_t>::min());

/// Begins of buffers, sorted. A sample is enough, because parts need not be equal.
std::vector<Step> some_begins(const Problem& problem) {
    constexpr std::size_t most_begins = 4096;
    const std::size_t stride = problem.buffers.size() / most_begins + 1;
    std::vector<Step> begins;
    for (std::size_t i = 0; i < problem.buffers.size(); i += stride) {
        begins.push_back(problem.buffers[i].lifetime.begin);
    }
    std::sort(begins.begin(), begins.end());
    return begins;
}

}  // namespace

TimeParts::TimeParts(const Problem& problem, const Layout& layout, std::size_t most, std::size_t least_buffers)
    : since_{lowest_step} {
    const std::size_t buffers = problem.buffers.size();
    if (buffers < least_buffers || most < 2) {
        return;
    }
    const std::vector<Step> begins = some_begins(problem);
    for (std::size_t part = 1; part < most && !begins.empty(); ++part) {
        if (const Step border = begins[begins.size() * part / most]; border > since_.back()) {
            since_.push_back(border);
        }
    }
    std::size_t in_parts = 0;
    for (std::size_t i = 0; i < buffers; ++i) {
        if (layout.placements[i]) {
            for_each_part_of(problem.buffers[i].lifetime, [&](std::size_t /*part*/) { ++in_parts; });
        }
    }
    if (in_parts > buffers + buffers / 4) {
        since_.resize(1);
    }
}

}  // namespace arenascope
