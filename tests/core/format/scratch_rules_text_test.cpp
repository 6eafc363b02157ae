#include "core/format/scratch_rules_text.h"

#include <string>

#include <QDirIterator>

#include "core/check/overlap_checker.h"
#include "core/format/plan/plan_json.h"
#include "core/format/reading.h"
#include "core/planner/planning.h"
#include "tests/support/test_registry.h"

using namespace arenascope;
using namespace arenascope::test;

class ScratchRulesTextTest : public QObject {
    Q_OBJECT

private slots:
    void reads_one_rule_per_line_with_comments_and_blanks() {
        const auto rules = parse_scratch_rules(
            "\xEF\xBB\xBF# what convolutions need\n\n  Conv ,max(input, 2) , fixed overlay  # here\r\n*, 1, fast "
            "variable\n",
            "rules");
        QVERIFY2(rules.has_value(), rules ? "" : to_string(rules.error()).c_str());
        QCOMPARE(rules->size(), std::size_t(2));
        QCOMPARE(rules->front().pattern, std::string("Conv"));
        QCOMPARE(rules->front().line, std::int64_t(3));
        QVERIFY(rules->front().overlay && !rules->front().variable && !rules->front().fast);
        QVERIFY(!rules->back().overlay && rules->back().variable && rules->back().fast);
    }

    void errors_name_the_line_data() {
        QTest::addColumn<QString>("text");
        QTest::addColumn<QString>("error");
        QTest::newRow("empty") << "\n# nothing\n"
                               << "rules: the file holds no rule";
        QTest::newRow("two parts") << "\nConv, fixed"
                                   << "rules:2: the rule does not have three parts";
        QTest::newRow("no operator") << ", 1, fixed"
                                     << "rules:1: the rule names no operator";
        QTest::newRow("no kind") << "Conv, 1, overlay"
                                 << "rules:1: the rule has no kind";
        QTest::newRow("both kinds") << "Conv, 1, fixed variable"
                                    << "rules:1: 'variable' is not a kind";
        QTest::newRow("unknown kind") << "Conv, 1, large"
                                      << "rules:1: 'large' is not a kind of scratch";
        QTest::newRow("size") << "Conv, 1 +, fixed"
                              << "rules:1: size: at character 4: a size is missing";
    }

    void errors_name_the_line() {
        QFETCH(const QString, text);
        QFETCH(const QString, error);
        const auto rules = parse_scratch_rules(text.toStdString(), "rules");
        QVERIFY(!rules);
        QVERIFY2(to_string(rules.error()).find(error.toStdString()) == 0, to_string(rules.error()).c_str());
    }

    void the_shipped_rules_add_scratch_that_the_planner_places() {
        ImportOptions options;
        options.scratch_rules = sample(QStringLiteral("im2col.rules")).toStdString();
        const auto document = read_document(sample(QStringLiteral("inception_cell.param")).toStdString(), options);
        QVERIFY2(document.has_value(), document ? "" : to_string(document.error()).c_str());
        QVERIFY(!document->problem.scratch.empty());
        const auto plan =
            run_planner(document->problem, document->layout, {.planner = "scratch", .settings = {{"work", "20000"}}});
        QVERIFY(plan);
        QCOMPARE(plan->result.layout.scratch.size(), document->problem.scratch.size());
    }

    void real_models_with_the_shipped_rules_get_valid_layouts() {
        ARENASCOPE_NEEDS_SHARED_DATA();
        ImportOptions options;
        options.scratch_rules = sample(QStringLiteral("im2col.rules")).toStdString();
        options.order = ExecutionOrder::depth_first;
        QDirIterator files(shared_data(),
                           {QStringLiteral("*.onnx"), QStringLiteral("*.tflite"), QStringLiteral("*.param")},
                           QDir::Files, QDirIterator::Subdirectories);
        std::size_t with_scratch = 0;
        while (files.hasNext()) {
            const std::string file = files.next().toStdString();
            if (const auto plain = read_document(file); !plain || plain->problem.buffers.size() > 2'000) {
                continue;
            }
            const auto document = read_document(file, options);
            QVERIFY2(document.has_value(), document ? "" : to_string(document.error()).c_str());
            const auto plan = run_planner(document->problem, document->layout,
                                          {.planner = "scratch", .settings = {{"work", "100000"}, {"trials", "16"}}});
            QVERIFY2(plan.has_value(), file.c_str());
            QVERIFY2(is_clean(check(plan->problem, plan->result.layout)), file.c_str());
            const auto again = parse_document(plan_json_text(plan->problem, plan->result.layout, plan->provenance),
                                              "plan.json", options);
            QVERIFY2(again.has_value(), again ? "" : to_string(again.error()).c_str());
            QVERIFY2(again->problem.buffers.size() == plan->problem.buffers.size(), file.c_str());
            with_scratch += plan->result.layout.scratch.empty() ? 0 : 1;
        }
        QVERIFY(with_scratch > 0);
    }

    void a_missing_rule_file_is_an_error_that_names_it() {
        ImportOptions options;
        options.scratch_rules = "/nowhere/rules";
        const auto document = read_document(sample(QStringLiteral("inception_cell.param")).toStdString(), options);
        QCOMPARE(document.error().source, std::string("/nowhere/rules"));
    }
};

ARENASCOPE_TEST(ScratchRulesTextTest)
#include "scratch_rules_text_test.moc"
