#include "core/planner/many_core/candidates.h"

#include <algorithm>
#include <string>
#include <tuple>
#include <vector>

#include "core/base/containers/indexed_vector.h"
#include "core/check/overlap_checker.h"
#include "core/planner/planning.h"
#include "core/trace/trace_sink.h"
#include "tests/core/planner/many_core/plain_candidates.h"
#include "tests/support/random_problem.h"
#include "tests/support/test_registry.h"

using namespace arenascope;
using namespace arenascope::test;

namespace {

/// `offset/height` of each candidate, best first.
std::string text_of(std::span<const Candidate> candidates) {
    std::string text;
    for (const Candidate& each : candidates) {
        text += text.empty() ? "" : " ";
        text += std::to_string(each.offset.value()) + "/" + std::to_string(each.height.value());
    }
    return text;
}

std::string found(const Problem& problem, std::size_t position, const std::vector<std::int64_t>& offsets,
                  CandidateLimits limits = {}) {
    const CoreAllocations allocations = core_allocations(problem, RegionIndex(0));
    CandidateSearch search(problem, allocations, limits);
    return text_of(search.find(position, offsets));
}

constexpr std::int64_t none = unplaced_offset;

}  // namespace

class CandidatesTest : public QObject {
    Q_OBJECT

private slots:
    void allocations_are_sorted_by_begin_then_falling_size_then_input_order() {
        Problem problem =
            problem_of({buffer("late", 1, 2, 9), buffer("a", 0, 1, 2), buffer("b", 0, 1, 5), buffer("c", 0, 1, 2)});
        problem.buffers.push_back(buffer("pinned", 0, 9, 1));
        problem.buffers.back().pin = Offset(40);
        const CoreAllocations allocations = core_allocations(problem, RegionIndex(0));
        QCOMPARE(allocations.order, (std::vector{BufferIndex(2), BufferIndex(1), BufferIndex(3), BufferIndex(0)}));
        QCOMPARE(allocations.pinned, std::vector{BufferIndex(4)});
    }

    void without_a_context_the_candidates_are_the_lowest_area_and_both_ends_of_the_last_released_one() {
        const Problem problem =
            problem_of({buffer("low", 0, 1, 10), buffer("mid", 0, 9, 5), buffer("a", 0, 2, 4), buffer("x", 2, 4, 3)});
        QCOMPARE(found(problem, 3, {0, 10, 15, none}, {.context = 0}), std::string("0/19 15/19 16/19"));
    }

    void a_larger_buffer_takes_over_at_the_tail_if_the_offset_is_not_free() {
        // 6 bytes do not fit at 10, but they fit up to 14, because the buffer below has ended too.
        const Problem problem =
            problem_of({buffer("a", 0, 1, 10), buffer("on", 0, 9, 5), buffer("b", 0, 2, 4), buffer("x", 2, 4, 6)});
        QCOMPARE(found(problem, 3, {0, 14, 10, none}, {.context = 0}), std::string("0/19 8/19"));
    }

    void an_area_is_handed_over_however_it_was_found() {
        // x finds 0 as its lowest fit; it is the area of a, which has ended. At 15 it would be that of b.
        const Problem problem = problem_of({buffer("low", 0, 1, 10), buffer("mid", 0, 9, 5), buffer("a", 0, 2, 4),
                                            buffer("x", 2, 4, 3), buffer("y", 3, 5, 3)});
        const CoreAllocations allocations = core_allocations(problem, RegionIndex(0));
        CandidateSearch search(problem, allocations, {.context = 0});
        for (const Candidate& each : search.find(3, std::vector<std::int64_t>{0, 10, 15, none, none})) {
            QCOMPARE(each.taken_from, each.offset == Offset(0) ? BufferIndex(0) : BufferIndex(2));
        }
        const auto inside = search.find(3, std::vector<std::int64_t>{0, 10, 15, none, none}, Offset(4));
        const auto found =
            std::find_if(inside.begin(), inside.end(), [](const Candidate& each) { return each.offset == Offset(4); });
        QVERIFY(found != inside.end());
        QCOMPARE(found->taken_from, BufferIndex::none());  // at neither end of a released area
    }

    void an_offered_area_is_a_candidate_if_it_is_free_and_below_the_capacity() {
        Problem problem = problem_of({buffer("a", 0, 9, 10), buffer("x", 1, 3, 5)});
        problem.regions.front().capacity = Bytes(40);
        const CoreAllocations allocations = core_allocations(problem, RegionIndex(0));
        CandidateSearch search(problem, allocations, {});
        const auto found = [&](std::int64_t offered) {
            return text_of(search.find(1, std::vector<std::int64_t>{0, none}, Offset(offered)));
        };
        QCOMPARE(found(20), std::string("10/15 20/25"));
        QCOMPARE(found(5), std::string("10/15"));
        QCOMPARE(found(36), std::string("10/15"));
    }

    void a_search_says_whether_a_limit_left_out_combinations() {
        const Problem problem = problem_of({buffer("x", 0, 3, 10), buffer("y", 1, 3, 30)});
        const CoreAllocations allocations = core_allocations(problem, RegionIndex(0));
        QCOMPARE(possible_combinations(0), std::size_t{3});
        QCOMPARE(possible_combinations(4), std::size_t{360});
        QCOMPARE(possible_combinations(8), std::size_t{1'088'640});
        QCOMPARE(possible_combinations(64), std::size_t{1} << 62U);
        for (const std::size_t limit : {5, 6}) {
            CandidateSearch search(problem, allocations, {.context = 4, .combinations = limit});
            (void)search.find(0, std::vector<std::int64_t>{none, none});
            QCOMPARE(search.cut(), limit < possible_combinations(1) ? SearchCut::combinations : SearchCut::none);
        }
        CandidateSearch search(problem, allocations, {.context = 4, .areas = 0});
        (void)search.find(0, std::vector<std::int64_t>{none, none});
        QCOMPARE(search.cut(), SearchCut::areas);
    }

    void a_search_with_very_many_combinations_can_be_stopped_among_them() {
        Problem problem;
        for (int i = 0; i < 12; ++i) {
            problem.buffers.push_back(buffer(std::string(1, static_cast<char>('a' + i)), i, i + 1, 1 + i));
        }
        problem = problem_of(problem.buffers);
        const CoreAllocations allocations = core_allocations(problem, RegionIndex(0));
        CandidateSearch search(problem, allocations, {.context = 11, .combinations = std::size_t{1} << 60U});
        int polls = 0;
        const std::vector<std::int64_t> offsets(12, none);
        const auto candidates = search.find(0, offsets, std::nullopt, [&polls](std::uint64_t) { return ++polls == 3; });
        QVERIFY(search.is_stopped());
        QCOMPARE(polls, 3);
        QVERIFY(!candidates.empty());
        QVERIFY(search.effort() < 1'000'000U);
    }

    /// The sum of an offset and a size does not fit in 64 bits there, although all sizes together do.
    void no_member_lies_where_its_tail_does_not_fit_in_64_bits() {
        constexpr std::int64_t unit = std::int64_t{1} << 58;
        Problem problem = problem_of(
            {buffer("low", 0, 4, 5 * unit), buffer("high", 0, 4, 6 * unit), buffer("aligned", 3, 4, 15 * unit)});
        problem.buffers[2].alignment = Bytes(64);
        problem.buffers[0].size = Bytes(5 * unit - 3);
        // 15 units fit neither below nor above the high one.
        QCOMPARE(found(problem, 2, {0, 11 * unit, none}, {.context = 0}), std::string());
        QCOMPARE(found(problem, 0, {none, none, none}, {.context = 2}).substr(0, 2), std::string("0/"));
        for (const char* method : {"heuristic", "pool", "random"}) {
            const auto plan =
                run_planner(problem, empty_layout(problem), {.planner = "many-core", .settings = {{"method", method}}});
            QVERIFY(plan.has_value());
            QVERIFY(is_clean(check(plan->problem, plan->result.layout)));
        }
    }

    void the_context_may_be_long() {
        // Eleven buffers alive together: whatever comes first, the heights are those of all of them.
        Problem problem;
        for (int i = 0; i < 11; ++i) {
            problem.buffers.push_back(buffer(std::string("x").append(std::to_string(i)), 0, 3, 10));
        }
        const CoreAllocations allocations = core_allocations(problem, RegionIndex(0));
        CandidateSearch search(problem, allocations, {.context = 10, .combinations = 100});
        const auto candidates = search.find(0, std::vector<std::int64_t>(11, none));
        QCOMPARE(search.context().size(), std::size_t{10});
        QCOMPARE(candidates.size(), std::size_t{11});
        for (const Candidate& each : candidates) {
            QCOMPARE(each.height, Offset(110));
        }
    }

    void a_context_that_comes_first_makes_further_candidates_and_their_heights() {
        // x and its context y are alive together: x at 0 with y above it, or y at 0 with x above it.
        const Problem problem = problem_of({buffer("x", 0, 3, 10), buffer("y", 1, 3, 30)});
        QCOMPARE(found(problem, 0, {none, none}), std::string("0/40 30/40"));
    }

    void a_buffer_of_the_context_takes_over_the_area_of_the_current_one() {
        const Problem problem = problem_of({buffer("x", 0, 2, 10), buffer("other", 1, 5, 8), buffer("y", 2, 4, 10)});
        const CoreAllocations allocations = core_allocations(problem, RegionIndex(0));
        CandidateSearch search(problem, allocations, {});
        const auto candidates = search.find(0, std::vector<std::int64_t>(3, none));
        QCOMPARE(candidates.front().height, Offset(18));
        const auto y = std::find(search.context().begin(), search.context().end(), BufferIndex(2));
        const auto ghost =
            search.context_offsets(candidates.front())[static_cast<std::size_t>(y - search.context().begin())];
        QCOMPARE(ghost, candidates.front().offset.value());
    }

    void areas_above_the_capacity_are_no_candidates_and_the_context_is_shortened() {
        Problem problem = problem_of({buffer("x", 0, 3, 10), buffer("y", 1, 3, 30)});
        problem.regions.front().capacity = Bytes(40);
        QCOMPARE(found(problem, 0, {none, none}), std::string("0/40 30/40"));
        problem.regions.front().capacity = Bytes(39);  // both do not fit, but x alone does
        QCOMPARE(found(problem, 0, {none, none}), std::string("0/10"));
        problem.regions.front().capacity = Bytes(9);
        QCOMPARE(found(problem, 0, {none, none}), std::string());
    }

    void a_misfit_has_the_largest_free_area_and_the_missing_bytes_at_the_best_place() {
        // Of 100 bytes, 0–20 and 50–60 are taken. x of 45 bytes would end at 105, and 40 bytes are free in one piece.
        Problem problem = problem_of({buffer("a", 0, 9, 20), buffer("b", 0, 9, 10), buffer("x", 1, 2, 45)});
        problem.regions.front().capacity = Bytes(100);
        const CoreAllocations allocations = core_allocations(problem, RegionIndex(0));
        CandidateSearch search(problem, allocations, {});
        QVERIFY(search.find(2, std::vector<std::int64_t>{0, 50, none}).empty());
        QCOMPARE(search.misfit(), (Misfit{BufferIndex(2), Bytes(5), Bytes(40)}));
    }

    void waste_is_free_bytes_too_few_for_any_buffer_of_the_context() {
        // 0 to 12 is free below a buffer that lives on. x of 10 leaves 2, but y needs 5.
        const Problem problem =
            problem_of({buffer("a", 0, 1, 12), buffer("b", 0, 9, 8), buffer("x", 1, 5, 10), buffer("y", 2, 5, 5)});
        const CoreAllocations allocations = core_allocations(problem, RegionIndex(0));
        CandidateSearch search(problem, allocations, {});
        const auto candidates = search.find(2, std::vector<std::int64_t>{0, 12, none, none});
        const auto lowest = std::find_if(candidates.begin(), candidates.end(),
                                         [](const Candidate& each) { return each.offset == Offset(0); });
        QVERIFY(lowest != candidates.end());
        QCOMPARE(lowest->waste, std::int64_t{2});
        QCOMPARE(lowest->below, std::int64_t{0});
        QCOMPARE(lowest->above, std::int64_t{2});
    }

    void the_candidates_are_those_of_a_plain_search() {
        QVERIFY(rc::check("also if it goes back, and with an offered offset", [] {
            using rc::gen::inRange;
            Problem problem =
                random_problem({.most_buffers = 14, .with_gaps = *rc::gen::arbitrary<bool>(), .with_alignment = true});
            if (*inRange(0, 2) == 0) {
                problem.regions.front().capacity = Bytes(*inRange<std::int64_t>(20, 200));
            }
            for (Buffer& each : problem.buffers) {
                if (*inRange(0, 5) == 0) {
                    each.pin = aligned_up(Offset(*inRange(0, 100)), alignment_of(problem, each));
                }
            }
            const CoreAllocations allocations = core_allocations(problem, RegionIndex(0));
            const CandidateLimits limits{.context = *inRange<std::size_t>(0, 4),
                                         .combinations = *inRange<std::size_t>(1, 80)};
            CandidateSearch search(problem, allocations, limits);
            PlainCandidates plain(problem, allocations, limits);
            IndexedVector<BufferIndex, std::int64_t> offsets(problem.buffers.size(), none);
            for (const BufferIndex pinned : allocations.pinned) {
                offsets[pinned] = problem.buffers[pinned].pin->value();
            }
            const auto placed = [&](std::size_t position) {
                std::optional<Offset> offered;
                if (*inRange(0, 3) == 0) {
                    offered = Offset(*inRange(0, 20) *
                                     alignment_of(problem, problem.buffers[allocations.order[position]]).value());
                }
                const auto found = search.find(position, offsets, offered);
                const std::vector<Candidate> expected = plain.find(position, offsets, offered);
                RC_ASSERT(found.size() == expected.size());
                for (std::size_t i = 0; i < found.size(); ++i) {
                    RC_ASSERT(found[i].offset == expected[i].offset);
                    RC_ASSERT(found[i].height == expected[i].height);
                    RC_ASSERT(found[i].taken_from == expected[i].taken_from);
                    RC_ASSERT(std::tuple(found[i].below, found[i].above, found[i].waste) ==
                              std::tuple(expected[i].below, expected[i].above, expected[i].waste));
                }
                offsets[allocations.order[position]] =
                    found.empty() ? none : found[*inRange<std::size_t>(0, found.size())].offset.value();
            };
            for (std::size_t position = 0; position < allocations.order.size(); ++position) {
                placed(position);
            }
            for (int again = 0; again < 3 && !allocations.order.empty(); ++again) {
                placed(*inRange<std::size_t>(0, allocations.order.size()));
            }
        }));
    }

    void candidates_and_context_offsets_are_free_aligned_and_within_the_capacity() {
        QVERIFY(rc::check([] {
            Problem problem = random_problem({.most_buffers = 12, .with_gaps = true, .with_alignment = true});
            if (*rc::gen::arbitrary<bool>()) {
                problem.regions.front().capacity = Bytes(*rc::gen::inRange<std::int64_t>(40, 200));
            }
            const CoreAllocations allocations = core_allocations(problem, RegionIndex(0));
            CandidateSearch search(problem, allocations, {.context = *rc::gen::inRange<std::size_t>(0, 5)});
            IndexedVector<BufferIndex, std::int64_t> offsets(problem.buffers.size(), none);
            const auto is_free = [&](const IndexedVector<BufferIndex, std::int64_t>& lying, BufferIndex index,
                                     std::int64_t at) {
                bool free = true;
                for (std::size_t i = 0; i < lying.size(); ++i) {
                    if (lying[i] == none || i == index.value()) {
                        continue;
                    }
                    for_each_piece(problem.buffers[i], [&](const Piece& theirs) {
                        for_each_piece(problem.buffers[index], [&](const Piece& mine) {
                            free = free && !(overlap(theirs.steps, mine.steps) &&
                                             lying[i] + theirs.bytes.from.value() < at + mine.bytes.to.value() &&
                                             at + mine.bytes.from.value() < lying[i] + theirs.bytes.to.value());
                        });
                    });
                }
                return free;
            };
            for (std::size_t position = 0; position < allocations.order.size(); ++position) {
                const BufferIndex index = allocations.order[position];
                const auto candidates = search.find(position, offsets);
                RC_ASSERT(std::is_sorted(candidates.begin(), candidates.end(), [](const auto& a, const auto& b) {
                    return std::tuple(a.height, a.waste, a.offset) < std::tuple(b.height, b.waste, b.offset);
                }));
                for (const Candidate& candidate : candidates) {
                    IndexedVector<BufferIndex, std::int64_t> lying = offsets;
                    const auto put = [&](BufferIndex one, std::int64_t at) {
                        const Buffer& buffer = problem.buffers[one];
                        RC_ASSERT(at >= 0);
                        RC_ASSERT(at % buffer.alignment.value() == 0);
                        RC_ASSERT(at + buffer.size.value() <= candidate.height.value());
                        RC_ASSERT(is_free(lying, one, at));
                        lying[one] = at;
                    };
                    put(index, candidate.offset.value());
                    for (std::size_t i = 0; i < search.context().size(); ++i) {
                        put(search.context()[i], search.context_offsets(candidate)[i]);
                    }
                    const auto& capacity = problem.regions.front().capacity;
                    RC_ASSERT((!capacity || candidate.height.value() <= capacity->value()));
                }
                if (!candidates.empty()) {
                    offsets[index] = candidates[*rc::gen::inRange<std::size_t>(0, candidates.size())].offset.value();
                }
            }
        }));
    }
};

ARENASCOPE_TEST(CandidatesTest)
#include "candidates_test.moc"
