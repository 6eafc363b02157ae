#include "core/check/overlap_checker.h"

#include <algorithm>
#include <tuple>

#include "core/memory/indexed_vector.h"
#include "core/planner/planning.h"
#include "tests/core/random_problem.h"
#include "tests/core/random_sharing.h"
#include "tests/support/counted_memory.h"
#include "tests/support/dataflow.h"
#include "tests/support/placed_plan.h"
#include "tests/support/random_network.h"
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

/// The overlapping pairs if `members` is the only declared group.
Pairs unintended(const Problem& problem, const std::vector<std::int64_t>& offsets, std::vector<BufferIndex> members,
                 SharingGroup::Kind kind = SharingGroup::Kind::sharing) {
    Layout layout = layout_of(problem, offsets);
    layout.sharing.push_back({kind, std::move(members)});
    Pairs pairs;
    for (const Overlap& overlap : check(problem, layout).overlaps) {
        pairs.emplace_back(overlap.a.value(), overlap.b.value());
    }
    return pairs;
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

    void accepts_only_overlaps_that_a_group_declares() {
        const Problem problem = problem_of({buffer("a", 0, 4, 8), buffer("b", 0, 4, 8), buffer("c", 0, 4, 8)});
        Layout layout = layout_of(problem, {0, 0, 0});
        layout.sharing.push_back({SharingGroup::Kind::sharing, {BufferIndex(0), BufferIndex(1)}});
        const CheckReport report = check(problem, layout);
        QCOMPARE(report.overlaps.size(), std::size_t{2});
        QCOMPARE(report.overlaps[0].b, BufferIndex(2));
        QCOMPARE(report.overlaps[1].b, BufferIndex(2));
    }

    void accepts_any_overlap_inside_the_scratch_of_an_arena() {
        Problem problem = problem_of({buffer("scratch", 0, 4, 16), buffer("x", 0, 4, 8), buffer("y", 0, 4, 8)});
        const std::vector<BufferIndex> all = {BufferIndex(0), BufferIndex(1), BufferIndex(2)};
        QCOMPARE(unintended(problem, {0, 4, 6}, all, SharingGroup::Kind::arena), (Pairs{{0, 1}, {0, 2}, {1, 2}}));
        problem.buffers[0].kind = BufferKind::scratch;
        QCOMPARE(unintended(problem, {0, 4, 6}, all, SharingGroup::Kind::arena), Pairs{});
        QCOMPARE(unintended(problem, {0, 4, 9}, all, SharingGroup::Kind::arena), (Pairs{{0, 2}, {1, 2}}));
        // With operators, both must be operands of the same accelerator.
        problem.graph = Graph{
            .operators = {{.name = "n", .type = "ethos-u", .step = Step(0), .reads = {all[0], all[1]}, .writes = {}}}};
        QCOMPARE(unintended(problem, {0, 4, 6}, all, SharingGroup::Kind::arena), (Pairs{{0, 2}, {1, 2}}));
        problem.graph->operators.front().writes = {all[2]};
        QCOMPARE(unintended(problem, {0, 4, 6}, all, SharingGroup::Kind::arena), Pairs{});
        problem.graph->operators.front().type = "CUSTOM";
        QCOMPARE(unintended(problem, {0, 4, 6}, all, SharingGroup::Kind::arena), (Pairs{{0, 1}, {0, 2}, {1, 2}}));
    }

    void accepts_an_operand_that_its_last_reader_overwrites_also_shifted() {
        Problem problem = problem_of({buffer("operand", 0, 2, 8), buffer("output", 1, 3, 8)});
        const std::vector<BufferIndex> both = {BufferIndex(0), BufferIndex(1)};
        const auto overlaps = [&] { return unintended(problem, {4, 0}, both, SharingGroup::Kind::in_place); };
        QCOMPARE(overlaps(), Pairs{});
        problem.graph = Graph{
            .operators = {{.name = "n", .type = "Pad", .step = Step(1), .reads = {both[0]}, .writes = {both[1]}}}};
        QCOMPARE(overlaps(), Pairs{});
        QCOMPARE(unintended(problem, {4, 0}, both), (Pairs{{0, 1}}));
        // Another operator reads it later, or the last reader writes something else.
        problem.graph->operators.push_back(
            {.name = "late", .type = "Add", .step = Step(2), .reads = {both[0]}, .writes = {}});
        QCOMPARE(overlaps(), (Pairs{{0, 1}}));
        problem.graph->operators = {{.name = "n", .type = "Pad", .step = Step(1), .reads = {}, .writes = {both[1]}}};
        QCOMPARE(overlaps(), (Pairs{{0, 1}}));
    }

    void accepts_two_names_of_the_same_bytes_and_steps() {
        Problem problem = problem_of({buffer("a", 0, 3, 8), buffer("b", 0, 3, 4)});
        problem.graph = Graph{};
        const std::vector<BufferIndex> both = {BufferIndex(0), BufferIndex(1)};
        const auto overlaps = [&](std::int64_t offset) {
            return unintended(problem, {0, offset}, both, SharingGroup::Kind::in_place);
        };
        QCOMPARE(overlaps(0), Pairs{});
        QCOMPARE(overlaps(4), (Pairs{{0, 1}}));
        problem.buffers[1].lifetime.end = Step(4);
        QCOMPARE(overlaps(0), (Pairs{{0, 1}}));
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

    void accepts_parts_inside_their_whole_but_no_overlap_of_parts() {
        const Problem problem = problem_of({buffer("whole", 0, 4, 16), buffer("x", 0, 4, 8), buffer("y", 0, 4, 8)});
        Layout layout = layout_of(problem, {0, 0, 8});
        layout.sharing.push_back({SharingGroup::Kind::parts, {BufferIndex(0), BufferIndex(1), BufferIndex(2)}});
        QVERIFY(is_clean(check(problem, layout)));
        layout.placements[2]->offset = Offset(7);
        const CheckReport report = check(problem, layout);
        QCOMPARE(report.overlaps.size(), std::size_t{1});
        QCOMPARE(report.overlaps[0].bytes, (AddressRange{Offset(7), Offset(8)}));
    }

    void accepts_sharing_only_at_the_same_first_byte() {
        const Problem problem = problem_of({buffer("a", 0, 2, 40), buffer("b", 1, 3, 30)});
        const std::vector both = {BufferIndex(0), BufferIndex(1)};
        QCOMPARE(unintended(problem, {8, 8}, both), Pairs{});
        QCOMPARE(unintended(problem, {8, 9}, both), (Pairs{{0, 1}}));
        QCOMPARE(unintended(problem, {8, 28}, both), (Pairs{{0, 1}}));
    }

    void accepts_a_part_only_completely_inside_its_whole() {
        const Problem problem = problem_of({buffer("whole", 1, 4, 16), buffer("x", 0, 2, 8)});
        const std::vector both = {BufferIndex(0), BufferIndex(1)};
        QCOMPARE(unintended(problem, {4, 12}, both, SharingGroup::Kind::parts), Pairs{});
        QCOMPARE(unintended(problem, {4, 13}, both, SharingGroup::Kind::parts), (Pairs{{0, 1}}));
        QCOMPARE(unintended(problem, {4, 3}, both, SharingGroup::Kind::parts), (Pairs{{0, 1}}));
    }

    void accepts_an_overlay_only_of_nested_scratch_of_one_layer() {
        Problem problem = problem_of({buffer("a", 2, 3, 8), buffer("b", 2, 3, 16), buffer("c", 2, 4, 8)});
        const auto overlay = [&](const std::vector<std::int64_t>& offsets) {
            return unintended(problem, offsets, {BufferIndex(0), BufferIndex(1), BufferIndex(2)},
                              SharingGroup::Kind::overlay);
        };
        QCOMPARE(overlay({0, 0, 100}), (Pairs{{0, 1}}));
        for (Buffer& one : problem.buffers) {
            one.kind = BufferKind::scratch;
        }
        QCOMPARE(overlay({0, 0, 100}), Pairs{});
        QCOMPARE(overlay({8, 0, 100}), Pairs{});
        QCOMPARE(overlay({9, 0, 100}), (Pairs{{0, 1}}));
        QCOMPARE(overlay({0, 100, 0}), (Pairs{{0, 2}}));
    }

    void accepts_an_overlay_only_if_scratch_requests_allow_it() {
        Problem problem = problem_of({buffer("a", 2, 3, 8), buffer("b", 2, 3, 16)});
        problem.buffers[0].kind = BufferKind::scratch;
        problem.buffers[1].kind = BufferKind::scratch;
        const auto overlay = [&] {
            return unintended(problem, {0, 0}, {BufferIndex(0), BufferIndex(1)}, SharingGroup::Kind::overlay);
        };
        problem.scratch = {{.buffer = BufferIndex(0), .overlay = true}};
        QCOMPARE(overlay(), (Pairs{{0, 1}}));
        problem.scratch.push_back({.buffer = BufferIndex(1)});
        QCOMPARE(overlay(), (Pairs{{0, 1}}));
        problem.scratch.back().overlay = true;
        QCOMPARE(overlay(), Pairs{});
    }

    void accepts_overwriting_an_operand_that_is_not_needed_later() {
        NetworkSketch sketch;
        const auto in = sketch.input("in", 8);
        const auto a = sketch.add("a", OperatorFeature::ordinary, {in}, 40);
        const auto relu = sketch.add("relu", OperatorFeature::in_place, {a}, 40);
        const auto end = sketch.add("end", OperatorFeature::ordinary, {relu}, 40);
        QCOMPARE(unintended(sketch.problem(), {100, 0, 0, 50}, {a, relu}), Pairs{});
        QCOMPARE(unintended(sketch.problem(), {100, 0, 1, 50}, {a, relu}), (Pairs{{1, 2}}));
        QCOMPARE(unintended(sketch.problem(), {100, 1, 0, 50}, {a, relu}), (Pairs{{1, 2}}));
        // The operands and outputs of an ordinary operator never share, whatever a file declares.
        QCOMPARE(unintended(sketch.problem(), {100, 0, 50, 50}, {relu, end}), (Pairs{{2, 3}}));
        sketch.problem().buffers[a].lifetime.end = Step(3);
        QCOMPARE(unintended(sketch.problem(), {100, 0, 0, 50}, {a, relu}), (Pairs{{1, 2}}));
        sketch.problem().buffers[a].lifetime.end = Step(2);
        sketch.problem().buffers[a].kind = BufferKind::output;
        QCOMPARE(unintended(sketch.problem(), {100, 0, 0, 50}, {a, relu}), (Pairs{{1, 2}}));
    }

    void accepts_views_only_at_the_position_of_their_operator() {
        NetworkSketch sketch;
        const auto in = sketch.input("in", 40);
        const auto view = sketch.add("view", OperatorFeature::removable, {in}, 10);
        sketch.problem().graph->operators.back().positions = {Bytes(30)};
        const auto same = sketch.add("same", OperatorFeature::removable, {in}, 40);
        sketch.add("end", OperatorFeature::ordinary, {view, same}, 1);
        const std::vector all = {in, view, same};
        QCOMPARE(unintended(sketch.problem(), {0, 30, 0, 50}, all), Pairs{});
        QCOMPARE(unintended(sketch.problem(), {0, 0, 0, 50}, all), (Pairs{{0, 1}, {1, 2}}));
        QCOMPARE(unintended(sketch.problem(), {0, 30, 5, 50}, all), (Pairs{{0, 2}, {1, 2}}));
    }

    void accepts_the_operands_of_a_merge_only_in_operand_order() {
        Problem problem = worked_network();
        const auto parts = std::vector{BufferIndex(7), BufferIndex(2), BufferIndex(5), BufferIndex(6)};
        const std::vector<std::int64_t> offsets = {200, 300, 0, 400, 500, 30, 60, 0, 600};
        QCOMPARE(unintended(problem, offsets, parts, SharingGroup::Kind::parts), Pairs{});
        auto swapped = offsets;
        std::swap(swapped[5], swapped[6]);
        QCOMPARE(unintended(problem, swapped, parts, SharingGroup::Kind::parts), (Pairs{{5, 7}, {6, 7}}));
    }

    void does_not_accept_two_parts_of_a_third_buffer() {
        NetworkSketch sketch;
        const auto in = sketch.input("in", 8);
        const auto x = sketch.add("x", OperatorFeature::ordinary, {in}, 8);
        const auto y = sketch.add("y", OperatorFeature::ordinary, {in}, 8);
        const auto z = sketch.add("z", OperatorFeature::ordinary, {in}, 8);
        const auto first = sketch.add("first", OperatorFeature::merge, {x, y}, 16);
        const auto second = sketch.add("second", OperatorFeature::merge, {x, z}, 16);
        const auto view = sketch.add("view", OperatorFeature::removable, {first}, 16);
        sketch.add("end", OperatorFeature::ordinary, {first, second, view}, 1);
        const std::vector<std::int64_t> offsets = {100, 0, 8, 200, 0, 300, 0, 400};
        const std::vector all = {x, y, z, first, second, view};
        // A view of the merge of x has the same bytes as x.
        QCOMPARE(unintended(sketch.problem(), offsets, all), Pairs{});
        IndexedVector<BufferIndex, std::int64_t> both(offsets);
        both[second] = 0;
        both[z] = 200;
        // x is at the right place in both merges, but they hold different bytes after it.
        const auto pairs = unintended(sketch.problem(), both, all);
        QVERIFY(std::find(pairs.begin(), pairs.end(), std::pair(first.value(), second.value())) != pairs.end());
        QVERIFY(std::find(pairs.begin(), pairs.end(), std::pair(x.value(), second.value())) == pairs.end());
    }

    void judges_unwritten_activations_only_by_position() {
        NetworkSketch sketch;
        const auto in = sketch.input("in", 8);
        const auto a = sketch.add("a", OperatorFeature::ordinary, {in}, 8);
        sketch.add("b", OperatorFeature::ordinary, {a}, 8);
        sketch.problem().buffers.push_back(buffer("view of a", 1, 2, 8));
        const BufferIndex view(3);
        QCOMPARE(unintended(sketch.problem(), {100, 0, 8, 0}, {a, view}), Pairs{});
        QCOMPARE(unintended(sketch.problem(), {100, 0, 8, 4}, {a, view}), (Pairs{{1, 3}, {2, 3}}));
        // b is written while it is alive, so it does not hold the bytes of b.
        QCOMPARE(unintended(sketch.problem(), {100, 0, 8, 8}, {BufferIndex(2), view}), (Pairs{{2, 3}}));
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
