#include "app/window/inspect/maker_views.h"

#include <QComboBox>
#include <QDockWidget>
#include <QTableView>

#include "app/window/frame/window_docks.h"
#include "app/window/frame/window_tool_bar.h"
#include "core/model/expression/buffer_filter.h"
#include "tests/app/window_fixture.h"
#include "tests/widgets/table_clicks.h"
#include "widgets/picture/layout_view/layout_view.h"
#include "widgets/picture/picture_legend/picture_legend.h"
#include "widgets/tables/buffer_table/buffer_table.h"
#include "widgets/tables/maker_table/maker_table.h"

using namespace arenascope;
using namespace arenascope::test;

class MakerViewsTest : public QObject, private WindowFixture {
    Q_OBJECT

private slots:
    void init() { show_window(); }
    void cleanup() { close_window(); }

    void the_dock_is_raised_for_a_snapshot_and_hidden_for_other_plans() {
        open(sample(QStringLiteral("placed.csv")));
        QVERIFY(dock().isHidden());
        QVERIFY(!dock().toggleViewAction()->isVisible());
        open_snapshot();
        QVERIFY(dock().toggleViewAction()->isVisible());
        QTRY_VERIFY(list().isVisible() && !list().visibleRegion().isEmpty());
        QVERIFY(window_->docks().iterations.dock->widget()->visibleRegion().isEmpty());
        open(sample(QStringLiteral("placed.csv")));
        QVERIFY(dock().isHidden());
    }

    void a_run_brings_its_iterations_to_the_front() {
        window_->actions().modes->actions().at(static_cast<qsizetype>(WindowMode::debug))->trigger();
        open_snapshot();
        QSignalSpy changed(&window_->session().plan(), &OpenPlan::plan_changed);
        window_->session().tuning().start({.planner = "peak-suppression"});
        QTRY_VERIFY_WITH_TIMEOUT(!changed.isEmpty(), 20'000);
        QTRY_VERIFY(!window_->docks().iterations.dock->widget()->visibleRegion().isEmpty());
        QVERIFY(dock().toggleViewAction()->isVisible());  // the same code made the allocations
    }

    void choosing_a_maker_filters_exactly_its_allocations_data() {
        QTest::addColumn<int>("by");
        QTest::newRow("line") << static_cast<int>(MadeBy::line);
        QTest::newRow("function") << static_cast<int>(MadeBy::function);
        QTest::newRow("file") << static_cast<int>(MadeBy::file);
    }
    void choosing_a_maker_filters_exactly_its_allocations() {
        QFETCH(int, by);
        open_snapshot();
        choose_made_by(static_cast<MadeBy>(by));
        const Problem& problem = *window_->session().problem();
        const Makers makers = makers_of(problem, static_cast<MadeBy>(by));
        QCOMPARE(list().model()->rowCount(), static_cast<int>(makers.makers.size()));
        std::size_t all = 0;
        for (std::size_t row = 0; row < makers.makers.size(); ++row) {
            test::click_cell(list(), static_cast<int>(row), MakerColumn::at_peak);
            QCOMPARE(buffers().findChild<QTableView*>()->model()->rowCount(),
                     static_cast<int>(makers.makers[row].buffers));
            const auto filter = BufferFilter::parse(buffers().applied_filter().toStdString());
            QVERIFY(filter.has_value());
            const std::vector<bool> passing = filter->passing({.problem = &problem});
            for (std::size_t i = 0; i < passing.size(); ++i) {
                QCOMPARE(passing[i], makers.made_by[BufferIndex(i)] == row);
            }
            QVERIFY(window_->layout_view()->picture().content().filter == passing);
            all += makers.makers[row].buffers;
        }
        QCOMPARE(all, problem.buffers.size());
    }

    void escape_clears_the_filter_and_the_row() {
        open_snapshot();
        test::click_cell(list(), 1, MakerColumn::maker);
        QVERIFY(!buffers().filter_text().isEmpty());
        list().setFocus();
        QTest::keyClick(&list(), Qt::Key_Escape);
        QCOMPARE(buffers().filter_text(), QString());
        QVERIFY(!list().selectionModel()->hasSelection());
    }

    void the_choice_above_the_rows_and_the_colours_are_one() {
        open_snapshot();
        QCOMPARE(tool_bar_colors(), (QStringList{"Colour by Size", "Colour by Lifetime", "Colour by Kind",
                                                 "Colour by Maker", "Colour by Function", "Colour by File"}));
        choose_made_by(MadeBy::file);
        QVERIFY(window_->layout_view()->picture().content().color_by == ColorBy::maker_file);
        QCOMPARE(colors().currentData().toInt(), static_cast<int>(ColorBy::maker_file));
        QTRY_COMPARE(legend_names().value(0).section(QStringLiteral(" · "), 0, 0),
                     test::cell(list(), 0, MakerColumn::maker));
        colors().setCurrentIndex(colors().findData(static_cast<int>(ColorBy::maker_function)));
        QCOMPARE(window_->docks().makers->made_by(), MadeBy::function);
        colors().setCurrentIndex(colors().findData(static_cast<int>(ColorBy::size)));
        QCOMPARE(window_->docks().makers->made_by(), MadeBy::function);
        QVERIFY(!list().model()->index(0, MakerColumn::maker).data(Qt::DecorationRole).isValid());
        open(sample(QStringLiteral("placed.csv")));
        QVERIFY(!tool_bar_colors().contains(QStringLiteral("Colour by File")));
    }

private:
    void open_snapshot() { open(sample(QStringLiteral("training_snapshot.pickle"))); }
    void choose_made_by(MadeBy by) const {
        auto* choice = window_->docks().makers->findChild<QComboBox*>();
        choice->setFocus();
        for (int i = choice->currentIndex(); i < choice->findData(static_cast<int>(by)); ++i) {
            QTest::keyClick(choice, Qt::Key_Down);
        }
    }
    [[nodiscard]] QDockWidget& dock() const { return *window_->docks().makers.dock; }
    [[nodiscard]] QTableView& list() const { return *window_->docks().makers->findChild<QTableView*>(); }
    [[nodiscard]] BufferTable& buffers() const { return *window_->docks().buffers; }
    [[nodiscard]] QComboBox& colors() const {
        for (auto* box : window_->findChild<WindowToolBar*>()->findChildren<QComboBox*>()) {
            if (box->accessibleName() == QStringLiteral("Colour by")) {
                return *box;
            }
        }
        qFatal("no choice of colours");
    }
    [[nodiscard]] QStringList tool_bar_colors() const {
        QStringList names;
        for (int i = 0; i < colors().count(); ++i) {
            names << (colors().itemText(i).startsWith(QStringLiteral("Colour by "))
                          ? colors().itemText(i)
                          : QStringLiteral("Colour by ") + colors().itemText(i));
        }
        return names;
    }
    [[nodiscard]] QStringList legend_names() const {
        QStringList names;
        for (const LegendEntry& entry : window_->findChild<PictureLegend*>()->entries()) {
            names << QString::fromStdString(entry.name);
        }
        return names;
    }
};

ARENASCOPE_TEST(MakerViewsTest)
#include "maker_views_test.moc"
