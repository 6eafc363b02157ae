#include "core/analysis/compare/plan_attachment.h"

#include "core/format/reading.h"
#include "tests/support/test_registry.h"

using namespace arenascope;

namespace {

Buffer tensor_buffer(const std::string& name, std::int64_t size, std::int64_t begin, std::int64_t end,
                     BufferKind kind = BufferKind::activation) {
    Buffer one;
    one.name = name;
    one.size = Bytes(size);
    one.lifetime = {Step(begin), Step(end)};
    one.kind = kind;
    return one;
}

Problem plan_of(std::vector<Buffer> buffers) {
    Problem problem;
    problem.buffers = std::move(buffers);
    return problem;
}

BufferMatch match(std::size_t of_plan, std::size_t of_model, MatchedBy by) {
    return {BufferIndex(of_plan), BufferIndex(of_model), by};
}

/// in → conv → a → relu → b → add(b, in) → out
Problem network() {
    Problem model = plan_of({tensor_buffer("in", 100, 0, 3, BufferKind::input), tensor_buffer("a", 200, 0, 2),
                             tensor_buffer("b", 200, 1, 3), tensor_buffer("out", 50, 2, 3, BufferKind::output)});
    model.step_labels = {{Step(0), "conv"}, {Step(1), "relu"}, {Step(2), "add"}};
    Graph graph;
    const auto add = [&](const char* name, std::vector<std::size_t> reads, std::size_t write) {
        Operator one;
        one.name = name;
        one.type = name;
        one.step = Step(static_cast<std::int64_t>(graph.operators.size()));
        for (const std::size_t read : reads) {
            one.reads.emplace_back(read);
        }
        one.writes = {BufferIndex(write)};
        graph.operators.push_back(one);
    };
    add("conv", {0}, 1);
    add("relu", {1}, 2);
    graph.operators.back().feature = OperatorFeature::in_place;
    graph.operators.back().shareable = {0};
    add("add", {2, 0}, 3);
    graph.tensors = {{"int8", {100}}, {"int8", {200}}, {"int8", {200}}, {"int8", {50}}};
    model.graph = graph;
    return model;
}

/// The same network in TensorFlow Lite Micro: step 0 holds only the inputs, sizes are rounded up to 16, and the order
/// differs.
Problem micro() {
    return plan_of({tensor_buffer("buffer_0", 64, 3, 4), tensor_buffer("buffer_1", 208, 2, 4),
                    tensor_buffer("buffer_2", 112, 0, 4), tensor_buffer("buffer_3", 208, 1, 3)});
}

}  // namespace

class PlanAttachmentTest : public QObject {
    Q_OBJECT

private slots:
    void names_have_priority_over_size_and_lifetime() {
        const Problem model = plan_of({tensor_buffer("a", 10, 0, 2), tensor_buffer("b", 20, 1, 3)});
        const Problem plan =
            plan_of({tensor_buffer("b", 10, 0, 2), tensor_buffer("x", 20, 1, 3), tensor_buffer("a", 99, 0, 9)});
        const PlanAttachment attachment = attach_plan(plan, model);
        QCOMPARE(attachment.matches, (std::vector{match(0, 1, MatchedBy::name), match(2, 0, MatchedBy::name)}));
        QCOMPARE(attachment.only_in_plan, std::vector{BufferIndex(1)});
        QVERIFY(attachment.only_in_model.empty());
    }

    void without_names_size_and_lifetime_decide() {
        const Problem model =
            plan_of({tensor_buffer("a", 10, 0, 2), tensor_buffer("b", 20, 1, 3), tensor_buffer("c", 10, 1, 3)});
        const Problem plan =
            plan_of({tensor_buffer("x", 10, 1, 3), tensor_buffer("y", 20, 1, 3), tensor_buffer("z", 10, 0, 2)});
        const PlanAttachment attachment = attach_plan(plan, model);
        QCOMPARE(attachment.matches,
                 (std::vector{match(0, 2, MatchedBy::size_and_lifetime), match(1, 1, MatchedBy::size_and_lifetime),
                              match(2, 0, MatchedBy::size_and_lifetime)}));
        QCOMPARE(attachment.shift, Duration(0));
        QCOMPARE(attachment.multiple, Bytes(1));
    }

    void equally_many_equal_buffers_are_matched_in_order() {
        const Problem model = plan_of({tensor_buffer("a", 10, 0, 2), tensor_buffer("b", 10, 0, 2)});
        const Problem plan = plan_of({tensor_buffer("x", 10, 0, 2), tensor_buffer("y", 10, 0, 2)});
        QCOMPARE(attach_plan(plan, model).matches,
                 (std::vector{match(0, 0, MatchedBy::order), match(1, 1, MatchedBy::order)}));
        const PlanAttachment ambiguous = attach_plan(plan_of({plan.buffers[0]}), model);
        QVERIFY(ambiguous.matches.empty());
        QCOMPARE(ambiguous.only_in_plan, std::vector{BufferIndex(0)});
        QCOMPARE(ambiguous.only_in_model, (std::vector{BufferIndex(0), BufferIndex(1)}));
    }

    void shifted_steps_and_rounded_sizes_are_recognized() {
        const PlanAttachment attachment = attach_plan(micro(), network());
        QCOMPARE(attachment.shift, Duration(1));
        QCOMPARE(attachment.multiple, Bytes(16));
        QCOMPARE(attachment.matches.size(), std::size_t{4});
        QCOMPARE(attachment.matches[0], match(0, 3, MatchedBy::size_and_lifetime));
        QCOMPARE(attachment.matches[2], match(2, 0, MatchedBy::size_and_lifetime));
        const Problem wide =
            plan_of({tensor_buffer("x", 128, 0, 3), tensor_buffer("y", 256, 0, 2), tensor_buffer("z", 64, 2, 3)});
        QCOMPARE(attach_plan(wide, network()).multiple, Bytes(64));
        QCOMPARE(attach_plan(wide, network()).only_in_model, std::vector{BufferIndex(2)});
    }

    void buffers_matched_by_name_determine_the_shift() {
        Problem plan = network();
        plan.graph.reset();
        for (Buffer& one : plan.buffers) {
            one.lifetime.end = one.lifetime.end + Duration(1);
            one.lifetime.begin = one.kind == BufferKind::input ? Step(0) : one.lifetime.begin + Duration(1);
        }
        const PlanAttachment attachment = attach_plan(plan, network());
        QCOMPARE(attachment.shift, Duration(1));
        const Layout none = empty_layout(plan);
        QVERIFY(same_buffers(compare_attached({network(), none}, {plan, none}, attachment)));
    }

    void the_plan_takes_names_and_the_graph_of_the_model() {
        const Problem plan = attached_problem(micro(), network(), attach_plan(micro(), network()));
        QCOMPARE(plan.buffers[0].name, std::string("out"));
        QCOMPARE(plan.buffers[0].size, Bytes(64));
        QCOMPARE(plan.buffers[0].lifetime, (Lifetime{Step(3), Step(4)}));
        QCOMPARE(plan.buffers[2].kind, BufferKind::input);
        QCOMPARE(plan.step_labels[0], (StepLabel{Step(1), "conv"}));
        QVERIFY(plan.graph.has_value());
        const Operator& add = plan.graph->operators[2];
        QCOMPARE(add.step, Step(3));
        QCOMPARE(add.reads, (std::vector{BufferIndex(1), BufferIndex(2)}));
        QCOMPARE(add.writes, std::vector{BufferIndex(0)});
        QCOMPARE(plan.graph->operators[1].feature, OperatorFeature::in_place);
        QCOMPARE(plan.graph->tensors[0].shape, std::vector<std::int64_t>{50});
        QVERIFY(validate(plan).has_value());
    }

    void an_unmatched_buffer_keeps_its_name_and_is_no_operand() {
        Problem plan = micro();
        plan.buffers[3] = tensor_buffer("scratch", 999, 2, 3);
        const PlanAttachment attachment = attach_plan(plan, network());
        QCOMPARE(attachment.only_in_plan, std::vector{BufferIndex(3)});
        QCOMPARE(attachment.only_in_model, std::vector{BufferIndex(1)});
        const Problem attached = attached_problem(plan, network(), attachment);
        QCOMPARE(attached.buffers[3].name, std::string("scratch"));
        QVERIFY(attached.graph->operators[0].writes.empty());
        const Operator& relu = attached.graph->operators[1];
        QVERIFY(relu.reads.empty());
        QCOMPARE(relu.feature, OperatorFeature::ordinary);
        QVERIFY(relu.shareable.empty());
    }

    void the_comparison_ignores_shift_and_rounding() {
        Problem plan = micro();
        plan.buffers.push_back(tensor_buffer("extra", 16, 1, 2));
        plan.buffers[0].name = "out";
        plan.buffers[0].size = Bytes(80);
        const PlanAttachment attachment = attach_plan(plan, network());
        const Layout none = empty_layout(plan);
        const LayoutComparison comparison = compare_attached({network(), none}, {plan, none}, attachment);
        QCOMPARE(comparison.added, std::vector<std::string>{"extra"});
        QVERIFY(comparison.removed.empty());
        QCOMPARE(comparison.resized, std::vector<std::string>{"out"});
        QVERIFY(comparison.retimed.empty());
    }

    void a_printed_log_finds_its_model() {
        const std::string model =
            "7767517\n3 3\nInput in 0 1 in -23330=4,1,24,1,1\nReLU r 1 1 in a -23330=4,1,25,1,1\n"
            "ReLU s 1 1 a out -23330=4,1,9,1,1\n";
        const std::string log =
            "0 (id=0): size=96, offset=0, first_used=0 last_used=1\n"
            "1 (id=1): size=112, offset=96, first_used=1 last_used=2\n"
            "2 (id=2): size=48, offset=0, first_used=2 last_used=2\n";
        const auto opened_model = parse_document(model, "net.param");
        const auto opened_log = parse_document(log, "run.log");
        QVERIFY(opened_model && opened_log);
        const PlanAttachment attachment = attach_plan(opened_log->problem, opened_model->problem);
        QCOMPARE(attachment.matches.size(), std::size_t{3});
        QCOMPARE(attachment.multiple, Bytes(16));
        QVERIFY(same_buffers(compare_attached({opened_model->problem, opened_model->layout},
                                              {opened_log->problem, opened_log->layout}, attachment)));
    }
};

ARENASCOPE_TEST(PlanAttachmentTest)
#include "plan_attachment_test.moc"
