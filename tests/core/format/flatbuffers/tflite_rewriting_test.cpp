#include "core/format/flatbuffers/tflite_rewriting.h"

#include <rapidcheck.h>

#include <QFile>

#include "core/format/flatbuffers/tflite_model.h"
#include "core/format/model_export.h"
#include "core/format/reading.h"
#include "core/model/memory/live_profile.h"
#include "core/planner/planning.h"
#include "tests/core/format/flatbuffers/tflite_maker.h"
#include "tests/support/test_registry.h"

using namespace arenascope;
using namespace arenascope::test;

namespace {

const std::string rewritten = "net.tflite";

Network network_in(const std::string& content) {
    auto network = parse_tflite_model(content, {}, rewritten);
    if (!network) {
        qFatal("%s", to_string(network.error()).c_str());
    }
    return std::move(*network);
}

/// in ─▶ wide ─▶ narrow ─┐
/// in ─▶ other ──────────┴▶ sum; the two branches may run in either order.
std::string two_branches(const std::vector<std::int32_t>& plan = {}) {
    TfliteMaker model;
    const auto in = model.tensor("in", {4});
    const auto wide = model.tensor("wide", {64});
    const auto narrow = model.tensor("narrow", {4});
    const auto other = model.tensor("other", {16});
    const auto sum = model.tensor("sum", {16});
    model.node(19, {in}, {other});
    model.node(19, {in}, {wide});
    model.node(19, {wide}, {narrow});
    model.node(0, {narrow, other}, {sum});
    model.graph("main", {in}, {sum});
    model.metadata("min_runtime_version", model.numbers({7}));
    if (!plan.empty()) {
        model.metadata("OfflineMemoryAllocation", model.numbers(plan));
    }
    return model.bytes();
}

std::vector<std::string> types_in(const Network& network) {
    std::vector<std::string> names;
    for (const Node& node : network.nodes) {
        names.push_back(network.tensors[node.outputs.front()].name);
    }
    return names;
}

/// The plan of a model as TFLite Micro sees it, by a planner.
Document planned(const std::string& content, const std::string& planner = "portfolio") {
    ImportOptions options;
    options.variables = Residence::outside;
    options.size_multiple = Bytes(16);
    auto document = parse_document(content, rewritten, options);
    if (!document) {
        qFatal("%s", to_string(document.error()).c_str());
    }
    auto plan =
        run_planner(document->problem, document->layout, {.planner = planner, .settings = {{"alignment", "16"}}});
    if (!plan) {
        qFatal("%s", to_string(plan.error()).c_str());
    }
    document->layout = std::move(plan->result.layout);
    return std::move(*document);
}

std::string content_of_model(const char* name) {
    QFile file(shared_data() + QLatin1String("/tflite/") + QLatin1String(name));
    return file.open(QIODevice::ReadOnly) ? file.readAll().toStdString() : std::string();
}

std::string error_of(const Expected<std::string>& result) {
    return result ? "no error" : to_string(result.error());
}

}  // namespace

class TfliteRewritingTest : public QObject {
    Q_OBJECT

private slots:
    void another_order_moves_references_alone() {
        const std::string model = two_branches();
        const auto changed = tflite_in_order(model, 0, std::vector<std::size_t>{1, 2, 0, 3}, rewritten);
        QVERIFY(changed.has_value());
        QCOMPARE(types_in(network_in(*changed)), (std::vector<std::string>{"wide", "narrow", "other", "sum"}));
        QCOMPARE(changed->size(), model.size());
        // Back again, every byte is as it was.
        const auto back = tflite_in_order(*changed, 0, std::vector<std::size_t>{2, 0, 1, 3}, rewritten);
        QVERIFY(back == model);
    }

    void another_order_forgets_the_plan_inside() {
        const std::string model = two_branches({0, 1, 5, 0, 16, 272, 288, 352});
        QVERIFY(network_in(model).offline_plan[1].has_value());
        const auto changed = tflite_in_order(model, 0, std::vector<std::size_t>{1, 2, 0, 3}, rewritten);
        QVERIFY(changed.has_value());
        QVERIFY(
            std::ranges::none_of(network_in(*changed).offline_plan, [](const auto& one) { return one.has_value(); }));
    }

    void a_plan_is_read_back_and_all_else_stays() {
        const std::string model = two_branches();
        const std::vector<std::int32_t> offsets = {0, 16, 272, 288, -1};
        const auto changed = tflite_with_plan(model, offsets, rewritten);
        QVERIFY(changed.has_value());
        const Network before = network_in(model);
        const Network after = network_in(*changed);
        QCOMPARE(types_in(after), types_in(before));
        for (std::size_t i = 0; i < offsets.size(); ++i) {
            QCOMPARE(after.tensors[i].name, before.tensors[i].name);
            QCOMPARE(after.offline_plan[i],
                     offsets[i] < 0 ? std::nullopt : std::optional(Offset(std::int64_t{offsets[i]})));
        }
        QVERIFY(changed->ends_with(model));
        // A second plan takes the place of the first.
        const auto again = tflite_with_plan(*changed, std::vector<std::int32_t>{-1, 0, 0, 0, 0}, rewritten);
        QVERIFY(again.has_value());
        QVERIFY(!network_in(*again).offline_plan[0]);
        QCOMPARE(network_in(*again).offline_plan[1], std::optional(Offset(0)));
    }

    void weights_behind_the_model_are_refused() {
        TfliteMaker model;
        const auto weights = model.tensor("w", {4}, {.buffer = model.buffer({}, 4096, 16)});
        model.graph("main", {weights}, {weights});
        QVERIFY(error_of(tflite_with_plan(model.bytes(), std::vector<std::int32_t>{-1}, rewritten))
                    .starts_with("net.tflite: its weights lie behind its FlatBuffers part"));
    }

    void metadata_about_the_order_refuses_another_one() {
        TfliteMaker model;
        model.tensor("a", {4});
        model.graph("main", {0}, {0});
        model.metadata("model_control_dependencies", model.numbers({1}));
        QVERIFY(error_of(tflite_in_order(model.bytes(), 0, {}, rewritten)).find("says in which order operators run") !=
                std::string::npos);
    }

    void damaged_models_are_refused() {
        std::string model = two_branches();
        model.resize(model.size() / 2);
        QVERIFY(!tflite_in_order(model, 0, {}, rewritten));
        QVERIFY(!tflite_with_plan(model, {}, rewritten));
        QVERIFY(!model_in_order(model, {}, rewritten));
    }

    void the_order_of_the_switch_is_written() {
        const std::string model = two_branches();
        ImportOptions options;
        options.order = ExecutionOrder::least_peak;
        const auto changed = model_in_order(model, options, rewritten);
        QVERIFY2(changed.has_value(), error_of(changed).c_str());
        const auto wanted = parse_document(model, rewritten, options);
        const auto plain = parse_document(*changed, rewritten);
        QCOMPARE(threshold(plain->problem), threshold(wanted->problem));
        QVERIFY(threshold(plain->problem) < threshold(parse_document(model, rewritten)->problem));
    }

    void operators_in_parts_are_none_of_the_model() {
        ImportOptions options;
        options.cores = 2;
        const auto changed = model_in_order(two_branches(), options, rewritten);
        QVERIFY(changed.has_value() || error_of(changed).find("none of the model's own") != std::string::npos);
    }

    void a_plan_is_checked_against_the_model() {
        const std::string model = two_branches();
        Document plan = planned(model);
        QVERIFY(model_with_plan(model, rewritten, plan.problem, plan.layout).has_value());
        const auto with = [&](std::size_t buffer, OptionalPlacement placement) {
            Document other = plan;
            other.layout.placements[buffer] = placement;
            return error_of(model_with_plan(model, rewritten, other.problem, other.layout));
        };
        const auto placement = [](std::int64_t offset) { return Placement{Offset(offset), RegionIndex(0)}; };
        QVERIFY(with(0, placement(8)).find("which is no multiple of 16") != std::string::npos);
        QVERIFY(with(0, {}).find("no place for 'in'") != std::string::npos);
        QVERIFY(with(0, placement(std::int64_t{1} << 31)).find("beyond 2 GiB") != std::string::npos);
        // At one place, all of them overlap.
        Document flat = plan;
        for (auto& one : flat.layout.placements) {
            one = placement(0);
        }
        QVERIFY(error_of(model_with_plan(model, rewritten, flat.problem, flat.layout))
                    .find("overlap in the order of the model") != std::string::npos);
    }

    void models_of_other_formats_are_not_written() {
        QVERIFY(error_of(model_in_order("id,lower,upper,size\na,0,1,4\n", {}, "plan.csv"))
                    .find("is not written; give a TFLite model") != std::string::npos);
    }

    /// Any order of independent operators, and any plan, come back as they were written.
    void random_models_come_back() {
        QVERIFY(rc::check("come back", [] {
            TfliteMaker maker;
            const int count = *rc::gen::inRange(1, 12);
            std::vector<std::int32_t> tensors = {maker.tensor("in", {4})};
            for (int i = 0; i < count; ++i) {
                const auto read = tensors[*rc::gen::inRange<std::size_t>(0, tensors.size())];
                tensors.push_back(maker.tensor(("t" + std::to_string(i)).c_str(), {*rc::gen::inRange(1, 99)}));
                maker.node(19, {read}, {tensors.back()});
            }
            maker.graph("main", {0}, {tensors.back()});
            const std::string model = maker.bytes();
            ImportOptions options;
            options.order = ExecutionOrder::least_peak;
            const auto ordered = model_in_order(model, options, rewritten);
            RC_ASSERT(ordered.has_value());
            RC_ASSERT(threshold(parse_document(*ordered, rewritten)->problem) ==
                      threshold(parse_document(model, rewritten, options)->problem));
            const Document plan = planned(*ordered, "greedy-by-size");
            const auto with_plan = model_with_plan(*ordered, rewritten, plan.problem, plan.layout);
            RC_ASSERT(with_plan.has_value());
            const auto back = parse_document(*with_plan, rewritten);
            RC_ASSERT(back->problem.buffers.size() == plan.problem.buffers.size());
            for (std::size_t i = 0; i < plan.problem.buffers.size(); ++i) {
                RC_ASSERT(back->layout.placements[i] == plan.layout.placements[i]);
            }
        }));
    }

    void public_models_take_their_own_plans() {
        ARENASCOPE_NEEDS_SHARED_DATA()
        for (const char* name : {"person_detect.tflite", "vww_96_int8.tflite", "keyword_scrambled_8bit.tflite",
                                 "micro_speech_quantized.tflite", "mobilenet_v1_0.25_128_quant.tflite"}) {
            const std::string model = content_of_model(name);
            const Document plan = planned(model);
            const auto changed = model_with_plan(model, name, plan.problem, plan.layout);
            QVERIFY2(changed.has_value(), error_of(changed).c_str());
            ImportOptions options;
            options.variables = Residence::outside;
            options.size_multiple = Bytes(16);
            const auto back = parse_document(*changed, name, options);
            QVERIFY(back.has_value());
            QCOMPARE(back->layout, plan.layout);
        }
    }
};

ARENASCOPE_TEST(TfliteRewritingTest)
#include "tflite_rewriting_test.moc"
