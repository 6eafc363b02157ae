#pragma once

#include <string>
#include <vector>

#include "core/model/memory/problem.h"
#include "core/trace/trace_recorder.h"
#include "tests/support/random_problem.h"

namespace arenascope::test {

/// Passes on what a planner tells to two sinks.
class TwoSinks final : public TraceSink {
public:
    TwoSinks(TraceSink& first, TraceSink& second) : first_(first), second_(second) {}
    void enter(FrameKind kind, std::string_view note, std::span<const BufferIndex> members,
               RegionIndex region = RegionIndex::none()) override {
        first_.enter(kind, note, members, region);
        second_.enter(kind, note, members, region);
    }
    void leave(const FrameState& state) override {
        first_.leave(state);
        second_.leave(state);
    }
    void mark_result() override {
        first_.mark_result();
        second_.mark_result();
    }
    [[nodiscard]] bool has_room() const override { return true; }

private:
    TraceSink& first_;
    TraceSink& second_;
};

/// Tells a run of passes, iterations, groups and rearrangements in which everything is drawn at random. Must be called
/// inside a RapidCheck property.
class RandomRun {
public:
    RandomRun(const Problem& problem, TraceSink& sink)
        : sink_(sink), offsets_(problem.buffers.size(), unplaced_offset), has_tiers_(*rc::gen::inRange(0, 3) > 0) {}

    void tell() {
        const bool has_passes = *rc::gen::inRange(0, 3) > 0;
        for (int i = *rc::gen::inRange(1, 4); i > 0; --i) {
            if (has_passes) {
                sink_.enter(FrameKind::pass, "width, desc", {}, RegionIndex(0));
                iterations();
                leave(Goal::order_seen, {});
            } else {
                iterations();
            }
        }
        sink_.mark_result();
    }

private:
    void iterations() {
        for (int i = *rc::gen::inRange(1, 4); i > 0; --i) {
            sink_.enter(FrameKind::iteration, {}, {});
            for (int g = *rc::gen::inRange(0, 3); g > 0; --g) {
                sink_.enter(FrameKind::group, g % 2 == 0 ? "high" : "medium", {});
                for (int r = *rc::gen::inRange(0, 4); r > 0; --r) {
                    sink_.enter(FrameKind::rearrangement, "sorted", {});
                    move_some();
                    leave(Goal::none, {});
                }
                move_some();
                leave(Goal::at_threshold, {});
            }
            move_some();
            std::vector<Risk> risks(has_tiers_ ? offsets_.size() : 0);
            for (Risk& risk : risks) {
                risk.tier = static_cast<Tier>(*rc::gen::inRange(0, 4));
            }
            leave(Goal::none, risks);
        }
    }

    void move_some() {
        for (std::int64_t& offset : offsets_) {
            if (*rc::gen::inRange(0, 3) == 0) {
                offset = any_offset(40);
            }
        }
    }

    void leave(Goal goal, const std::vector<Risk>& risks) {
        sink_.leave({.offsets = offsets_, .order = {}, .risks = risks, .peak = {}, .goal = goal});
    }

    TraceSink& sink_;
    std::vector<std::int64_t> offsets_;
    bool has_tiers_;
};

}  // namespace arenascope::test
