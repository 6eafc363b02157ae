#pragma once

#include "core/model/memory/problem.h"

namespace arenascope::fuzz {

/// A network of two operators for tests of rules and assignments. All tensors have the given size, and the first has
/// two readers.
///
///     step  0 conv   in → a
///           1 pool   a, in → b
inline Problem network(Bytes tensor) {
    Problem problem;
    for (const char* name : {"in", "a", "b"}) {
        Buffer& buffer = problem.buffers.emplace_back();
        buffer.name = name;
        buffer.size = tensor;
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

}  // namespace arenascope::fuzz
