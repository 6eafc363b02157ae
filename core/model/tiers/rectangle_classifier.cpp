#include "core/model/tiers/rectangle_classifier.h"

#include <algorithm>

#include "core/model/memory/live_profile.h"
#include "core/model/memory/tail.h"

namespace arenascope {
namespace {

/// The steps at which at least one buffer of a set is in use, as disjoint intervals in time order.
class ActiveSteps {
public:
    void add(const Buffer& buffer) {
        for_each_piece(buffer, [&](const Piece& piece) { stretches_.push_back(piece.steps); });
    }

    /// Call it after the last add() and before the first meets().
    void settle() {
        std::ranges::sort(stretches_, [](const Lifetime& a, const Lifetime& b) { return a.begin < b.begin; });
        std::size_t kept = 0;
        for (const Lifetime& stretch : stretches_) {
            if (kept > 0 && stretch.begin <= stretches_[kept - 1].end) {
                stretches_[kept - 1].end = std::max(stretches_[kept - 1].end, stretch.end);
            } else {
                stretches_[kept++] = stretch;
            }
        }
        stretches_.resize(kept);
    }

    [[nodiscard]] bool meets(const Buffer& buffer) const {
        bool met = false;
        for_each_piece(buffer, [&](const Piece& piece) {
            const auto after = std::upper_bound(stretches_.begin(), stretches_.end(), piece.steps.begin,
                                                [](Step step, const Lifetime& stretch) { return step < stretch.end; });
            met = met || (after != stretches_.end() && after->begin < piece.steps.end);
        });
        return met;
    }

private:
    std::vector<Lifetime> stretches_;
};

void classify_region(const Problem& problem, const Layout& layout, RegionIndex region,
                     IndexedVector<BufferIndex, Risk>& risks) {
    const Offset limit = Offset(live_profile(problem, layout, region).threshold.value());
    const auto for_each_placed = [&](auto&& use) {
        for (std::size_t i = 0; i < problem.buffers.size(); ++i) {
            const Buffer& buffer = problem.buffers[i];
            const auto& placement = layout.placements[i];
            if (placement && placement->region == region && takes_bytes(buffer)) {
                use(buffer, tail_of(buffer, placement->offset), risks[i]);
            }
        }
    };
    ActiveSteps over;
    ActiveSteps at;
    ActiveSteps risky;
    for_each_placed([&](const Buffer& buffer, Offset tail, Risk&) {
        if (tail > limit) {
            over.add(buffer);
        } else if (tail == limit) {
            at.add(buffer);
        }
    });
    over.settle();
    at.settle();
    for_each_placed([&](const Buffer& buffer, Offset tail, Risk& risk) {
        if (tail > limit) {
            risk = {Tier::high, Cause::over};
        } else if (over.meets(buffer)) {
            risk = {Tier::high, Cause::beside};
        } else if (tail == limit) {
            risk = {Tier::medium, Cause::at};
        } else if (at.meets(buffer)) {
            risk = {Tier::medium, Cause::beside};
        } else {
            return;
        }
        risky.add(buffer);
    });
    risky.settle();
    for_each_placed([&](const Buffer& buffer, Offset, Risk& risk) {
        if (risk.tier == Tier::none && risky.meets(buffer)) {
            risk = {Tier::low, Cause::none};
        }
    });
}

}  // namespace

IndexedVector<BufferIndex, Risk> classify(const Problem& problem, const Layout& layout) {
    IndexedVector<BufferIndex, Risk> risks(problem.buffers.size());
    for (std::size_t i = 0; i < problem.regions.size(); ++i) {
        classify_region(problem, layout, RegionIndex(i), risks);
    }
    return risks;
}

}  // namespace arenascope
