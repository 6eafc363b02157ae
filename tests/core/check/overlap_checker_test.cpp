#include "core/check/overlap_checker.h"

#include <algorithm>
#include <tuple>

#include "core/base/containers/indexed_vector.h"
#include "core/planner/planning.h"
#include "tests/support/counted_memory.h"
#include "tests/support/dataflow.h"
#include "tests/support/placed_plan.h"
#include "tests/support/random_network.h"
#include "tests/support/random_problem.h"
#include "tests/support/random_sharing.h"
#include "tests/support/test_registry.h"

using namespace arenascope;
using namespace arenascope::test;

namespace {

using Pairs = std::vector<std::pair<std::uint32_t, std::uint32_t>>;

/// Compares every pair of buffers: slow, but obviously correct.
Pairs overlapping_pairs(const Problem& problem, const Layout& layout) {
    Pairs pairs;
    for (std::uint32_t a = 0; a < problem.buffers.size(); ++a) {
        for (std::uint32_t b = a + 1; b < problem.buffers.size(); ++b) {
            bool shared = false;
            for_each_piece(problem.buffers[a], [&](const Piece& x) {
                for_each_piece(problem.buffers[b], [&](const Piece& y) {
                    const Offset first = layout.placements[a]->offset;
                    const Offset second = layout.placements[b]->offset;
                    shared = shared || (overlap(x.steps, y.steps) &&
                                        overlap(AddressRange{first + x.bytes.from, first + x.bytes.to},
                                                AddressRange{second + y.bytes.from, second + y.bytes.to}));
                });
            });
            if (shared) {
                pairs.emplace_back(a, b);
            }
        }
    }
    return pairs;
}

/// Buffers that live throughout and others that live one step each, `rows` of both; then buffers that live by
/// themselves.
Problem crossed_problem(std::size_t rows, std::size_t clean) {
    Problem problem;
    const auto steps = static_cast<std::int64_t>(rows);
    for (std::int64_t i = 0; i < steps; ++i) {
        problem.buffers.push_back(buffer("row", 0, steps, 1));
    }
    for (std::int64_t i = 0; i < steps; ++i) {
        problem.buffers.push_back(buffer("column", i, i + 1, steps));
    }
    for (std::int64_t i = 0; i < static_cast<std::int64_t>(clean); ++i) {
        problem.buffers.push_back(buffer("clean", steps + i, steps + i + 1, 8));
    }
    return problem;
}

/// Each of the short ones covers all of the long ones.
Layout crossed_layout(const Problem& problem, std::size_t rows) {
    std::vector<std::int64_t> offsets(problem.buffers.size(), 0);
    for (std::size_t i = 0; i < rows; ++i) {
        offsets[i] = static_cast<std::int64_t>(i);
    }
    return layout_of(problem, offsets);
}

/// A network whose buffers share memory, with one of them moved to a random offset. Call it within a property.
PlacedPlan shared_network_with_one_moved() {
    PlacedPlan placed{random_network(), {}};
    auto plan = run_planner(placed.problem, empty_layout(placed.problem),
                            {.planner = "operator-sharing", .settings = {{"method", "source"}}});
    RC_ASSERT(plan.has_value());
    placed.layout = std::move(plan->result.layout);
    const BufferIndex moved(*rc::gen::inRange<std::size_t>(0, placed.problem.buffers.size()));
    placed.layout.placements[moved]->offset = Offset(*rc::gen::inRange<std::int64_t>(0, 12));
    return placed;
}

}  // namespace

class OverlapCheckerTest : public QObject {
    Q_OBJECT

private slots:
    /// Each comparison of two buffers visits all their pieces, and there are 400,000 pairs of pieces.
    void two_buffers_with_many_gaps_that_interleave_are_compared_once() {
        constexpr std::int64_t gaps = 200'000;
        Problem problem = problem_of({buffer("a", 0, 4 * gaps, 10), buffer("b", 0, 4 * gaps, 10)});
        for (std::size_t each : {std::size_t{0}, std::size_t{1}}) {
            std::vector<Gap> list;
            for (std::int64_t i = 0; i < gaps; ++i) {
                const std::int64_t begin = 4 * i + (each == 0 ? 3 : 1);
                list.push_back({{Step(begin), Step(begin + 1)}, {}});
            }
            problem.buffers[each].set_gaps(std::move(list));
        }
        const Layout layout = layout_of(problem, {0, 5});
        for (const std::size_t limit : {std::size_t{0}, std::size_t{10}}) {
            const CheckReport report = check(problem, layout, limit);
            QCOMPARE(report.overlap_count, std::uint64_t{1});
            QCOMPARE(report.overlaps.size(), std::min<std::size_t>(limit, 1));
        }
    }

    void accepts_buffers_that_only_touch() {
        const Problem problem = problem_of({buffer("a", 0, 4, 10), buffer("b", 0, 4, 5), buffer("c", 4, 6, 15)});
        QVERIFY(is_clean(check(problem, layout_of(problem, {0, 10, 0}))));
    }

    void names_the_pair_the_shared_steps_and_the_shared_bytes() {
        const Problem problem = problem_of({buffer("a", 0, 10, 8), buffer("b", 5, 15, 8)});
        const CheckReport report = check(problem, layout_of(problem, {0, 4}));
        QCOMPARE(report.overlaps.size(), std::size_t{1});
        QCOMPARE(report.overlaps.front(),
                 (Overlap{BufferIndex(0), BufferIndex(1), {Step(5), Step(10)}, {Offset(4), Offset(8)}}));
    }

    void finds_one_inside_another() {
        const Problem problem = problem_of({buffer("outer", 0, 10, 100), buffer("inner", 3, 4, 1)});
        QCOMPARE(check(problem, layout_of(problem, {0, 50})).overlaps.size(), std::size_t{1});
    }

    void judges_regions_that_share_addresses_by_address() {
        Problem problem = problem_of({buffer("low", 0, 2, 8), buffer("whole", 1, 3, 12), buffer("other", 0, 3, 8)});
        problem.regions = {{.name = "low", .base = 100}, {.name = "low + high", .base = 96}, {.name = "apart"}};
        for (std::size_t i = 0; i < 3; ++i) {
            problem.buffers[i].region = RegionIndex(i);
        }
        Layout layout = layout_of(problem, {0, 0, 0});
        QVERIFY(is_clean(check(problem, layout)));
        problem.regions[0].shares_addresses = true;
        QVERIFY(is_clean(check(problem, layout)));
        problem.regions[1].shares_addresses = true;
        // Bytes are offsets in the region of the first buffer.
        const Overlap found{BufferIndex(0), BufferIndex(1), {Step(1), Step(2)}, {Offset(0), Offset(8)}};
        QCOMPARE(check(problem, layout).overlaps, std::vector<Overlap>{found});
        QCOMPARE(check_around(problem, layout, BufferIndex(1)).overlaps, std::vector<Overlap>{found});
        QVERIFY(is_clean(check_around(problem, layout, BufferIndex(2))));
        layout.placements[1]->offset = Offset(12);
        QVERIFY(is_clean(check(problem, layout)));
        layout.sharing.push_back({SharingGroup::Kind::in_place, {BufferIndex(0), BufferIndex(1)}});
        layout.placements[1]->offset = Offset(0);
        QVERIFY(is_clean(check(problem, layout)));
    }

    void accepts_another_buffer_in_a_gap() {
        Problem problem = problem_of({buffer("a", 0, 10, 8), buffer("b", 3, 5, 8)});
        problem.buffers[0].set_gaps({{{Step(3), Step(5)}, {}}});
        QVERIFY(is_clean(check(problem, layout_of(problem, {0, 0}))));
        problem.buffers[0].set_gaps({{{Step(3), Step(5)}, Window{Bytes(6), Bytes(8)}}});
        const CheckReport report = check(problem, layout_of(problem, {0, 0}));
        QCOMPARE(report.overlaps.size(), std::size_t{1});
        QCOMPARE(report.overlaps[0].bytes, (AddressRange{Offset(6), Offset(8)}));
    }

    void reports_a_pair_with_several_shared_pieces_once() {
        Problem problem = problem_of({buffer("a", 0, 10, 8), buffer("b", 0, 10, 8)});
        problem.buffers[0].set_gaps({{{Step(3), Step(5)}, {}}});
        const CheckReport report = check(problem, layout_of(problem, {0, 0}));
        QCOMPARE(report.overlaps.size(), std::size_t{1});
        QCOMPARE(report.overlaps[0].steps, (Lifetime{Step(0), Step(10)}));
    }

    void a_buffer_must_keep_the_alignment_of_its_region_too() {
        Problem problem = problem_of({buffer("a", 0, 1, 4), buffer("b", 0, 1, 4)});
        problem.regions[0].alignment = Bytes(4);
        problem.buffers[1].alignment = Bytes(6);
        QCOMPARE(check(problem, layout_of(problem, {2, 12})).misaligned, std::vector<BufferIndex>{BufferIndex(0)});
        QCOMPARE(check(problem, layout_of(problem, {0, 6})).misaligned, std::vector<BufferIndex>{BufferIndex(1)});
        QVERIFY(check(problem, layout_of(problem, {4, 12})).misaligned.empty());
    }

    void distinguishes_misaligned_outside_and_unplaced() {
        Problem problem = problem_of({buffer("odd", 0, 1, 4), buffer("high", 1, 2, 4), buffer("low", 2, 3, 4),
                                      buffer("missing", 3, 4, 4), buffer("fine", 4, 5, 4)});
        problem.regions[0].capacity = Bytes(16);
        problem.buffers[0].alignment = Bytes(8);
        Layout layout = layout_of(problem, {4, 13, -4, 0, 12});
        layout.placements[3].reset();
        const CheckReport report = check(problem, layout);
        QCOMPARE(report.misaligned, std::vector<BufferIndex>{BufferIndex(0)});
        QCOMPARE(report.outside, (std::vector<BufferIndex>{BufferIndex(1), BufferIndex(2)}));
        QCOMPARE(report.unplaced, std::vector<BufferIndex>{BufferIndex(3)});
        QVERIFY(report.overlaps.empty());
    }

    void ignores_overlaps_between_regions() {
        Problem problem = problem_of({buffer("a", 0, 4, 8), buffer("b", 0, 4, 8)});
        problem.regions.push_back({"second", 0, {}, Bytes(1)});
        problem.buffers[1].region = RegionIndex(1);
        QVERIFY(is_clean(check(problem, layout_of(problem, {0, 0}))));
        Layout layout = layout_of(problem, {0, 0});
        layout.placements[1]->region = RegionIndex(0);
        QCOMPARE(check(problem, layout).outside, std::vector<BufferIndex>{BufferIndex(1)});
        QCOMPARE(check(problem, layout).overlaps.size(), std::size_t{1});
    }

    void reports_that_the_list_of_pairs_is_cut() {
        const Problem problem = problem_of({buffer("a", 0, 4, 8), buffer("b", 0, 4, 8), buffer("c", 0, 4, 8)});
        const CheckReport report = check(problem, layout_of(problem, {0, 0, 0}), 2);
        QVERIFY(is_cut(report));
        QCOMPARE(report.overlaps.size(), std::size_t{2});
        QCOMPARE(report.overlap_count, std::uint64_t{3});
        QVERIFY(!is_cut(check(problem, layout_of(problem, {0, 0, 0}), 3)));
    }

    void counts_pairs_beyond_the_limit() {
        QVERIFY(rc::check("count as by listing all", [] {
            const Problem problem = random_problem({.with_gaps = true});
            const Layout layout = random_layout_with_sharing(problem);
            const CheckReport all = check(problem, layout);
            const auto limit = *rc::gen::inRange<std::size_t>(0, all.overlaps.size() + 2);
            const CheckReport some = check(problem, layout, limit);
            RC_ASSERT(all.overlap_count == all.overlaps.size());
            RC_ASSERT(some.overlap_count == all.overlap_count);
            RC_ASSERT(some.overlaps.size() == std::min(limit, all.overlaps.size()));
            RC_ASSERT(std::includes(
                all.overlaps.begin(), all.overlaps.end(), some.overlaps.begin(), some.overlaps.end(),
                [](const Overlap& x, const Overlap& y) { return std::tie(x.a, x.b) < std::tie(y.a, y.b); }));
        }));
    }

    void counts_more_pairs_than_memory_could_hold() {
        Problem problem;
        constexpr std::uint64_t count = 100'000;
        for (std::uint64_t i = 0; i < count; ++i) {
            problem.buffers.push_back(buffer(std::to_string(i), 0, 4, 8));
        }
        const CheckReport report = check(problem, layout_of(problem, std::vector<std::int64_t>(count, 0)), 5);
        QCOMPARE(report.overlap_count, count * (count - 1) / 2);
        QCOMPARE(report.overlaps.size(), std::size_t{5});
    }

    void finds_the_same_pairs_as_comparing_all() {
        QVERIFY(rc::check("pairs as by comparing all", [] {
            const Problem problem = random_problem({.with_gaps = true});
            std::vector<std::int64_t> offsets;
            for (std::size_t i = 0; i < problem.buffers.size(); ++i) {
                offsets.push_back(*rc::gen::inRange<std::int64_t>(0, 120));
            }
            const Layout layout = layout_of(problem, offsets);
            Pairs found;
            for (const Overlap& overlap : check(problem, layout).overlaps) {
                found.emplace_back(overlap.a.value(), overlap.b.value());
            }
            RC_ASSERT(found == overlapping_pairs(problem, layout));
        }));
    }

    void a_million_overlapping_pairs_are_all_counted_in_flat_memory() {
        constexpr std::size_t rows = 1'000;
        constexpr std::size_t clean = 50'000;
        const Problem problem = crossed_problem(rows, clean);
        const Layout layout = crossed_layout(problem, rows);
        CheckReport report;
        std::size_t bytes = 0;
        {
            const CountedMemory memory;
            report = check(problem, layout);
            bytes = memory.most();
        }
        QCOMPARE(report.overlap_count, std::uint64_t{rows * rows});
        QCOMPARE(report.overlaps.size(), default_overlap_limit);
        QVERIFY(is_cut(report));
        constexpr std::size_t bytes_for_a_piece = 120;
        constexpr std::size_t bytes_for_a_pair = 2 * sizeof(Overlap);  // a list that grows
        QVERIFY2(bytes <= bytes_for_a_piece * (2 * rows + clean) + bytes_for_a_pair * default_overlap_limit,
                 qPrintable(QString::number(bytes)));
    }

    /// Each buffer begins in the last step of the one before, at the same bytes. So every border of parts is crossed.
    void a_plan_that_threads_check_in_parts_has_all_pairs_once() {
        Problem problem;
        constexpr std::uint32_t count = 70'000;
        for (std::uint32_t i = 0; i < count; ++i) {
            problem.buffers.push_back(buffer(std::to_string(i), i, i + 2, 8));
        }
        Layout layout = layout_of(problem, std::vector<std::int64_t>(count, 0));
        const CheckReport report = check(problem, layout);
        QCOMPARE(report.overlap_count, std::uint64_t{count - 1});
        for (std::uint32_t i = 0; i + 1 < count; ++i) {
            QVERIFY(report.overlaps[i].a.value() == i && report.overlaps[i].b.value() == i + 1);
        }
        const CheckReport cut = check(problem, layout, 60'000);
        QCOMPARE(cut.overlap_count, std::uint64_t{count - 1});
        QVERIFY(std::equal(cut.overlaps.begin(), cut.overlaps.end(), report.overlaps.begin()));
        QCOMPARE(cut.overlaps.size(), std::size_t{60'000});
    }

    void a_clean_layout_is_checked_in_few_bytes_for_each_buffer() {
        const Problem problem = crossed_problem(0, 100'000);
        const Layout layout = crossed_layout(problem, 0);
        const CountedMemory memory;
        QVERIFY(is_clean(check(problem, layout)));
        QVERIFY2(memory.most() <= 84 * problem.buffers.size(), qPrintable(QString::number(memory.most())));
    }

    void checking_around_one_buffer_gives_its_part_of_the_report() {
        QVERIFY(rc::check("check_around agrees with check", [] {
            const Problem problem = random_problem({.with_gaps = true, .with_alignment = true});
            std::vector<std::int64_t> offsets;
            for (std::size_t i = 0; i < problem.buffers.size(); ++i) {
                offsets.push_back(*rc::gen::inRange<std::int64_t>(0, 120));
            }
            const Layout layout = layout_of(problem, offsets);
            const BufferIndex chosen(*rc::gen::inRange<std::size_t>(0, problem.buffers.size()));
            std::vector<Overlap> expected;
            for (const Overlap& overlap : check(problem, layout).overlaps) {
                if (overlap.a == chosen || overlap.b == chosen) {
                    expected.push_back(overlap);
                }
            }
            RC_ASSERT(check_around(problem, layout, chosen).overlaps == expected);
        }));
    }

    void checking_around_one_buffer_judges_sharing_as_the_whole_report_does() {
        QVERIFY(rc::check("check_around agrees with check where buffers share", [] {
            const auto [problem, layout] = shared_network_with_one_moved();
            const std::vector<Overlap> all = check(problem, layout).overlaps;
            for (std::size_t i = 0; i < problem.buffers.size(); ++i) {
                std::vector<Overlap> expected;
                std::copy_if(all.begin(), all.end(), std::back_inserter(expected), [i](const Overlap& overlap) {
                    return overlap.a == BufferIndex(i) || overlap.b == BufferIndex(i);
                });
                RC_ASSERT(check_around(problem, layout, BufferIndex(i)).overlaps == expected);
            }
        }));
    }

    /// Moves one buffer to any offset: if an operator then reads wrong bytes, there must be a finding.
    void every_wrong_read_has_a_finding() {
        QVERIFY(rc::check("no wrong read without a finding", [] {
            auto [problem, layout] = shared_network_with_one_moved();
            SharingGroup all;
            for (std::size_t i = 0; i < problem.buffers.size(); ++i) {
                all.members.emplace_back(i);
            }
            layout.sharing = {all};
            reinstate_operators(layout, problem);
            if (check(problem, layout).overlaps.empty()) {
                RC_ASSERT(Dataflow(problem, layout).first_wrong_read() == std::string());
            }
        }));
    }
};

ARENASCOPE_TEST(OverlapCheckerTest)
#include "overlap_checker_test.moc"
