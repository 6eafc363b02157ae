#include "core/model/network/execution_order.h"

#include <algorithm>

#include "tests/support/random_problem.h"
#include "tests/support/test_registry.h"

using namespace arenascope;
using namespace arenascope::test;

namespace {

/// Builds a network. Each operator writes one buffer of the same name and reads the buffers of the named operators.
struct Sketch {
    Problem problem;

    Sketch() { problem.graph.emplace(); }
    Sketch& add(const std::string& name, const std::vector<std::string>& reads) {
        const auto step = static_cast<std::int64_t>(problem.graph->operators.size());
        problem.buffers.push_back(buffer(name, step, step + 1, 1));
        Operator one{.name = name, .type = "op", .step = Step(step)};
        one.writes = {BufferIndex(problem.buffers.size() - 1)};
        for (const std::string& read : reads) {
            one.reads.push_back(named(read));
        }
        problem.graph->operators.push_back(one);
        return *this;
    }
    /// Adds an operand to an operator: the output of one that was added later.
    Sketch& read(std::size_t reader, const std::string& name) {
        problem.graph->operators[reader].reads.push_back(named(name));
        return *this;
    }
    [[nodiscard]] BufferIndex named(const std::string& name) const {
        const auto found = std::find_if(problem.buffers.begin(), problem.buffers.end(),
                                        [&](const Buffer& each) { return each.name == name; });
        return BufferIndex(static_cast<std::size_t>(found - problem.buffers.begin()));
    }
    [[nodiscard]] std::string order() const {
        const auto order = depth_first_order(problem);
        std::string names;
        for (const OperatorIndex index : *order) {
            names += problem.graph->operators[index].name;
        }
        return names;
    }
};

Sketch two_branches() {
    Sketch sketch;
    sketch.add("a", {}).add("b", {"a"}).add("d", {"a"}).add("c", {"b"}).add("e", {"d"}).add("f", {"c", "e"});
    return sketch;
}

}  // namespace

class ExecutionOrderTest : public QObject {
    Q_OBJECT

private slots:
    void a_branch_is_done_before_the_next_begins() { QCOMPARE(two_branches().order(), std::string("abcdef")); }

    void an_operator_runs_after_the_writers_of_its_operands() {
        Sketch sketch;
        sketch.add("b", {}).add("a", {}).read(0, "a");
        QCOMPARE(sketch.order(), std::string("ab"));
    }

    void users_of_a_buffer_with_several_writers_keep_their_order() {
        Sketch sketch;
        sketch.add("a", {}).add("b", {}).add("c", {});
        sketch.problem.graph->operators[1].writes.push_back(BufferIndex(0));
        sketch.problem.graph->operators[2].reads.push_back(BufferIndex(0));
        QCOMPARE(sketch.order(), std::string("abc"));
    }

    void a_cycle_is_an_error_that_names_an_operator() {
        Sketch sketch;
        sketch.add("a", {}).add("b", {"a"}).read(0, "b");
        const auto order = depth_first_order(sketch.problem);
        QVERIFY(!order);
        QVERIFY(order.error().cause.find("there is a cycle") != std::string::npos);
        QVERIFY(order.error().cause.find("operator 'a'") != std::string::npos ||
                order.error().cause.find("operator 'b'") != std::string::npos);
    }

    void lifetimes_labels_and_scratch_follow_their_operators() {
        Sketch sketch = two_branches();
        Problem& problem = sketch.problem;
        problem.buffers[0].lifetime = {Step(0), Step(6)};
        problem.step_labels = {{Step(2), "d"}, {Step(3), "c"}};
        problem.buffers.push_back(buffer("scratch of d", 2, 3, 4));
        problem.buffers.back().kind = BufferKind::scratch;
        Layout layout = empty_layout(problem);
        layout.placements[0] = Placement{Offset(0), RegionIndex(0)};
        std::vector<std::string> notes;
        QVERIFY(run_depth_first(problem, layout, notes));
        QCOMPARE(problem.graph->operators[2].name, std::string("c"));
        QCOMPARE(problem.graph->operators[2].step, Step(2));
        QCOMPARE(problem.step_labels, (std::vector<StepLabel>{{Step(2), "c"}, {Step(3), "d"}}));
        QCOMPARE(problem.buffers[0].lifetime, (Lifetime{Step(0), Step(6)}));
        QCOMPARE(problem.buffers[sketch.named("b")].lifetime, (Lifetime{Step(1), Step(3)}));
        QCOMPARE(problem.buffers[sketch.named("d")].lifetime, (Lifetime{Step(3), Step(5)}));
        QCOMPARE(problem.buffers.back().lifetime, (Lifetime{Step(3), Step(4)}));
        QVERIFY(!layout.placements[0]);
        QCOMPARE(notes.size(), std::size_t(1));
    }

    void an_activation_from_the_first_to_the_last_operator_follows_them() {
        Sketch sketch;
        sketch.add("b", {}).add("a", {}).add("c", {"a", "b"});
        Problem& problem = sketch.problem;
        problem.buffers[0].lifetime = {Step(0), Step(3)};
        run_in_order(problem, {OperatorIndex(1), OperatorIndex(0), OperatorIndex(2)});
        QCOMPARE(problem.buffers[0].lifetime, (Lifetime{Step(1), Step(3)}));
        problem.buffers[1].lifetime = {Step(0), Step(3)};
        problem.buffers[1].kind = BufferKind::input;
        run_in_order(problem, {OperatorIndex(1), OperatorIndex(0), OperatorIndex(2)});
        QCOMPARE(problem.buffers[1].lifetime, (Lifetime{Step(0), Step(3)}));
    }

    void lifetimes_follow_from_operators_and_buffer_kinds() {
        Sketch sketch = two_branches();
        Problem& problem = sketch.problem;
        problem.buffers.push_back(buffer("in", 0, 1, 4));
        problem.buffers.back().kind = BufferKind::input;
        sketch.read(3, "in");
        problem.buffers[1].kind = BufferKind::output;
        QVERIFY(derive_lifetimes(problem, {BufferIndex(0), BufferIndex(1), BufferIndex(6)}));
        QCOMPARE(problem.buffers[0].lifetime, (Lifetime{Step(0), Step(3)}));
        QCOMPARE(problem.buffers[1].lifetime, (Lifetime{Step(1), Step(6)}));
        QCOMPARE(problem.buffers[6].lifetime, (Lifetime{Step(0), Step(4)}));
        problem.buffers.push_back(buffer("lonely", 0, 1, 4));
        QVERIFY(!derive_lifetimes(problem, {BufferIndex(7)}));
    }

    void each_operator_runs_once_and_after_its_operands() {
        QVERIFY(rc::check("order", [] {
            const auto count = *rc::gen::inRange<std::size_t>(1, 12);
            Sketch sketch;
            for (std::size_t i = 0; i < count; ++i) {
                std::vector<std::string> reads;
                for (std::size_t j = 0; j < i; ++j) {
                    if (*rc::gen::inRange(0, 3) == 0) {
                        reads.push_back(std::to_string(j));
                    }
                }
                sketch.add(std::to_string(i), reads);
            }
            Problem& problem = sketch.problem;
            std::vector<BufferIndex> all;
            for (std::size_t i = 0; i < count; ++i) {
                all.emplace_back(i);
            }
            RC_ASSERT(derive_lifetimes(problem, all).has_value());
            Layout layout = empty_layout(problem);
            std::vector<std::string> notes;
            RC_ASSERT(run_depth_first(problem, layout, notes).has_value());
            RC_ASSERT(problem.graph->operators.size() == count);
            for (std::size_t i = 0; i < count; ++i) {
                const Operator& one = problem.graph->operators[i];
                RC_ASSERT(one.step == Step(static_cast<std::int64_t>(i)));
                for (const BufferIndex read : one.reads) {
                    RC_ASSERT(problem.buffers[read].lifetime.begin < one.step);
                    RC_ASSERT(contains(problem.buffers[read].lifetime, one.step));
                }
            }
        }));
    }
};

ARENASCOPE_TEST(ExecutionOrderTest)
#include "execution_order_test.moc"
