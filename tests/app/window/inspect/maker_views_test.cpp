#include "app/window/inspect/maker_views.h"

#include <QComboBox>
#include <QDockWidget>
#include <QPlainTextEdit>
#include <QTableView>
#include <QToolButton>

#include "app/window/dialogs/library_code_dialog.h"
#include "app/window/frame/window_docks.h"
#include "app/window/frame/window_tool_bar.h"
#include "core/model/expression/buffer_filter.h"
#include "core/model/memory/library_code.h"
#include "tests/app/window_fixture.h"
#include "tests/support/made_snapshot.h"
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
        window_->session().file().import_again({{"segments", "merged"}});
        QTRY_VERIFY_WITH_TIMEOUT(window_->session().state().trace != nullptr, 20'000);
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

    void makers_are_lines_of_ones_own_code_and_the_list_of_libraries_is_kept() {
        auto made = MadeSnapshot().segment(0x7F0000000000, 4096);
        auto stack = MadeSnapshot::stack("/v/site-packages/torch/functional.py", 373, "einsum");
        stack.push_back({{"name", "block"}, {"filename", "/u/shared/block.py"}, {"line", 9}});
        stack.push_back({{"name", "forward"}, {"filename", "/u/model.py"}, {"line", 54}});
        made.event("alloc", 0x7F0000000000, 600, stack);
        QFile written(folder_.filePath(QStringLiteral("libraries.json")));
        QVERIFY(written.open(QIODevice::WriteOnly));
        written.write(QByteArray::fromStdString(made.text()));
        written.close();
        open(written.fileName());
        const auto first_maker = [this] { return test::cell(list(), 0, MakerColumn::maker); };
        QCOMPARE(first_maker(), QStringLiteral("block.py:9 block"));
        QSignalSpy read(&window_->session().file(), &OpenFile::read_again);
        QTimer::singleShot(0, this, [] {
            auto* dialog = qobject_cast<LibraryCodeDialog*>(QApplication::activeModalWidget());
            QVERIFY(dialog != nullptr);
            auto* lines = dialog->findChild<QPlainTextEdit*>();
            QVERIFY(lines->toPlainText().contains(QStringLiteral("site-packages/\n")));
            lines->moveCursor(QTextCursor::End);
            QTest::keyClick(lines, Qt::Key_Return);
            QTest::keyClicks(lines, QStringLiteral("shared/"));
            dialog->accept();
        });
        QTest::mouseClick(window_->docks().makers->findChild<QToolButton*>(), Qt::LeftButton);
        QTRY_COMPARE_WITH_TIMEOUT(read.size(), 1, 20'000);
        QTRY_COMPARE(first_maker(), QStringLiteral("model.py:54 forward"));
        close_window();
        show_window();
        open(written.fileName());
        QCOMPARE(first_maker(), QStringLiteral("model.py:54 forward"));
        QCOMPARE(window_->session().state().switches.size(), std::size_t{1});
        QVERIFY(!window_->isWindowModified());
        // Files of other formats have no such switch.
        open(sample(QStringLiteral("placed.csv")));
        QVERIFY(window_->session().state().switches.empty());
        window_settings::set_library_code(QString::fromUtf8(default_library_code.data(), default_library_code.size()));
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
