#include "core/model/network/takeovers.h"

#include <algorithm>
#include <numeric>

#include "core/format/reading.h"
#include "tests/support/random_problem.h"
#include "tests/support/test_registry.h"

using namespace arenascope;
using namespace arenascope::test;

namespace {

/// Builds a network. Each operator runs in a step of its own and writes one buffer of its name.
struct Sketch {
    Problem problem;

    Sketch() { problem.graph.emplace(); }

    Sketch& add(const std::string& name, const std::vector<std::string>& reads, std::vector<std::string> writes = {}) {
        const Step step(static_cast<std::int64_t>(problem.graph->operators.size()));
        Operator one{.name = name, .type = "op", .step = step};
        writes.insert(writes.begin(), name);
        for (const std::string& read : reads) {
            one.reads.push_back(used(read, step));
        }
        for (const std::string& written : writes) {
            one.writes.push_back(used(written, step));
        }
        problem.graph->operators.push_back(one);
        return *this;
    }

    /// The pairs "giver>taker" of the derived graph.
    [[nodiscard]] std::vector<std::string> edges() const {
        const auto graph = takeovers_by_reachability(problem);
        std::vector<std::string> found;
        for (std::size_t i = 0; graph && i < graph->may_take_over.size(); ++i) {
            for (const BufferIndex giver : graph->may_take_over[i]) {
                found.push_back(problem.buffers[giver].name + ">" + problem.buffers[i].name);
            }
        }
        std::ranges::sort(found);
        return found;
    }

private:
    BufferIndex used(const std::string& name, Step step) {
        auto& buffers = problem.buffers;
        const auto found = std::ranges::find(buffers, name, &Buffer::name);
        const auto index = static_cast<std::size_t>(found - buffers.begin());
        if (found == buffers.end()) {
            buffers.push_back(buffer(name, step.value(), step.value() + 1, 1));
        }
        buffers[index].lifetime.end = Step(step.value() + 1);
        return BufferIndex(index);
    }
};

using Names = std::vector<std::string>;

/// The drawing in takeovers.h: two branches behind a.
Sketch two_branches() {
    Sketch sketch;
    sketch.add("a", {}).add("b", {"a"}).add("d", {"a"}).add("c", {"b"}).add("e", {"d"});
    return sketch;
}

/// Whether the order of operators gives each of them the values that the list order gives: it never swaps two of which
/// one writes what the other one uses.
bool keeps_values(const std::vector<Operator>& operators, const std::vector<std::size_t>& order) {
    const auto touches = [](const std::vector<BufferIndex>& list, BufferIndex buffer) {
        return std::ranges::find(list, buffer) != list.end();
    };
    for (std::size_t i = 0; i < order.size(); ++i) {
        for (std::size_t j = i + 1; j < order.size(); ++j) {
            if (order[i] < order[j]) {
                continue;
            }
            const Operator& one = operators[order[i]];
            const Operator& other = operators[order[j]];
            const auto clashes = [&](const Operator& writer, const Operator& user) {
                return std::ranges::any_of(writer.writes, [&](BufferIndex buffer) {
                    return touches(user.reads, buffer) || touches(user.writes, buffer);
                });
            };
            if (clashes(one, other) || clashes(other, one)) {
                return false;
            }
        }
    }
    return true;
}

/// Whether in every order that keeps the values, all users of a run before all users of b.
bool is_dead_before(const Problem& problem, BufferIndex a, BufferIndex b) {
    const auto& operators = problem.graph->operators;
    const auto uses = [&](std::size_t index, BufferIndex buffer) {
        const Operator& one = operators[OperatorIndex(index)];
        return std::ranges::find(one.reads, buffer) != one.reads.end() ||
               std::ranges::find(one.writes, buffer) != one.writes.end();
    };
    std::vector<std::size_t> order(operators.size());
    std::iota(order.begin(), order.end(), 0);
    do {
        if (!keeps_values(operators, order)) {
            continue;
        }
        bool b_was_used = false;
        for (const std::size_t index : order) {
            if (b_was_used && uses(index, a)) {
                return false;
            }
            b_was_used = b_was_used || uses(index, b);
            if (uses(index, a) && uses(index, b)) {
                return false;
            }
        }
    } while (std::ranges::next_permutation(order).found);
    return true;
}

}  // namespace

class TakeoversTest : public QObject {
    Q_OBJECT

private slots:
    void a_buffer_takes_over_where_everything_that_used_the_other_is_an_ancestor() {
        // a is read by b and d, so that only buffers behind both could take it over; there are none.
        QCOMPARE(two_branches().edges(), (Names{}));
        Sketch joined = two_branches();
        joined.add("f", {"c", "e"}).add("g", {"f"});
        QCOMPARE(joined.edges(), (Names{"a>f", "a>g", "b>f", "b>g", "c>g", "d>f", "d>g", "e>g"}));
    }

    void a_chain_hands_on_to_all_that_come_two_later() {
        Sketch chain;
        chain.add("a", {}).add("b", {"a"}).add("c", {"b"}).add("d", {"c"});
        QCOMPARE(chain.edges(), (Names{"a>c", "a>d", "b>d"}));
    }

    void what_is_written_again_orders_its_users() {
        Sketch sketch;
        sketch.add("a", {}).add("b", {"a"}, {"state"}).add("c", {"state"}).add("d", {}, {"state"});
        // c reads the state before d writes it again; b is dead when d runs.
        QCOMPARE(sketch.edges(), (Names{"a>c", "a>d", "b>c", "b>d", "c>d"}));
    }

    void two_readers_of_a_variable_are_independent() {
        Sketch sketch;
        sketch.add("a", {}).add("b", {"a", "v"}).add("c", {"v"});
        sketch.problem.buffers[1].kind = BufferKind::variable;
        QCOMPARE(sketch.problem.buffers[1].name, std::string("v"));
        QCOMPARE(sketch.edges(), (Names{}));
    }

    void outputs_hand_nothing_on_and_inputs_take_nothing_over() {
        Sketch chain;
        chain.add("a", {}).add("b", {"a"}).add("c", {"b"}).add("d", {"c"});
        chain.problem.buffers[0].kind = BufferKind::output;
        QCOMPARE(chain.edges(), (Names{"b>d"}));
        chain.problem.buffers[3].kind = BufferKind::input;
        QCOMPARE(chain.edges(), (Names{}));
    }

    void a_tensor_without_a_buffer_orders_too() {
        Sketch sketch;
        sketch.add("a", {}).add("b", {"a"}).add("c", {});
        QCOMPARE(sketch.edges(), (Names{}));
        sketch.problem.graph->operators[1].writes_outside = {"held by the caller"};
        sketch.problem.graph->operators[2].reads_outside = {"held by the caller"};
        QCOMPARE(sketch.edges(), (Names{"a>c", "b>c"}));
    }

    void a_copy_to_another_core_is_an_operator() {
        Sketch sketch;
        sketch.add("a", {}).add("b", {"a"}).add("c", {"b copied"}).add("d", {"c"});
        Problem& problem = sketch.problem;
        problem.regions = {{"core 0"}, {"core 1"}};
        const BufferIndex copy(2);
        QCOMPARE(problem.buffers[copy].name, std::string("b copied"));
        problem.transfers = {{BufferIndex(1), copy}};
        for (std::size_t i = 2; i < problem.buffers.size(); ++i) {
            problem.buffers[i].region = RegionIndex(1);
        }
        problem.buffers[1].lifetime.end = Step(3);
        QCOMPARE(sketch.edges(), (Names{"b copied>d"}));
        for (Buffer& each : problem.buffers) {
            each.region = RegionIndex(0);
        }
        QCOMPARE(sketch.edges(), (Names{"a>b copied", "a>c", "a>d", "b copied>d", "b>d"}));
    }

    void scratch_belongs_to_the_operator_of_its_step() {
        Sketch chain;
        chain.add("a", {}).add("b", {"a"});
        Buffer scratch = buffer("scratch", 0, 1, 1);
        scratch.kind = BufferKind::scratch;
        chain.problem.buffers.push_back(scratch);
        QCOMPARE(chain.edges(), (Names{"scratch>b"}));
    }

    void a_file_without_operators_has_no_reachability() {
        QVERIFY(!takeovers_by_reachability(problem_of({buffer("a", 0, 1, 1)})));
    }

    void lifetimes_allow_what_no_graph_allows() {
        const Problem problem = problem_of({buffer("a", 0, 2, 1), buffer("b", 1, 3, 1), buffer("c", 2, 4, 1)});
        const auto graph = takeovers_by_lifetime(problem);
        QVERIFY(graph);
        QVERIFY((*graph == UsageGraph{{{}, {}, {BufferIndex(0)}}}));
    }

    void an_edge_is_added_at_its_later_end_and_removed_at_both() {
        const Problem problem = problem_of({buffer("a", 0, 2, 1), buffer("b", 2, 3, 1), buffer("c", 3, 4, 1)});
        UsageGraph graph{{{BufferIndex(2)}, {}, {}}};
        QVERIFY(has_takeover(graph, BufferIndex(0), BufferIndex(2)) &&
                has_takeover(graph, BufferIndex(2), BufferIndex(0)));
        QVERIFY(!has_takeover(graph, BufferIndex(0), BufferIndex(1)));
        set_takeover(graph, problem, BufferIndex(0), BufferIndex(1), true);
        set_takeover(graph, problem, BufferIndex(0), BufferIndex(2), true);
        QVERIFY((graph == UsageGraph{{{BufferIndex(2)}, {BufferIndex(0)}, {}}}));
        set_takeover(graph, problem, BufferIndex(2), BufferIndex(0), false);
        set_takeover(graph, problem, BufferIndex(1), BufferIndex(0), false);
        QVERIFY((graph == UsageGraph{{{}, {}, {}}}));
    }

    void buffers_that_live_together_or_apart_in_memory_cannot_take_over() {
        Problem problem = problem_of({buffer("a", 0, 2, 1), buffer("b", 1, 3, 1), buffer("c", 3, 4, 1)});
        QVERIFY(!can_take_over(problem, BufferIndex(0), BufferIndex(1)));
        QVERIFY(!can_take_over(problem, BufferIndex(0), BufferIndex(0)));
        QVERIFY(can_take_over(problem, BufferIndex(2), BufferIndex(0)));
        problem.regions.push_back({"other"});
        problem.buffers[2].region = RegionIndex(1);
        QVERIFY(!can_take_over(problem, BufferIndex(2), BufferIndex(0)));
    }

    void the_import_switch_derives_the_graph_of_a_plan() {
        const char* plan = R"({"format": "arenascope-plan", "version": 1, "buffers": [
            {"name": "a", "size": 8}, {"name": "b", "size": 8}, {"name": "c", "size": 8}],
            "operators": [{"name": "f", "type": "F", "writes": ["a"]}, {"name": "g", "type": "G", "reads": ["a"],
            "writes": ["b"]}, {"name": "h", "type": "H", "reads": ["b"], "writes": ["c"]}]})";
        const auto options = import_options({{"may-take-over", "reachability"}});
        QVERIFY(options);
        const auto document = parse_document(plan, "plan.json", *options);
        QVERIFY2(document.has_value(), document ? "" : to_string(document.error()).c_str());
        QVERIFY((document->problem.usage_graph == UsageGraph{{{}, {}, {BufferIndex(0)}}}));
        const auto without = parse_document("id,lower,upper,size\na,0,4,10\n", "plan.csv", *options);
        QVERIFY(without && !without->problem.usage_graph);
        QVERIFY(std::ranges::any_of(without->notes, [](const std::string& note) {
            return note.find("may-take-over=reachability has no effect") != std::string::npos;
        }));
    }

    void an_edge_holds_in_every_order_of_any_network() {
        QVERIFY(rc::check([] {
            Sketch sketch;
            const auto count = *rc::gen::inRange<std::size_t>(1, 6);
            for (std::size_t i = 0; i < count; ++i) {
                std::vector<std::string> reads;
                std::vector<std::string> writes;
                for (std::size_t j = 0; j < i; ++j) {
                    if (*rc::gen::inRange(0, 3) == 0) {
                        reads.push_back(std::to_string(j));
                    } else if (*rc::gen::inRange(0, 8) == 0) {
                        writes.push_back(std::to_string(j));
                    }
                }
                sketch.add(std::to_string(i), reads, writes);
            }
            const Problem& problem = sketch.problem;
            const auto graph = takeovers_by_reachability(problem);
            RC_ASSERT(graph.has_value());
            for (std::size_t a = 0; a < problem.buffers.size(); ++a) {
                for (std::size_t b = 0; b < problem.buffers.size(); ++b) {
                    const auto& list = graph->may_take_over[b];
                    const bool has_edge = std::ranges::find(list, BufferIndex(a)) != list.end();
                    RC_ASSERT(has_edge == (a != b && is_dead_before(problem, BufferIndex(a), BufferIndex(b))));
                }
            }
        }));
    }
};

ARENASCOPE_TEST(TakeoversTest)
#include "takeovers_test.moc"
