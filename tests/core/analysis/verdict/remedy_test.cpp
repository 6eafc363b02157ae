#include "core/analysis/verdict/remedy.h"

#include <algorithm>
#include <rapidcheck.h>
#include <string>
#include <tuple>
#include <vector>

#include "core/check/overlap_checker.h"
#include "core/model/memory/live_profile.h"
#include "core/planner/planning.h"
#include "tests/support/random_problem.h"
#include "tests/support/test_registry.h"

namespace arenascope {
namespace {

using test::buffer;
using test::layout_of;
using test::problem_of;

/// Each buffer above the one before.
Layout stack_of(const Problem& problem) {
    std::vector<std::int64_t> offsets;
    std::int64_t top = 0;
    for (const Buffer& one : problem.buffers) {
        offsets.push_back(top);
        top += one.size.value();
    }
    return layout_of(problem, offsets);
}

RemedyOrder order_for(const Problem& problem, const Layout& layout) {
    return {.problem = &problem, .given = &layout, .today = &layout, .command = {"arenascope", "plan", "a b.csv"}};
}

}  // namespace

class RemedyTest : public QObject {
    Q_OBJECT

private slots:
    void a_move_is_the_simplest_remedy() {
        const Problem problem = problem_of({buffer("a", 0, 2, 4), buffer("b", 2, 4, 4)});
        const Layout layout = stack_of(problem);
        const std::vector<Remedy> found = remedies(order_for(problem, layout));
        QCOMPARE(found.size(), std::size_t{1});
        QVERIFY(found.front().kind == RemedyKind::move);
        QCOMPARE(found.front().label, std::string("Move 'b'"));
        QCOMPARE(found.front().command, std::string());
        QVERIFY(found.front().peak == Offset(4));
        QVERIFY(found.front().fits);
    }

    void a_planner_comes_with_its_command() {
        const Problem problem = problem_of({buffer("a", 0, 2, 4), buffer("b", 2, 4, 4)});
        const Layout layout = stack_of(problem);
        RemedyOrder order = order_for(problem, layout);
        order.with_moves = false;
        order.capacity = Bytes(5);
        order.settings = {{"alignment", "2"}};
        std::vector<std::string> tried;
        std::vector<std::string> told;
        order.trying = [&](std::string_view label) { tried.emplace_back(label); };
        order.found = [&](const Remedy& remedy) { told.push_back(remedy.planner); };
        const std::vector<Remedy> found = remedies(order);
        QCOMPARE(found.size(), std::size_t{1});
        QVERIFY(found.front().kind == RemedyKind::planner);
        QVERIFY(found.front().fits);
        QCOMPARE(found.front().command,
                 std::string("arenascope plan 'a b.csv' --planner offsets-greedy-by-size --set alignment=2"));
        // The first one reaches the threshold, so that no other can be lower.
        QCOMPARE(tried, std::vector<std::string>{"Plan by offsets-greedy-by-size"});
        QCOMPARE(told, std::vector<std::string>{"offsets-greedy-by-size"});
    }

    void sharing_helps_where_no_other_layout_can() {
        Problem problem = problem_of({buffer("a", 0, 2, 4), buffer("b", 1, 3, 4)});
        problem.graph.emplace();
        problem.graph->operators.push_back({"make", "Input", Step(0), {}, {BufferIndex(0)}});
        problem.graph->operators.push_back({"relu", "Relu", Step(1), {BufferIndex(0)}, {BufferIndex(1)}});
        problem.graph->operators.push_back({"use", "Output", Step(2), {BufferIndex(1)}, {}});
        problem.graph->operators[OperatorIndex(1)].feature = OperatorFeature::in_place;
        problem.graph->operators[OperatorIndex(1)].shareable = {0};
        const Layout layout = stack_of(problem);
        RemedyOrder order = order_for(problem, layout);
        order.capacity = Bytes(7);
        const std::vector<Remedy> found = remedies(order);
        QCOMPARE(found.size(), std::size_t{1});
        QVERIFY(found.front().kind == RemedyKind::sharing);
        QCOMPARE(found.front().label, std::string("Let operators share memory"));
        QVERIFY(found.front().peak == Offset(4));
        QVERIFY(found.front().fits);
    }

    void where_nothing_fits_the_network_is_changed() {
        const auto network = [](std::int64_t size, std::int64_t work) {
            Problem problem = problem_of({buffer("a", 0, 2, size)});
            problem.graph.emplace();
            problem.graph->operators.push_back({"conv", "Conv", Step(0), {}, {BufferIndex(0)}});
            problem.graph->operators[OperatorIndex(0)].multiply_accumulates = work;
            return problem;
        };
        const Problem problem = network(100, 1000);
        const Layout layout = stack_of(problem);
        RemedyOrder order = order_for(problem, layout);
        std::vector<std::string> asked;
        order.import = [&](std::span<const KeyValue> switches) -> Expected<ImportedPlan> {
            asked.push_back(switches.front().second);
            Problem changed = switches.front().first == "execution-order" ? network(90, 1000)
                              : switches.front().second == "0/height/3"   ? network(60, 1021)
                              : switches.front().second == "0/height/2"   ? network(72, 1010)
                                                                          : network(50, 1900);
            Layout empty = empty_layout(changed);
            // The import may need more than the search counted.
            std::vector<PartsChoice> choices = {{0, "0/width/2", Bytes(80)},
                                                {1, "0/height/2", Bytes(70)},
                                                {2.1, "0/height/3", Bytes(60)},
                                                {90, "0/height/9", Bytes(50)}};
            return ImportedPlan{std::move(changed), std::move(empty), 0, std::move(choices)};
        };
        order.capacity = Bytes(70);
        const std::vector<Remedy> found = remedies(order);
        QCOMPARE(asked, (std::vector<std::string>{"least-peak", "least-peak:100%", "0/height/2", "0/height/3"}));
        QVERIFY(found.front().kind == RemedyKind::split);
        QVERIFY(found.front().fits);
        QCOMPARE(found.front().label, std::string("Run chains of operators part by part, 2.1 % more multiplications"));
        QVERIFY(found.front().command.starts_with("arenascope plan 'a b.csv' --set parts=0/height/3 --planner "));
        // Where no chains may fit, the lowest ones show what is missing.
        asked.clear();
        order.capacity = Bytes(40);
        const std::vector<Remedy> short_of_it = remedies(order);
        QCOMPARE(asked, (std::vector<std::string>{"least-peak", "least-peak:100%", "0/height/9"}));
        QVERIFY(!short_of_it.front().fits);
        QCOMPARE(short_of_it.front().peak, Offset(50));
        // Where something fits, the network stays.
        asked.clear();
        order.capacity = Bytes(100);
        (void)remedies(order);
        QVERIFY(asked.empty());
    }

    void what_is_the_lowest_already_has_no_remedy() {
        const Problem problem = problem_of({buffer("a", 0, 2, 4), buffer("b", 1, 3, 4)});
        const Layout layout = stack_of(problem);
        QVERIFY(remedies(order_for(problem, layout)).empty());
    }

    void a_stop_leaves_nothing_half_done() {
        const Problem problem = problem_of({buffer("a", 0, 2, 4), buffer("b", 2, 4, 4)});
        const Layout layout = stack_of(problem);
        RemedyOrder order = order_for(problem, layout);
        order.stop = [] { return true; };
        QVERIFY(remedies(order).empty());
    }

    void random_problems_get_checked_remedies_that_are_lower_or_fit() {
        QVERIFY(rc::check([] {
            const Problem problem = test::random_problem({.with_gaps = true});
            const Layout layout = stack_of(problem);
            const Offset today = peak(problem, layout);
            RemedyOrder order = order_for(problem, layout);
            order.work = 100'000;
            if (*rc::gen::arbitrary<bool>()) {
                order.capacity = Bytes(*rc::gen::inRange<std::int64_t>(1, today.value() + 1));
            }
            std::size_t told = 0;
            order.found = [&](const Remedy&) { ++told; };
            const std::vector<Remedy> found = remedies(order);
            RC_ASSERT(told == found.size());
            RC_ASSERT(std::ranges::is_sorted(
                found, {}, [](const Remedy& one) { return std::tuple(!one.fits, one.peak, one.kind); }));
            for (const Remedy& one : found) {
                const CheckReport report = check(*one.problem, *one.layout);
                RC_ASSERT(report.overlap_count == 0 && report.misaligned.empty() && report.unplaced.empty());
                RC_ASSERT(report.outside.empty() == one.fits);
                RC_ASSERT(peak(*one.problem, *one.layout) == one.peak);
                RC_ASSERT(one.peak < today);
                RC_ASSERT(one.command.empty() == (one.kind == RemedyKind::move));
            }
        }));
    }
};

ARENASCOPE_TEST(RemedyTest)

}  // namespace arenascope

#include "remedy_test.moc"
