#include "core/format/feature_rules_text.h"

#include <string>

#include <QTemporaryDir>

#include "core/base/file/atomic_file.h"
#include "core/format/reading.h"
#include "tests/support/test_registry.h"

using namespace arenascope;
using namespace arenascope::test;

class FeatureRulesTextTest : public QObject {
    Q_OBJECT

private slots:
    void reads_one_rule_per_line_with_comments_and_blanks() {
        const auto rules = parse_feature_rules(
            "\xEF\xBB\xBF# custom operators\n\n FastGelu , in-place # here\nScaledAdd,in-place 1\t0\nmy_*, removable "
            "2\na, b, merge\nConv, ordinary\n",
            "rules");
        QVERIFY2(rules.has_value(), rules ? "" : to_string(rules.error()).c_str());
        QCOMPARE(rules->size(), std::size_t(5));
        QCOMPARE((*rules)[0].pattern, std::string("FastGelu"));
        QCOMPARE((*rules)[0].operands, std::vector<std::uint32_t>{0});
        QCOMPARE((*rules)[0].line, std::int64_t(3));
        QCOMPARE((*rules)[1].operands, (std::vector<std::uint32_t>{1, 0}));
        QCOMPARE((*rules)[2].feature, OperatorFeature::removable);
        QCOMPARE((*rules)[2].operands, std::vector<std::uint32_t>{2});
        QCOMPARE((*rules)[3].pattern, std::string("a, b"));
        QVERIFY((*rules)[3].operands.empty());
        QCOMPARE((*rules)[4].feature, OperatorFeature::ordinary);
    }

    void errors_name_the_line_data() {
        QTest::addColumn<QString>("text");
        QTest::addColumn<QString>("error");
        QTest::newRow("empty") << "\n# nothing\n"
                               << "rules: the file holds no rule";
        QTest::newRow("one part") << "\nConv"
                                  << "rules:2: the rule does not have two parts";
        QTest::newRow("no operator") << ", merge"
                                     << "rules:1: the rule names no operator";
        QTest::newRow("no feature") << "Conv, # later"
                                    << "rules:1: the rule has no feature";
        QTest::newRow("unknown feature") << "Conv, merge\nRelu, inplace"
                                         << "rules:2: there is no feature 'inplace'";
        QTest::newRow("position") << "Conv, in-place first"
                                  << "rules:1: 'first' is not the position of an input";
        QTest::newRow("negative") << "Conv, in-place -1"
                                  << "rules:1: '-1' is not the position of an input";
        QTest::newRow("large") << "Conv, in-place 4294967296"
                               << "rules:1: '4294967296' is not the position of an input";
        QTest::newRow("twice") << "Conv, in-place 1 1"
                               << "rules:1: input 1 stands there twice";
        QTest::newRow("two views") << "Conv, removable 0 1"
                                   << "rules:1: a removable operator takes one input";
        QTest::newRow("inputs of a merge") << "Conv, merge 0"
                                           << "rules:1: merge takes no inputs, but here are '0'";
        QTest::newRow("inputs of none") << "Conv, ordinary 0"
                                        << "rules:1: ordinary takes no inputs, but here are '0'";
    }

    void errors_name_the_line() {
        QFETCH(const QString, text);
        QFETCH(const QString, error);
        const auto rules = parse_feature_rules(text.toStdString(), "rules");
        QVERIFY(!rules);
        QVERIFY2(to_string(rules.error()).find(error.toStdString()) == 0, to_string(rules.error()).c_str());
    }

    void the_switch_sets_features_and_its_errors_name_the_file_and_line() {
        const QTemporaryDir directory;
        ImportOptions options;
        options.operator_features = directory.filePath(QStringLiteral("custom.rules")).toStdString();
        const std::string plan = sample(QStringLiteral("splits_and_concat.json")).toStdString();
        QVERIFY(write_atomically(options.operator_features, "Concat, ordinary\nConf, merge\n").has_value());
        const auto document = read_document(plan, options);
        QVERIFY2(document.has_value(), document ? "" : to_string(document.error()).c_str());
        QCOMPARE(document->problem.graph->operators[6].feature, OperatorFeature::ordinary);
        QVERIFY(document->problem.graph->operators[6].shareable.empty());
        QCOMPARE(document->switch_notes,
                 (std::vector<std::string>{options.operator_features + ": no operator has the type or the name 'Conf' "
                                                                       "(line 2)"}));
        QVERIFY(write_atomically(options.operator_features, "Concat, merge\nSplit, remove\n").has_value());
        const auto wrong = read_document(plan, options);
        QVERIFY(!wrong.has_value());
        QCOMPARE(to_string(wrong.error()).find(options.operator_features + ":2: there is no feature 'remove'"),
                 std::size_t{0});
        options.operator_features = "/nowhere/custom.rules";
        const auto missing = read_document(plan, options);
        QVERIFY(!missing.has_value());
        QCOMPARE(missing.error().source, std::string("/nowhere/custom.rules"));
    }
};

ARENASCOPE_TEST(FeatureRulesTextTest)
#include "feature_rules_text_test.moc"
