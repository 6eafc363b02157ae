#include "core/planner/tuner/rectangle_merger.h"

namespace arenascope {

std::vector<BufferIndex> merge(std::vector<BufferIndex> tuned, std::span<const BufferIndex> previous,
                               std::span<const Risk> risks) {
    tuned.reserve(previous.size());
    for (const Tier tier : {Tier::low, Tier::none}) {
        for (const BufferIndex buffer : previous) {
            if (risks[buffer.value()].tier == tier) {
                tuned.push_back(buffer);
            }
        }
    }
    return tuned;
}

}  // namespace arenascope
