#include "core/analysis/compare/compared_recordings.h"

#include "core/analysis/compare/compared_plans.h"
#include "tests/support/segmented_plan.h"
#include "tests/support/test_registry.h"

using namespace arenascope;
using test::made_by_frames;
using test::python_frame;
using test::segmented_plan;

namespace {

/// A run of a program; in each run, segments have other addresses.
test::PlacedPlan run_at(Address address, std::int64_t size) {
    auto plan = segmented_plan(
        {1000, 500},
        {{0, {Step(0), Step(4)}, 0, 100, 3}, {0, {Step(2), Step(6)}, 200, size, 5}, {1, {Step(2), Step(4)}, 0, 40, 0}});
    AllocatorHistory history = *plan.problem.history;
    for (std::size_t i = 0; i < history.segments.size(); ++i) {
        AllocatorSegment& segment = history.segments[SegmentIndex(i)];
        segment.base += address;
        segment.name = "segment " + std::to_string(segment.base);
        plan.problem.regions[RegionIndex(i)].base = segment.base;
        plan.problem.regions[RegionIndex(i)].name = segment.name;
    }
    plan.problem.history = std::make_shared<const AllocatorHistory>(std::move(history));
    return plan;
}

}  // namespace

class ComparedRecordingsTest : public QObject {
    Q_OBJECT

private slots:
    void two_runs_are_compared_by_what_was_live_and_reserved() {
        const auto first = run_at(0, 60);
        const auto second = run_at(1 << 20, 90);
        const auto found = compared_recordings(first.problem, second.problem);
        QVERIFY(found.has_value());
        QCOMPARE(found->a.highest_live, Bytes(200));
        QCOMPARE(found->b.highest_live, Bytes(230));
        QCOMPARE(found->a.highest_live_at, Step(2));
        QCOMPARE(found->a.reserved_at_highest_live, Bytes(1500));
        QCOMPARE(found->b.highest_reserved, Bytes(1500));
        QVERIFY(!compared_recordings(first.problem, test::placed_plan({{"a", 0, 4, 8, 0}}).problem));
    }

    void makers_are_matched_by_their_code_and_sorted_by_what_changed() {
        const auto first = run_at(0, 60);
        const auto second = run_at(1 << 20, 90);
        const auto makers = maker_totals({first.problem, first.layout}, {second.problem, second.layout});
        QCOMPARE(makers, (std::vector<GroupTotal>{
                             {"net.py:5 forward", {1, Bytes(60), Bytes(60)}, {1, Bytes(90), Bytes(90)}},
                             {"net.py:3 forward", {1, Bytes(100), Bytes(100)}, {1, Bytes(100), Bytes(100)}},
                             {"", {1, Bytes(40), Bytes(40)}, {1, Bytes(40), Bytes(40)}}}));
    }

    void files_of_one_name_are_told_apart_in_both_runs_alike() {
        const Problem first =
            made_by_frames({python_frame("/a/nn/loss.py", "f"), python_frame("/a/mine/loss.py", "f")});
        const Problem second = made_by_frames({python_frame("/b/mine/loss.py", "f")});
        const auto makers = maker_totals({first, empty_layout(first)}, {second, empty_layout(second)}, MadeBy::file);
        QCOMPARE(makers.size(), std::size_t{2});
        QCOMPARE(makers[0].name, std::string("nn/loss.py"));
        QCOMPARE(makers[1].name, std::string("mine/loss.py"));
        QCOMPARE(makers[1].second.bytes, Bytes(1000));
        QCOMPARE(makers[1].first.bytes, Bytes(999));
    }

    void an_address_of_another_run_is_no_move() {
        const auto first = run_at(0, 60);
        const auto second = run_at(1 << 20, 60);
        const Comparand a{first.problem, first.layout};
        const Comparand b{second.problem, second.layout};
        const PlanChanges changes = plan_changes(a, b, pair_buffers(a.problem, b.problem));
        QCOMPARE(changes.moved, std::size_t{0});
        QVERIFY(!offset_change(a, b, changes.buffers.front()));
    }
};

ARENASCOPE_TEST(ComparedRecordingsTest)
#include "compared_recordings_test.moc"
