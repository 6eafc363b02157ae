#include "core/model/network/spill/second_traffic.h"

#include <algorithm>
#include <limits>
#include <vector>

namespace arenascope {

std::int64_t second_traffic(const Problem& problem) {
    if (std::ranges::none_of(problem.regions, &Region::second)) {
        return 0;
    }
    __extension__ using Wide = __int128;
    Wide bytes = 0;
    std::vector<bool> is_named(problem.buffers.size(), false);
    const auto is_there = [&](BufferIndex buffer) { return problem.regions[problem.buffers[buffer].region].second; };
    const auto use = [&](BufferIndex buffer) {
        is_named[buffer.value()] = true;
        bytes += is_there(buffer) ? problem.buffers[buffer].size.value() : 0;
    };
    if (problem.graph) {
        for (const Operator& node : problem.graph->operators) {
            std::ranges::for_each(node.reads, use);
            std::ranges::for_each(node.writes, use);
        }
    }
    for (const Transfer& one : problem.transfers) {
        is_named[one.source.value()] = is_named[one.copy.value()] = true;
        bytes += is_there(one.source) || is_there(one.copy) ? problem.buffers[one.copy].size.value() : 0;
    }
    for (std::size_t i = 0; i < problem.buffers.size(); ++i) {
        const bool is_alone = !is_named[i] && is_there(BufferIndex(i));
        bytes += is_alone ? 2 * static_cast<Wide>(problem.buffers[i].size.value()) : 0;
    }
    return static_cast<std::int64_t>(std::min<Wide>(bytes, std::numeric_limits<std::int64_t>::max()));
}

}  // namespace arenascope
