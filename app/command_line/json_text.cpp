#include "app/command_line/json_text.h"

namespace arenascope {

Json names_of(const Problem& problem, const std::vector<BufferIndex>& buffers) {
    Json names = Json::array();
    for (const BufferIndex buffer : buffers) {
        names.push_back(problem.buffers[buffer].name);
    }
    return names;
}

void add_sharing(Json& json, const Problem& problem, const Layout& layout) {
    Json shared = Json::array();
    for (const std::vector<BufferIndex>& block : sharing_blocks(layout)) {
        shared.push_back(names_of(problem, block));
    }
    json["shared"] = std::move(shared);
    Json removed = Json::array();
    for (const OperatorIndex index : layout.removed) {
        removed.push_back(problem.graph->operators[index].name);
    }
    json["removed"] = std::move(removed);
    Json copied = Json::array();
    for (const OperandCopy& copy : layout.copies) {
        copied.push_back(
            {{"operator", problem.graph->operators[copy.node].name}, {"operand", problem.buffers[copy.operand].name}});
    }
    json["copied"] = std::move(copied);
}

Json unknown_sizes_json(const Problem& problem) {
    Json list = Json::array();
    if (problem.graph) {
        for (const UnknownSize& unknown : problem.graph->unknown_sizes) {
            list.push_back({{"tensor", unknown.tensor},
                            {"operator", unknown.operator_name},
                            {"type", unknown.type},
                            {"reason", unknown.reason}});
        }
    }
    return list;
}

}  // namespace arenascope
