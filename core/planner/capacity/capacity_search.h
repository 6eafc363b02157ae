#pragma once

#include <cstdint>
#include <functional>
#include <vector>

#include "core/planner/capacity/capacity_group.h"
#include "core/planner/random.h"

namespace arenascope {

/// In which section the search branches next.
enum class Focus : std::uint8_t {
    lowest_buffer,    // the lowest free buffer anywhere (skyline order)
    least_slack,      // the section with the least slack
    fewest_choices,   // the section with the fewest buffers that could come next in it
    failing_choices,  // the same divided by the number of failures met there
    most_remaining,   // the section with the most remaining bytes
    failing_room,     // capacity - remaining, divided by the root of the number of failures
};

/// Which buffer of the section is tried first.
enum class Score : std::uint8_t { length, width, length_root_width, area, level_length };

struct Strategy {
    Focus focus = Focus::lowest_buffer;
    Score score = Score::length;
    bool reversed = false;  // ties between sections: later instead of earlier
    double noise = 0;       // relative disturbance of the scores
    bool inherit = false;   // disturb the scores of the last layout found instead of fresh ones
    bool complete = false;  // jump over nothing: Verdict::none is then a proof
};

enum class Verdict : std::uint8_t { found, none, limit };

/// Asked about every few thousand visits; true: give up the search.
using SearchStop = std::function<bool()>;

/// Capacity search: a depth-first search for a layout of a group under a given capacity.
///
///   offset                         A section (column) is a stretch of time in which nothing begins or ends.
///   capacity -----------------     floor(s)     = lowest offset that any unplaced buffer of s can still have
///      |          |rem |    |      remaining(s) = sizes of the unplaced buffers of s
///      |  rem     |    |rem |      slack(s)     = capacity - floor(s) - remaining(s)
///      |__________|    |    |
///      |//waste///|____|    |      Whatever lies below the floor and is not covered is wasted for good, so a
///      |####|#####|####|____|      section with slack < 0 proves that this branch holds no layout.
///
/// Each unplaced buffer carries a *lowest offset*: the highest tail among its placed conflicting buffers. In a
/// settled layout every buffer rests on the ground or on another buffer. So for a buffer x that no unplaced
/// conflicting buffer fits below, there are two cases only:
///   place   x takes its lowest offset; every unplaced buffer in conflict with it goes above it;
///   wait    x rests on a conflicting buffer that is still unplaced: its lowest offset rises to the least tail
///           that one of them can have, and rises again whenever theirs do, until such a buffer is placed.
/// Waiting buffers lift the floors of their sections, and the slack test cuts the branch early. No global order
/// of offsets is imposed, so the search may work where failure is most likely: *where* to branch is a choice of
/// section (see Focus), *what* to branch on there is a choice of score.
///
/// Why a failing section is a proof, alignment included. Let the unplaced buffers of section s have the lowest offsets
/// o1 ≤ o2 ≤ … and the sizes w1, w2, …; all are in use in s, so they lie apart.
///   1. The lowest of them has all others above it: its offset is at most latest = capacity − remaining(s). The
///   *choices*
///      are those with o ≤ latest. Any other lies above a choice, so at the least tail t of the choices or higher, and
///      at the next multiple of its alignment. This keeps every layout that fits.
///   2. stack = max(stack, o) + w, taken by **rising** o, is the least tail that a stack of them can have. Exchange: if
///      u lies right below v and o(v) ≤ o(u), then swapping them lets both end no higher. Alignment only adds waste.
/// Step 1 can lift a buffer past later ones: t = 5 becomes 8 for alignment 8, while one with o = 6 stays. Taken in the
/// old order the stack would be too high, and would cut off layouts that exist; so the order is made anew.
///
/// A buffer with gaps counts in the sections where all of it is in use; elsewhere only the distance that it must keep
/// from each conflicting buffer says what it takes. A pinned buffer is one whose lowest offset cannot rise: to place it
/// is to say that the others go above, to let it wait is to say that one more goes below.
class CapacitySearch {
public:
    /// See capacity_group().
    explicit CapacitySearch(const std::vector<SearchedBuffer>& buffers);

    /// Searches under `capacity` until found, given up, or `work_limit` visits are used.
    /// Verdict::none is a proof only where the strategy is complete and no piece is a window: otherwise a failure jumps
    /// over placements that seem to have no part in it. One branching costs O(conflicts of what moves + lives of the
    /// sections that it covers).
    Verdict search(std::int64_t capacity, const Strategy& strategy, Random& random, std::int64_t work_limit,
                   const SearchStop& stop);

    /// The order of rising offset of the layout found; valid after Verdict::found.
    [[nodiscard]] std::vector<std::int32_t> order() const;
    /// The scores that led to the last layout found, for a strategy that inherits.
    [[nodiscard]] const std::vector<double>& kept_scores() const { return kept_score_; }
    /// Drops what earlier searches have taught, but for the scores that a strategy may inherit: the next search then
    /// depends on its arguments alone. Linear in the lives of all sections.
    void start_anew(const std::vector<double>& kept_scores);
    [[nodiscard]] std::int64_t work() const { return work_; }
    /// Branchings so far: each has a placement and, where that fails, a wait.
    [[nodiscard]] std::int64_t nodes() const { return node_count_; }
    [[nodiscard]] std::int64_t threshold() const { return group_.threshold; }
    [[nodiscard]] std::int64_t conflict_entries() const { return static_cast<std::int64_t>(group_.conflict.size()); }

private:
    enum State : std::uint8_t { free_buffer, waiting, placed };
    enum class Change : std::int32_t { offset, state, floor, choices, placement };
    struct Record {
        Change change;
        std::int32_t index;
        std::int64_t before;
    };

    void reset(std::int64_t capacity);
    bool raise(std::int32_t u, std::int64_t value);
    bool look_at_all();
    void make_scores(const Strategy& strategy, Random& random);
    void set_offset(std::int32_t u, std::int64_t value);
    void set_state(std::int32_t u, State value);
    void touch(std::int32_t u);
    void undo(std::size_t mark);
    bool lift_waiting(std::int32_t u);
    void drop_queue();
    bool propagate();
    void sort_rising(std::int32_t* live, std::int32_t first, std::int32_t last) const;
    bool look_at_section(std::int32_t s);
    bool place(std::int32_t x);
    bool wait(std::int32_t x);
    bool fail_at(std::int32_t first, std::int32_t last);
    std::int32_t select(const Strategy& strategy);
    std::int32_t descend(std::int32_t u);

    CapacityGroup group_;
    std::int64_t capacity_ = 0;
    std::vector<std::int32_t> live_;  // as in the group, but in an order that the search keeps
    std::vector<double> score_;
    std::vector<double> kept_score_;
    std::vector<double> weight_;
    // state of the search
    std::vector<std::int64_t> offset_;
    std::vector<std::int64_t> floor_;
    std::vector<std::int64_t> remaining_;
    std::vector<std::int32_t> choices_;
    std::vector<std::int32_t> support_;
    std::vector<std::uint8_t> state_;
    std::vector<std::uint8_t> touched_;
    std::vector<std::uint8_t> dirty_;
    std::vector<std::int32_t> queue_;
    std::vector<Record> trail_;
    struct Node {
        std::int32_t buffer;
        std::size_t mark;
        std::size_t entry;
        std::int32_t fail_begin;
        std::int32_t fail_end;
    };
    std::vector<Node> nodes_;
    std::int32_t fail_begin_ = 0;
    std::int32_t fail_end_ = 0;
    std::int32_t placed_count_ = 0;
    std::int64_t work_ = 0;
    std::int64_t node_count_ = 0;
};

}  // namespace arenascope
