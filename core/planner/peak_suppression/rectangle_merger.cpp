#include "core/planner/peak_suppression/rectangle_merger.h"

#include "core/base/containers/indexed_vector.h"

namespace arenascope {

std::vector<BufferIndex> merge(std::vector<BufferIndex> tuned, std::span<const BufferIndex> previous,
                               IndexedSpan<BufferIndex, const Risk> risks) {
    tuned.reserve(previous.size());
    for (const Tier tier : {Tier::low, Tier::none}) {
        for (const BufferIndex buffer : previous) {
            if (risks[buffer].tier == tier) {
                tuned.push_back(buffer);
            }
        }
    }
    return tuned;
}

}  // namespace arenascope
