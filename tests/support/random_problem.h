#pragma once

#include <rapidcheck.h>

#include "core/model/memory/layout.h"
#include "core/model/memory/problem.h"

namespace arenascope::test {

/// The parameters of a random problem.
struct ProblemShape {
    std::size_t most_buffers = 24;
    std::int64_t most_steps = 20;
    std::int64_t largest_size = 40;
    bool with_gaps = false;
    bool with_alignment = false;
};

/// All buffers, in the order of the problem.
inline std::vector<BufferIndex> all_buffers(const Problem& problem) {
    std::vector<BufferIndex> all;
    for (std::size_t i = 0; i < problem.buffers.size(); ++i) {
        all.emplace_back(i);
    }
    return all;
}

/// An offset below `end` in a plain list of numbers, or none.
inline std::int64_t any_offset(std::int64_t end) {
    const auto number = *rc::gen::inRange<std::int64_t>(-1, end);
    return number < 0 ? unplaced_offset : number;
}

/// A buffer literal for tests: name, [begin, end), size.
inline Buffer buffer(std::string name, std::int64_t begin, std::int64_t end, std::int64_t size) {
    Buffer made;
    made.name = std::move(name);
    made.lifetime = {Step(begin), Step(end)};
    made.size = Bytes(size);
    return made;
}

/// A problem of these buffers in one region.
inline Problem problem_of(std::vector<Buffer> buffers) {
    Problem problem;
    problem.buffers = std::move(buffers);
    return problem;
}

/// A layout with each buffer in its own region at the given offset.
inline Layout layout_of(const Problem& problem, const std::vector<std::int64_t>& offsets) {
    Layout layout = empty_layout(problem);
    for (std::size_t i = 0; i < offsets.size(); ++i) {
        layout.placements[i] = Placement{Offset(offsets[i]), problem.buffers[i].region};
    }
    return layout;
}

inline Buffer random_buffer(std::size_t index, const ProblemShape& shape) {
    const std::int64_t begin = *rc::gen::inRange<std::int64_t>(0, shape.most_steps);
    const std::int64_t end = begin + *rc::gen::inRange<std::int64_t>(1, shape.most_steps);
    Buffer made = buffer(std::string("b").append(std::to_string(index)), begin, end,
                         *rc::gen::inRange<std::int64_t>(1, shape.largest_size + 1));
    if (shape.with_alignment) {
        made.alignment = Bytes(*rc::gen::element<std::int64_t>(1, 2, 4, 12));
    }
    if (shape.with_gaps && end - begin >= 3 && *rc::gen::arbitrary<bool>()) {
        const std::int64_t from = *rc::gen::inRange<std::int64_t>(begin + 1, end - 1);
        const std::int64_t to = *rc::gen::inRange<std::int64_t>(from + 1, end);
        Gap gap{{Step(from), Step(to)}, {}};
        if (made.size > Bytes(1) && *rc::gen::arbitrary<bool>()) {
            const std::int64_t low = *rc::gen::inRange<std::int64_t>(0, made.size.value());
            gap.window = Window{Bytes(low), Bytes(*rc::gen::inRange<std::int64_t>(low + 1, made.size.value() + 1))};
        }
        made.add_gap(gap);
    }
    return made;
}

/// A valid random problem. Must be called inside a RapidCheck property.
inline Problem random_problem(const ProblemShape& shape = {}) {
    const auto count = *rc::gen::inRange<std::size_t>(1, shape.most_buffers + 1);
    Problem problem;
    for (std::size_t i = 0; i < count; ++i) {
        problem.buffers.push_back(random_buffer(i, shape));
    }
    return problem;
}

}  // namespace arenascope::test
