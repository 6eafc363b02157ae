#include "core/check/overlap_area.h"

#include <algorithm>
#include <utility>

#include "core/check/area_grid.h"
#include "core/check/intended_sharing.h"
#include "core/check/piece_sweep.h"

namespace arenascope {
namespace {

std::vector<Offset> borders_of(const std::vector<UsedBytes>& uses) {
    std::vector<Offset> borders;
    borders.reserve(2 * uses.size());
    for (const UsedBytes& use : uses) {
        borders.push_back(use.bytes.from);
        borders.push_back(use.bytes.to);
    }
    std::sort(borders.begin(), borders.end());
    borders.erase(std::unique(borders.begin(), borders.end()), borders.end());
    return borders;
}

void sort_by_begin(std::vector<UsedBytes>& uses) {
    std::ranges::stable_sort(uses, {}, [](const UsedBytes& one) { return one.steps.begin; });
}

/// The union of the areas, without duplicates.
std::vector<UsedBytes> without_duplicates(std::vector<UsedBytes> areas) {
    sort_by_begin(areas);
    DoubleUse twice(borders_of(areas));
    twice.use_everywhere();
    std::vector<UsedBytes> result;
    for (const UsedBytes& area : areas) {
        twice.begin(area, [&](const UsedBytes& found) { result.push_back(found); });
    }
    return result;
}

/// The areas found in one region. It is a list at first; above the limit it becomes a grid.
class AreaList {
public:
    AreaList(const std::vector<UsedBytes>& uses, std::size_t limit) : limit_(limit) {
        for (const UsedBytes& use : uses) {
            whole_.steps = {std::min(whole_.steps.begin, use.steps.begin), std::max(whole_.steps.end, use.steps.end)};
            whole_.bytes = {std::min(whole_.bytes.from, use.bytes.from), std::max(whole_.bytes.to, use.bytes.to)};
        }
    }

    /// Adds an area that overlaps no other one.
    void add(const UsedBytes& area) {
        if (grid_) {
            grid_->mark(area);
            return;
        }
        areas_.push_back(area);
        if (areas_.size() > limit_) {
            round();
        }
    }

    /// Adds an area that may overlap others.
    void add_again(const UsedBytes& area) {
        has_duplicates_ = true;
        if (!grid_ && areas_.size() == limit_) {
            areas_ = without_duplicates(std::move(areas_));
            // Round early, so that duplicates are not searched again for each new area.
            if (areas_.size() > limit_ / 2) {
                round();
            }
        }
        add(area);
    }

    std::vector<UsedBytes> take() {
        if (has_duplicates_ && !grid_) {
            areas_ = without_duplicates(std::move(areas_));
        }
        if (!grid_ && areas_.size() > limit_) {
            round();
        }
        return grid_ ? grid_->areas() : std::move(areas_);
    }

private:
    void round() {
        grid_.emplace(whole_.steps, whole_.bytes);
        for (const UsedBytes& area : areas_) {
            grid_->mark(area);
        }
        areas_ = {};
    }

    std::size_t limit_;
    UsedBytes whole_{
        {Step(std::numeric_limits<std::int64_t>::max()), Step(std::numeric_limits<std::int64_t>::min())},
        {Offset(std::numeric_limits<std::int64_t>::max()), Offset(std::numeric_limits<std::int64_t>::min())}};
    std::vector<UsedBytes> areas_;
    bool has_duplicates_ = false;
    std::optional<AreaGrid> grid_;
};

std::vector<UsedBytes> areas_of(const std::vector<PlacedPiece>& pieces, const IntendedSharing& sharing,
                                std::size_t limit) {
    std::vector<UsedBytes> plain;
    std::vector<UsedBytes> all;
    for (const PlacedPiece& piece : pieces) {
        all.push_back({piece.steps, piece.bytes});
        if (!sharing.declares(piece.buffer)) {
            plain.push_back(all.back());
        }
    }
    AreaList areas(all, limit);
    sort_by_begin(plain);
    DoubleUse twice(borders_of(plain));
    for (const UsedBytes& use : plain) {
        twice.begin(use, [&](const UsedBytes& found) { areas.add(found); });
    }
    if (plain.size() < all.size()) {
        PieceSweep(pieces).for_each_pair_with(
            [&](BufferIndex buffer) { return sharing.declares(buffer); },
            [&](const PlacedPiece& a, const PlacedPiece& b) {
                if (!sharing.accepts(a.buffer, b.buffer)) {
                    areas.add_again({intersection(a.steps, b.steps), intersection(a.bytes, b.bytes)});
                }
                return true;
            });
    }
    return areas.take();
}

}  // namespace

std::vector<OverlapArea> overlap_areas(const Problem& problem, const Layout& layout,
                                       std::optional<BufferIndex> left_out, std::size_t limit) {
    const IntendedSharing sharing(problem, layout);
    std::vector<OverlapArea> areas;
    for (std::size_t i = 0; i < problem.regions.size(); ++i) {
        const RegionIndex region(i);
        std::vector<PlacedPiece> pieces;
        for_each_placed_piece(problem, layout, region, [&](const PlacedPiece& piece) {
            if (piece.buffer != left_out) {
                pieces.push_back(piece);
            }
        });
        for (const UsedBytes& area : areas_of(pieces, sharing, limit)) {
            areas.push_back({region, area.steps, area.bytes});
        }
    }
    return areas;
}

}  // namespace arenascope
