#pragma once

#include <cmath>
#include <cstdint>
#include <span>
#include <utility>
#include <vector>

#include "core/base/threads/ordered_parts.h"
#include "core/picture/plan/ground_levels.h"
#include "core/picture/plan/hit_index.h"
#include "core/picture/plan/memory_rectangle.h"
#include "core/picture/plan/viewport.h"

namespace arenascope {

/// The rectangles of a picture: a list, or an index of all. It refers to either.
class ShownRectangles {
public:
    ShownRectangles() = default;
    ShownRectangles(std::span<const MemoryRectangle> list) : list_(list) {}
    ShownRectangles(const std::vector<MemoryRectangle>& list) : list_(list) {}
    ShownRectangles(const HitIndex& index) : index_(&index) {}
    /// All of an index but those of one buffer. `levels`: of the whole index; null: none.
    ShownRectangles(const HitIndex& index, BufferIndex without, const GroundLevels* levels = nullptr)
        : index_(&index), without_(without), levels_(without == BufferIndex::none() ? levels : nullptr) {}

    /// Calls `use(const MemoryRectangle&)` for each rectangle in view, and perhaps for others, until it returns false.
    /// With an index, it visits about twice the rectangles that are alive in the view, and few that are smaller than
    /// `least`.
    template <class Use>
    void for_each_in(const View& view, Use&& use, LeastExtent least = {}) const {
        if (index_ != nullptr) {
            // Pixels are rounded, so that a rectangle that only touches the border may be drawn.
            const auto first = [](Stretch shown) { return whole_part(std::floor(shown.from - rounding(shown))); };
            const auto end = [](Stretch shown) { return whole_part(std::ceil(shown.to + rounding(shown))); };
            index_->for_each_in(
                first(view.steps), end(view.steps), first(view.bytes), end(view.bytes),
                [&](const MemoryRectangle& rectangle) { return rectangle.buffer == without_ || use(rectangle); },
                least);
            return;
        }
        for (const MemoryRectangle& rectangle : list_) {
            if (!use(rectangle)) {
                return;
            }
        }
    }

    /// The same, but leaves it to `use_node` to do without single rectangles, see GroundLevels. Without levels, it is
    /// not called.
    template <class UseNode, class UseRectangle>
    void visit(const View& view, UseNode&& use_node, UseRectangle&& use_rectangle) const {
        if (levels_ != nullptr) {
            levels_->visit(*index_, use_node, use_rectangle);
        } else {
            for_each_in(view, use_rectangle);
        }
    }

    /// How many threads should share visit(), if each gets about `least` rectangles. Without levels, it is one.
    [[nodiscard]] std::size_t threads_for(std::size_t least) const {
        return levels_ != nullptr ? part_threads(index_->size() / least + 1) : 1;
    }
    /// The work of visit() in `count` shares, or fewer. Without levels, there is one.
    [[nodiscard]] std::vector<std::vector<std::size_t>> shares(std::size_t count) const {
        return levels_ != nullptr ? levels_->shares(count) : std::vector<std::vector<std::size_t>>(1);
    }
    template <class UseNode, class UseRectangle, class FetchMore>
    void visit_share(const View& view, const std::vector<std::size_t>& share, UseNode&& use_node,
                     UseRectangle&& use_rectangle, const FetchMore& fetch_more) const {
        if (levels_ != nullptr) {
            levels_->visit(*index_, share, use_node, use_rectangle, fetch_more);
        } else {
            for_each_in(view, use_rectangle);
        }
    }

    /// Whether the covers of a node that visit() passes stand for its rectangles.
    [[nodiscard]] static bool has_covers(const LevelNode& node) { return GroundLevels::has_covers(node); }
    template <class Use>
    void for_each_cover(const LevelNode& node, Use&& use) const {
        levels_->for_each_cover(node, use);
    }
    /// Until `use(const MemoryRectangle&)` returns false.
    template <class Use>
    void for_each_rectangle(const LevelNode& node, Use&& use) const {
        index_->for_each_from(node.first, node.last, use);
    }

private:
    /// More than the error of a position in pixels.
    [[nodiscard]] static long double rounding(Stretch shown) { return length(shown) * 1e-12L; }

    std::span<const MemoryRectangle> list_;
    const HitIndex* index_ = nullptr;
    BufferIndex without_ = BufferIndex::none();
    const GroundLevels* levels_ = nullptr;
};

}  // namespace arenascope
