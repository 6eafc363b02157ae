#pragma once

#include <functional>
#include <map>
#include <string>
#include <vector>

#include "core/model/memory/problem.h"
#include "core/model/network/import_options.h"
#include "core/model/network/network.h"

namespace arenascope {

/// The memory of the graphs inside an operator while it runs: one pass of a loop's body, or one branch of an If.
struct BodyMemory {
    Bytes threshold;
    Bytes peak;  ///< of a plan for this graph alone
    std::vector<UnknownSize> unknown_sizes = {};
    std::vector<BoundedSize> bounded_sizes = {};
    std::vector<std::string> assumed_dimensions = {};
};

/// Plans the problem of a graph inside an operator, and gives the peak of that plan.
using BodyPlanner = std::function<Expected<Bytes>(const Problem& body)>;

/// The inner graphs of one import.
struct BodyRecord {
    BodyPlanner peak_when_planned;                    ///< called once for each graph that has buffers
    std::map<const Network*, BodyMemory> known = {};  ///< the results so far
};

/// Turns a graph inside a network into a problem.
using ImportBody = std::function<Expected<Problem>(const Network& body, const ImportOptions& options)>;

/// The memory of the graphs inside an operator, of which only one runs at a time. The figures are those of the graph
/// with the highest threshold, the first if several are equal. Unknown sizes and assumed dimensions are collected from
/// all graphs; their names begin with the operator's body, as in `If 3/body`. Errors: those of `import_body` and of the
/// planner.
[[nodiscard]] Expected<BodyMemory> memory_of_bodies(const Node& node, const std::string& operator_name,
                                                    const ImportOptions& options, const ImportBody& import_body,
                                                    BodyRecord& record);

/// The name of the scratch buffer for the graphs inside an operator.
[[nodiscard]] std::string body_name(const std::string& operator_name);

/// The note about the memory of an operator's graphs that people read.
[[nodiscard]] std::string body_note(const Node& node, const std::string& operator_name, Bytes peak);

}  // namespace arenascope
