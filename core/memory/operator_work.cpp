#include "core/memory/operator_work.h"

#include <algorithm>
#include <vector>

namespace arenascope {

Int128 operator_work(const Problem& problem, const Operator& node) {
    Int128 work = 0;
    for (const BufferIndex written : node.writes) {
        work += problem.buffers[written].size.value();
    }
    std::vector<BufferIndex> reads = node.reads;
    std::sort(reads.begin(), reads.end());
    reads.erase(std::unique(reads.begin(), reads.end()), reads.end());
    for (const BufferIndex read : reads) {
        work += problem.buffers[read].size.value();
    }
    return work;
}

}  // namespace arenascope
