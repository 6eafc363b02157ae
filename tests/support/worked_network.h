#pragma once

#include <initializer_list>
#include <string>
#include <vector>

#include "core/model/memory/problem.h"

namespace arenascope::test {

/// Writes a network down operator by operator; each has one output, and lifetimes follow from who reads it.
class NetworkSketch {
public:
    BufferIndex input(const std::string& name, std::int64_t size) { return add_buffer(name, size, Step(0)); }

    BufferIndex add(const std::string& name, OperatorFeature feature, std::vector<BufferIndex> reads,
                    std::int64_t size) {
        const Step step(static_cast<std::int64_t>(graph().operators.size()));
        const BufferIndex written = add_buffer(name, size, step);
        for (const BufferIndex read : reads) {
            problem_.buffers[read].lifetime.end = Step(step.value() + 1);
        }
        Operator& node = graph().operators.emplace_back();
        node.name = name;
        node.type = name;
        node.step = step;
        node.feature = feature;
        node.reads = std::move(reads);
        node.writes = {written};
        const std::size_t shareable = feature == OperatorFeature::ordinary ? 0
                                      : feature == OperatorFeature::merge  ? node.reads.size()
                                                                           : 1;
        for (std::size_t i = 0; i < shareable; ++i) {
            node.shareable.push_back(static_cast<std::uint32_t>(i));
        }
        return written;
    }

    [[nodiscard]] Problem& problem() { return problem_; }

private:
    Graph& graph() {
        if (!problem_.graph) {
            problem_.graph.emplace();
        }
        return *problem_.graph;
    }

    BufferIndex add_buffer(const std::string& name, std::int64_t size, Step begin) {
        Buffer& buffer = problem_.buffers.emplace_back();
        buffer.name = name;
        buffer.size = Bytes(size);
        buffer.lifetime = {begin, Step(begin.value() + 1)};
        return BufferIndex(problem_.buffers.size() - 1);
    }

    Problem problem_;
};

/// The example of docs/method.md, section "Operator sharing": input → split0 → {conv0, conv1};
/// conv1 → split1 → {conv2, conv3}; {conv0, conv2, conv3} → concat → conv4. A split passes its operand on unchanged.
inline Problem worked_network() {
    NetworkSketch sketch;
    const auto input = sketch.input("input", 40);
    const auto split0 = sketch.add("split0", OperatorFeature::removable, {input}, 40);
    const auto conv0 = sketch.add("conv0", OperatorFeature::ordinary, {split0}, 30);
    const auto conv1 = sketch.add("conv1", OperatorFeature::ordinary, {split0}, 40);
    const auto split1 = sketch.add("split1", OperatorFeature::removable, {conv1}, 40);
    const auto conv2 = sketch.add("conv2", OperatorFeature::ordinary, {split1}, 30);
    const auto conv3 = sketch.add("conv3", OperatorFeature::ordinary, {split1}, 30);
    const auto concat = sketch.add("concat", OperatorFeature::merge, {conv0, conv2, conv3}, 90);
    sketch.add("conv4", OperatorFeature::ordinary, {concat}, 70);
    return std::move(sketch.problem());
}

}  // namespace arenascope::test
