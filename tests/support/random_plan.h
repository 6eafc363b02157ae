#pragma once

#include <algorithm>
#include <cstdint>
#include <limits>
#include <rapidcheck.h>
#include <string>
#include <utility>

#include "core/model/memory/layout.h"
#include "core/model/memory/problem.h"

namespace arenascope::test {

/// What a file format can hold.
enum class Features : std::uint8_t {
    of_csv,   ///< one region without properties of its own
    of_json,  ///< everything
};

/// Text of any bytes but control characters (line ends and tabs aside).
inline std::string random_text() {
    const auto bytes = *rc::gen::container<std::string>(rc::gen::suchThat(rc::gen::arbitrary<char>(), [](char c) {
        const auto byte = static_cast<unsigned char>(c);
        return (byte >= 0x20U && byte != 0x7FU) || c == '\n' || c == '\t' || c == '\r';
    }));
    return bytes;
}

inline Buffer random_buffer(const Problem& problem, std::size_t index) {
    using rc::gen::inRange;
    Buffer buffer;
    buffer.name = random_text() + std::to_string(index) + (*inRange(0, 2) == 0 ? " " : "");
    buffer.size = Bytes(*inRange<std::int64_t>(1, 1'000'000));
    if (*inRange(0, 4) == 0) {
        std::vector<std::int64_t> dimensions(*inRange<std::size_t>(2, 5));
        for (std::int64_t& dimension : dimensions) {
            dimension = *inRange<std::int64_t>(1, 100);
        }
        buffer.set_dimensions(dimensions);
        buffer.size = *size_of(buffer.dimensions());
    }
    const auto begin = *inRange<std::int64_t>(-1000, 1000);
    const auto length = *inRange<std::int64_t>(4, 1'000'000'000'000);
    buffer.lifetime = {Step(begin), Step(begin + length)};
    buffer.alignment = Bytes(*inRange<std::int64_t>(1, 65));
    buffer.kind = static_cast<BufferKind>(*inRange(0, 5));
    buffer.region = RegionIndex(*inRange<std::size_t>(0, problem.regions.size()));
    if (*inRange(0, 4) == 0) {
        buffer.set_hint(Offset(*inRange<std::int64_t>(0, 4096)));
    }
    if (*inRange(0, 4) == 0) {
        buffer.pin = Offset(*inRange<std::int64_t>(0, 4096));
    }
    if (*inRange(0, 3) == 0) {
        buffer.add_gap({{Step(begin), Step(begin + 1)}, std::nullopt});
        buffer.add_gap({{Step(begin + 2), Step(begin + 4)}, Window{Bytes(0), buffer.size}});
    }
    return buffer;
}

/// Asks of some buffers what scratch is asked for, and lets one in another region be a copy of the first.
inline void add_cores_and_scratch(Problem& problem) {
    using rc::gen::inRange;
    for (Region& region : problem.regions) {
        region.fast = *inRange(0, 2) == 0;
    }
    for (Region& region : problem.regions) {
        const RegionIndex heap(*inRange<std::size_t>(0, problem.regions.size()));
        if (region.fast && !problem.regions[heap].fast) {
            region.slow_part = heap;
        }
    }
    for (std::size_t i = 0; i < problem.buffers.size(); ++i) {
        if (*inRange(0, 4) == 0) {
            Buffer& scratch = problem.buffers[i];
            scratch.kind = BufferKind::scratch;
            scratch.lifetime.end = scratch.lifetime.begin + Duration(1);
            scratch.set_gaps({});
            problem.scratch.push_back({BufferIndex(i), *inRange(0, 2) == 0, Bytes(*inRange<std::int64_t>(0, 9)),
                                       *inRange(0, 2) == 0, *inRange(0, 2) == 0});
        }
    }
    const Buffer& source = problem.buffers.front();
    for (std::size_t i = 1; i < problem.buffers.size(); ++i) {
        const Buffer& copy = problem.buffers[i];
        if (copy.region != source.region && source.lifetime.begin <= copy.lifetime.begin &&
            copy.lifetime.begin < source.lifetime.end) {
            problem.buffers[i].size = source.size;
            problem.buffers[i].set_dimensions(source.dimensions());
            problem.buffers[i].set_gaps({});
            problem.transfers.push_back({BufferIndex(0), BufferIndex(i)});
        }
    }
}

/// Bounds of a heap that its buffers reach, and do not pass.
inline HeapBounds random_heap(const Problem& problem, const Layout& layout, RegionIndex region) {
    using rc::gen::inRange;
    const Offset before(*inRange<std::int64_t>(0, 100));
    Offset lowest(std::numeric_limits<std::int64_t>::max());
    for (const auto& placement : layout.placements) {
        if (placement && placement->region == region) {
            lowest = std::min(lowest, placement->offset);
        }
    }
    const bool may_be_raised = lowest == Offset(0) || !is_complete(layout);
    const Bytes raised(may_be_raised ? *inRange<std::int64_t>(0, 50) : 0);
    const Offset top = std::max(before + raised, peak(problem, layout, region));
    return {region, {Offset(0), before}, {Offset(0) - raised, top - raised}};
}

/// A valid problem of up to a dozen buffers with a layout of some of them; to be called within a property.
inline std::pair<Problem, Layout> random_plan(Features features) {
    using rc::gen::inRange;
    Problem problem;
    const bool rich = features == Features::of_json;
    if (rich) {
        problem.regions.clear();
        for (std::size_t i = 0, count = *inRange<std::size_t>(1, 4); i < count; ++i) {
            Region region{random_text() + std::to_string(i), *inRange<Address>(0, 1 << 20), std::nullopt,
                          Bytes(*inRange<std::int64_t>(1, 65))};
            if (*inRange(0, 2) == 0) {
                region.capacity = Bytes(*inRange<std::int64_t>(0, 1 << 20));
            }
            region.shares_addresses = *inRange(0, 4) == 0;
            problem.regions.push_back(std::move(region));
            problem.step_labels.push_back({Step(static_cast<std::int64_t>(i)), random_text()});
        }
    }
    for (std::size_t i = 0, count = *inRange<std::size_t>(1, 12); i < count; ++i) {
        problem.buffers.push_back(random_buffer(problem, i));
    }
    if (*inRange(0, 3) == 0) {
        auto& lists = problem.usage_graph.emplace().may_take_over;
        lists.resize(problem.buffers.size());
        for (std::size_t i = 0, count = *inRange<std::size_t>(0, 9); i < count; ++i) {
            lists[*inRange<std::size_t>(0, lists.size())].emplace_back(*inRange<std::size_t>(0, lists.size()));
        }
    }
    if (rich) {
        add_cores_and_scratch(problem);
    }
    for (Buffer& each : problem.buffers) {
        if (each.kind == BufferKind::scratch && problem.transfers.empty() && each.gaps().empty() &&
            *inRange(0, 4) == 0) {
            each.size = Bytes(0);
            each.set_dimensions({});
        }
    }
    Layout layout = empty_layout(problem);
    for (std::size_t i = 0; i < problem.buffers.size(); ++i) {
        if (*inRange(0, 3) != 0) {
            const RegionIndex region =
                rich ? RegionIndex(*inRange<std::size_t>(0, problem.regions.size())) : problem.buffers[i].region;
            layout.placements[i] = Placement{Offset(*inRange<std::int64_t>(0, 1 << 20)), region};
        }
    }
    for (std::size_t i = 0, count = rich ? *inRange<std::size_t>(0, 3) : 0; i < count; ++i) {
        const Buffer& held = problem.buffers[*inRange<std::size_t>(0, problem.buffers.size())];
        layout.objects.push_back({held.region, Offset(*inRange<std::int64_t>(0, 1 << 20)),
                                  std::max(held.size, Bytes(1)), held.dimensions()});
    }
    for (ScratchRequest& request : problem.scratch) {
        // Unplaced variable scratch has no size of its own.
        request.variable = request.variable && layout.placements[request.buffer];
        layout.scratch.push_back({request.buffer, static_cast<ScratchRule>(*inRange(0, 12))});
    }
    for (std::size_t i = 0; i < problem.regions.size() && !problem.scratch.empty(); ++i) {
        layout.heaps.push_back(random_heap(problem, layout, RegionIndex(i)));
    }
    if (rich && *inRange(0, 2) == 0) {
        layout.sharing.push_back({static_cast<SharingGroup::Kind>(*inRange(0, 4)),
                                  {BufferIndex(0), BufferIndex(problem.buffers.size() - 1)},
                                  static_cast<SharingGroup::Basis>(*inRange(0, 2))});
        problem.graph = Graph{{{random_text(),
                                "conv",
                                Step(0),
                                {BufferIndex(0)},
                                {},
                                {random_text()},
                                static_cast<OperatorFeature>(*inRange(0, 4)),
                                {0},
                                {Bytes(*inRange<std::int64_t>(0, 9))}}}};
        Operator& only = problem.graph->operators.front();
        if (*inRange(0, 2) == 0) {
            only.core = RegionIndex(*inRange<std::size_t>(0, problem.regions.size()));
        }
        if (only.feature == OperatorFeature::removable && *inRange(0, 2) == 0) {
            only.positions.clear();  // of as many outputs as it has: it has nothing to do
            layout.removed = {OperatorIndex(0)};
            layout.copies = {{OperatorIndex(0), BufferIndex(0)}};
        }
        if (*inRange(0, 2) == 0) {
            only.reads_outside = {random_text()};
            only.writes_outside = {random_text(), random_text()};
            problem.graph->unknown_sizes = {{random_text(), {}, {}, random_text()},
                                            {random_text(), random_text(), random_text(), random_text()}};
            problem.graph->assumed_dimensions = {random_text()};
        }
        if (*inRange(0, 2) == 0) {
            problem.graph->tensors.assign(problem.buffers.size(), {random_text(), {*inRange<std::int64_t>(0, 9), 1}});
        }
    }
    return {std::move(problem), std::move(layout)};
}

}  // namespace arenascope::test
