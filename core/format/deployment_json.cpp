#include "core/format/deployment_json.h"

#include "core/format/json_text.h"
#include "core/planner/tuner/allocation_exporter.h"

namespace arenascope {
namespace {

void append_texts(std::string& out, const std::vector<std::string>& texts) {
    out += '[';
    for (std::size_t i = 0; i < texts.size(); ++i) {
        out += i == 0 ? "" : ", ";
        append_json_string(out, texts[i]);
    }
    out += ']';
}

void append_addresses(std::string& out, const Problem& problem, const Layout& layout,
                      const std::vector<BufferIndex>& buffers) {
    out += '[';
    for (std::size_t i = 0; i < buffers.size(); ++i) {
        out += i == 0 ? "" : ", ";
        const Buffer& buffer = problem.buffers[buffers[i].value()];
        MemberWriter members(out);
        members.text("buffer", buffer.name);
        if (const auto& placement = layout.placements[buffers[i].value()]) {
            members.text("region", problem.regions[placement->region.value()].name);
            members.number("offset", placement->offset.value());
            members.number("address", address_of(problem, *placement));
        }
        members.number("size", buffer.size.value());
        members.close();
    }
    out += ']';
}

}  // namespace

std::string deployment_json_text(const Problem& problem, const Layout& layout,
                                 const std::vector<OperatorIndex>& removed) {
    static const std::vector<Operator> none;
    const std::vector<Operator>& operators = problem.graph ? problem.graph->operators : none;
    std::vector<bool> is_removed(operators.size(), false);
    std::vector<std::string> removed_names;
    for (const OperatorIndex index : removed) {
        is_removed[index.value()] = true;
        removed_names.push_back(operators[index.value()].name);
    }
    std::vector<const Operator*> kept;
    for (std::size_t i = 0; i < operators.size(); ++i) {
        if (!is_removed[i]) {
            kept.push_back(&operators[i]);
        }
    }
    std::string out = "{\n  \"format\": \"arenascope-deployment\",\n  \"version\": 1,\n  \"peak\": ";
    append_number(out, peak(problem, layout).value());
    out += ",\n  \"removed\": ";
    append_texts(out, removed_names);
    out += ",\n";
    append_list(out, "operators", kept, [&](const Operator* one, std::size_t) {
        MemberWriter members(out);
        members.text("name", one->name);
        members.text("type", one->type);
        append_addresses(members.name("reads"), problem, layout, one->reads);
        append_texts(members.name("constants"), one->constants);
        append_addresses(members.name("writes"), problem, layout, one->writes);
        members.close();
    });
    out += "\n}\n";
    return out;
}

}  // namespace arenascope
