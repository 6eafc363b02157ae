#include "core/planner/pins.h"

#include "core/check/overlap_checker.h"
#include "core/model/memory/live_profile.h"
#include "core/planner/planning.h"
#include "core/planner/registry.h"
#include "tests/support/random_problem.h"
#include "tests/support/test_registry.h"

using namespace arenascope;
using namespace arenascope::test;

namespace {

Buffer pinned(const std::string& name, std::int64_t begin, std::int64_t end, std::int64_t size, std::int64_t offset) {
    Buffer made = buffer(name, begin, end, size);
    made.pin = Offset(offset);
    return made;
}

SharingGroup group_of(std::vector<std::size_t> members, SharingGroup::Kind kind = SharingGroup::Kind::sharing) {
    SharingGroup group{kind, {}};
    for (const std::size_t member : members) {
        group.members.emplace_back(member);
    }
    return group;
}

/// A layout without placements and its declarations.
Layout declaring(const Problem& problem, std::vector<SharingGroup> groups) {
    Layout layout = empty_layout(problem);
    layout.sharing = std::move(groups);
    return layout;
}

std::string pin_error(const Problem& problem, const Layout& given, const PlanOrder& order) {
    const auto plan = run_planner(problem, given, order);
    return plan ? "no error" : to_string(plan.error());
}

}  // namespace

class PinsTest : public QObject {
    Q_OBJECT

private slots:
    void overlapping_pins_are_an_error_that_names_both_buffers_and_the_shared_bytes() {
        const Problem problem = problem_of({buffer("a", 0, 4, 10), buffer("b", 2, 6, 7), buffer("c", 0, 6, 3)});
        for (const Planner& planner : planners()) {
            const std::string error =
                pin_error(problem, layout_of(problem, {0, 5, 20}),
                          {.planner = std::string(planner.description.name), .settings = {{"pins", "file"}}});
            QVERIFY2(error.find("buffers 'a' and 'b' are pinned to the same bytes: [5, 10) from step 2 to 4") !=
                         std::string::npos,
                     (std::string(planner.description.name) + ": " + error).c_str());
        }
    }

    void pins_of_the_problem_itself_are_compared_too() {
        const Problem problem = problem_of({pinned("a", 0, 4, 10, 0), pinned("b", 2, 6, 7, 9)});
        QVERIFY(pin_error(problem, empty_layout(problem), {.planner = "greedy-tflm"}).find("[9, 10)") !=
                std::string::npos);
    }

    void a_group_keeps_its_pinned_members_and_is_dropped_without_its_whole() {
        const Problem problem = problem_of({pinned("a", 0, 4, 10, 0), pinned("b", 0, 4, 4, 0), buffer("c", 0, 4, 4)});
        const auto groups = [&](SharingGroup group) {
            return layout_of_pins(problem, declaring(problem, {std::move(group)})).sharing;
        };
        QCOMPARE(groups(group_of({0, 1, 2})), (std::vector{group_of({0, 1})}));
        QCOMPARE(groups(group_of({0, 2})), std::vector<SharingGroup>{});
        QCOMPARE(groups(group_of({2, 0, 1}, SharingGroup::Kind::parts)), std::vector<SharingGroup>{});
        QCOMPARE(groups(group_of({0, 1, 2}, SharingGroup::Kind::parts)),
                 (std::vector{group_of({0, 1}, SharingGroup::Kind::parts)}));
    }

    void each_shared_byte_is_assigned_to_one_member() {
        //   12 ┤     ┌────┐ b [2, 6)
        //   10 ┤┌────┼─┐  │
        //    4 ┤│ a  └─┼──┘          c lies in a while that lives
        //    0 ┤└──────┘ c [1, 8) from 0 to 4
        const Problem problem =
            problem_of({pinned("a", 0, 4, 10, 0), pinned("b", 2, 6, 8, 4), pinned("c", 1, 8, 4, 0)});
        const Layout layout = layout_of_pins(problem, declaring(problem, {group_of({0, 1, 2})}));
        const Problem unshared = without_shared_bytes(problem, layout);
        QCOMPARE(unshared.buffers[0].gaps(), std::vector<Gap>{});
        QCOMPARE(unshared.buffers[1].gaps(), (std::vector<Gap>{{{Step(2), Step(4)}, Window{Bytes(6), Bytes(8)}}}));
        QCOMPARE(unshared.buffers[2].gaps(), (std::vector<Gap>{{{Step(1), Step(4)}, std::nullopt}}));
        QCOMPARE(live_profile(unshared, RegionIndex(0)).threshold, Bytes(12));
    }

    void without_sharing_nothing_changes() {
        const Problem problem = problem_of({pinned("a", 0, 4, 10, 0), buffer("b", 2, 6, 7)});
        QCOMPARE(without_shared_bytes(problem, layout_of_pins(problem, empty_layout(problem))), problem);
    }

    void the_live_size_counts_unions_and_no_byte_belongs_to_two_buffers() {
        QVERIFY(rc::check("shared pins", [] {
            Problem problem = random_problem({.most_buffers = 8, .with_gaps = true});
            for (Buffer& each : problem.buffers) {
                each.pin = Offset(*rc::gen::inRange<std::int64_t>(0, 30));
            }
            std::vector<std::size_t> all(problem.buffers.size());
            std::iota(all.begin(), all.end(), std::size_t{0});
            RC_PRE(all.size() > 1);
            const Layout layout = layout_of_pins(problem, declaring(problem, {group_of(all)}));
            const Problem unshared = without_shared_bytes(problem, layout);
            RC_ASSERT(validate(unshared).has_value());
            RC_ASSERT(threshold(unshared) == threshold(problem, layout));
            Layout alone = layout;
            alone.sharing.clear();
            RC_ASSERT(check(unshared, alone).overlaps.empty());
        }));
    }

    void sharing_that_the_file_declares_is_kept_and_counted_once_by_every_planner_of_offsets() {
        const Problem problem = problem_of({buffer("a", 0, 4, 10), buffer("b", 2, 6, 7), buffer("c", 1, 5, 3)});
        Layout given = layout_of(problem, {0, 0, 0});
        given.placements[2].reset();
        given.sharing = {group_of({0, 1})};
        for (const Planner& planner : planners()) {
            const std::string name(planner.description.name);
            const auto plan =
                run_planner(problem, given, {.planner = name, .settings = {{"pins", "file"}}, .record = true});
            if (planner.description.kind == PlannerKind::shared_objects) {
                QVERIFY2(!plan.has_value(), name.c_str());  // objects cannot be pinned
                continue;
            }
            QVERIFY2(plan.has_value(), (name + ": " + (plan ? "" : to_string(plan.error()))).c_str());
            QVERIFY2(is_clean(check(plan->problem, plan->result.layout)), name.c_str());
            QVERIFY2(peak(plan->problem, plan->result.layout) == Offset(13), name.c_str());
            QCOMPARE(plan->result.threshold, Bytes(13));
            QCOMPARE(plan->result.threshold_unshared, std::optional(Bytes(20)));
            QCOMPARE(plan->trace->threshold, Bytes(13));
            QVERIFY2(plan->result.lower_bound == Bytes(13), name.c_str());
            QVERIFY2(plan->problem.buffers == problem.buffers || plan->problem.buffers[0].gaps().empty(), name.c_str());
        }
    }
};

ARENASCOPE_TEST(PinsTest)
#include "pins_test.moc"
