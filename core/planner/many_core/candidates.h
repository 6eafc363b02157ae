#pragma once

#include <array>
#include <cstdint>
#include <functional>
#include <limits>
#include <optional>
#include <span>
#include <tuple>
#include <utility>
#include <vector>

#include "core/base/containers/indexed_vector.h"
#include "core/model/memory/problem.h"
#include "core/planner/many_core/placed_areas.h"
#include "core/planner/planner.h"

namespace arenascope {

/// The allocations of a core. O(n log n).
[[nodiscard]] CoreAllocations core_allocations(const Problem& problem, RegionIndex core);

/// Limits of the search for one allocation.
struct CandidateLimits {
    std::size_t context = 4;         ///< number of later allocations in a combination; at most most_context
    std::size_t combinations = 360;  ///< number of combinations tried; this is all of them for a context of 4
    std::uint64_t areas = 150'000;   ///< of an allocation: after so many visited areas, no combination is begun
};
inline constexpr std::size_t most_context = 64;

/// The number of combinations of an allocation with so many later ones: their orders, each in three ways. At most
/// 2^62.
[[nodiscard]] std::size_t possible_combinations(std::size_t context);

/// Value of `above` without a capacity.
inline constexpr std::int64_t unlimited_bytes = std::numeric_limits<std::int64_t>::max();

/// An area that the current allocation may take.
struct Candidate {
    Offset offset;
    Offset height;                  ///< highest tail of the core in the best combination with this area
    BufferIndex taken_from;         ///< released buffer whose area is handed over; none(): no buffer
    std::int64_t below = 0;         ///< free bytes directly below, throughout the lifetime
    std::int64_t above = 0;         ///< free bytes directly above, up to the capacity; unlimited_bytes: no capacity
    std::int64_t waste = 0;         ///< bytes of `below` and `above` that are too few for any buffer of the context
    std::uint32_t combination = 0;  ///< index for CandidateSearch::context_offsets
};

/// Which end of a released area is tried first.
enum class TakingOver : std::uint8_t { none, from_offset, from_tail };

/// Called now and then during a search, with CandidateSearch::effort().
using CandidateStop = std::function<bool(std::uint64_t effort)>;

/// The limit that kept a search from some of the possible combinations.
enum class SearchCut : std::uint8_t { none, combinations, areas };

/// Finds the areas that an allocation may take, by trying to place it together with its context.
///
///     ├───────┤        ┌┄┄┄┄┄┄┄┐
///     │   a   │        ┊ x     ┊        a is released when x, the current allocation, begins. In one combination x
///     ├───────┼────────┴┄┄┄┄┄┄┄┤        takes over the area of a, and y, from the context of x, lies on x. In
///     │           b            │        another one, y takes over and x lies on y. Each makes a candidate for x.
///     └────────────────────────┘
///
/// A combination is an order of the current allocation and its context. They are placed in this order, each at the
/// lowest aligned offset that is free throughout its lifetime. One allocation can take over the area of another that is
/// released before or when it begins. It then starts at the offset or ends at the tail of that area, if it is free
/// there. A giver within the combination is preferred, then the one released last. Of the other givers the last 16 are
/// kept, and up to four are tried for each member.
/// A candidate that starts at the offset or ends at the tail of a released area is handed over, however it was found.
/// Of several givers, the one released last counts.
/// Each order is tried in three ways: without taking over, from the offset first, from the tail first. The context is
/// first in order of allocation, then in lexicographic order; in each, the current allocation comes first, then second,
/// and so on. If a combination fits the core's memory, the area of the current allocation in it is a candidate. If none
/// fits, the context is shortened from its end, because a few allocations may fit where many do not.
///
/// One search costs O(c + combinations · context · g) for c pieces in use at similar times, with g gaps between them,
/// if the search before it was for the position before. If very many are in use, fewer combinations are tried: a member
/// counts c areas each time that it is placed or an offset is tried, and after CandidateLimits::areas no further
/// combination is begun.
/// Only if a member has gaps, all c areas are read each time.
///
/// Source: docs/method.md, "Many-core", steps 1 to 3. The source does not say which combinations are tried, nor in
/// which order.
class CandidateSearch {
public:
    /// Both arguments must outlive the search.
    CandidateSearch(const Problem& problem, const CoreAllocations& allocations, CandidateLimits limits);

    /// The candidates for order[position], best first: least height, then least waste, then lowest offset. `offsets` is
    /// by BufferIndex over the whole problem. Only pinned buffers and buffers before that position are read from it,
    /// and after a search for the position before it, only the buffer of that search: the others must lie as they did.
    /// Valid until the next search.
    /// `offered` is one more aligned offset to try. Once `stop` returns true, no further combination is tried.
    std::span<const Candidate> find(std::size_t position, IndexedSpan<BufferIndex, const std::int64_t> offsets,
                                    std::optional<Offset> offered = std::nullopt, const CandidateStop& stop = {});

    /// Changes the number of combinations tried by the searches that follow; at least 1.
    void limit_combinations(std::size_t combinations) { limits_.combinations = combinations; }
    /// The context of the last search, as far as it was used.
    [[nodiscard]] std::span<const BufferIndex> context() const { return context_; }
    /// The offsets of context() in the best combination with this candidate.
    [[nodiscard]] std::span<const std::int64_t> context_offsets(const Candidate& candidate) const;
    /// Highest tail of the core before the allocation.
    [[nodiscard]] Offset peak() const { return Offset(placed_areas_.peak()); }
    /// Describes why the last search found no candidate. It must have found none. A buffer with gaps counts as in use
    /// throughout its lifetime.
    [[nodiscard]] Misfit misfit() const;
    /// Of the last search.
    [[nodiscard]] SearchCut cut() const { return cut_; }
    /// Areas visited so far, which measures work.
    [[nodiscard]] std::uint64_t work() const { return work_ + placed_areas_.work(); }
    /// The work and the combinations tried so far: an allocation that meets no other one costs no visit, but time.
    [[nodiscard]] std::uint64_t effort() const { return work() + tried_; }
    /// Whether `stop` ended the last search.
    [[nodiscard]] bool is_stopped() const { return is_stopped_; }

private:
    /// A member of the combination: the current allocation or one of its context.
    struct Member {
        BufferIndex buffer;
        std::int64_t begin = 0;
        std::int64_t end = 0;
        std::int64_t size = 0;
        std::int64_t alignment = 1;
        bool is_whole = true;  ///< all bytes are in use for the whole lifetime
        std::int64_t offset = 0;
    };
    /// Whether a whole member at an offset meets another one, which is placed.
    [[nodiscard]] static bool collide(const Member& member, std::int64_t offset, const Member& other) {
        return other.begin < member.end && member.begin < other.end && other.offset < offset + member.size &&
               offset < other.offset + other.size;
    }

    /// The highest offset at which a member is below the capacity; negative: there is none. A sum of offset and size
    /// may not fit in 64 bits.
    [[nodiscard]] std::int64_t highest_offset(const Member& member) const { return capacity_ - member.size; }

    /// What is taken while a member is alive.
    [[nodiscard]] const TakenBytes& taken(const Member& member) const {
        return *taken_[static_cast<std::size_t>(&member - members_.data())];
    }

    void gather(std::size_t position, IndexedSpan<BufferIndex, const std::int64_t> offsets);
    void try_combinations(const CandidateStop& stop);
    void try_order(TakingOver taking_over);
    void try_offered(Offset offered);
    void begin_combination();
    [[nodiscard]] bool place_in_order(std::span<const std::uint32_t> order, TakingOver taking_over,
                                      std::int64_t& height);
    [[nodiscard]] bool place(Member& member, TakingOver taking_over);
    [[nodiscard]] std::int64_t lowest_fit(const Member& member);
    [[nodiscard]] std::int64_t lowest_fit_of_whole(const Member& member) const;
    [[nodiscard]] std::int64_t lowest_fit_of_pieces(const Member& member);
    [[nodiscard]] bool take_over(Member& member, TakingOver taking_over);
    [[nodiscard]] bool take_area(Member& member, std::int64_t from, std::int64_t to, TakingOver taking_over);
    [[nodiscard]] bool is_free(const Member& member, std::int64_t offset);
    void put(std::uint32_t index);
    void add_candidate(std::int64_t height);
    void measure(Candidate& candidate);

    const Problem& problem_;
    const CoreAllocations& allocations_;
    CandidateLimits limits_;
    std::int64_t capacity_;
    PlacedAreas placed_areas_;
    std::vector<Member> members_;
    bool are_whole_ = true;                 ///< all members are whole and not empty
    std::vector<const TakenBytes*> taken_;  ///< by member: while it is alive, by placed pieces; only if all are whole
    std::vector<TakenBytes> own_taken_;     ///< by member: where pieces begin later
    std::vector<BufferIndex> context_;
    std::vector<Candidate> candidates_;
    std::vector<std::int64_t> context_offsets_;
    // State of the current combination.
    std::vector<PlacedArea> areas_;  ///< what is placed and the members placed so far; empty: all members are whole
    std::size_t areas_in_use_ = 0;   ///< as many as areas_ would have
    std::vector<std::uint32_t> placed_;
    std::vector<std::uint32_t> order_;
    std::vector<std::uint32_t> context_order_;
    std::vector<std::pair<std::int64_t, std::int64_t>> forbidden_;
    SearchCut cut_ = SearchCut::none;
    std::uint64_t work_ = 0;
    std::uint64_t tried_ = 0;  ///< combinations
    bool is_stopped_ = false;
};

}  // namespace arenascope
