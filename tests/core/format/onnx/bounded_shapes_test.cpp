#include <algorithm>

#include "core/format/reading.h"
#include "tests/support/onnx_writer.h"
#include "tests/support/test_registry.h"

using namespace arenascope;
using namespace arenascope::test::onnx_writer;

namespace {

Document bounded(const GraphParts& parts) {
    auto document = parse_document(model(parts), "net.onnx");
    if (!document) {
        qFatal("%s", to_string(document.error()).c_str());
    }
    return std::move(*document);
}

/// The size of the buffer with this name; 0 if there is none.
Bytes size_in(const Document& document, const std::string& name) {
    for (const Buffer& buffer : document.problem.buffers) {
        if (buffer.name == name) {
            return buffer.size;
        }
    }
    return Bytes(0);
}

std::vector<std::string> bounded_in(const Document& document) {
    std::vector<std::string> names;
    for (const BoundedSize& one : document.problem.graph->bounded_sizes) {
        names.push_back(one.tensor + " by " + one.type);
    }
    return names;
}

using Texts = std::vector<std::string>;

}  // namespace

class BoundedShapesTest : public QObject {
    Q_OBJECT

private slots:
    void initTestCase() {
        if (std::ranges::count(missing_formats(), FileFormat::onnx) > 0) {
            QSKIP("this build does not read ONNX");
        }
    }

    void the_number_of_boxes_is_bounded_per_class() {
        const auto selected = [](const Names& operands, const Names& stored_operands) {
            return bounded(
                {{node("NonMaxSuppression", operands, {"y"}), node("Cast", {"y"}, {"z"}, {integer("to", 6)})},
                 {value("boxes", float32, Shape{2, 50, 4}), value("scores", float32, Shape{2, 3, 50})},
                 {value("z", 6, std::nullopt)},
                 stored_operands});
        };
        // 2 images × 3 classes × 7 boxes, 3 indices of 8 bytes each. The next operator keeps the bound.
        const Document document = selected({"boxes", "scores", "most"}, {tensor("most", int64, {1}, {7})});
        QCOMPARE(size_in(document, "y"), Bytes(2 * 3 * 7 * 3 * 8));
        QCOMPARE(size_in(document, "z"), Bytes(2 * 3 * 7 * 3 * 4));
        QCOMPARE(bounded_in(document), (Texts{"y by NonMaxSuppression", "z by Cast"}));
        QVERIFY(document.problem.graph->unknown_sizes.empty());
        QVERIFY(!has_uncertain_sizes(document));
        QCOMPARE(open_sizes(document).bounded, std::size_t{2});
        // First a limit above the number of boxes, then the limit 0.
        QCOMPARE(size_in(selected({"boxes", "scores", "most"}, {tensor("most", int64, {1}, {99})}), "y"),
                 Bytes(2 * 3 * 50 * 3 * 8));
        QVERIFY(bounded_in(selected({"boxes", "scores"}, {})).empty());
    }

    void other_operators_are_bounded_by_their_operands() {
        const auto behind = [](const std::string& one_node, const Names& stored_operands = {}) {
            return bounded({{one_node},
                            {value("x", float32, Shape{4, 6}), value("k", int64, Shape{1})},
                            {value("y", float32, std::nullopt)},
                            stored_operands});
        };
        const Document places = behind(node("NonZero", {"x"}, {"y"}));
        QCOMPARE(size_in(places, "y"), Bytes(2 * 24 * 8));
        QCOMPARE(bounded_in(places), Texts{"y by NonZero"});
        QCOMPARE(size_in(behind(node("Unique", {"x"}, {"y"}, {integer("axis", 1)})), "y"), Bytes(4 * 6 * 4));
        const Document chosen = behind(node("Compress", {"x", "mask"}, {"y"}, {integer("axis", 0)}),
                                       {number(1, 4) + number(2, boolean) + number(5, 1) + number(5, 0) + number(5, 1) +
                                        number(5, 0) + bytes(8, "mask")});
        QCOMPARE(size_in(chosen, "y"), Bytes(2 * 6 * 4));
        QVERIFY(bounded_in(chosen).empty());
        const Document highest = behind(node("TopK", {"x", "k"}, {"y"}));
        QCOMPARE(size_in(highest, "y"), Bytes(4 * 6 * 4));
        QCOMPARE(bounded_in(highest), Texts{"y by TopK"});
        QVERIFY(bounded_in(behind(node("TopK", {"x", "three"}, {"y"}), {tensor("three", int64, {1}, {3})})).empty());
    }

    void bounded_extents_are_not_used_in_computations() {
        // 24 minus the number of positions would be 0 at the bound.
        const Document document =
            bounded({{node("NonZero", {"x"}, {"p"}), node("Size", {"p"}, {"n"}), node("Sub", {"most", "n"}, {"left"}),
                      node("Reshape", {"left", "row"}, {"s"}), node("ConstantOfShape", {"s"}, {"y"})},
                     {value("x", float32, Shape{24})},
                     {value("y", float32, std::nullopt)},
                     {tensor("most", int64, {}, {24}), tensor("row", int64, {1}, {1})}});
        QCOMPARE(document.problem.graph->unknown_sizes.size(), std::size_t{1});
        QCOMPARE(document.problem.graph->unknown_sizes.front().tensor, std::string("y"));
    }

    void a_declared_size_is_exact() {
        const Document document = bounded(
            {{node("NonZero", {"x"}, {"y"})}, {value("x", float32, Shape{24})}, {value("y", int64, Shape{1, 5})}});
        QCOMPARE(size_in(document, "y"), Bytes(40));
        QVERIFY(bounded_in(document).empty());
    }
};

ARENASCOPE_TEST(BoundedShapesTest)
#include "bounded_shapes_test.moc"
