#include "core/format/flatbuffers/tflite_bounds.h"

#include "core/format/reading.h"
#include "tests/core/format/flatbuffers/tflite_maker.h"
#include "tests/support/test_registry.h"

using namespace arenascope;

namespace {

constexpr std::int32_t relu = 19;
constexpr std::int32_t gather_nd = 107;
constexpr std::int32_t unique = 103;
constexpr std::int32_t where = 109;
constexpr std::int32_t non_max_suppression_v4 = 120;
constexpr std::int8_t int32 = 2;
constexpr std::int8_t boolean = 6;

Document document_of(TfliteMaker& model) {
    auto document = parse_document(model.bytes(), "net.tflite");
    if (!document) {
        qFatal("%s", to_string(document.error()).c_str());
    }
    return std::move(*document);
}

Bytes size_of(const Document& document, const std::string& name) {
    for (const Buffer& buffer : document.problem.buffers) {
        if (buffer.name == name) {
            return buffer.size;
        }
    }
    return Bytes(-1);
}

std::vector<std::string> names_of(const std::vector<BoundedSize>& sizes) {
    std::vector<std::string> names;
    for (const BoundedSize& size : sizes) {
        names.push_back(size.tensor);
    }
    return names;
}

/// Selects up to four boxes. The number is a constant or an input.
Document chosen_boxes(bool is_constant) {
    TfliteMaker model;
    const auto boxes = model.tensor("boxes", {10, 4});
    const auto scores = model.tensor("scores", {10});
    const auto most = is_constant ? model.tensor("most", {}, {.type = int32, .buffer = model.numbers({4})})
                                  : model.tensor("most", {1}, {.type = int32});
    const auto chosen = model.tensor("chosen", {1}, {.type = int32, .signature = {-1}});
    const auto count = model.tensor("count", {1}, {.type = int32});
    const auto out = model.tensor("out", {1}, {.type = int32, .signature = {-1}});
    model.node(non_max_suppression_v4, {boxes, scores, most}, {chosen, count});
    model.node(relu, {chosen}, {out});
    model.graph("main", {boxes, scores}, {out, count});
    return document_of(model);
}

}  // namespace

class TfliteBoundsTest : public QObject {
    Q_OBJECT

private slots:
    void where_gets_its_largest_size_and_sizes_that_depend_on_it_are_unknown() {
        TfliteMaker model;
        const auto mask = model.tensor("mask", {4, 5}, {.type = boolean});
        const auto values = model.tensor("values", {4, 5});
        const auto places = model.tensor("places", {1, 2}, {.type = int32, .signature = {-1, 2}});
        const auto found = model.tensor("found", {1}, {.signature = {-1}});
        model.node(where, {mask}, {places});
        model.node(gather_nd, {values, places}, {found});
        model.graph("main", {mask, values}, {found});
        const Document document = document_of(model);
        QCOMPARE(size_of(document, "places"), Bytes(4 * 5 * 2 * 4));
        QCOMPARE(names_of(document.problem.graph->bounded_sizes), std::vector<std::string>{"places"});
        QCOMPARE(document.problem.graph->unknown_sizes.size(), std::size_t{1});
        QCOMPARE(document.problem.graph->unknown_sizes[0].tensor, std::string("found"));
        QVERIFY(has_uncertain_sizes(document));
    }

    void unique_has_at_most_as_many_elements_as_its_input() {
        TfliteMaker model;
        const auto in = model.tensor("in", {9}, {.type = int32});
        const auto once = model.tensor("once", {1}, {.type = int32, .signature = {-1}});
        const auto which = model.tensor("which", {9}, {.type = int32});
        model.node(unique, {in}, {once, which});
        model.graph("main", {in}, {once, which});
        const Document document = document_of(model);
        QCOMPARE(size_of(document, "once"), Bytes(36));
        QCOMPARE(size_of(document, "which"), Bytes(36));
        QCOMPARE(names_of(document.problem.graph->bounded_sizes), std::vector<std::string>{"once"});
        QVERIFY(!has_uncertain_sizes(document));
    }

    void a_constant_number_of_boxes_is_exact() {
        const Document document = chosen_boxes(true);
        QCOMPARE(size_of(document, "chosen"), Bytes(16));
        QVERIFY(document.problem.graph->bounded_sizes.empty());
        QVERIFY(document.problem.graph->unknown_sizes.empty());
    }

    void a_number_of_boxes_from_data_is_unknown_with_all_that_depends_on_it() {
        const Document document = chosen_boxes(false);
        QCOMPARE(size_of(document, "chosen"), Bytes(-1));
        QCOMPARE(document.problem.graph->unknown_sizes.size(), std::size_t{2});
    }

    void a_bound_that_exceeds_64_bits_is_unknown() {
        TfliteMaker model;
        const auto mask = model.tensor("mask", {1 << 30, 1 << 30, 1 << 30}, {.type = boolean, .buffer = 0});
        const auto places = model.tensor("places", {1, 3}, {.type = int32, .signature = {-1, 3}});
        model.node(where, {mask}, {places});
        model.graph("main", {}, {places});
        auto network = parse_document(model.bytes(), "net.tflite");
        QVERIFY(!network || !network->problem.graph->unknown_sizes.empty());
    }
};

ARENASCOPE_TEST(TfliteBoundsTest)
#include "tflite_bounds_test.moc"
