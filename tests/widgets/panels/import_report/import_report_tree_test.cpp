#include "widgets/panels/import_report/import_report_tree.h"

#include <QSignalSpy>

#include "tests/support/test_registry.h"

using namespace arenascope;

namespace {

ImportReport every_kind() {
    ImportReport report;
    report.folded = {"shape_of", "gather"};
    report.skipped = {{"mask", "nobody uses it"}};
    report.threshold_without_scratch = Bytes(2048);
    return report;
}

Graph with_open_sizes() {
    Graph graph;
    graph.assumed_dimensions = {"batch"};
    graph.unknown_sizes = {{"attention", "muse", "Muse", "the operator is not known"}};
    return graph;
}

}  // namespace

class ImportReportTreeTest : public QObject {
    Q_OBJECT

private slots:
    void init() {
        tree_ = std::make_unique<ImportReportTree>();
        tree_->resize(500, 400);
        tree_->set_report(every_kind(), with_open_sizes(), {"a subgraph was left out"});
        tree_->show();
        QVERIFY(QTest::qWaitForWindowExposed(tree_.get()));
    }
    void cleanup() { tree_.reset(); }

    void every_kind_of_finding_has_its_section_with_its_number_and_its_reasons() {
        QStringList sections;
        for (int i = 0; i < tree_->topLevelItemCount(); ++i) {
            sections << tree_->topLevelItem(i)->text(0) + QStringLiteral(": ") + tree_->topLevelItem(i)->text(1);
        }
        QCOMPARE(sections, (QStringList{"Unknown sizes: 1", "Assumed dimensions: 1", "Folded operators: 2",
                                        "Skipped tensors: 1", "Notes: 1", "Threshold without scratch: 2,048 B"}));
        QCOMPARE(tree_->topLevelItem(0)->child(0)->text(0), QStringLiteral("attention"));
        QCOMPARE(tree_->topLevelItem(0)->child(0)->child(0)->text(0),
                 QStringLiteral("the operator is not known — stopped at muse (Muse)"));
        QCOMPARE(tree_->topLevelItem(2)->child(1)->text(0), QStringLiteral("gather"));
        QCOMPARE(tree_->topLevelItem(3)->child(0)->child(0)->text(0), QStringLiteral("nobody uses it"));
        QCOMPARE(tree_->topLevelItem(4)->child(0)->text(0), QStringLiteral("a subgraph was left out"));
    }

    void empty_sections_are_hidden_except_for_the_main_ones() {
        tree_->set_report({}, {}, {});
        QCOMPARE(tree_->topLevelItemCount(), 3);
        QCOMPARE(tree_->topLevelItem(0)->text(1), QStringLiteral("0"));
    }

    void a_click_on_an_unknown_size_leads_to_the_operator_that_stopped_it() {
        QSignalSpy chosen(tree_.get(), &ImportReportTree::operator_chosen);
        const QTreeWidgetItem* unknown = tree_->topLevelItem(0)->child(0);
        QTest::mouseClick(tree_->viewport(), Qt::LeftButton, Qt::NoModifier, tree_->visualItemRect(unknown).center());
        QCOMPARE(chosen.size(), 1);
        QCOMPARE(chosen[0][0].toString(), QStringLiteral("muse"));
        QTest::keyClick(tree_.get(), Qt::Key_Up);
        QTest::keyClick(tree_.get(), Qt::Key_Return);
        QCOMPARE(chosen.size(), 1);
    }

    void a_bounded_size_names_the_operator_that_bounds_it_and_leads_to_it() {
        const QString exact = QStringLiteral("find\x1b<b>");
        Graph graph;
        graph.bounded_sizes = {{"indices", exact.toStdString(), "NonZero"}};
        tree_->set_report({}, graph, {});
        QTreeWidgetItem* row = tree_->topLevelItem(1)->child(0);
        QCOMPARE(row->text(0), QStringLiteral("indices"));
        QCOMPARE(row->child(0)->text(0), QStringLiteral("the largest output of find\\x1b<b> (NonZero)"));
        tree_->expandAll();
        QSignalSpy chosen(tree_.get(), &ImportReportTree::operator_chosen);
        for (const QTreeWidgetItem* each : {row, row->child(0)}) {
            QTest::mouseClick(tree_->viewport(), Qt::LeftButton, Qt::NoModifier, tree_->visualItemRect(each).center());
            QCOMPARE(chosen.takeLast()[0].toString(), exact);
        }
    }

    void a_file_that_is_no_model_has_only_notes() {
        tree_->set_plain_file({}, {"27 values left out"});
        QCOMPARE(tree_->topLevelItemCount(), 1);
        QVERIFY(tree_->topLevelItem(0)->isExpanded());
        QCOMPARE(tree_->topLevelItem(0)->child(0)->text(0), QStringLiteral("27 values left out"));
    }

    void uses_the_unit_of_the_window() {
        tree_->set_unit(Unit::kibibytes);
        QCOMPARE(tree_->topLevelItem(5)->text(1), QStringLiteral("2 KiB"));
        QCOMPARE(tree_->topLevelItem(5)->toolTip(1), QStringLiteral("2,048 B"));
    }

private:
    std::unique_ptr<ImportReportTree> tree_;
};

ARENASCOPE_TEST(ImportReportTreeTest)
#include "import_report_tree_test.moc"
