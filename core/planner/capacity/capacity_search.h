#pragma once

#include <cstdint>
#include <functional>
#include <limits>
#include <vector>

#include "core/planner/capacity/blamed_levels.h"
#include "core/planner/capacity/searched_group.h"
#include "core/planner/random.h"

namespace arenascope {

/// The section in which the search branches next.
enum class Focus : std::uint8_t {
    lowest_buffer,    // the section of the lowest free buffer (skyline order)
    least_slack,      // the section with the least slack
    fewest_choices,   // the section with the fewest choices
    failing_choices,  // the section with the fewest choices per failure met there
    most_remaining,   // the section with the most bytes of unplaced buffers
    failing_room,     // (capacity - remaining) divided by the root of the number of failures
    crowded_room,     // the same, divided by the fourth root only
    failing_floor,    // the floor divided by the root of the number of failures
};

/// The order in which the buffers of a section are tried.
enum class Score : std::uint8_t { length, width, length_root_width, area, level_length };

struct Strategy {
    Focus focus = Focus::lowest_buffer;
    Score score = Score::length;
    bool reversed = false;  // ties between sections: the later section first
    double noise = 0;       // relative noise on the scores
    bool inherit = false;   // start from the scores of the last layout found, instead of fresh ones
    bool complete = false;  // never jump over a node: Verdict::none is then a proof
};

enum class Verdict : std::uint8_t { found, none, limit };

/// Called every few thousand visits; true: the search gives up.
using SearchStop = std::function<bool()>;

///   offset                         A section (column) is an interval of time in which nothing begins or ends.
///   capacity -----------------     floor(s)     = lowest offset still possible for any unplaced buffer of s
///      |          |rem |    |      remaining(s) = sum of the sizes of the unplaced buffers of s
///      |  rem     |    |rem |      slack(s)     = capacity - floor(s) - remaining(s)
///      |__________|    |    |
///      |//waste///|____|    |      Uncovered bytes below the floor are wasted for good. So a section with
///      |####|#####|####|____|      slack < 0 proves that this branch contains no layout.
///
/// Each unplaced buffer has a *lowest offset*: the highest tail of its placed conflicting buffers. In a settled layout
/// every buffer rests on the ground or on another buffer. Let x be a buffer such that no unplaced conflicting buffer
/// fits below it. Then there are only two cases:
///   place   x takes its lowest offset, and all unplaced buffers in conflict with it go above it;
///   wait    x rests on a conflicting buffer that is still unplaced. Its lowest offset rises to the lowest possible
///           tail of those buffers, and follows that tail until one of them is placed.
/// Waiting buffers raise the floors of their sections, and the slack test cuts branches early. Offsets need not be
/// assigned in rising order. So the search can branch where failure is most likely: Focus chooses the section, Score
/// the buffer.
///
/// Why a failing section is a proof, alignment included: let the unplaced buffers of section s have the lowest offsets
/// o1 ≤ o2 ≤ … and the sizes w1, w2, …. All are in use in s, so their bytes are disjoint.
///   1. The lowest of them has all others above it. So its offset is at most latest = capacity − remaining(s). The
///      *choices* are the buffers with o ≤ latest. Every other buffer lies above a choice. Its offset is at least the
///      lowest tail t of the choices, rounded up to its alignment. This step loses no layout that fits.
///   2. Taken by **rising** o, stack = max(stack, o) + w is the lowest possible tail of a stack of them. Proof by
///      exchange: if u lies directly below v and o(v) ≤ o(u), a swap raises neither tail. Alignment only adds waste.
/// Step 1 can raise a buffer past later ones: t = 5 becomes 8 for alignment 8, while a buffer with o = 6 stays. In the
/// old order the bound on the stack would be too high and would cut off existing layouts. So the order is sorted again.
///
/// What a failure comes from. Each lowest offset has a *cause*: the buffer whose tail it is. From the buffers of a
/// failing stack, the causes lead down to the ground, over placements and waits. Only the levels of the search at which
/// those were decided are to blame:
///
///            ┌───┐ ◀── too high
///        ┌───┴─┬─┘         The search jumps back to the highest level to blame, over all placements in between: d, if
///      ┌─┴──┬──┘  ┌─┐      it came after a. When both cases of a level have failed, its failures are joined, less the
///      │ a  │     │d│      level itself. A cause stands for others, too: had it not been there, another buffer might
///      └────┘     └─┘      have held the buffer up nearly as high. So a jump may miss layouts, and a search that must
///                          prove something makes none.
///
/// To jump back over what did not contribute to a failure is conflict-directed backjumping, from Prosser, "Hybrid
/// Algorithms for the Constraint Satisfaction Problem", Computational Intelligence 9 (3), 1993. To branch first where
/// failures were counted is from Boussemart, Hemery, Lecoutre and Sais, "Boosting Systematic Search by Weighting
/// Constraints", ECAI 2004.
///
/// A buffer with gaps counts in the sections in which all its bytes are in use. In other sections, only its distances
/// to conflicting buffers matter. A pinned buffer has a lowest offset that cannot rise: *place* means that all others
/// go above it, and *wait* means that another buffer must go below it.
class CapacitySearch {
public:
    /// See capacity_group().
    explicit CapacitySearch(const std::vector<SearchedBuffer>& buffers);

    /// Searches under `capacity` until a layout is found, no branch is left, `stop` returns true, or `work_limit`
    /// visits are used; four times as many if no branch has failed yet. Verdict::none is a proof only if the strategy
    /// is complete and no piece is a window. Otherwise the search jumps back over placements that seem unrelated to a
    /// failure (see above). A branching costs O(conflicts of the moved buffers + live buffers of the sections they
    /// cover).
    Verdict search(std::int64_t capacity, const Strategy& strategy, Random& random, std::int64_t work_limit,
                   const SearchStop& stop);

    /// The buffers by rising offset in the layout found; valid after Verdict::found.
    [[nodiscard]] std::vector<std::int32_t> order() const;
    /// The scores that led to the last layout found, for strategies that inherit.
    [[nodiscard]] const std::vector<double>& kept_scores() const { return kept_score_; }
    /// Forgets what earlier searches have learned and sets the scores to inherit. The result of the next search then
    /// depends on its arguments only. Linear in the live buffers of all sections.
    void start_anew(const std::vector<double>& kept_scores);
    [[nodiscard]] std::int64_t work() const { return work_; }
    /// Branchings so far. Each tries a placement and, if that fails, a wait.
    [[nodiscard]] std::int64_t nodes() const { return node_count_; }
    [[nodiscard]] const CapacityGroup& group() const { return group_; }

private:
    static constexpr std::int64_t unbounded = std::numeric_limits<std::int64_t>::max();
    enum State : std::uint8_t { free_buffer, waiting, placed };
    enum class Change : std::int32_t { offset, state, floor, choices, placement };
    struct Record {
        Change change;
        std::int32_t index;
        std::int64_t before;
        std::int32_t also_before = -1;  // the cause of an offset, the level of a state
    };

    bool reset(std::int64_t capacity);
    bool raise(std::int32_t u, std::int64_t value, std::int32_t cause);
    void make_scores(const Strategy& strategy, Random& random);
    void set_offset(std::int32_t u, std::int64_t value, std::int32_t cause);
    void set_state(std::int32_t u, State value);
    void change_state(std::int32_t u, State value);
    void touch(std::int32_t u);
    void undo(std::size_t mark);
    bool lift_waiting(std::int32_t u);
    bool lift_waiting_beside(std::int32_t x);
    bool lift_all_waiting();
    void drop_queue();
    bool propagate();
    bool update_section(std::int32_t s);
    bool place(std::int32_t x);
    bool wait(std::int32_t x);
    void blame(std::int32_t u);
    void blame_only(std::int32_t u);
    void blame_section(std::int32_t s);
    std::int32_t select(const Strategy& strategy);
    std::int32_t descend(std::int32_t u);
    bool back_out(bool is_complete);

    CapacityGroup group_;
    std::int64_t capacity_ = 0;
    std::vector<std::int32_t> live_;  // as in the group, but in an order that the search keeps
    std::vector<double> score_;
    std::vector<double> kept_score_;
    std::vector<double> weight_;

    std::vector<std::int64_t> offset_;
    std::vector<std::int64_t> floor_;
    std::vector<std::int64_t> remaining_;
    std::vector<std::int32_t> choices_;
    std::vector<std::int32_t> support_;
    std::vector<std::uint8_t> state_;
    std::vector<std::int32_t> waiting_;           // in no order
    std::vector<std::int32_t> place_in_waiting_;  // of each waiting buffer
    std::vector<std::uint8_t> touched_;
    std::vector<std::uint8_t> dirty_;
    std::vector<std::int32_t> queue_;
    std::vector<Record> trail_;
    struct Node {
        std::int32_t buffer;  // -1: placing it has failed, and it waits
        std::size_t mark;
        std::size_t blamed_from;  // where the levels to blame for that failure start
    };
    std::vector<Node> nodes_;
    std::vector<std::int32_t> cause_;  // of each lowest offset; -1: the ground
    std::vector<std::int32_t> level_;  // at which it was placed, or decided that it waits; -1: neither
    BlamedLevels blamed_;              // for the last failure
    std::vector<std::int32_t> blamed_of_nodes_;
    std::vector<std::uint64_t> traced_;  // by buffer: the failure for which its causes were followed
    std::uint64_t failure_ = 0;
    std::int32_t placed_count_ = 0;
    std::int64_t work_ = 0;
    std::int64_t node_count_ = 0;
};

}  // namespace arenascope
