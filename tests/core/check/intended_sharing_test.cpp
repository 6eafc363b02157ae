// What sharing the overlap checker accepts, and what of it is only inferred.

#include "core/check/intended_sharing.h"

#include <algorithm>

#include "core/base/containers/indexed_vector.h"
#include "core/check/overlap_checker.h"
#include "tests/support/random_network.h"
#include "tests/support/random_problem.h"
#include "tests/support/test_registry.h"

using namespace arenascope;
using namespace arenascope::test;

namespace {

using Pairs = std::vector<std::pair<std::uint32_t, std::uint32_t>>;

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

}  // namespace

class IntendedSharingTest : public QObject {
    Q_OBJECT

private slots:
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

    void the_last_reader_is_found_by_step_and_not_by_the_order_of_the_file() {
        Problem problem = problem_of({buffer("operand", 0, 5, 8), buffer("output", 2, 5, 8)});
        const std::vector<BufferIndex> both = {BufferIndex(0), BufferIndex(1)};
        problem.graph =
            Graph{.operators = {{.name = "late", .type = "X", .step = Step(4), .reads = {both[0]}, .writes = {}},
                                {.name = "n", .type = "X", .step = Step(2), .reads = {both[0]}, .writes = {both[1]}}}};
        QCOMPARE(unintended(problem, {0, 0}, both, SharingGroup::Kind::in_place), (Pairs{{0, 1}}));
        problem.graph->operators.front().step = Step(1);
        QCOMPARE(unintended(problem, {0, 0}, both, SharingGroup::Kind::in_place), Pairs{});
    }

    void does_not_accept_an_operand_under_an_output_that_is_written_earlier() {
        Problem problem = problem_of({buffer("operand", 0, 3, 8), buffer("output", 1, 4, 8)});
        const std::vector<BufferIndex> both = {BufferIndex(0), BufferIndex(1)};
        problem.graph =
            Graph{.operators = {{.name = "q", .type = "X", .step = Step(1), .reads = {}, .writes = {both[1]}},
                                {.name = "r", .type = "X", .step = Step(2), .reads = {both[0]}, .writes = {both[1]}}}};
        QCOMPARE(unintended(problem, {0, 0}, both, SharingGroup::Kind::in_place), (Pairs{{0, 1}}));
        problem.graph->operators.front().writes = {both[0]};
        QCOMPARE(unintended(problem, {0, 0}, both, SharingGroup::Kind::in_place), Pairs{});
    }

    void does_not_accept_overwriting_an_output_or_a_variable_in_place() {
        Problem problem = problem_of({buffer("operand", 0, 4, 8), buffer("output", 2, 4, 8)});
        const std::vector<BufferIndex> both = {BufferIndex(0), BufferIndex(1)};
        problem.graph =
            Graph{.operators = {{.name = "n", .type = "X", .step = Step(2), .reads = {both[0]}, .writes = {both[1]}}}};
        QCOMPARE(unintended(problem, {0, 0}, both, SharingGroup::Kind::in_place), Pairs{});
        for (const BufferKind kind : {BufferKind::output, BufferKind::variable}) {
            problem.buffers[0].kind = kind;
            QCOMPARE(unintended(problem, {0, 0}, both, SharingGroup::Kind::in_place), (Pairs{{0, 1}}));
        }
    }

    void two_buffers_that_are_both_written_and_read_later_are_not_the_same_bytes() {
        Problem problem = problem_of({buffer("a", 0, 3, 8), buffer("b", 0, 3, 8)});
        const std::vector<BufferIndex> both = {BufferIndex(0), BufferIndex(1)};
        problem.graph =
            Graph{.operators = {{.name = "p", .type = "X", .step = Step(0), .reads = {}, .writes = {both[0]}},
                                {.name = "q", .type = "X", .step = Step(1), .reads = {}, .writes = {both[1]}},
                                {.name = "r", .type = "X", .step = Step(2), .reads = both, .writes = {}}}};
        const auto overlaps = [&] { return unintended(problem, {0, 0}, both, SharingGroup::Kind::in_place); };
        QCOMPARE(overlaps(), (Pairs{{0, 1}}));
        // The data of a is used up when b is written, or a is another name of b that no operator writes.
        problem.graph->operators[OperatorIndex(2)].reads = {both[1]};
        QCOMPARE(overlaps(), Pairs{});
        problem.graph->operators[OperatorIndex(2)].reads = both;
        problem.graph->operators.erase(problem.graph->operators.begin());
        QCOMPARE(overlaps(), Pairs{});
        problem.buffers[0].kind = BufferKind::input;
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

    void pairs_that_only_inferred_groups_accept_are_listed_and_no_findings() {
        const Problem problem = problem_of({buffer("a", 0, 4, 8), buffer("b", 2, 6, 8), buffer("c", 2, 6, 8)});
        Layout layout = layout_of(problem, {0, 0, 0});
        const auto group = [](std::size_t a, std::size_t b, SharingGroup::Basis basis) {
            return SharingGroup{SharingGroup::Kind::sharing, {BufferIndex(a), BufferIndex(b)}, basis};
        };
        layout.sharing = {group(0, 1, SharingGroup::Basis::declared), group(0, 2, SharingGroup::Basis::inferred),
                          group(1, 2, SharingGroup::Basis::inferred)};
        CheckReport report = check(problem, layout);
        QVERIFY(is_clean(report));
        QCOMPARE(report.inferred_count, std::uint64_t{2});
        QCOMPARE(report.inferred[0],
                 (Overlap{BufferIndex(0), BufferIndex(2), {Step(2), Step(4)}, {Offset(0), Offset(8)}}));
        QCOMPARE(report.inferred[1].a, BufferIndex(1));
        QCOMPARE(check(problem, layout, 1).inferred.size(), std::size_t{1});
        QCOMPARE(check(problem, layout, 1).inferred_count, std::uint64_t{2});
        // What a declared group accepts as well is not listed.
        layout.sharing.push_back(group(1, 2, SharingGroup::Basis::declared));
        layout.sharing.erase(layout.sharing.begin() + 1);
        report = check(problem, layout);
        QCOMPARE(report.overlap_count, std::uint64_t{1});
        QCOMPARE(report.inferred_count, std::uint64_t{0});
    }

    void overlaps_do_not_use_up_the_limit_of_inferred_pairs() {
        const Problem problem = problem_of({buffer("a", 0, 2, 10), buffer("b", 0, 2, 10), buffer("c", 0, 2, 10),
                                            buffer("x", 0, 2, 10), buffer("y", 0, 2, 10)});
        Layout layout = layout_of(problem, {0, 0, 0, 20, 20});
        layout.sharing = {
            {SharingGroup::Kind::sharing, {BufferIndex(3), BufferIndex(4)}, SharingGroup::Basis::inferred}};
        const CheckReport report = check(problem, layout, 3);
        QCOMPARE(report.overlap_count, std::uint64_t{3});
        QCOMPARE(report.inferred_count, std::uint64_t{1});
        QCOMPARE(report.inferred.size(), std::size_t{1});
        QCOMPARE(report.inferred[0].a, BufferIndex(3));
        QCOMPARE(check(problem, layout, 0).inferred_count, std::uint64_t{1});
    }
};

ARENASCOPE_TEST(IntendedSharingTest)
#include "intended_sharing_test.moc"
