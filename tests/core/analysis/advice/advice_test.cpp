#include "core/analysis/advice/advice.h"

#include <algorithm>
#include <map>

#include "tests/support/random_problem.h"
#include "tests/support/test_registry.h"

using namespace arenascope;
using namespace arenascope::test;

namespace {

/// What an import gives: the size of the one tensor, and the multiply-accumulates of the one operator.
struct Figures {
    std::int64_t size;
    std::int64_t work;
    std::int64_t traffic = 0;
    std::vector<PartsChoice> choices = {};  ///< where chains were searched
};

ImportedPlan plan_of(const Figures& figures) {
    Problem problem = problem_of({buffer("x", 0, 1, figures.size)});
    Graph graph;
    Operator conv;
    conv.name = "conv";
    conv.type = "Conv";
    conv.writes = {BufferIndex(0)};
    conv.multiply_accumulates = figures.work;
    graph.operators.push_back(conv);
    problem.graph = std::move(graph);
    Layout layout = empty_layout(problem);
    return {std::move(problem), std::move(layout), figures.traffic, figures.choices};
}

std::string key_of(std::span<const KeyValue> switches) {
    std::string key;
    for (const auto& [name, value] : switches) {
        key += (key.empty() ? "" : " ") + name + "=" + value;
    }
    return key;
}

/// An order over made-up imports, by their switches. An import that is not among them is refused.
AdviceOrder order_over(std::map<std::string, Figures> imports) {
    AdviceOrder order;
    order.file = "net.param";
    order.allowed = {Lever::order, Lever::split};
    order.import = [imports = std::move(imports)](std::span<const KeyValue> switches) -> Expected<ImportedPlan> {
        const auto found = imports.find(key_of(switches));
        return found != imports.end() ? Expected<ImportedPlan>(plan_of(found->second))
                                      : failure("'pool' sums over the height", "split another chain");
    };
    return order;
}

std::vector<std::int64_t> peaks_of(const Advice& advice) {
    std::vector<std::int64_t> peaks;
    for (const AdviceOption& option : advice.options) {
        peaks.push_back(option.peak.value());
    }
    return peaks;
}

}  // namespace

class AdviceTest : public QObject {
    Q_OBJECT

private slots:
    void the_network_as_it_is_comes_first_and_the_rest_by_price() {
        AdviceOrder order = order_over({{"", {100, 1000}},
                                        {"execution-order=least-peak", {90, 1000}},
                                        {"parts=least-peak:2%", {50, 1020, 7, {{0, "0/height/2"}, {2, "0/height/4"}}}},
                                        {"parts=0/height/2", {80, 1000}},
                                        {"parts=0/height/4", {50, 1020, 7}}});
        order.most_extra_work = 2;
        order.capacity = Bytes(60);
        const auto advice = advise(order);
        QVERIFY(advice);
        QCOMPARE(peaks_of(*advice), (std::vector<std::int64_t>{100, 80, 50}));
        QCOMPARE(advice->options[2].extra_work, 2.0);
        QCOMPARE(advice->options[2].traffic, std::int64_t{7});
        QCOMPARE(advice->options[1].traffic, std::int64_t{0});
        QVERIFY(advice->options[2].levers == std::vector{Lever::split});
        QVERIFY(advice->cheapest_that_fits() == &advice->options[2]);
        QVERIFY(&advice->lowest() == &advice->options[2]);
        QCOMPARE(advice->options[2].command, std::string("arenascope plan net.param --set parts=0/height/4 "
                                                         "--planner portfolio"));
    }

    /// The chains of all limits come from one search, and each import is made once.
    void chains_are_searched_once() {
        std::map<std::string, int> counts;
        AdviceOrder order =
            order_over({{"", {100, 1000}},
                        {"parts=least-peak:20%", {40, 1200, 0, {{0, "0/height/2"}, {20, "0/height/9"}}}},
                        {"parts=0/height/2", {80, 1000}},
                        {"parts=0/height/9", {40, 1200}}});
        order.allowed = {Lever::split, Lever::sharing};
        order.import = [&, import = order.import](std::span<const KeyValue> switches) {
            ++counts[key_of(switches)];
            return import(switches);
        };
        const auto advice = advise(order);
        QVERIFY(advice);
        QCOMPARE(peaks_of(*advice), (std::vector<std::int64_t>{100, 80, 40}));
        for (const auto& [key, count] : counts) {
            QVERIFY2(count == 1, key.c_str());
        }
    }

    void a_lever_that_the_import_refuses_is_a_note() {
        const auto advice = advise(order_over({{"", {100, 1000}}}));
        QVERIFY(advice);
        QCOMPARE(advice->options.size(), std::size_t{1});
        QCOMPARE(advice->notes, (std::vector<std::string>{"with order: 'pool' sums over the height",
                                                          "with split: 'pool' sums over the height"}));
    }

    void an_import_that_fails_as_it_is_is_an_error() {
        const auto advice = advise(order_over({}));
        QVERIFY(!advice);
        QCOMPARE(advice.error().cause, std::string("'pool' sums over the height"));
    }

    void a_lever_that_the_user_has_set_is_left_alone() {
        AdviceOrder order = order_over({{"", {100, 1000}},
                                        {"parts=least-peak:3%", {70, 1030, 0, {{3, "0/height/4"}}}},
                                        {"parts=0/height/4", {70, 1030}}});
        order.most_extra_work = 3;
        order.switches = {{"execution-order", "file"}};
        const auto advice = advise(order);
        QVERIFY(advice);
        QCOMPARE(peaks_of(*advice), (std::vector<std::int64_t>{100, 70}));
        QCOMPARE(advice->notes.front(), std::string("order: --set execution-order decides it"));
    }

    void two_levers_are_offered_only_where_they_are_lower_than_each() {
        const std::map<std::string, Figures> alone = {{"", {100, 1000}},
                                                      {"execution-order=least-peak", {90, 1000}},
                                                      {"parts=least-peak:0%", {80, 1000, 0, {{0, "0/width/2"}}}},
                                                      {"parts=0/width/2", {80, 1000}}};
        for (const std::int64_t both : {70, 80}) {
            auto imports = alone;
            imports["execution-order=least-peak parts=0/width/2"] = {both, 1000};
            AdviceOrder order = order_over(imports);
            order.most_extra_work = 0;
            const auto advice = advise(order);
            QVERIFY(advice);
            QCOMPARE(advice->options.back().levers.size(), std::size_t{both < 80 ? 2U : 1U});
            QCOMPARE(advice->lowest().peak, Offset(both));
        }
    }

    void levers_that_are_beyond_the_limit_together_are_left_out() {
        for (const std::int64_t work : {std::int64_t{1030}, std::int64_t{1031}}) {
            AdviceOrder order = order_over({{"", {100, 1000}},
                                            {"recompute=least-peak:3%", {90, 1020}},
                                            {"parts=least-peak:3%", {80, 1025, 0, {{2.5, "0/height/4"}}}},
                                            {"parts=0/height/4", {80, 1025}},
                                            {"parts=0/height/4 recompute=least-peak:3%", {70, work}}});
            order.allowed = {Lever::split, Lever::recompute};
            order.most_extra_work = 3;
            const auto advice = advise(order);
            QVERIFY(advice);
            QCOMPARE(advice->lowest().peak, Offset(work == 1030 ? 70 : 80));
        }
    }

    void a_second_memory_is_tried_for_the_capacity_and_else_for_the_lowest() {
        AdviceOrder order =
            order_over({{"", {100, 1000}}, {"spill=sdram:500:60", {60, 1000}}, {"spill=sdram:500", {70, 1000}}});
        order.allowed = {Lever::spill};
        order.spill = SpillWish{.memory = "sdram", .capacity = Bytes(500), .most = {}};
        order.capacity = Bytes(60);
        const auto fits = advise(order);
        QVERIFY(fits);
        QCOMPARE(peaks_of(*fits), (std::vector<std::int64_t>{100, 60}));
        QCOMPARE(fits->options.back().command,
                 std::string("arenascope plan net.param --set spill=sdram:500:60 --planner portfolio"));
        order.capacity = Bytes(50);
        const auto lowest = advise(order);
        QVERIFY(lowest);
        QCOMPARE(peaks_of(*lowest), (std::vector<std::int64_t>{100, 70}));
        QVERIFY(lowest->cheapest_that_fits() == nullptr);
    }

    void without_a_second_memory_the_lever_is_a_note() {
        AdviceOrder order = order_over({{"", {100, 1000}}});
        order.allowed = {Lever::spill};
        const auto advice = advise(order);
        QVERIFY(advice);
        QCOMPARE(advice->notes,
                 std::vector<std::string>{"spill: the file names no second memory; --set spill=NAME:BYTES gives one"});
    }

    /// They change the results, so they beat nothing that does not, and the wider type is no worse than the narrower.
    void types_stand_beside_what_changes_no_result() {
        AdviceOrder order = order_over({{"", {100, 1000}},
                                        {"execution-order=least-peak", {80, 1000}},
                                        {"types=float16", {50, 1000, -20}},
                                        {"types=int8", {25, 1000, -30}},
                                        {"execution-order=least-peak types=float16", {40, 1000, -20}},
                                        {"execution-order=least-peak types=int8", {25, 1000, -30}}});
        order.allowed = {Lever::order, Lever::types};
        order.capacity = Bytes(60);
        const auto advice = advise(order);
        QVERIFY(advice);
        QCOMPARE(peaks_of(*advice), (std::vector<std::int64_t>{100, 25, 50, 40, 80}));
        QCOMPARE(advice->options[1].command, std::string("arenascope plan net.param --set types=int8 "
                                                         "--planner portfolio"));
        QCOMPARE(advice->options[3].name(), std::string("order and types (float16, which changes the results)"));
        QVERIFY(advice->cheapest_that_fits() == &advice->options[2]);
        order.capacity = Bytes(80);
        const auto exact = advise(order);
        QVERIFY(exact && exact->cheapest_that_fits());
        QVERIFY(exact->cheapest_that_fits()->types == ActivationType::as_in_file);
    }

    void types_that_change_nothing_are_a_note() {
        AdviceOrder order =
            order_over({{"", {100, 1000}}, {"types=float16", {100, 1000}}, {"types=int8", {100, 1000}}});
        order.allowed = {Lever::types};
        const auto advice = advise(order);
        QVERIFY(advice);
        QCOMPARE(peaks_of(*advice), std::vector<std::int64_t>{100});
        QCOMPARE(advice->notes, std::vector<std::string>{"types: no activation at the peak has wider elements"});
    }

    void a_file_without_operators_has_no_lever() {
        AdviceOrder order;
        order.allowed = {all_levers.begin(), all_levers.end()};
        order.import = [](std::span<const KeyValue>) -> Expected<ImportedPlan> {
            Problem problem = problem_of({buffer("x", 0, 1, 10)});
            Layout layout = empty_layout(problem);
            return ImportedPlan{std::move(problem), std::move(layout), 0};
        };
        const auto advice = advise(order);
        QVERIFY(advice);
        QCOMPARE(advice->options.size(), std::size_t{1});
        QVERIFY(!advice->options.front().fits);
        QCOMPARE(advice->notes, std::vector<std::string>{"the file has no operators, so no lever applies"});
    }

    void a_stop_leaves_trials_out() {
        AdviceOrder order = order_over({{"", {100, 1000}}, {"execution-order=least-peak", {90, 1000}}});
        bool is_stopped = false;
        order.trying = [&](std::string_view words) { is_stopped = words.starts_with("trying split"); };
        order.is_over = [&] { return is_stopped; };
        const auto advice = advise(order);
        QVERIFY(advice);
        QVERIFY(!advice->is_complete);
        QCOMPARE(peaks_of(*advice), (std::vector<std::int64_t>{100, 90}));
    }

    void what_is_offered_is_no_worse_than_anything_that_costs_no_more() {
        QVERIFY(rc::check("frontier", [] {
            std::map<std::string, Figures> imports = {{"", {*rc::gen::inRange<std::int64_t>(50, 60), 1000}}};
            for (const std::string order_text : {"", "execution-order=least-peak"}) {
                for (const std::string parts : {"", "0/height/2", "0/height/3", "0/height/4", "0/height/5"}) {
                    const std::string part = parts.empty() ? "" : "parts=" + parts;
                    const std::string key = order_text + (order_text.empty() || part.empty() ? "" : " ") + part;
                    if (!key.empty()) {
                        imports[key] = {*rc::gen::inRange<std::int64_t>(40, 60),
                                        1000 + *rc::gen::inRange<std::int64_t>(0, 50)};
                    }
                }
            }
            imports["parts=least-peak:5%"] = imports["parts=0/height/5"];
            imports["parts=least-peak:5%"].choices = {
                {0, "0/height/2"}, {1, "0/height/3"}, {2, "0/height/4"}, {5, "0/height/5"}};
            AdviceOrder order = order_over(imports);
            order.most_extra_work = 5;
            const auto advice = advise(order);
            RC_ASSERT(advice.has_value());
            const auto& options = advice->options;
            RC_ASSERT(options.front().levers.empty());
            for (std::size_t i = 1; i < options.size(); ++i) {
                RC_ASSERT(options[i].peak < options.front().peak);
                RC_ASSERT(i == 1 || options[i - 1].extra_work <= options[i].extra_work);
            }
            // Everything that was tried is beaten, or is there.
            for (const auto& [key, figures] : imports) {
                const double extra = static_cast<double>(figures.work - imports[""].work) / 10;
                RC_ASSERT(std::ranges::any_of(options, [&, size = figures.size](const AdviceOption& option) {
                    return option.peak.value() <= size && option.extra_work <= extra + 1e-9;
                }));
            }
        }));
    }
};

ARENASCOPE_TEST(AdviceTest)
#include "advice_test.moc"
