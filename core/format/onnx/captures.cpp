#include "core/format/onnx/captures.h"

#include <algorithm>
#include <unordered_set>

namespace arenascope::onnx_file {
namespace {

/// Appends names that the graph uses but does not define.
void add_free_names(const Graph& graph, std::vector<std::string_view>& free) {
    std::unordered_set<std::string_view> defined;
    for (const DeclaredValue& input : graph.inputs) {
        defined.insert(input.name);
    }
    for (const StoredTensor& stored : graph.initializers) {
        defined.insert(stored.name);
    }
    for (const Node& node : graph.nodes) {
        defined.insert(node.outputs.begin(), node.outputs.end());
    }
    std::unordered_set<std::string_view> seen;
    const auto use = [&](std::string_view name) {
        if (!name.empty() && !defined.contains(name) && seen.insert(name).second) {
            free.push_back(name);
        }
    };
    for (const Node& node : graph.nodes) {
        std::for_each(node.inputs.begin(), node.inputs.end(), use);
        const auto inner = captures_of(node);
        std::for_each(inner.begin(), inner.end(), use);
    }
    for (const DeclaredValue& output : graph.outputs) {
        use(output.name);
    }
}

}  // namespace

std::vector<std::string_view> captures_of(const Node& node) {
    std::vector<std::string_view> all;
    for (const Attribute& attribute : node.attributes) {
        for (const Graph& graph : attribute.graphs) {
            add_free_names(graph, all);
        }
    }
    std::unordered_set<std::string_view> seen;
    std::erase_if(all, [&seen](std::string_view name) { return !seen.insert(name).second; });
    return all;
}

}  // namespace arenascope::onnx_file
