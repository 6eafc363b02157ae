#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <span>
#include <vector>

#include "core/picture/container.h"
#include "core/picture/hit_index.h"

namespace arenascope {

/// Asked now and then during long work: whether its result is not wanted any more. Empty: it is.
using IsOutdated = std::function<bool()>;

/// Bytes that rectangles of one style cover without a gap.
struct Cover {
    std::int64_t from = 0;
    std::int64_t to = 0;
    std::int64_t least_to = 0;  ///< the lowest upper end of a rectangle of it
    std::uint8_t style = 0;
    bool is_culprit = false;  ///< its rectangles end above the threshold of their container
};

/// The first and the last of some positions.
struct Reach {
    std::int64_t first = 0;
    std::int64_t last = 0;
};

/// Rectangles of an index that follow each other, in one bucket.
struct LevelNode {
    std::size_t first = 0;  ///< position in the index
    std::size_t last = 0;   ///< behind the last one
    std::size_t first_child = 0;
    std::size_t last_child = 0;  ///< equal to `first_child`: a leaf
    std::size_t first_cover = 0;
    std::size_t last_cover = 0;
    Reach begins;
    Reach ends;
    Reach froms;
    Reach tos;
};

/// What a visitor does with the rectangles of a node.
enum class Visit : std::uint8_t { skip, descend };

/// The levels of detail of many rectangles: for runs of them in time, and for runs of such runs, which bytes they cover
/// in which style. If a run is in a single column of pixels, its covers give the same pixels as all its rectangles:
///
///   rectangles   ┌┐ ┌──┐  ┌┐        covers   █
///                └┘ │  │  └┘                 █
///                   └──┘ ┌┐                  █
///                        └┘                  ▒
///
/// So a picture costs its pixels, and the rectangles that borders of columns cut.
class GroundLevels {
public:
    /// `style_of`: by rectangle. `stack`: for the culprits. O(n log n) with a small constant. About ten bytes for each
    /// rectangle. If it is outdated, the levels must not be used.
    GroundLevels(const HitIndex& index, const std::function<std::uint8_t(const MemoryRectangle&)>& style_of,
                 const std::vector<Container>& stack, const IsOutdated& is_outdated = {});

    [[nodiscard]] std::span<const Cover> covers(const LevelNode& node) const {
        return std::span<const Cover>(covers_).subspan(node.first_cover, node.last_cover - node.first_cover);
    }

    /// Calls `use_node(const LevelNode&)` from the coarsest nodes on. Descends where it returns Visit::descend, at last
    /// to `use_rectangle(const MemoryRectangle&)`, until that returns false.
    template <class UseNode, class UseRectangle>
    void visit(const HitIndex& index, UseNode&& use_node, UseRectangle&& use_rectangle) const {
        std::vector<std::size_t> open(roots_.rbegin(), roots_.rend());
        while (!open.empty()) {
            const LevelNode& node = nodes_[open.back()];
            open.pop_back();
            if (use_node(node) == Visit::skip) {
                continue;
            }
            if (node.first_child == node.last_child) {
                for (const MemoryRectangle& rectangle :
                     index.rectangles().subspan(node.first, node.last - node.first)) {
                    if (!use_rectangle(rectangle)) {
                        return;
                    }
                }
                continue;
            }
            for (std::size_t child = node.last_child; child > node.first_child; --child) {
                open.push_back(child - 1);
            }
        }
    }

private:
    std::vector<LevelNode> nodes_;
    std::vector<std::size_t> roots_;
    std::vector<Cover> covers_;
};

}  // namespace arenascope
