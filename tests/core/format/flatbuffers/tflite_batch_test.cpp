#include "core/format/flatbuffers/tflite_batch.h"

#include "core/format/reading.h"
#include "tests/core/format/flatbuffers/tflite_maker.h"
#include "tests/support/test_registry.h"

using namespace arenascope;

namespace {

constexpr std::int32_t fully_connected = 9;
constexpr std::int32_t reshape = 22;

/// An input of a batch of rows, each of 24 groups of 4, and a row for each group.
std::string grouped_rows() {
    TfliteMaker model;
    const auto in = model.tensor("in", {1, 96}, {.signature = {-1, 96}});
    const auto rows = model.tensor("rows", {24, 4}, {.signature = {-1, 4}});
    const auto out = model.tensor("out", {24, 2}, {.signature = {-1, 2}});
    model.node(reshape, {in}, {rows});
    model.node(fully_connected, {rows}, {out});
    model.graph("main", {in}, {out});
    return std::string(model.bytes());
}

Expected<Document> with_shape(const std::string& model, const std::vector<std::int64_t>& shape) {
    ImportOptions options;
    options.shapes = {{"in", shape}};
    return parse_document(model, "net.tflite", options);
}

std::string error_with_shape(const std::string& model, const std::vector<std::int64_t>& shape) {
    const auto document = with_shape(model, shape);
    return document ? std::string() : to_string(document.error());
}

}  // namespace

class TfliteBatchTest : public QObject {
    Q_OBJECT

private slots:
    void a_given_batch_enlarges_what_follows_in_proportion() {
        const auto document = with_shape(grouped_rows(), {8, 96});
        QVERIFY(document.has_value());
        QCOMPARE(document->problem.buffers[0].size, Bytes(8L * 96 * 4));
        QCOMPARE(document->problem.buffers[1].size, Bytes(8L * 24 * 4 * 4));
        QCOMPARE(document->problem.buffers[2].size, Bytes(8L * 24 * 2 * 4));
        QVERIFY(document->problem.graph->assumed_dimensions.empty());
    }

    void what_does_not_follow_is_refused_by_name() {
        QVERIFY(error_with_shape(grouped_rows(), {8}).find("shape.in has 1 extent, the input has 2") !=
                std::string::npos);
        QVERIFY(error_with_shape(grouped_rows(), {8, 95}).find("the model fixes extent 1 to 96") != std::string::npos);
        TfliteMaker length;
        const auto in = length.tensor("in", {1, 1}, {.signature = {-1, -1}});
        const auto out = length.tensor("out", {1, 1}, {.signature = {-1, -1}});
        length.node(reshape, {in}, {out});
        length.graph("main", {in}, {out});
        const std::string of_length(length.bytes());
        QVERIFY(error_with_shape(of_length, {1, 128}).find("extent 1 is not the batch") != std::string::npos);
        QVERIFY(error_with_shape(of_length, {8, 1}).find("tensor 'out' has an open extent that is not the first") !=
                std::string::npos);
        QCOMPARE(error_with_shape(of_length, {1, 1}), std::string());
    }

    void every_input_with_an_open_batch_needs_its_shape() {
        TfliteMaker model;
        const auto in = model.tensor("in", {1, 4}, {.signature = {-1, 4}});
        const auto other = model.tensor("other", {1, 4}, {.signature = {-1, 4}});
        const auto out = model.tensor("out", {1, 4}, {.signature = {-1, 4}});
        model.node(0, {in, other}, {out});
        model.graph("main", {in, other}, {out});
        QVERIFY(error_with_shape(std::string(model.bytes()), {8, 4})
                    .find("input 'other' has an open batch, too; give also its shape") != std::string::npos);
    }

    void dim_star_is_the_value_of_every_open_extent() {
        ImportOptions options;
        options.dimensions = {{"*", 8}};
        TfliteMaker model;
        const auto in = model.tensor("in", {1, 4}, {.signature = {-1, 4}});
        const auto out = model.tensor("out", {1, 2}, {.signature = {-1, 2}});
        model.node(fully_connected, {in}, {out});
        model.graph("main", {in}, {out});
        const auto document = parse_document(model.bytes(), "net.tflite", options);
        QVERIFY(document.has_value());
        QCOMPARE(document->problem.buffers[1].size, Bytes(8L * 2 * 4));
        QCOMPARE(document->notes.front(), std::string("dim.*=8 is used for in[0]"));
    }
};

ARENASCOPE_TEST(TfliteBatchTest)
#include "tflite_batch_test.moc"
