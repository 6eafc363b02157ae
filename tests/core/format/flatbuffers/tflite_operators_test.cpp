#include "core/format/flatbuffers/tflite_operators.h"

#include <QDir>
#include <QFile>
#include <QRegularExpression>

#include "core/model/network/operator_features.h"
#include "tests/support/test_registry.h"

using namespace arenascope;

class TfliteOperatorsTest : public QObject {
    Q_OBJECT

private slots:
    void every_type_in_a_table_is_a_name_of_an_operator() {
        // Codes and names of TFLite's schema, from its begin to its end.
        const std::pair<std::int32_t, const char*> codes[] = {{0, "ADD"},
                                                              {3, "CONV_2D"},
                                                              {9, "FULLY_CONNECTED"},
                                                              {17, "MAX_POOL_2D"},
                                                              {22, "RESHAPE"},
                                                              {32, "CUSTOM"},
                                                              {40, "MEAN"},
                                                              {54, "PRELU"},
                                                              {67, "TRANSPOSE_CONV"},
                                                              {83, "PACK"},
                                                              {97, "RESIZE_NEAREST_NEIGHBOR"},
                                                              {105, "REVERSE_V2"},
                                                              {114, "QUANTIZE"},
                                                              {117, "HARD_SWISH"},
                                                              {126, "BATCH_MATMUL"},
                                                              {136, "HASHTABLE"},
                                                              {142, "VAR_HANDLE"},
                                                              {150, "GELU"},
                                                              {158, "SIGN"},
                                                              {159, "BITCAST"},
                                                              {174, "STABLEHLO_REDUCE"},
                                                              {190, "STABLEHLO_SCATTER"},
                                                              {200, "STABLEHLO_WHILE"},
                                                              {203, "DILATE"},
                                                              {206, "STABLEHLO_COMPOSITE"},
                                                              {209, "STABLEHLO_CASE"}};
        for (const auto& [code, name] : codes) {
            QCOMPARE(tflite_operator_name(code), std::string(name));
        }
        for (const FeatureRow& row : features_of(ModelKind::tflite)) {
            for (const std::string_view type : row.types) {
                QVERIFY2(is_tflite_operator_name(std::string(type)), type.data());
            }
        }
        // All upper-case words in the source of the reader. RANDOM is a part of several names.
        const QDir folder(arenascope::test::sample(QStringLiteral("../core/format/flatbuffers")));
        std::size_t found = 0;
        for (const QFileInfo& info : folder.entryInfoList({QStringLiteral("tflite_*.cpp")}, QDir::Files)) {
            QFile file(info.filePath());
            QVERIFY(file.open(QIODevice::ReadOnly));
            static const QRegularExpression word(QStringLiteral("\"([A-Z][A-Z0-9_]{2,})\""));
            for (auto matches = word.globalMatch(QString::fromUtf8(file.readAll())); matches.hasNext(); ++found) {
                const std::string name = matches.next().captured(1).toStdString();
                QVERIFY2(is_tflite_operator_name(name) || name == "TFL3" || name == "RANDOM", name.c_str());
            }
        }
        QVERIFY(found > 200);
    }
};

ARENASCOPE_TEST(TfliteOperatorsTest)
#include "tflite_operators_test.moc"
