#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <tuple>
#include <vector>

#include "core/planner/capacity/capacity_search.h"
#include "core/planner/capacity/searched_group.h"
#include "core/planner/random.h"

namespace arenascope {

/// A group as SkylineBeam sees it: times as sections, in which nothing begins or ends, and sizes in units.
struct SkylineGroup {
    std::int32_t count = 0;  // of buffers
    std::int32_t sections = 0;
    std::int64_t unit = 1;            ///< the greatest common divisor of all sizes and alignments, in bytes
    std::vector<std::int32_t> begin;  // by buffer, as sections
    std::vector<std::int32_t> end;
    std::vector<std::int32_t> size;  // in units
    std::vector<std::int32_t> alignment;
    std::vector<std::int32_t> live_size;    // by section, in units
    std::vector<std::int32_t> begun_start;  // where the buffers that begin in a section start in `begun`
    std::vector<std::int32_t> begun;
};

/// Empty: the group has pins or pieces, or its sizes do not fit in 32 bits of units. O(n log n + sections covered).
[[nodiscard]] std::optional<SkylineGroup> skyline_group(std::span<const SearchedBuffer> buffers);

/// A buffer of the group with its offset in units.
struct StandingBuffer {
    std::int32_t buffer;
    std::int32_t offset;
};

/// What a beam prefers.
struct BeamTaste {
    std::size_t width = 64;     ///< how many skylines it keeps
    double length_power = 1;    ///< how much earlier long buffers come
    double size_power = 0.5;    ///< how much earlier large buffers come
    double eagerness = 1;       ///< how much placing such a buffer counts against waste
    double softness = 0.5;      ///< in thousandths of the capacity: slack below that is hardly worse than none
    double noise = 0.2;         ///< relative noise on the worth of buffers
    std::size_t direction = 0;  ///< of time: which of SearchedGroup::seen; for the caller only
};

/// A beam search over skylines, from the ground up, under a capacity.
///
///   capacity ────────────────────   A skyline is the top of what is placed. Its lowest valley is filled next,
///                  ▄▄▄              from left to right: either a buffer that fits between its walls stands on
///      ▄▄▄▄       ▐███              its ground, or the ground rises to the lower wall, which wastes the bytes
///      ████▁▁▁▁▁▁▁▐███▄▄            below for good. The part of the valley to the left of the buffer rises with
///      ████valley ▐█████            it: to the left wall, or to the buffer's tail if that is lower.
///
/// Every layout in which each buffer rests on the ground or on another buffer comes from exactly one sequence of such
/// steps, up to alignment. The slack of a section is capacity − height − bytes of its unplaced buffers. Only waste
/// lowers it, and a skyline with a slack below 0 holds no layout.
///
/// All skylines with k buffers are compared with each other, and the `width` cheapest are kept. The cost of a skyline
/// is the sum over the sections of −log(slack), less the worth of its buffers. The logarithm prefers waste where there
/// is enough slack. The worth of a buffer makes long and large ones come early: they leave holes that short ones fill,
/// not the other way round. Of skylines with the same buffers, only the cheapest is kept.
///
///   k = 0   ▁▁▁▁▁▁        k = 1  ▄▄▁▁▁▁  ▁▁▁▄▄▄  ▁▄▄▁▁▁ ✕      k = 2  ▄▄▁▄▄▄  ▄▄▄▄▁▁  ▁▁▁▄▄▄ ✕ …
///
/// A run of width w costs about w · n · (sections + buffers that begin in a valley). That is cheap: a step writes the
/// heights below one buffer, where CapacitySearch propagates to all conflicts. In return it cannot backtrack, so it
/// proves nothing.
///
/// In a drawn skyline, the sections of a valley that no unplaced buffer between its walls can cover rise at once:
/// whatever covers them later rests on a wall. So waste that is certain counts before its valley is the lowest.
///
/// Origin: skylines are known from strip packing. The beam over them, the barrier on slack and the comparison by number
/// of buffers are of this project.
class SkylineBeam {
public:
    explicit SkylineBeam(const SkylineGroup& group);
    SkylineBeam(SkylineGroup&& group) = delete;  // it keeps a reference

    /// Looks for a layout below `capacity`, in bytes, that contains the `standing` buffers. Nothing comes below them,
    /// so everything below each of them must stand, too; they are listed by rising offset. False: the beam died out,
    /// `work_limit` visits were used, or `stop` returned true. Deterministic in its arguments and the state of
    /// `random`.
    bool search(std::int64_t capacity, const BeamTaste& taste, Random& random, std::int64_t work_limit,
                const SearchStop& stop, std::span<const StandingBuffer> standing = {});

    /// The buffers by rising offset in the layout found; valid after search() returned true.
    [[nodiscard]] const std::vector<std::int32_t>& order() const { return order_; }
    /// How many buffers the last search placed.
    [[nodiscard]] std::int32_t depth() const { return depth_; }
    /// Visits of sections and buffers so far.
    [[nodiscard]] std::int64_t work() const { return work_; }

private:
    struct Valley {
        std::int32_t begin;
        std::int32_t end;
        std::int32_t ground;
        std::int32_t left;  ///< height of the wall
        std::int32_t right;
    };
    /// A skyline of the next step, not drawn yet.
    struct Child {
        double cost;
        std::uint64_t hash;   ///< of the placed buffers
        std::int32_t parent;  ///< its number among the kept skylines
        std::int32_t raises;  ///< how many valleys rise first
        std::int32_t buffer;  ///< the buffer placed then
    };
    /// A total order: no two children of a step have the same parent, buffer and raises.
    struct Cheaper {
        [[nodiscard]] bool operator()(const Child& a, const Child& b) const {
            return a.cost != b.cost ? a.cost < b.cost
                                    : std::tie(a.parent, a.buffer, a.raises) < std::tie(b.parent, b.buffer, b.raises);
        }
    };
    /// A placed buffer and the one before it, so that the sequence of a skyline can be read backwards.
    struct Link {
        std::int32_t before;
        std::int32_t buffer;
    };
    struct Skyline {
        double cost;
        std::uint64_t hash;
        std::int32_t link;
    };
    /// The kept skylines of one step; the lists of each follow each other.
    struct Generation {
        std::vector<Skyline> skylines;
        std::vector<std::int32_t> heights;
        std::vector<std::int32_t> slacks;
        std::vector<std::uint64_t> placed;  ///< a bit for each buffer
    };

    void stand(std::span<const StandingBuffer> standing);
    void prepare(std::int64_t capacity, const BeamTaste& taste, Random& random);
    [[nodiscard]] Valley lowest_valley(const std::int32_t* heights);
    void expand(std::int32_t number);
    void add_children(const Valley& valley, std::int32_t number, std::int32_t raises, double cost);
    [[nodiscard]] bool add_price(std::int32_t from, std::int32_t to, std::int32_t rise, double& sum, double most);
    [[nodiscard]] bool raise_ground(const Valley& valley, double& cost);
    void thin_out(std::size_t width);
    void choose(std::size_t width);
    bool draw(const Child& child, std::size_t number);
    bool settle(std::size_t number, std::int32_t section, double& cost);
    [[nodiscard]] double price(std::int32_t slack, std::int32_t left) const {
        return barrier_[static_cast<std::size_t>(left >> shift_)] - barrier_[static_cast<std::size_t>(slack >> shift_)];
    }

    const SkylineGroup* group_;
    std::size_t words_;                 ///< of the bits of one skyline
    std::vector<std::uint64_t> names_;  ///< random, by buffer: the hash of a set is the exclusive or of its names
    std::vector<double> worth_;         ///< by buffer
    std::vector<float> barrier_;        ///< −log(slack), by slack >> shift_
    int shift_ = 0;
    Generation now_;
    Generation next_;
    std::vector<Child> children_;
    std::vector<std::uint64_t> seen_;  ///< hashes of the chosen children: an open table
    std::vector<Link> links_;
    double bound_ = 0;  ///< children that cost as much are not chosen
    double most_worth_ = 0;
    std::vector<std::int32_t> heights_;  ///< of the skyline that is expanded
    std::vector<std::int32_t> slacks_;
    std::vector<std::int32_t> order_;
    std::int32_t depth_ = 0;
    std::int64_t work_ = 0;
};

}  // namespace arenascope
