#include "app/window/inspect/find_commands.h"

#include <QDockWidget>
#include <QLineEdit>

#include "tests/app/window_fixture.h"
#include "widgets/picture/layout_view/layout_view.h"
#include "widgets/tables/buffer_table/buffer_table.h"

using namespace arenascope;
using namespace arenascope::test;

class FindCommandsTest : public QObject, private WindowFixture {
    Q_OBJECT

private slots:
    void init() {
        write("id,lower,upper,size,offset\nconv_1,0,4,8,0\nrelu,4,8,8,0\nconv_2,8,12,8,0\nconv_3,12,16,8,0\n");
        show_active_window();
    }
    void cleanup() { close_window(); }

    void enter_in_the_filter_walks_the_matches_and_goes_round() {
        open(plan_);
        type_filter();
        QTest::keyClick(&field(), Qt::Key_Return);
        QCOMPARE(selected(), QStringLiteral("conv_1"));
        QVERIFY(status().contains(QStringLiteral("1 of 3")));
        QTest::keyClick(&field(), Qt::Key_Enter);
        QTest::keyClick(&field(), Qt::Key_Return);
        QCOMPARE(selected(), QStringLiteral("conv_3"));
        QVERIFY(status().contains(QStringLiteral("3 of 3")));
        QTest::keyClick(&field(), Qt::Key_Return);
        QCOMPARE(selected(), QStringLiteral("conv_1"));
        QVERIFY(status().contains(QStringLiteral("1 of 3, from the first again")));
        QTest::keyClick(&field(), Qt::Key_Return, Qt::ShiftModifier);
        QCOMPARE(selected(), QStringLiteral("conv_3"));
        QVERIFY(status().contains(QStringLiteral("3 of 3, from the last again")));
        QVERIFY(field().hasFocus());
    }

    void the_keys_work_with_the_focus_in_the_picture_and_bring_matches_into_view() {
        open(plan_);
        type_filter();
        view().set_view({{0, 4}, {0, 8}});
        view().setFocus();
        QTest::keyClick(&view(), Qt::Key_F4);
        QTest::keyClick(&view(), Qt::Key_F4);
        QCOMPARE(selected(), QStringLiteral("conv_2"));
        const View shown = view().camera().view();
        QVERIFY(shown.steps.from <= 8 && 12 <= shown.steps.to);
        QCOMPARE(static_cast<double>(length(shown.steps)), 4.0);
        QTest::keyClick(&view(), Qt::Key_F4, Qt::ShiftModifier);
        QCOMPARE(selected(), QStringLiteral("conv_1"));
    }

    void escape_in_the_filter_returns_to_the_picture_with_the_selection() {
        open(plan_);
        type_filter();
        QTest::keyClick(&field(), Qt::Key_Return);
        QTest::keyClick(&field(), Qt::Key_Escape);
        QVERIFY(field().text().isEmpty());
        QVERIFY(view().hasFocus());
        QCOMPARE(selected(), QStringLiteral("conv_1"));
        QTest::keyClick(&view(), Qt::Key_F, Qt::ControlModifier);
        QVERIFY(field().hasFocus());
        QTest::keyClick(&field(), Qt::Key_Escape);
        QVERIFY(view().hasFocus());
        QCOMPARE(selected(), QStringLiteral("conv_1"));
        QTest::keyClick(&view(), Qt::Key_Escape);
        QCOMPARE(selected(), QString());
    }

    void the_order_is_that_of_the_table() {
        open(plan_);
        type_filter();
        window_->docks().buffers->findChild<QTableView*>()->sortByColumn(BufferModel::begin, Qt::DescendingOrder);
        window_->actions().find_next->trigger();
        QCOMPARE(selected(), QStringLiteral("conv_3"));
    }

    void the_status_forgets_the_match_with_the_selection() {
        open(plan_);
        window_->actions().find_next->trigger();
        QVERIFY(status().contains(QStringLiteral("1 of 4")));
        window_->session().selection().select({});
        QVERIFY(!status().contains(QStringLiteral("1 of 4")));
    }

    void without_a_match_the_status_says_so() {
        open(plan_);
        window_->docks().buffers->set_filter_text(QStringLiteral("pool"));
        window_->actions().find_previous->trigger();
        QVERIFY(status().contains(QStringLiteral("No buffer matches the filter")));
        QVERIFY(window_->session().selection().buffers().empty());
    }

    void without_a_plan_there_is_nothing_to_find() {
        QVERIFY(!window_->actions().find_next->isEnabled() && !window_->actions().find_previous->isEnabled());
    }

private:
    [[nodiscard]] LayoutView& view() const { return *window_->layout_view(); }
    [[nodiscard]] QLineEdit& field() const { return *window_->docks().buffers->findChild<QLineEdit*>(); }
    /// The names of the selected buffers.
    [[nodiscard]] QString selected() const {
        QStringList names;
        for (const BufferIndex buffer : window_->session().selection().buffers()) {
            names << QString::fromStdString(window_->session().problem()->buffers[buffer].name);
        }
        return names.join(QLatin1Char(' '));
    }

    void type_filter() {
        window_->actions().find->trigger();
        QVERIFY(field().hasFocus());
        QTest::keyClicks(&field(), QStringLiteral("conv"));
    }
};

ARENASCOPE_TEST(FindCommandsTest)
#include "find_commands_test.moc"
