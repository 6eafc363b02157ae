#include "core/model/network/body_memory.h"

#include "core/base/error/quotation.h"
#include "core/model/memory/live_profile.h"

namespace arenascope {
namespace {

Expected<BodyMemory> memory_of(const Network& body, ImportOptions options, const ImportBody& import_body,
                               BodyRecord& record) {
    if (const auto found = record.known.find(&body); found != record.known.end()) {
        return found->second;
    }
    // The inputs and outputs of an inner graph are not kept by a caller. They lie in the memory of the operator.
    options.inputs = Residence::lifetime;
    options.outputs = Residence::lifetime;
    auto problem = import_body(body, options);
    if (!problem) {
        return tl::unexpected(problem.error());
    }
    Graph& graph = *problem->graph;
    BodyMemory memory{threshold(*problem), Bytes(0), std::move(graph.unknown_sizes), std::move(graph.bounded_sizes),
                      std::move(graph.assumed_dimensions)};
    if (!problem->buffers.empty()) {
        const auto peak = record.peak_when_planned(*problem);
        if (!peak) {
            return tl::unexpected(peak.error());
        }
        memory.peak = *peak;
    }
    return record.known.emplace(&body, std::move(memory)).first->second;
}

}  // namespace

std::string body_name(const std::string& operator_name) {
    return operator_name + "/body";
}

std::string body_note(const Node& node, const std::string& operator_name, Bytes peak) {
    const bool is_one = node.bodies.size() == 1;
    return "operator " + in_quotes(operator_name) + " (" + shown(node.type) + ") contains " +
           (is_one ? "a graph: its" : "graphs: their highest") + " peak of " + std::to_string(peak.value()) +
           " B, when planned alone, is the size of scratch buffer " + in_quotes(body_name(operator_name));
}

Expected<BodyMemory> memory_of_bodies(const Node& node, const std::string& operator_name, const ImportOptions& options,
                                      const ImportBody& import_body, BodyRecord& record) {
    const std::string prefix = body_name(operator_name) + "/";
    BodyMemory highest;
    if (!node.unread_body.empty()) {
        highest.unknown_sizes.push_back({body_name(operator_name), operator_name, node.type, node.unread_body});
    }
    for (const auto& body : node.bodies) {
        const auto memory = memory_of(*body, options, import_body, record);
        if (!memory) {
            return memory;
        }
        if (memory->threshold > highest.threshold) {
            highest.threshold = memory->threshold;
            highest.peak = memory->peak;
        }
        for (const UnknownSize& one : memory->unknown_sizes) {
            highest.unknown_sizes.push_back(
                {prefix + one.tensor, operator_name, node.type, "in an inner graph: " + one.reason});
        }
        for (const BoundedSize& one : memory->bounded_sizes) {
            highest.bounded_sizes.push_back({prefix + one.tensor, operator_name, node.type});
        }
        for (const std::string& one : memory->assumed_dimensions) {
            highest.assumed_dimensions.push_back(prefix + one);
        }
    }
    return highest;
}

}  // namespace arenascope
