#include "app/window/debug/time_commands.h"

#include <QLineEdit>
#include <QPointer>
#include <QTimer>

#include "app/window/dialogs/go_to_dialog.h"
#include "tests/app/window_fixture.h"
#include "widgets/picture/layout_view/layout_view.h"

using namespace arenascope;
using namespace arenascope::test;

class TimeCommandsTest : public QObject, private WindowFixture {
    Q_OBJECT

private slots:
    void init() { show_active_window(); }
    void cleanup() { close_window(); }

    void a_key_goes_to_the_first_step_of_the_peak_and_brings_it_into_view() {
        write("id,lower,upper,size,offset\na,0,100,8,0\nb,90,95,8,100\nc,80,85,8,100\n");
        open(plan_);
        QTest::keyClick(window_.get(), Qt::Key_P);
        QCOMPARE(window_->session().selection().cursor(), std::optional(Step(80)));
        QVERIFY(view().camera().is_fitted());
        view().set_view({{0, 10}, {0, 20}});
        QTest::keyClick(window_.get(), Qt::Key_P);
        const View shown = view().camera().view();
        QVERIFY(shown.steps.from <= 80 && 81 <= shown.steps.to);
        QVERIFY(shown.bytes.from <= 108 && 108 <= shown.bytes.to);
        QCOMPARE(static_cast<double>(length(shown.steps)), 10.0);
        QCOMPARE(static_cast<double>(length(shown.bytes)), 20.0);
        QTest::keyClick(window_.get(), Qt::Key_Left, Qt::AltModifier);
        QCOMPARE(static_cast<double>(view().camera().view().steps.from), 0.0);
    }

    void a_range_is_selected_by_keys_zoomed_to_and_selects_what_lives_in_it() {
        write("id,lower,upper,size,offset\na,0,100,8,0\nb,90,95,8,100\nc,10,20,8,100\n");
        open(plan_);
        QVERIFY(!window_->actions().zoom_to_range->isEnabled());
        window_->session().selection().set_cursor(Step(12));
        QTest::keyClick(&view(), Qt::Key_Right, Qt::ShiftModifier);
        QVERIFY(window_->session().selection().range() == (Lifetime{Step(12), Step(14)}));
        QVERIFY(view().picture().content().time_range == (Lifetime{Step(12), Step(14)}));
        window_->actions().select_in_range->trigger();
        QCOMPARE(window_->session().selection().buffers(), (std::vector<BufferIndex>{BufferIndex(0), BufferIndex(2)}));
        window_->actions().zoom_to_range->trigger();
        QCOMPARE(static_cast<double>(view().camera().view().steps.from), 12.0);
        QCOMPARE(static_cast<double>(view().camera().view().steps.to), 14.0);
        QTest::keyClick(&view(), Qt::Key_Escape);
        QVERIFY(!window_->session().selection().range());
        QVERIFY(!view().picture().content().time_range);
        QVERIFY(!window_->actions().select_in_range->isEnabled());
    }

    void what_a_range_leaves_alive_is_selected() {
        write("id,lower,upper,size,offset\na,0,100,8,0\nb,12,95,8,100\nc,10,20,8,200\nd,12,13,8,300\n");
        open(plan_);
        const QAction& action = *window_->actions().select_left_alive;
        QVERIFY(!action.isEnabled() && action.toolTip().contains(QStringLiteral("range")));
        window_->session().selection().set_range(Lifetime{Step(12), Step(40)});
        QVERIFY(action.isEnabled());
        window_->actions().select_left_alive->trigger();
        QCOMPARE(window_->session().selection().buffers(), std::vector{BufferIndex(1)});
    }

    void another_file_has_no_range() {
        write("id,lower,upper,size,offset\na,0,100,8,0\n");
        open(plan_);
        window_->session().selection().set_range(Lifetime{Step(3), Step(9)});
        open(sample("placed.csv"));
        QVERIFY(!window_->session().selection().range());
        QVERIFY(!view().picture().content().time_range);
    }

    void without_a_plan_there_is_nowhere_to_go() {
        QVERIFY(!window_->actions().go_to_peak->isEnabled());
        QVERIFY(!window_->actions().go_to->isEnabled());
    }

    void a_step_is_chosen_by_its_number() {
        write("id,lower,upper,size,offset\na,0,2000,8,0\nb,90,95,8,100\n");
        open(plan_);
        view().set_view({{0, 10}, {0, 20}});
        answer({QStringLiteral("1,234")});
        QTest::keyClick(window_.get(), Qt::Key_G, Qt::ControlModifier);
        QCOMPARE(window_->session().selection().cursor(), std::optional(Step(1234)));
        QVERIFY(view().camera().view().steps.from <= 1234 && 1235 <= view().camera().view().steps.to);
    }

    void an_unknown_step_is_refused_in_the_dialog_which_stays() {
        write("id,lower,upper,size,offset\na,0,2000,8,0\n");
        open(plan_);
        answer({QStringLiteral("2000"), QStringLiteral("conv"), QStringLiteral("7")});
        window_->actions().go_to->trigger();
        QCOMPARE(refusals_.size(), 2);
        QCOMPARE(refusals_.front(), QStringLiteral("there is no step 2,000; steps are 0 to 1,999"));
        QVERIFY(refusals_.back().startsWith(QStringLiteral("nothing has the name 'conv'; give a step from 0 to ")));
        QCOMPARE(window_->session().selection().cursor(), std::optional(Step(7)));
    }

    void a_step_is_chosen_by_its_operator() {
        open_tuned_sample();
        const Operator& one = window_->session().problem()->graph->operators.back();
        answer({QString::fromStdString(one.name)});
        window_->actions().go_to->trigger();
        QCOMPARE(window_->session().selection().cursor(), std::optional(one.step));
    }

    void a_buffer_is_selected_and_brought_into_view_without_a_zoom() {
        write("id,lower,upper,size,offset\na,0,2000,8,0\nb,90,95,8,100\n");
        open(plan_);
        view().set_view({{0, 10}, {0, 20}});
        answer({QStringLiteral("b")});
        QTest::keyClick(window_.get(), Qt::Key_G, Qt::ControlModifier);
        QCOMPARE(window_->session().selection().buffers(), std::vector<BufferIndex>{BufferIndex(1)});
        const View shown = view().camera().view();
        QVERIFY(shown.steps.from <= 90 && 95 <= shown.steps.to);
        QVERIFY(shown.bytes.from <= 100 && 108 <= shown.bytes.to);
        QCOMPARE(static_cast<double>(length(shown.steps)), 10.0);
        QCOMPARE(window_->session().selection().cursor(), std::nullopt);
    }

    void an_offset_selects_the_buffers_that_use_it() {
        write("id,lower,upper,size,offset\na,0,20,8,0\nb,0,5,8,100\nc,10,15,8,104\n");
        open(plan_);
        view().set_view({{0, 10}, {0, 20}});
        answer({QStringLiteral("0x68")});
        window_->actions().go_to->trigger();
        QCOMPARE(window_->session().selection().buffers(), (std::vector<BufferIndex>{BufferIndex(1), BufferIndex(2)}));
        const View shown = view().camera().view();
        QVERIFY(shown.bytes.from <= 104 && 104 <= shown.bytes.to);
    }

    void a_step_of_the_run_is_shown() {
        open_tuned_sample();
        answer({QStringLiteral("iteration 1")});
        window_->actions().go_to->trigger();
        QCOMPARE(window_->session().steps().chief_position(), 1);
    }

    void a_line_says_where_the_text_leads_while_it_is_typed() {
        write("id,lower,upper,size,offset\na,0,20,8,0\nb,0,5,8,100\nc,10,15,8,104\n");
        open(plan_);
        window_->session().selection().set_cursor(Step(12));
        QStringList leads;
        QTimer::singleShot(100, window_.get(), [&leads] {
            auto* dialog = qobject_cast<GoToDialog*>(QApplication::activeModalWidget());
            QVERIFY(dialog != nullptr);
            for (const char* text : {"12", "c", "0x68", "0x10", "iteration 7", ""}) {
                dialog->findChild<QLineEdit*>()->setText(QString::fromLatin1(text));
                leads << dialog->findChildren<QLabel*>().last()->text().replace(QChar::Nbsp, QLatin1Char(' '));
            }
            QTest::keyClick(dialog, Qt::Key_Escape);
        });
        window_->actions().go_to->trigger();
        QCOMPARE(leads,
                 (QStringList{"Time cursor to step 12", "Buffer 'c': 8 B, steps [10, 15), offset 104 B",
                              "Offset 0x68, 104 B of 'arena': 2 buffers use it, at step 12 'c'; selected then",
                              "Offset 0x10, 16 B of 'arena': no buffer uses it",
                              "there is no iteration '7', because no run of a planner was recorded; tune the plan, or "
                              "open a trace",
                              "no place is given; give a step from 0 to 19, an offset such as 0x1f400 or 480 KiB, a "
                              "name or a part of it, or a step of the run such as iteration 7"}));
    }

    void escape_leaves_the_time_cursor_where_it_is() {
        write("id,lower,upper,size,offset\na,0,2000,8,0\n");
        open(plan_);
        window_->session().selection().set_cursor(Step(5));
        QTimer::singleShot(100, window_.get(), [] {
            auto* dialog = qobject_cast<GoToDialog*>(QApplication::activeModalWidget());
            QVERIFY(dialog != nullptr);
            QCOMPARE(dialog->findChild<QLineEdit*>()->text(), QStringLiteral("5"));
            QTest::keyClick(dialog, Qt::Key_Escape);
        });
        window_->actions().go_to->trigger();
        QCOMPARE(window_->session().selection().cursor(), std::optional(Step(5)));
    }

private:
    [[nodiscard]] LayoutView& view() const { return *window_->layout_view(); }

    /// Types texts, each with Enter, into the dialog that opens next, and keeps what the dialog says against them.
    void answer(const QStringList& texts) {
        QTimer::singleShot(100, window_.get(), [this, texts] {
            QPointer<GoToDialog> dialog = qobject_cast<GoToDialog*>(QApplication::activeModalWidget());
            QVERIFY(dialog != nullptr);
            for (const QString& text : texts) {
                QVERIFY(dialog != nullptr && dialog->isVisible());
                auto* field = dialog->findChild<QLineEdit*>();
                field->setText(text);
                QTest::keyClick(field, Qt::Key_Return);
                if (dialog != nullptr && dialog->isVisible()) {
                    refusals_ << dialog->findChildren<QLabel*>().last()->text();
                }
            }
        });
    }

    QStringList refusals_;
};

ARENASCOPE_TEST(TimeCommandsTest)
#include "time_commands_test.moc"
