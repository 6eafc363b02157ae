// As the library was built; its headers need it.
#define ONNX_ML 1
#define ONNX_NAMESPACE onnx
#include <set>
#include <string>

#include <QDir>
#include <QFile>
#include <QRegularExpression>

#include <onnx/defs/schema.h>

#include "core/model/network/operator_features.h"
#include "tests/support/test_registry.h"

namespace arenascope {
namespace {

using SchemaNames = std::set<std::string, std::less<>>;

/// All operators of the library's own list, and those of other versions of the standard.
const SchemaNames& standard_types() {
    static const SchemaNames names = [] {
        // Newer than the library (opset 18 to 24), and the experimental ones of the first versions.
        SchemaNames all{"AffineGrid",
                        "Attention",
                        "BitwiseAnd",
                        "BitwiseNot",
                        "BitwiseOr",
                        "BitwiseXor",
                        "CenterCropPad",
                        "Col2Im",
                        "DeformConv",
                        "Gelu",
                        "GroupNormalization",
                        "ImageDecoder",
                        "Mish",
                        "OptionalHasElement",
                        "RMSNormalization",
                        "ReduceL1",
                        "RegexFullMatch",
                        "RotaryEmbedding",
                        "StringConcat",
                        "StringSplit",
                        "Swish",
                        "TensorScatter",
                        "Affine",
                        "ATen",
                        "Crop",
                        "GivenTensorFill",
                        "ImageScaler",
                        "ParametricSoftplus",
                        "ScaledTanh"};
        for (const onnx::OpSchema& schema : onnx::OpSchemaRegistry::get_all_schemas_with_history()) {
            all.insert(schema.Name());
        }
        return all;
    }();
    return names;
}

/// Operators of ONNX Runtime, domain com.microsoft. It also puts SimplifiedLayerNormalization into the standard domain.
const SchemaNames& runtime_types() {
    static const SchemaNames names{"BiasAdd",
                                   "BiasGelu",
                                   "BiasSoftmax",
                                   "DynamicQuantizeMatMul",
                                   "EmbedLayerNormalization",
                                   "FastGelu",
                                   "FusedConv",
                                   "FusedGemm",
                                   "FusedMatMul",
                                   "GroupNorm",
                                   "GroupQueryAttention",
                                   "Inverse",
                                   "LongformerAttention",
                                   "MatMulBnb4",
                                   "MatMulIntegerToFloat",
                                   "MatMulNBits",
                                   "MultiHeadAttention",
                                   "QGemm",
                                   "QLinearAdd",
                                   "QLinearAveragePool",
                                   "QLinearConcat",
                                   "QLinearGlobalAveragePool",
                                   "QLinearLeakyRelu",
                                   "QLinearMul",
                                   "QLinearSigmoid",
                                   "QLinearSoftmax",
                                   "QuickGelu",
                                   "SimplifiedLayerNormalization",
                                   "SkipLayerNormalization",
                                   "SkipSimplifiedLayerNormalization",
                                   "TransposeMatMul"};
    return names;
}

}  // namespace

class OnnxOperatorNamesTest : public QObject {
    Q_OBJECT

private slots:
    void every_row_of_the_features_is_an_operator_of_the_standard() {
        QVERIFY(standard_types().contains("Relu"));
        for (const FeatureRow& row : features_of(ModelKind::onnx)) {
            for (const std::string_view type : row.types) {
                QVERIFY2(standard_types().contains(type), std::string(type).c_str());
            }
        }
    }

    /// The rules of shapes and constants compare types with words in many places. All capitalised words of their source
    /// are names of operators, or stand in this short list of other words.
    void every_type_in_the_source_of_the_reader_is_an_operator() {
        const SchemaNames other_words{"Bitwise", "Reduce", "ONNX", "Sampling", "NOTSET", "VALID"};
        std::size_t found = 0;
        const QDir folder(test::sample(QStringLiteral("../core/format/onnx")));
        for (const QFileInfo& info : folder.entryInfoList({QStringLiteral("*.cpp")}, QDir::Files)) {
            QFile file(info.filePath());
            QVERIFY(file.open(QIODevice::ReadOnly));
            static const QRegularExpression word(QStringLiteral("\"([A-Z][A-Za-z0-9]+)\""));
            for (auto matches = word.globalMatch(QString::fromUtf8(file.readAll())); matches.hasNext(); ++found) {
                const std::string name = matches.next().captured(1).toStdString();
                QVERIFY2(
                    standard_types().contains(name) || runtime_types().contains(name) || other_words.contains(name),
                    (info.fileName().toStdString() + ": " + name).c_str());
            }
        }
        QVERIFY(found > 100);
    }
};

ARENASCOPE_TEST(OnnxOperatorNamesTest)

}  // namespace arenascope

#include "onnx_operator_names_test.moc"
