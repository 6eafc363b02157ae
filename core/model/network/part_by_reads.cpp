#include "core/model/network/part_by_reads.h"

#include <utility>

namespace arenascope {

OperatorPart part_by_reads(OperatorPart part, const std::vector<std::uint32_t>& read_of_operand, std::size_t count) {
    std::vector<std::optional<TensorRows>> reads(count);
    for (std::size_t i = 0; i < part.reads.size(); ++i) {
        if (read_of_operand[i] < count) {
            reads[read_of_operand[i]] = part.reads[i];
        }
    }
    part.reads = std::move(reads);
    return part;
}

}  // namespace arenascope
