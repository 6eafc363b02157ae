// Planners keep the sharing that a file declares, whatever they know of it.

#include "core/planner/shared_problem.h"

#include <QElapsedTimer>

#include "core/check/overlap_checker.h"
#include "core/model/memory/arrangement_bound.h"
#include "core/model/memory/live_profile.h"
#include "core/planner/planning.h"
#include "core/planner/registry.h"
#include "core/planner/start_layout.h"
#include "core/trace/trace_player.h"
#include "tests/support/drawn_sharing.h"
#include "tests/support/fresh_seed.h"
#include "tests/support/planner_claims.h"
#include "tests/support/random_problem.h"
#include "tests/support/sanitized_build.h"
#include "tests/support/test_registry.h"
#include "tests/support/worked_network.h"

using namespace arenascope;
using namespace arenascope::test;

namespace {

constexpr std::uint64_t drawn_share = is_sanitized ? 10 : 1;

SharingGroup members_share(std::vector<std::size_t> members, SharingGroup::Kind kind = SharingGroup::Kind::in_place) {
    SharingGroup group{kind, {}};
    for (const std::size_t member : members) {
        group.members.emplace_back(member);
    }
    return group;
}

/// b is written over a, four bytes lower; c lives with both, and d with b.
struct Overwritten {
    Problem problem =
        problem_of({buffer("a", 0, 3, 20), buffer("b", 2, 5, 16), buffer("c", 0, 5, 8), buffer("d", 4, 6, 30)});
    Layout layout = layout_of(problem, {4, 0, 24, 32});

    Overwritten() { layout.sharing = {members_share({0, 1})}; }
};

bool searches(const Planner& planner) {
    return planner.description.family == PlannerFamily::searching ||
           planner.description.family == PlannerFamily::operator_sharing;
}

bool shares_objects(const Planner& planner) {
    return planner.description.kind == PlannerKind::shared_objects;
}

/// What is wrong with a plan of a problem that shares memory; empty: nothing.
std::string sharing_fault(const Planner& planner, const SharedLayout& file, const Plan& plan) {
    if (!is_complete(plan.result.layout)) {
        return "not all buffers are placed";
    }
    CheckReport report = check(plan.problem, plan.result.layout);
    if (!is_clean(report)) {
        return "the overlap checker finds something";
    }
    const Offset top = peak(plan.problem, plan.result.layout);
    if (plan.result.threshold != threshold(plan.problem, plan.result.layout) && plan.result.sizes.empty()) {
        return "the threshold is not that of the layout";
    }
    if (top.value() < plan.result.threshold.value()) {
        return "the peak is below the threshold";
    }
    if (top.value() < plan.result.lower_bound.value()) {
        return "the peak is below the bound";
    }
    for (std::size_t i = 0; i < file.problem.regions.size() && searches(planner); ++i) {
        const RegionIndex region(i);
        if (peak(file.problem, file.layout, region) < peak(plan.problem, plan.result.layout, region)) {
            return "it ends above the file";
        }
    }
    if (!plan.trace) {
        return {};
    }
    TracePlayer player(*plan.trace);
    player.go_to(plan.trace->result);
    return player.layout(plan.problem).placements == plan.result.layout.placements
               ? std::string()
               : "the result's frame of the trace is not the plan";
}

}  // namespace

class SharedProblemTest : public QObject {
    Q_OBJECT

private slots:
    void a_block_keeps_its_relative_offsets_and_uses_the_union_of_its_members() {
        const Overwritten file;
        const FusedProblem fused = fused_problem(file.problem, file.layout, {});
        QCOMPARE(fused.problem.buffers.size(), std::size_t{3});
        const Buffer& block = fused.problem.buffers[0];
        QCOMPARE(block.size, Bytes(24));
        QCOMPARE(block.lifetime, (Lifetime{Step(0), Step(5)}));
        QCOMPARE(block.gaps(), (std::vector<Gap>{{{Step(0), Step(2)}, Window{Bytes(4), Bytes(24)}},
                                                 {{Step(3), Step(5)}, Window{Bytes(0), Bytes(16)}}}));
        QCOMPARE(live_profile(fused.problem, RegionIndex(0)).threshold, threshold(file.problem, file.layout));
        Layout planned = empty_layout(fused.problem);
        planned.placements[0] = Placement{Offset(8), RegionIndex(0)};
        const Layout whole = expanded(fused, planned);
        QCOMPARE(whole.placements[0], std::optional(Placement{Offset(12), RegionIndex(0)}));
        QCOMPARE(whole.placements[1], std::optional(Placement{Offset(8), RegionIndex(0)}));
        QVERIFY(!whole.placements[2]);
        QCOMPARE(whole.sharing, file.layout.sharing);
    }

    void every_member_of_a_block_stays_aligned() {
        const std::uint64_t seed = fresh_seed();
        Random random(seed);
        const auto number = [&](std::size_t bound) { return static_cast<std::int64_t>(random.below(bound)); };
        for (std::uint64_t turn = 0; turn < 2'000 / drawn_share; ++turn) {
            Problem problem;
            std::vector<std::int64_t> offsets;
            for (std::size_t i = 0; i < 3; ++i) {
                // All of them meet: no offset is above 29.
                problem.buffers.push_back(buffer("b" + std::to_string(i), 0, 4, 31 + number(9)));
                problem.buffers.back().alignment = Bytes(1 + number(12));
                offsets.push_back(number(30));
            }
            Layout given = layout_of(problem, offsets);
            given.sharing = {members_share({0, 1, 2})};
            const FusedProblem fused = fused_problem(problem, given, {});
            const auto fits = [&](std::int64_t shift) {
                bool all = true;
                for (std::size_t i = 0; i < 3; ++i) {
                    const std::int64_t at = offsets[i] + shift;
                    all = all && at >= 0 && at % problem.buffers[i].alignment.value() == 0;
                }
                return all;
            };
            std::vector<std::int64_t> shifts;
            for (std::int64_t shift = -40; shift < 12 * 11 * 10 * 9; ++shift) {
                if (fits(shift)) {
                    shifts.push_back(shift);
                }
            }
            QVERIFY2(fused.has_blocks() == !shifts.empty(), seed_line(seed).c_str());
            QVERIFY2(fused.has_blocks() == fused.notes.empty(), seed_line(seed).c_str());
            for (std::int64_t k = 0; fused.has_blocks() && k < 3; ++k) {
                Layout planned = empty_layout(fused.problem);
                planned.placements[0] =
                    Placement{Offset(k * fused.problem.buffers[0].alignment.value()), RegionIndex(0)};
                const Layout whole = expanded(fused, planned);
                const std::int64_t shift = whole.placements[0]->offset.value() - offsets[0];
                QVERIFY2(fits(shift), seed_line(seed).c_str());
                QVERIFY2(k != 0 || shift == shifts.front(), seed_line(seed).c_str());
            }
        }
    }

    void every_planner_keeps_declared_sharing_and_counts_it_once() {
        const Overwritten file;
        for (const Planner& planner : planners()) {
            const std::string name(planner.description.name);
            const auto plan = run_planner(file.problem, file.layout, {.planner = name, .record = true});
            QVERIFY2(plan.has_value(), (name + ": " + (plan ? "" : to_string(plan.error()))).c_str());
            QVERIFY2(sharing_fault(planner, {file.problem, file.layout}, *plan).empty(),
                     (name + ": " + sharing_fault(planner, {file.problem, file.layout}, *plan)).c_str());
            QVERIFY2(plan->result.lower_bound == arrangement_bound(file.problem, file.layout), name.c_str());
            if (shares_objects(planner) || planner.description.family == PlannerFamily::operator_sharing) {
                continue;
            }
            const auto& placed = plan->result.layout.placements;
            QVERIFY2(placed[0]->offset - placed[1]->offset == Bytes(4), name.c_str());
            QVERIFY2(plan->result.layout.sharing == file.layout.sharing, name.c_str());
            QCOMPARE(plan->result.threshold_unshared, std::optional(threshold(file.problem)));
            QCOMPARE(plan->trace->threshold, plan->result.threshold);
        }
    }

    void a_bound_holds_for_other_ways_to_share_than_the_one_of_the_file() {
        // Shifted by four bytes, a and b need 24 bytes together. At one offset they need 20.
        Problem problem = problem_of({buffer("a", 0, 3, 20), buffer("b", 2, 5, 16)});
        Layout layout = layout_of(problem, {4, 0});
        layout.sharing = {members_share({0, 1})};
        const auto plan = run_planner(problem, layout, {.planner = "exact"});
        QCOMPARE(peak(plan->problem, plan->result.layout), Offset(24));
        QCOMPARE(plan->result.threshold, Bytes(24));
        QCOMPARE(plan->result.lower_bound, Bytes(20));
        QVERIFY(plan->result.goal != Goal::optimal);
        QVERIFY(plan->result.notes.front().find("no layout is lower than 24 B") != std::string::npos);
        // One that lies in the other at all times changes nothing: the proof holds for every way to share.
        problem.buffers[1].lifetime = {Step(0), Step(3)};
        const auto inside = run_planner(problem, layout_of_group(problem, {0, 2}), {.planner = "exact"});
        QCOMPARE(inside->result.lower_bound, Bytes(20));
        QCOMPARE(inside->result.goal, Goal::optimal);
    }

    void blocks_that_cannot_be_kept_are_planned_apart_with_a_note() {
        const Overwritten file;
        const auto plan =
            run_planner(file.problem, file.layout, {.planner = "greedy-tflm", .settings = {{"alignment", "64"}}});
        QVERIFY(plan->result.layout.sharing.empty());
        QVERIFY(plan->result.notes.front().find("are planned apart: their offsets in the file cannot keep the "
                                                "alignments all at once") != std::string::npos);
        Problem pinned = file.problem;
        pinned.buffers[0].pin = Offset(0);
        pinned.buffers[1].pin = Offset(40);
        const auto apart = run_planner(pinned, file.layout, {.planner = "greedy-tflm"});
        QVERIFY(apart.has_value());
        QCOMPARE(apart->result.layout.placements[1]->offset, Offset(40));
        // One pin fixes the whole block.
        pinned.buffers[0].pin.reset();
        const auto fixed = run_planner(pinned, file.layout, {.planner = "greedy-tflm"});
        QCOMPARE(fixed->result.layout.placements[0]->offset, Offset(44));
    }

    void members_that_meet_no_other_are_free() {
        const Problem problem =
            problem_of({buffer("a", 0, 2, 10), buffer("b", 0, 2, 10), buffer("c", 0, 2, 10), buffer("d", 0, 2, 10)});
        const Layout file = layout_of_group(problem, {0, 30, 10, 20});
        QVERIFY(!fused_problem(problem, file, {}).has_blocks());
        QVERIFY(!fused_problem(problem, file, {}).stands_for_all);
        const auto plan = run_planner(problem, file, {.planner = "greedy-by-area"});
        QCOMPARE(peak(plan->problem, plan->result.layout), Offset(40));
        QCOMPARE(plan->result.lower_bound, Bytes(30));
    }

    void a_member_without_bytes_does_not_widen_its_block() {
        Problem problem = problem_of({buffer("a", 0, 1, 19), buffer("b", 2, 4, 3), buffer("c", 2, 4, 4)});
        problem.buffers[0].set_gaps({{{Step(0), Step(1)}, std::nullopt}});
        problem.regions[0].capacity = Bytes(10);
        Layout file = layout_of(problem, {0, 3, 6});
        file.sharing = {members_share({0, 1}, SharingGroup::Kind::parts)};
        QVERIFY(!fused_problem(problem, file, {}).has_blocks());
        const auto plan = run_planner(problem, file, {.planner = "many-core"});
        QVERIFY(is_complete(plan->result.layout));
        QCOMPARE(peak(plan->problem, plan->result.layout), Offset(7));
    }

    void a_block_that_the_checker_does_not_accept_is_planned_apart() {
        // Buffers that share begin at one offset.
        const Problem problem =
            problem_of({buffer("a", 0, 5, 6), buffer("b", 3, 4, 4), buffer("c", 0, 5, 2), buffer("d", 0, 5, 2)});
        Layout file = layout_of(problem, {0, 2, 8, 8});
        file.sharing = {members_share({0, 1}, SharingGroup::Kind::sharing),
                        members_share({2, 3}, SharingGroup::Kind::sharing)};
        QCOMPARE(fused_problem(problem, file, {}).members.size(), std::size_t{1});
        for (const Planner& planner : planners()) {
            const std::string name(planner.description.name);
            const auto plan = run_planner(problem, file, {.planner = name});
            QVERIFY2(plan.has_value(), (name + ": " + (plan ? "" : to_string(plan.error()))).c_str());
            QVERIFY2(is_clean(check(plan->problem, plan->result.layout)), name.c_str());
        }
        const auto plan = run_planner(problem, file, {.planner = "exact"});
        QCOMPARE(plan->result.lower_bound, Bytes(8));
        QCOMPARE(plan->result.notes.front(), std::string("2 buffers that share memory in the file, such as 'a' and "
                                                         "'b', are planned apart: the file declares nothing that "
                                                         "allows all of their overlaps"));
    }

    void blocks_whose_alignments_do_not_fit_in_64_bits_together_are_planned_apart() {
        Problem problem;
        std::vector<std::int64_t> offsets;
        Layout file;
        for (std::size_t i = 0; i < 3; ++i) {
            problem.buffers.push_back(buffer("a" + std::to_string(i), 0, 2, 10));
            problem.buffers.back().alignment = Bytes(std::int64_t{1} << 31U);
            problem.buffers.push_back(buffer("b" + std::to_string(i), 0, 2, 10));
            problem.buffers.back().alignment = Bytes((std::int64_t{1} << 31U) - 1);
            offsets.insert(offsets.end(), 2, 0);
            file.sharing.push_back(members_share({2 * i, 2 * i + 1}));
        }
        file.placements = layout_of(problem, offsets).placements;
        const FusedProblem fused = fused_problem(problem, file, {});
        QCOMPARE(fused.members.size(), std::size_t{1});
        QCOMPARE(fused.notes.size(), std::size_t{2});
        QVERIFY(validate(fused.problem).has_value());
        const auto plan = run_planner(problem, file, {.planner = "greedy-by-area"});
        QVERIFY2(plan.has_value(), plan ? "" : to_string(plan.error()).c_str());
    }

    void no_note_calls_the_layout_of_the_file_impossible() {
        // a and b meet w later. Until then c lies between them, where the block has a hole.
        const Problem problem =
            problem_of({buffer("w", 2, 4, 30), buffer("a", 0, 3, 10), buffer("b", 0, 3, 10), buffer("c", 0, 2, 10)});
        Layout file = layout_of(problem, {0, 0, 20, 10});
        file.sharing = {members_share({0, 1, 2}, SharingGroup::Kind::parts)};
        QVERIFY(fused_problem(problem, file, {}).has_blocks());
        QVERIFY(!fused_problem(problem, file, {}).stands_for_file);
        const auto plan = run_planner(problem, file, {.planner = "exact"});
        QCOMPARE(peak(plan->problem, plan->result.layout), Offset(30));
        QVERIFY(std::ranges::none_of(plan->result.notes, [](const std::string& note) {
            return note.find("no layout is lower than") != std::string::npos;
        }));
    }

    void a_region_of_the_file_is_taken_without_breaking_groups_of_other_regions() {
        Problem problem = problem_of({buffer("a", 0, 2, 10), buffer("b", 1, 3, 10), buffer("c", 0, 2, 10),
                                      buffer("d", 1, 3, 10), buffer("e", 0, 2, 10), buffer("f", 0, 2, 10)});
        problem.regions.push_back({.name = "second"});
        for (const std::size_t i : {2U, 3U}) {
            problem.buffers[i].region = RegionIndex(1);
        }
        for (const std::size_t i : {0U, 1U, 2U, 3U}) {
            problem.buffers[i].pin = Offset(0);
        }
        Layout file = layout_of(problem, {0, 0, 0, 0, 10, 10});
        file.sharing = {members_share({0, 1, 2, 3}, SharingGroup::Kind::sharing),
                        members_share({4, 5}, SharingGroup::Kind::sharing)};
        const auto plan = run_planner(problem, file, {.planner = "operator-sharing"});
        QVERIFY2(plan.has_value(), plan ? "" : to_string(plan.error()).c_str());
        QCOMPARE(peak(plan->problem, plan->result.layout), Offset(20));
    }

    void the_letter_of_the_source_keeps_its_own_figure() {
        NetworkSketch sketch;
        const auto in = sketch.input("in", 10);
        const auto relu = sketch.add("relu", OperatorFeature::in_place, {in}, 10);
        Layout file = layout_of(sketch.problem(), {0, 0});
        file.sharing = {{SharingGroup::Kind::sharing, {in, relu}}};
        const auto plan =
            run_planner(sketch.problem(), file, {.planner = "operator-sharing", .settings = {{"method", "letter"}}});
        QCOMPARE(peak(plan->problem, plan->result.layout), Offset(20));
        QCOMPARE(plan->result.notes.back(), std::string("the layout of the file is lower: 10 B instead of 20 B; the "
                                                        "planners that search start from it"));
    }

    void what_lies_over_a_pinned_overlay_also_lies_over_the_rest_of_it() {
        Problem problem = problem_of({buffer("a", 5, 6, 2), buffer("b", 5, 6, 7), buffer("c", 5, 6, 2)});
        for (std::size_t i = 0; i < 3; ++i) {
            problem.buffers[i].kind = BufferKind::scratch;
            problem.scratch.push_back({.buffer = BufferIndex(i), .overlay = true});
        }
        problem.buffers[0].pin = Offset(0);
        problem.buffers[1].pin = Offset(0);
        Layout file = empty_layout(problem);
        file.sharing = {members_share({0, 1}, SharingGroup::Kind::overlay)};
        const auto plan = run_planner(problem, file, {.planner = "scratch"});
        QVERIFY2(plan.has_value(), plan ? "" : to_string(plan.error()).c_str());
        QCOMPARE(peak(plan->problem, plan->result.layout), Offset(7));
        QCOMPARE(plan->result.layout.sharing, (std::vector{members_share({0, 1, 2}, SharingGroup::Kind::overlay)}));
    }

    void a_block_of_very_many_members_is_planned_at_once() {
        constexpr std::int64_t count = is_sanitized ? 10'000 : 100'000;
        Problem problem;
        std::vector<std::int64_t> offsets(count, 0);
        SharingGroup group{SharingGroup::Kind::sharing, {}};
        for (std::int64_t i = 0; i < count; ++i) {
            problem.buffers.push_back(buffer("b" + std::to_string(i), i, i + 2, 10));
            group.members.emplace_back(static_cast<std::size_t>(i));
        }
        Layout file = layout_of(problem, offsets);
        file.sharing = {group};
        QElapsedTimer clock;
        clock.start();
        const auto plan = run_planner(problem, file, {.planner = "offsets-greedy-by-size"});
        QCOMPARE(peak(plan->problem, plan->result.layout), Offset(10));
        for (Buffer& each : problem.buffers) {
            each.pin = Offset(0);
        }
        const auto pinned = run_planner(problem, file, {.planner = "offsets-greedy-by-size"});
        QCOMPARE(peak(pinned->problem, pinned->result.layout), Offset(10));
        // Each pair of members compared takes minutes.
        QVERIFY2(clock.elapsed() < 20'000, std::to_string(clock.elapsed()).c_str());
    }

    void planners_that_search_never_end_above_the_file_and_the_others_name_it() {
        // Found by searching: the greedy strategies all end above 48.
        const Problem problem =
            problem_of({buffer("a", 0, 2, 16), buffer("b", 1, 4, 16), buffer("c", 3, 6, 32), buffer("d", 5, 7, 16),
                        buffer("e", 0, 3, 16), buffer("f", 5, 8, 8), buffer("g", 6, 8, 24)});
        const Layout best = run_planner(problem, empty_layout(problem), {.planner = "exact"})->result.layout;
        const Offset top = peak(problem, best);
        std::size_t named = 0;
        for (const Planner& planner : planners()) {
            const std::string name(planner.description.name);
            const auto plan = run_planner(problem, best, {.planner = name, .record = true});
            const bool is_above = peak(plan->problem, plan->result.layout) > top;
            const bool names_it = std::ranges::any_of(plan->result.notes, [](const std::string& note) {
                return note.starts_with("the layout of the file is lower: ");
            });
            QVERIFY2(!searches(planner) || !is_above, name.c_str());
            QVERIFY2(is_above == names_it, name.c_str());
            named += names_it ? 1 : 0;
        }
        QVERIFY(named > 0);
        const auto source =
            run_planner(problem, best, {.planner = "peak-suppression", .settings = {{"method", "source"}}});
        const auto alone = run_planner(problem, empty_layout(problem),
                                       {.planner = "peak-suppression", .settings = {{"method", "source"}}});
        QCOMPARE(peak(problem, source->result.layout), peak(problem, alone->result.layout));
    }

    void random_sharing_is_kept_soundly_by_every_planner() {
        const std::uint64_t seed = fresh_seed();
        for (std::uint64_t turn = 0; turn < 80 / drawn_share; ++turn) {
            const SharedLayout file = DrawnSharing(seed + turn, {}).draw();
            for (const Planner& planner : planners()) {
                PlanOrder order = quick_order(planner.description, 20'000);
                order.record = true;
                if (turn % 5 == 4 && !shares_objects(planner)) {
                    order.settings.emplace_back("alignment", "8");
                }
                const auto plan = run_planner(file.problem, file.layout, order);
                const bool is_refused =
                    shares_objects(planner) &&
                    std::ranges::any_of(file.problem.buffers, [](const Buffer& each) { return each.pin.has_value(); });
                const bool is_misaligned = turn % 5 == 4;
                std::string fault = plan || is_refused || is_misaligned ? std::string() : to_string(plan.error());
                // The file itself need not keep a larger alignment, so that nothing can be compared with it.
                if (plan && !is_misaligned) {
                    fault = sharing_fault(planner, file, *plan);
                } else if (plan && !is_clean(check(plan->problem, plan->result.layout))) {
                    fault = "the overlap checker finds something";
                }
                QVERIFY2(
                    fault.empty(),
                    (std::string(planner.description.name) + ": " + fault + ", " + seed_line(seed + turn)).c_str());
            }
        }
    }

    void bounds_hold_over_every_arrangement_that_the_checker_accepts() {
        const std::uint64_t seed = fresh_seed();
        constexpr SharingShape tiny{.most_buffers = 4,
                                    .most_steps = 5,
                                    .largest_size = 4,
                                    .with_alignment = false,
                                    .with_pins = false,
                                    .with_regions = false};
        for (std::uint64_t turn = 0; turn < 120 / drawn_share; ++turn) {
            const SharedLayout file = DrawnSharing(seed + turn, tiny).draw();
            const std::int64_t least = LeastArrangedPeak(file.problem, file.layout.sharing).find();
            const std::string which = seed_line(seed + turn);
            QVERIFY2(arrangement_bound(file.problem, file.layout).value() <= least, which.c_str());
            for (const Planner& planner : planners()) {
                if (shares_objects(planner)) {
                    continue;  // whole lifetimes in one object: other problems
                }
                const auto plan = run_planner(file.problem, file.layout, quick_order(planner.description, 20'000));
                QVERIFY2(plan.has_value(), which.c_str());
                const std::string name = std::string(planner.description.name) + ", " + which;
                QVERIFY2(plan->result.lower_bound.value() <= least, name.c_str());
                const bool is_optimal = plan->result.goal == Goal::optimal;
                QVERIFY2(!is_optimal || peak(plan->problem, plan->result.layout).value() == least, name.c_str());
            }
        }
    }

private:
    static std::string seed_line(std::uint64_t seed) { return "ARENASCOPE_SEED=" + std::to_string(seed); }

    static Layout layout_of_group(const Problem& problem, const std::vector<std::int64_t>& offsets) {
        Layout layout = layout_of(problem, offsets);
        layout.sharing = {members_share({0, 1})};
        return layout;
    }
};

ARENASCOPE_TEST(SharedProblemTest)
#include "shared_problem_test.moc"
