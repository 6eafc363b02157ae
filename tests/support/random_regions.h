#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <rapidcheck.h>
#include <string>

#include "core/model/memory/layout.h"
#include "tests/support/random_problem.h"

namespace arenascope::test {

/// A random problem whose buffers belong to up to `most` regions, some of which may be empty. Must be called inside a
/// RapidCheck property.
inline Problem random_regions(std::size_t most = 4) {
    Problem problem = random_problem({.with_gaps = true, .with_alignment = true});
    const auto count = *rc::gen::inRange<std::size_t>(1, most + 1);
    problem.regions.resize(count);
    for (std::size_t i = 0; i < count; ++i) {
        problem.regions[i].name = "region " + std::to_string(i);
    }
    for (Buffer& buffer : problem.buffers) {
        buffer.region = RegionIndex(*rc::gen::inRange<std::size_t>(0, count));
    }
    return problem;
}

/// Each buffer in its own region, at a random offset: many of them overlap. Some are not placed, if `with_holes`. Up to
/// three groups share memory on purpose, if `with_sharing`.
inline Layout random_unsound_layout(const Problem& problem, bool with_holes, bool with_sharing) {
    Layout layout = empty_layout(problem);
    for (std::size_t i = 0; i < problem.buffers.size(); ++i) {
        if (!with_holes || *rc::gen::inRange(0, 5) > 0) {
            layout.placements[i] = Placement{Offset(*rc::gen::inRange<std::int64_t>(0, 90)), problem.buffers[i].region};
        }
    }
    for (int i = 0, count = with_sharing ? *rc::gen::inRange(0, 4) : 0; i < count; ++i) {
        SharingGroup group;
        group.kind =
            *rc::gen::element(SharingGroup::Kind::sharing, SharingGroup::Kind::parts, SharingGroup::Kind::overlay,
                              SharingGroup::Kind::arena, SharingGroup::Kind::in_place);
        for (std::size_t buffer = 0; buffer < problem.buffers.size(); ++buffer) {
            if (*rc::gen::inRange(0, 3) == 0) {
                group.members.emplace_back(buffer);
            }
        }
        if (!group.members.empty()) {
            layout.sharing.push_back(std::move(group));
        }
    }
    return layout;
}

/// Each buffer in its own region at the lowest offset where it meets no earlier one, so that the layout is sound.
inline Layout lowest_fit_layout(const Problem& problem) {
    Layout layout = empty_layout(problem);
    const auto collides = [&](std::size_t i, Offset at, std::size_t other) {
        bool found = false;
        for_each_piece(problem.buffers[i], [&](const Piece& mine) {
            for_each_piece(problem.buffers[other], [&](const Piece& theirs) {
                const Offset its = layout.placements[other]->offset;
                found = found || (overlap(mine.steps, theirs.steps) &&
                                  overlap(AddressRange{at + mine.bytes.from, at + mine.bytes.to},
                                          AddressRange{its + theirs.bytes.from, its + theirs.bytes.to}));
            });
        });
        return found;
    };
    for (std::size_t i = 0; i < problem.buffers.size(); ++i) {
        const Buffer& buffer = problem.buffers[i];
        for (Offset at; !layout.placements[i]; at = at + buffer.alignment) {
            bool is_free = true;
            for (std::size_t other = 0; other < i && is_free; ++other) {
                is_free = problem.buffers[other].region != buffer.region || !collides(i, at, other);
            }
            if (is_free) {
                layout.placements[i] = Placement{at, buffer.region};
            }
        }
    }
    return layout;
}

}  // namespace arenascope::test
