// What libFuzzer runs with each assignment of operators to cores that it makes up. It may be refused, or name what
// there is not; a network that is split by it must be sound.

#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <string_view>

#include "core/format/assignment_csv.h"
#include "core/graph/many_core_problem.h"

using namespace arenascope;

namespace {

Problem network() {
    Problem problem;
    for (const char* name : {"in", "a", "b"}) {
        Buffer& buffer = problem.buffers.emplace_back();
        buffer.name = name;
        buffer.size = Bytes(64);
        buffer.lifetime = {Step(0), Step(2)};
    }
    Graph& graph = problem.graph.emplace();
    graph.operators = {{.name = "conv", .type = "Conv", .step = Step(0)}, {.name = "pool", .step = Step(1)}};
    graph.operators[0].reads = {BufferIndex(0)};
    graph.operators[0].writes = {BufferIndex(1)};
    graph.operators[1].reads = {BufferIndex(1), BufferIndex(0)};
    graph.operators[1].writes = {BufferIndex(2)};
    return problem;
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
    const auto list = parse_assignment_csv({reinterpret_cast<const char*>(data), size}, "cores.csv");
    if (!list) {
        return list.error().cause.empty() ? std::abort(), 0 : 0;
    }
    const Problem problem = network();
    const auto cores = assigned_by_name(problem, *list, 0, "cores.csv");
    if (!cores) {
        return 0;
    }
    for (const TransferTime time : {TransferTime::late, TransferTime::early}) {
        const auto split = many_core_problem(problem, empty_layout(problem), *cores, time);
        if (split && !validate(split->problem)) {
            std::abort();
        }
    }
    return 0;
}
