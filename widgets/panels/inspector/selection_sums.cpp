#include "widgets/panels/inspector/selection_sums.h"

#include <algorithm>

namespace arenascope {

SelectionSums selection_sums(const Problem& problem, const Layout& layout, IndexedSpan<BufferIndex, const Risk> risks,
                             std::span<const BufferIndex> buffers) {
    SelectionSums sums;
    sums.steps = problem.buffers[buffers.front()].lifetime;
    for (const BufferIndex buffer : buffers) {
        const Buffer& subject = problem.buffers[buffer];
        sums.size = sums.size + subject.size;
        sums.steps = {std::min(sums.steps.begin, subject.lifetime.begin),
                      std::max(sums.steps.end, subject.lifetime.end)};
        if (buffer.value() < risks.size()) {
            ++sums.tiers[static_cast<std::size_t>(risks[buffer].tier)];
        }
        if (buffer.value() >= layout.placements.size() || !layout.placements[buffer]) {
            ++sums.unplaced;
            continue;
        }
        const AddressRange own = range_of(subject.size, layout.placements[buffer]->offset);
        sums.bytes =
            sums.bytes ? AddressRange{std::min(sums.bytes->from, own.from), std::max(sums.bytes->to, own.to)} : own;
    }
    return sums;
}

}  // namespace arenascope
