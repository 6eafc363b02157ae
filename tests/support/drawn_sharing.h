#pragma once

#include <algorithm>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "core/check/overlap_checker.h"
#include "core/model/memory/layout.h"
#include "core/model/memory/problem.h"
#include "core/planner/random.h"

namespace arenascope::test {

/// A problem with a sound layout in which some buffers share memory.
struct SharedLayout {
    Problem problem;
    Layout layout;
};

/// The sizes of what is drawn.
struct SharingShape {
    std::size_t most_buffers = 10;
    std::size_t most_steps = 8;
    std::size_t largest_size = 24;
    bool with_alignment = true;
    bool with_gaps = true;
    bool with_pins = true;
    bool with_regions = true;
};

/// Draws buffers one after the other. Some lie over an earlier one, as a group of a random kind allows it; the others
/// lie where they meet nothing. So the layout is sound by construction, which the checker confirms at each step.
class DrawnSharing {
public:
    DrawnSharing(std::uint64_t seed, const SharingShape& shape) : random_(seed), shape_(shape) {}

    SharedLayout draw() {
        made_.problem.regions[0].alignment = Bytes(shape_.with_alignment && below(3) == 0 ? 4 : 1);
        if (shape_.with_regions && below(4) == 0) {
            made_.problem.regions.push_back({.name = "other"});
        }
        for (std::size_t count = 2 + below(shape_.most_buffers - 1); count > 0; --count) {
            add_buffer();
        }
        if (shape_.with_pins && below(4) == 0) {
            const BufferIndex pinned(below(made_.problem.buffers.size()));
            made_.problem.buffers[pinned].pin = made_.layout.placements[pinned]->offset;
        }
        return std::move(made_);
    }

private:
    using Kind = SharingGroup::Kind;

    std::size_t below(std::size_t bound) { return random_.below(bound); }
    std::int64_t number(std::int64_t bound) {
        return static_cast<std::int64_t>(below(static_cast<std::size_t>(bound)));
    }

    Buffer drawn_buffer() {
        Buffer buffer;
        buffer.name = "b" + std::to_string(made_.problem.buffers.size());
        const std::int64_t begin = number(static_cast<std::int64_t>(shape_.most_steps));
        buffer.lifetime = {Step(begin), Step(begin + 1 + number(static_cast<std::int64_t>(shape_.most_steps)))};
        buffer.size = Bytes(1 + number(static_cast<std::int64_t>(shape_.largest_size)));
        buffer.alignment = Bytes(shape_.with_alignment && below(2) == 0 ? std::int64_t{1} << below(4) : 1);
        buffer.region = RegionIndex(below(made_.problem.regions.size()));
        const std::int64_t length = buffer.lifetime.end.value() - begin;
        if (shape_.with_gaps && length >= 3 && below(4) == 0) {
            Gap gap{{Step(begin + 1), Step(begin + length - 1)}, {}};
            if (below(2) == 0) {
                const std::int64_t from = number(buffer.size.value());
                gap.window = Window{Bytes(from), Bytes(from + 1 + number(buffer.size.value() - from))};
            }
            buffer.add_gap(gap);
        }
        return buffer;
    }

    void add_buffer() {
        Buffer buffer = drawn_buffer();
        if (!made_.problem.buffers.empty() && below(3) != 0 && try_to_share(buffer)) {
            return;
        }
        const std::int64_t alignment = alignment_of(made_.problem, buffer).value();
        std::int64_t offset = number(16) * alignment;
        while (!try_at(buffer, Offset(offset), std::nullopt)) {
            offset += alignment;
        }
    }

    bool try_to_share(Buffer buffer) {
        const BufferIndex other(below(made_.problem.buffers.size()));
        const Buffer& host = made_.problem.buffers[other];
        buffer.region = host.region;
        const Kind kind = static_cast<Kind>(below(5));
        std::int64_t lead = 0;
        switch (kind) {
            case Kind::sharing:
                break;
            case Kind::in_place:
                lead = number(host.size.value() + buffer.size.value()) - buffer.size.value();
                break;
            case Kind::parts:
                buffer.size = std::min(buffer.size, host.size);
                buffer.set_gaps({});
                lead = number(host.size.value() - buffer.size.value() + 1);
                break;
            case Kind::overlay:
                if (host.kind != BufferKind::scratch) {
                    return false;
                }
                buffer.kind = BufferKind::scratch;
                buffer.lifetime = host.lifetime;
                buffer.set_gaps({});
                buffer.size = std::min(buffer.size, host.size);
                lead = number(host.size.value() - buffer.size.value() + 1);
                break;
            case Kind::arena:
                if (host.kind != BufferKind::scratch) {
                    return false;
                }
                buffer.size = std::min(buffer.size, host.size);
                buffer.set_gaps({});
                lead = number(host.size.value() - buffer.size.value() + 1);
                break;
        }
        if (below(3) == 0 && kind != Kind::parts) {
            buffer.kind = BufferKind::scratch;
        }
        const std::int64_t offset = made_.layout.placements[other]->offset.value() + lead;
        return offset >= 0 && offset % alignment_of(made_.problem, buffer).value() == 0 &&
               try_at(buffer, Offset(offset), SharingGroup{kind, {other}});
    }

    /// Places the buffer, in the group or in none; false: the checker finds something, and nothing is changed.
    bool try_at(const Buffer& buffer, Offset offset, std::optional<SharingGroup> group) {
        SharedLayout tried = made_;
        const BufferIndex own(tried.problem.buffers.size());
        tried.problem.buffers.push_back(buffer);
        tried.layout.placements.emplace_back(Placement{offset, buffer.region});
        if (group) {
            group->members.push_back(own);
            group->basis = below(4) == 0 ? SharingGroup::Basis::inferred : SharingGroup::Basis::declared;
            join(tried.layout, std::move(*group));
        }
        if (!is_clean(check(tried.problem, tried.layout))) {
            return false;
        }
        made_ = std::move(tried);
        return true;
    }

    /// Sometimes extends a group of the same host instead of adding one.
    void join(Layout& layout, SharingGroup group) {
        for (SharingGroup& known : layout.sharing) {
            if (known.kind == group.kind && known.members.front() == group.members.front() && below(2) == 0) {
                known.members.push_back(group.members.back());
                return;
            }
        }
        layout.sharing.push_back(std::move(group));
    }

    Random random_;
    SharingShape shape_;
    SharedLayout made_;
};

/// The lowest peak of any layout with these groups in which the checker finds no overlap, by trying all offsets. Only
/// for three or four small buffers in one region.
class LeastArrangedPeak {
public:
    LeastArrangedPeak(const Problem& problem, const std::vector<SharingGroup>& groups) : problem_(problem) {
        layout_ = empty_layout(problem);
        layout_.sharing = groups;
        for (const Buffer& buffer : problem.buffers) {
            best_ += buffer.size.value() + alignment_of(problem, buffer).value();
        }
    }

    [[nodiscard]] std::int64_t find() {
        place(0, 0);
        return best_;
    }

private:
    void place(std::size_t i, std::int64_t peak) {
        if (i == problem_.buffers.size()) {
            best_ = peak;
            return;
        }
        const Buffer& buffer = problem_.buffers[i];
        const std::int64_t step = alignment_of(problem_, buffer).value();
        for (std::int64_t offset = 0; std::max(peak, offset + buffer.size.value()) < best_; offset += step) {
            layout_.placements[i] = Placement{Offset(offset), buffer.region};
            // Members of an arena need its scratch, so that only the whole layout can be judged.
            if (i + 1 < problem_.buffers.size() || check(problem_, layout_).overlap_count == 0) {
                place(i + 1, std::max(peak, offset + buffer.size.value()));
            }
        }
        layout_.placements[i].reset();
    }

    const Problem& problem_;
    Layout layout_;
    std::int64_t best_ = 0;
};

}  // namespace arenascope::test
