#include "app/command_line/json_text.h"

#include <variant>

namespace arenascope {

Json text_or_null(const std::string& text) {
    return text.empty() ? Json() : Json(text);
}

Json address_json(Address address) {
    const FactValue fact = address_fact(address);
    const auto* const number = std::get_if<std::int64_t>(&fact);
    return number != nullptr ? Json(*number) : Json(std::get<std::string>(fact));
}

Json facts_json(const FactTable& facts) {
    return json_list(facts.rows, [&facts](const std::vector<FactValue>& row) {
        Json entry;
        for (std::size_t i = 0; i < row.size(); ++i) {
            Json& member = entry[std::string(facts.keys[i])];
            if (const auto* const name = std::get_if<std::string>(&row[i])) {
                member = *name;
            } else if (const auto* const number = std::get_if<std::int64_t>(&row[i])) {
                member = *number;
            }
        }
        return entry;
    });
}

Json names_of(const Problem& problem, const std::vector<BufferIndex>& buffers) {
    return json_list(buffers, [&problem](BufferIndex buffer) { return problem.buffers[buffer].name; });
}

void add_sharing(Json& json, const Problem& problem, const Layout& layout) {
    json["shared"] = json_list(sharing_blocks(layout), [&](const auto& block) { return names_of(problem, block); });
    json["removed"] =
        json_list(layout.removed, [&](OperatorIndex index) { return problem.graph->operators[index].name; });
    json["copied"] = json_list(layout.copies, [&](const OperandCopy& copy) -> Json {
        return {{"operator", problem.graph->operators[copy.node].name},
                {"operand", problem.buffers[copy.operand].name}};
    });
}

Json unknown_sizes_json(const Problem& problem) {
    return json_list(problem.graph ? problem.graph->unknown_sizes : std::vector<UnknownSize>(),
                     [](const UnknownSize& unknown) -> Json {
                         return {{"tensor", unknown.tensor},
                                 {"operator", unknown.operator_name},
                                 {"type", unknown.type},
                                 {"reason", unknown.reason}};
                     });
}

Json settings_json(const std::vector<KeyValue>& settings) {
    Json json = Json::object();
    for (const auto& [key, value] : settings) {
        json[key] = value;
    }
    return json;
}

}  // namespace arenascope
