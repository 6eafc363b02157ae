#pragma once

#include <cstdint>
#include <span>
#include <utility>
#include <vector>

#include "core/memory/indexed_vector.h"
#include "core/memory/problem.h"
#include "core/planner/planner.h"

namespace arenascope {

/// What is allocated in the memory of one core.
struct CoreAllocations {
    RegionIndex core;
    std::vector<BufferIndex> order;   ///< by begin; ties the larger first, then in input order
    std::vector<BufferIndex> pinned;  ///< they lie where they lie, before anything is placed
};

/// The allocations of a core. O(n log n).
[[nodiscard]] CoreAllocations core_allocations(const Problem& problem, RegionIndex core);

/// How much is looked at before an allocation is placed.
struct CandidateLimits {
    std::size_t context = 4;        ///< so many later allocations go into a combination; most_context at most
    std::size_t combinations = 64;  ///< so many are tried
};
inline constexpr std::size_t most_context = 8;

/// Free bytes that nothing ends.
inline constexpr std::int64_t unlimited_bytes = std::int64_t{1} << 62;

/// An area that the current allocation may take.
struct Candidate {
    Offset offset;
    Offset height;                  ///< highest tail of the core in the best combination that leads to it
    BufferIndex taken_from;         ///< released before, and its area is taken over; none() where none is
    std::int64_t below = 0;         ///< free bytes under it throughout the lifetime, down to what lies there
    std::int64_t above = 0;         ///< free bytes over it, up to the capacity; may be unlimited_bytes
    std::int64_t waste = 0;         ///< bytes of `below` and `above` that are too few for anything of the context
    std::uint32_t combination = 0;  ///< for CandidateSearch::ghosts
};

/// Finds the areas that an allocation may take, by trying how it and its context would lie.
///
///     ├───────┤        ┌┄┄┄┄┄┄┄┐
///     │   a   │        ┊ x     ┊        a is released when x, the current allocation, comes: in one combination x
///     ├───────┼────────┴┄┄┄┄┄┄┄┤        takes over the area of a, and y, of its context, lies on it; in another
///     │           b            │        one it is the other way round. Each makes a candidate for x.
///     └────────────────────────┘
///
/// A combination is an order in which the current allocation and its context are put into what lies there, each at the
/// lowest aligned offset that is free throughout its lifetime. Of two that may reuse, one being released before or when
/// the other is allocated, the later one takes over the area of the earlier one, beginning at its offset or ending at
/// its tail, where it is free there; of several such pairs the one within the combination, then the one released last,
/// of which the last 16 are kept and up to four are asked for each member.
/// Each order is tried without taking over, with it from the offset first, and with it from the tail first. Orders come
/// with the context as it is allocated, then in lexicographic order, and in each of them the current allocation first,
/// second and so on. A combination that stays within the core's memory makes the area of the current allocation in it
/// a candidate. Where none does, the context is shortened from its end: what does not fit together may fit in turn.
///
/// One search costs O(n + combinations · context · c) for n allocations of the core and c of them alive near by. Where
/// very many are alive, fewer combinations are tried: none is begun once 150,000 areas were looked at.
/// Source: 003_8153cae81998554d, which leaves open what is enumerated and in which order; method 5.
class CandidateSearch {
public:
    /// Both must outlive the search.
    CandidateSearch(const Problem& problem, const CoreAllocations& allocations, CandidateLimits limits);

    /// Candidates for order[position], best first: least height, then least waste, then lowest offset. Of `offsets`, by
    /// BufferIndex over the whole problem, only what is pinned or stands before that position counts. Valid until the
    /// next search.
    std::span<const Candidate> find(std::size_t position, IndexedSpan<BufferIndex, const std::int64_t> offsets);

    /// The context of the last search, as far as it was looked at.
    [[nodiscard]] std::span<const BufferIndex> context() const { return context_; }
    /// Where the best combination that leads to a candidate puts the context: an offset for each of context().
    [[nodiscard]] std::span<const std::int64_t> ghosts(const Candidate& candidate) const;
    /// Highest tail of what lay there.
    [[nodiscard]] Offset peak() const { return Offset(peak_); }
    /// Why nothing was found; to be asked after a search without a candidate. A buffer with gaps is taken as in use
    /// throughout its lifetime.
    [[nodiscard]] Misfit misfit() const;
    /// Areas looked at so far: the measure of work.
    [[nodiscard]] std::uint64_t work() const { return work_; }

private:
    enum class TakingOver : std::uint8_t { none, from_offset, from_tail };

    /// A piece of what lies there.
    struct Area {
        std::int64_t begin;
        std::int64_t end;
        std::int64_t from;
        std::int64_t to;
    };
    /// One of the combination: the current allocation, then the context.
    struct Member {
        BufferIndex buffer;
        std::int64_t begin = 0;
        std::int64_t end = 0;
        std::int64_t size = 0;
        std::int64_t alignment = 1;
        bool is_whole = true;  ///< in use all the time, in all its bytes
        std::int64_t offset = 0;
    };
    /// What has ended before a member begins.
    struct Released {
        BufferIndex buffer;
        std::int64_t end;
        std::int64_t from;
        std::int64_t to;
    };

    void gather(std::size_t position, IndexedSpan<BufferIndex, const std::int64_t> offsets);
    void gather_one(BufferIndex index, std::int64_t offset, std::int64_t from, std::int64_t until);
    void try_combinations();
    void try_order(TakingOver taking_over);
    [[nodiscard]] bool place(Member& member, TakingOver taking_over);
    [[nodiscard]] std::int64_t lowest_fit(const Member& member);
    [[nodiscard]] bool take_over(Member& member, TakingOver taking_over);
    [[nodiscard]] bool take_area(Member& member, std::int64_t from, std::int64_t to, TakingOver taking_over);
    [[nodiscard]] bool is_free(const Member& member, std::int64_t offset);
    void put(const Member& member);
    void add_candidate(std::int64_t height, BufferIndex taken_from);
    void measure(Candidate& candidate);

    const Problem& problem_;
    const CoreAllocations& allocations_;
    CandidateLimits limits_;
    std::int64_t capacity_;
    std::int64_t peak_ = 0;
    std::vector<Area> lying_;  ///< what lies there while a member lives, by `from`
    std::vector<Released> released_;
    std::vector<Member> members_;
    std::vector<BufferIndex> context_;
    std::vector<Candidate> candidates_;
    std::vector<std::int64_t> ghosts_;
    // Of the combination that is tried.
    std::vector<Area> areas_;  ///< lying_ with the members that are put there
    std::vector<std::uint32_t> placed_;
    std::vector<std::uint32_t> order_;
    std::vector<std::uint32_t> context_order_;
    std::vector<std::pair<std::int64_t, std::int64_t>> forbidden_;
    BufferIndex taken_from_ = BufferIndex::none();
    std::uint64_t work_ = 0;
};

}  // namespace arenascope
