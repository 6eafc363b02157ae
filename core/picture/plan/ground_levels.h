#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <vector>

#include "core/picture/plan/container.h"
#include "core/picture/plan/hit_index.h"

namespace arenascope {

/// Asked now and then during long work: whether its result is not wanted any more. Empty: it is.
using IsOutdated = std::function<bool()>;

/// What covers are stretches of.
enum class CoverAxis : std::uint8_t { bytes, steps };

/// Bytes or steps that rectangles of one style cover without a gap.
struct Cover {
    std::int64_t from = 0;
    std::int64_t to = 0;
    std::int64_t edge = 0;  ///< bytes: the lowest upper end of a rectangle of it; steps: the latest begin of one
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
    std::uint32_t first = 0;  ///< position in the index
    std::uint32_t last = 0;   ///< behind the last one
    std::uint32_t first_child = 0;
    std::uint32_t last_child = 0;  ///< equal to `first_child`: a leaf
    std::uint32_t first_cover = 0;
    std::uint32_t last_cover = 0;  ///< equal to `first_cover`: it has none, so children are drawn
    std::uint8_t cover_shift = 0;  ///< how covers are kept, see GroundLevels
    CoverAxis axis = CoverAxis::bytes;
    Reach begins;
    Reach ends;
    Reach froms;
    Reach tos;
};

/// What a visitor does with the rectangles of a node.
enum class Visit : std::uint8_t { skip, descend };

/// The levels of detail of many rectangles: for runs of them in the order of the index, and for runs of such runs,
/// which bytes they cover in which style. If a run is in a single column of pixels, its covers give the same pixels as
/// all its rectangles:
///
///   rectangles   ┌┐ ┌──┐  ┌┐        covers   █
///                └┘ │  │  └┘                 █
///                   └──┘ ┌┐                  █
///                        └┘                  ▒
///
/// Where very many rectangles are alive at the same time, the index sorts them by byte. A run of them is flat, and its
/// covers are the steps instead, for a picture in which it is in a single row. So a picture costs its pixels, and the
/// rectangles that borders of columns and rows cut.
///
/// Covers are kept in 13 bytes: 32-bit distances from the lowest byte or step of the node, in units of 2^cover_shift. A
/// node whose covers would not be exact has none. Neither has one whose covers are more than half of what is drawn
/// instead, so that all covers together are fewer than the rectangles.
class GroundLevels {
public:
    /// `style_of`: by rectangle, below 128. `stack`: for the culprits. O(n log n) with a small constant. A few bytes
    /// for each rectangle. If it is outdated, the levels must not be used.
    GroundLevels(const HitIndex& index, const std::function<std::uint8_t(const MemoryRectangle&)>& style_of,
                 const std::vector<Container>& stack, const IsOutdated& is_outdated = {});

    [[nodiscard]] static bool has_covers(const LevelNode& node) { return node.first_cover != node.last_cover; }

    /// Calls `use(const Cover&)` for the covers of a node.
    template <class Use>
    void for_each_cover(const LevelNode& node, Use&& use) const {
        const auto lowest = static_cast<std::uint64_t>(lowest_of(node));
        const auto position = [&](std::uint32_t distance) {
            return static_cast<std::int64_t>(lowest + (std::uint64_t{distance} << node.cover_shift));
        };
        for (std::uint32_t i = node.first_cover; i < node.last_cover; ++i) {
            const KeptCover& kept = covers_[i];
            use(Cover{position(kept.from), position(kept.to), position(kept.edge),
                      static_cast<std::uint8_t>(kinds_[i] & ~culprit_bit), (kinds_[i] & culprit_bit) != 0});
        }
    }

    /// Calls `use_node(const LevelNode&)` from the coarsest nodes on. Descends where it returns Visit::descend, at last
    /// to `use_rectangle(const MemoryRectangle&)`, until that returns false.
    template <class UseNode, class UseRectangle>
    void visit(const HitIndex& index, UseNode&& use_node, UseRectangle&& use_rectangle) const {
        visit(index, {roots_.rbegin(), roots_.rend()}, use_node, use_rectangle);
    }

    /// Nodes that together have all rectangles, in so many lists of about equal work.
    [[nodiscard]] std::vector<std::vector<std::size_t>> shares(std::size_t count) const;

    /// The same for the nodes of a share. `fetch_more`: as HitIndex::for_each_from().
    template <class UseNode, class UseRectangle, class FetchMore = NoFetch>
    void visit(const HitIndex& index, std::vector<std::size_t> open, UseNode&& use_node, UseRectangle&& use_rectangle,
               const FetchMore& fetch_more = {}) const {
        std::size_t fetched = 0;  // up to here, memory was asked for
        while (!open.empty()) {
            const LevelNode& node = nodes_[open.back()];
            open.pop_back();
            if (use_node(node) == Visit::skip) {
                continue;
            }
            if (node.first_child == node.last_child) {
                if (node.first != fetched) {
                    index.fetch_first(node.first, node.last, fetch_more);
                }
                fetched = node.last;
                if (!index.for_each_from(node.first, node.last, use_rectangle, fetch_more)) {
                    return;
                }
                continue;
            }
            for (std::size_t child = node.last_child; child > node.first_child; --child) {
                open.push_back(child - 1);
            }
        }
    }

private:
    struct KeptCover {
        std::uint32_t from = 0;
        std::uint32_t to = 0;
        std::uint32_t edge = 0;
    };
    static constexpr std::uint8_t culprit_bit = 0x80;

    /// From here on, its covers count their distances.
    [[nodiscard]] static std::int64_t lowest_of(const LevelNode& node) {
        return node.axis == CoverAxis::bytes ? node.froms.first : node.begins.first;
    }
    /// A node above others, and its covers.
    [[nodiscard]] LevelNode parent(std::size_t first, std::size_t last, std::vector<Cover>& covers) const;
    /// Adds a node with its covers. Empties `covers`.
    void keep(LevelNode node, std::vector<Cover>& covers);
    /// Drops covers that are more than half of what is drawn instead. Linear.
    void drop_idle_covers();

    std::vector<LevelNode> nodes_;
    std::vector<std::size_t> roots_;
    std::vector<KeptCover> covers_;
    std::vector<std::uint8_t> kinds_;  ///< by cover: its style and whether it is a culprit
};

}  // namespace arenascope
