#include "core/model/memory/operator_work.h"

namespace arenascope {

void OperatorWork::add(const OperatorWork& other) {
    multiply_accumulates += other.multiply_accumulates;
    bytes += other.bytes;
    counted += other.counted;
}

OperatorWork operator_work(const Problem& problem, const Operator& node) {
    if (node.multiply_accumulates) {
        return {.multiply_accumulates = *node.multiply_accumulates, .counted = 1};
    }
    OperatorWork work;
    for (const BufferIndex written : node.writes) {
        work.bytes += problem.buffers[written].size.value();
    }
    return work;
}

OperatorWork work_of_all(const Problem& problem) {
    OperatorWork work;
    for (std::size_t i = 0; problem.graph && i < problem.graph->operators.size(); ++i) {
        work.add(operator_work(problem, problem.graph->operators[OperatorIndex(i)]));
    }
    return work;
}

}  // namespace arenascope
