#pragma once

#include <cstddef>
#include <functional>
#include <map>
#include <string>
#include <vector>

#include "core/graph/import_options.h"
#include "core/graph/network.h"
#include "core/memory/problem.h"

namespace arenascope {

/// The memory of a graph inside an operator while it runs: of one pass of a loop's body, of one branch of an If.
struct BodyMemory {
    Bytes threshold;
    Bytes peak;  ///< of a plan of this graph alone
    std::vector<UnknownSize> unknown_sizes = {};
    std::vector<BoundedSize> bounded_sizes = {};
    std::vector<std::string> assumed_dimensions = {};
};

/// What an import has found out of inner graphs so far.
struct BodyRecord {
    std::map<const Network*, BodyMemory> known = {};  ///< each graph is planned once, however many operators hold it
    std::size_t careful_buffers_left = 10'000;        ///< that the default planner may still place
};

/// Makes a problem of a graph inside a network.
using ImportBody = std::function<Expected<Problem>(const Network& body, const ImportOptions& options)>;

/// The memory of the graphs inside an operator of which one runs at a time: figures of the one with the highest
/// threshold, the first of equals; open sizes of all, under the name of the operator's body, such as `If 3/body`. A
/// graph of up to 500 buffers is planned by the default planner; a larger one, and any once 10,000 buffers are placed,
/// by offsets-greedy-by-size. Errors: those of `import_body`.
[[nodiscard]] Expected<BodyMemory> memory_of_bodies(const Node& node, const std::string& operator_name,
                                                    const ImportOptions& options, const ImportBody& import_body,
                                                    BodyRecord& record);

/// The name of the buffer that stands for the graphs inside an operator.
[[nodiscard]] std::string body_name(const std::string& operator_name);

/// What to say of the memory of an operator's graphs.
[[nodiscard]] std::string body_note(const Node& node, const std::string& operator_name, Bytes peak);

}  // namespace arenascope
