#pragma once

#include <rapidcheck.h>

#include "core/model/memory/problem.h"
#include "tests/support/worked_network.h"

namespace arenascope::test {

/// A network of fewer than `most` operators in which any operator reads any earlier ones: what shares is for the
/// planner to find out.
inline Problem random_network(int most = 12) {
    using rc::gen::inRange;
    NetworkSketch sketch;
    std::vector<BufferIndex> made = {sketch.input("in", *inRange<std::int64_t>(1, 6))};
    const auto size_of = [&sketch](BufferIndex buffer) { return sketch.problem().buffers[buffer].size.value(); };
    for (int i = 0, count = *inRange(1, most); i < count; ++i) {
        std::vector<BufferIndex> reads;
        for (int j = 0, operands = *inRange(1, 4); j < operands; ++j) {
            reads.push_back(made[*inRange<std::size_t>(0, made.size())]);
        }
        const auto feature = static_cast<OperatorFeature>(*inRange(0, 4));
        std::int64_t size = *inRange<std::int64_t>(1, 6);
        if (feature == OperatorFeature::merge) {
            size = 0;
            for (const BufferIndex read : reads) {
                size += size_of(read);
            }
        } else if (feature != OperatorFeature::ordinary) {
            size = size_of(reads.front());
        }
        // Some views show only a part.
        const bool is_part = feature == OperatorFeature::removable && *inRange(0, 2) == 0;
        const std::int64_t position = is_part ? *inRange<std::int64_t>(0, size) : 0;
        made.push_back(sketch.add("op" + std::to_string(i), feature, reads, size - position));
        if (is_part) {
            sketch.problem().graph->operators.back().positions = {Bytes(position)};
        }
    }
    // Some inputs keep their value from run to run, and some results are wanted by the caller.
    if (*inRange(0, 3) == 0) {
        sketch.problem().buffers.front().kind = BufferKind::variable;
    }
    const Step end = time_span(sketch.problem()).end;
    for (const BufferIndex index : made) {
        Buffer& buffer = sketch.problem().buffers[index];
        if (buffer.kind == BufferKind::variable) {
            buffer.lifetime.end = end;
        } else if (*inRange(0, 4) == 0) {
            buffer.lifetime.end = end;
            buffer.kind = BufferKind::output;
        }
    }
    return std::move(sketch.problem());
}

}  // namespace arenascope::test
