#include "core/model/network/recomputation.h"

#include "core/format/reading.h"
#include "core/model/memory/live_profile.h"
#include "core/planner/body_planner.h"
#include "tests/support/random_pictures.h"
#include "tests/support/test_registry.h"

using namespace arenascope;
using namespace arenascope::test;

namespace {

/// in ─▶ wide ─▶ narrow ─▶ wider ─▶ again ─▶ Add, which reads wide, too.
Network late_addition() {
    PictureSketch sketch(ModelKind::onnx);
    const TensorIndex in = sketch.tensor("in", 1, 4, 4);
    sketch.network.inputs = {in};
    const TensorIndex wide = *sketch.slide(in, {{}, {}}, 4);
    const TensorIndex narrow = *sketch.slide(wide, {{}, {}}, 2);
    const TensorIndex wider = *sketch.slide(narrow, {{}, {}}, 8);
    const TensorIndex again = *sketch.slide(wider, {{}, {}}, 4);
    sketch.node("Add", {wide, again}, sketch.tensor("sum", 4, 4, 4));
    sketch.end();
    return std::move(sketch.network);
}

Recomputation recomputation_of(const std::string& wish) {
    const std::string source = "late";
    ImportOptions options;
    options.recompute = *recompute_wish(wish);
    auto result = recomputed(late_addition(), options, planner_of_bodies, source);
    if (!result) {
        qFatal("%s", to_string(result.error()).c_str());
    }
    return std::move(*result);
}

/// The sample whose stem is read by a split and by the addition at its end.
Expected<Document> sample_opened_with(const std::vector<KeyValue>& settings) {
    return import_options(settings).and_then([&](const ImportOptions& options) {
        return read_document(sample(QStringLiteral("residual_cell.xml")).toStdString(), options);
    });
}

bool has_operator(const Document& document, std::string_view name) {
    const auto& operators = document.problem.graph->operators;
    return std::ranges::find(operators, name, &Operator::name) != operators.end();
}

}  // namespace

class RecomputationTest : public QObject {
    Q_OBJECT

private slots:
    void the_search_ends_in_a_list_that_gives_the_same() {
        const Recomputation found = recomputation_of("least-peak:30%");
        QCOMPARE(found.threshold_before, Bytes(64 + 128 + 64));
        QCOMPARE(found.plan.threshold, Bytes(16 + 128 + 64));
        QCOMPARE(found.notes,
                 (std::vector<std::string>{
                     "recompute: step 0 (Conv 'Conv 0') runs again before step 4 (Add 'Add 4')",
                     "recompute=0/4: the threshold was 256 bytes and is 208, for 6.7 % more multiplications "
                     "and 80 bytes more that are read and written",
                     "recompute: no other set is lower"}));
        const Recomputation again = recomputation_of(text_of(found.plan.repeats));
        QVERIFY(again.plan == found.plan);
        QVERIFY(problem_of_pictures(again.network) == problem_of_pictures(found.network));
    }

    void without_a_gain_the_network_stays_and_a_note_says_so() {
        const Recomputation found = recomputation_of("least-peak:1%");
        QVERIFY(problem_of_pictures(found.network) == problem_of_pictures(late_addition()));
        QCOMPARE(found.plan.threshold, found.threshold_before);
        QCOMPARE(found.notes,
                 (std::vector<std::string>{"recompute: within the limit of additional multiplications no set "
                                           "of operators that run again is lower"}));
    }

    void a_file_is_read_with_the_switch() {
        const auto document = sample_opened_with({{"recompute", "1/6"}});
        QVERIFY2(document.has_value(), document ? "" : document.error().cause.c_str());
        QVERIFY(has_operator(*document, "stem/relu, again for step 6"));
        QCOMPARE(document->import->extra_traffic, std::int64_t{131'072});
        QCOMPARE(document->switch_notes.size(), std::size_t{2});
    }

    void an_error_names_the_operator_that_prevents_it() {
        const auto document = sample_opened_with({{"recompute", "2/6"}});
        QVERIFY(!document);
        QCOMPARE(document.error().cause, std::string("recompute: 2/6 is not possible: step 2 (Split 'halves') does not "
                                                     "write exactly one tensor"));
    }

    /// Steps of `recompute` are those of the network in parts.
    void parts_come_first() {
        const auto document = sample_opened_with({{"parts", "4/height/2"}, {"recompute", "1/7"}});
        QVERIFY2(document.has_value(), document ? "" : document.error().cause.c_str());
        QVERIFY(has_operator(*document, "stem/relu, again for step 7"));
        QVERIFY(has_operator(*document, "right, part 2 of 2"));
    }
};

ARENASCOPE_TEST(RecomputationTest)
#include "recomputation_test.moc"
