#include "widgets/panels/transport/transport.h"

#include <cstdlib>

#include <QLineEdit>
#include <QPushButton>
#include <QSignalSpy>
#include <QToolButton>
#include <QVBoxLayout>

#include "tests/support/test_registry.h"
#include "widgets/base/outlined_style.h"

using namespace arenascope;

class TransportTest : public QObject {
    Q_OBJECT

private slots:
    void init() {
        transport_ = std::make_unique<Transport>();
        transport_->set_range(5);
        transport_->show();
        QVERIFY(QTest::qWaitForWindowExposed(transport_.get()));
    }
    void cleanup() { transport_.reset(); }

    void without_steps_nothing_is_enabled() {
        transport_->set_range(0);
        for (const QAction* action : actions()) {
            QVERIFY(!action->isEnabled());
        }
        QVERIFY(!slider().isEnabled());
        QCOMPARE(place(), QStringLiteral("–"));
    }

    void with_a_single_step_nothing_is_enabled() {
        transport_->set_range(1);
        for (const QAction* action : actions()) {
            QVERIFY(!action->isEnabled());
        }
        QCOMPARE(place(), QStringLiteral("0 / 0"));
    }

    void commands_without_effect_are_disabled() {
        QCOMPARE(enabled(), (QList<bool>{false, false, true, true, true}));
        transport_->set_position(2);
        QCOMPARE(enabled(), (QList<bool>{true, true, true, true, true}));
        transport_->set_position(4);
        QCOMPARE(enabled(), (QList<bool>{true, true, true, false, false}));
        QCOMPARE(place(), QStringLiteral("4 / 4"));
    }

    void clicks_request_first_previous_next_and_last() {
        QSignalSpy requested(transport_.get(), &Transport::step_requested);
        click(transport_->next_action());
        click(transport_->next_action());
        click(transport_->previous_action());
        click(transport_->last_action());
        click(transport_->first_action());
        QCOMPARE(steps_of(requested), (QList<int>{1, 2, 1, 4, 0}));
        QCOMPARE(slider().value(), 0);
    }

    void a_position_set_from_outside_is_shown_without_a_signal() {
        QSignalSpy requested(transport_.get(), &Transport::step_requested);
        transport_->set_position(3);
        QCOMPARE(slider().value(), 3);
        QCOMPARE(place(), QStringLiteral("3 / 4"));
        transport_->set_position(99);
        QCOMPARE(transport_->position(), 4);
        transport_->set_position(-1);
        QCOMPARE(transport_->position(), 0);
        QVERIFY(requested.isEmpty());
    }

    void words_stand_in_place_of_the_number_until_they_are_cleared() {
        transport_->set_place(QStringLiteral("group 2 of 5 in iteration 3"));
        QCOMPARE(place(), QStringLiteral("group 2 of 5 in iteration 3"));
        transport_->set_place({});
        QCOMPARE(place(), QStringLiteral("0 / 4"));
    }

    void the_slider_requests_its_step() {
        QSignalSpy requested(transport_.get(), &Transport::step_requested);
        slider().setFocus(Qt::TabFocusReason);
        QTest::keyClick(&slider(), Qt::Key_Right);
        QTest::keyClick(&slider(), Qt::Key_End);
        QCOMPARE(steps_of(requested), (QList<int>{1, 4}));
        QTest::keyClick(&slider(), Qt::Key_End);
        QCOMPARE(requested.size(), 2);
    }

    void a_click_on_the_slider_goes_to_the_step_below_it() {
        OutlinedStyle style;  // the style of the window
        slider().setStyle(&style);
        transport_->resize(1200, transport_->height());
        transport_->set_range(101);
        QSignalSpy requested(transport_.get(), &Transport::step_requested);
        const auto click_at = [this](double share) {
            const int x = static_cast<int>(share * (slider().width() - 1));
            QTest::mouseClick(&slider(), Qt::LeftButton, Qt::NoModifier, {x, slider().height() / 2});
        };
        click_at(0.75);
        QVERIFY2(std::abs(transport_->position() - 75) < 5, qPrintable(QString::number(transport_->position())));
        QCOMPARE(requested.size(), 1);
        click_at(0.25);
        QVERIFY(std::abs(transport_->position() - 25) < 5);
        click_at(1);
        QCOMPARE(transport_->position(), 100);
        click_at(0);
        QCOMPARE(transport_->position(), 0);
        QCOMPARE(requested.size(), 4);
        slider().setStyle(nullptr);
    }

    void a_shorter_run_keeps_the_position_within_its_range() {
        transport_->set_position(4);
        transport_->set_range(3);
        QCOMPARE(transport_->position(), 2);
        QCOMPARE(slider().maximum(), 2);
    }

    void playing_goes_to_the_end_and_stops() {
        choose_speed(30);
        QSignalSpy requested(transport_.get(), &Transport::step_requested);
        click(transport_->play_action());
        QVERIFY(transport_->is_playing());
        QCOMPARE(transport_->play_action()->text(), QStringLiteral("P&ause"));
        QTRY_VERIFY(!transport_->is_playing());
        QCOMPARE(steps_of(requested), (QList<int>{1, 2, 3, 4}));
        QVERIFY(!transport_->play_action()->isChecked());
        QCOMPARE(transport_->play_action()->text(), QStringLiteral("P&lay"));
    }

    void playing_from_the_end_starts_over() {
        choose_speed(30);
        transport_->set_position(4);
        QSignalSpy requested(transport_.get(), &Transport::step_requested);
        click(transport_->play_action());
        QTRY_VERIFY(!transport_->is_playing());
        QCOMPARE(steps_of(requested), (QList<int>{0, 1, 2, 3, 4}));
    }

    void a_second_click_pauses() {
        choose_speed(1);
        click(transport_->play_action());
        click(transport_->play_action());
        QVERIFY(!transport_->is_playing());
        QCOMPARE(transport_->position(), 0);
    }

    void playing_ends_if_the_run_is_removed() {
        choose_speed(1);
        click(transport_->play_action());
        transport_->set_range(0);
        QVERIFY(!transport_->is_playing());
        click(transport_->play_action());
        QVERIFY(!transport_->is_playing());
    }

    void a_new_speed_applies_at_once() {
        auto& timer = *transport_->findChild<QTimer*>();
        choose_speed(1);
        click(transport_->play_action());
        QCOMPARE(timer.interval(), 1000);
        choose_speed(10);
        QCOMPARE(timer.interval(), 100);
        QVERIFY(transport_->is_playing());
    }

    void clicks_do_not_move_the_focus() {
        QWidget window;
        QLineEdit field;
        QVBoxLayout column(&window);
        column.addWidget(&field);
        column.addWidget(transport_.get());
        window.show();
        window.activateWindow();
        QVERIFY(QTest::qWaitForWindowActive(&window));
        field.setFocus();
        for (QAction* action : actions()) {
            click(action);
            QVERIFY(field.hasFocus());
        }
        QTest::mouseClick(&slider(), Qt::LeftButton);
        QVERIFY(field.hasFocus());
        QTest::mouseClick(&speed(), Qt::LeftButton);
        speed().hidePopup();
        QVERIFY(field.hasFocus());
        transport_->setParent(nullptr);
    }

    void a_key_reaches_it_past_a_focused_button_but_not_past_a_text_field() {
        QWidget window;
        QLineEdit field;
        QPushButton button(QStringLiteral("press"));
        QComboBox choice;
        choice.addItems({QStringLiteral("a"), QStringLiteral("b")});
        QVBoxLayout column(&window);
        column.addWidget(&field);
        column.addWidget(&button);
        column.addWidget(&choice);
        column.addWidget(transport_.get());
        window.addAction(transport_->play_action());
        transport_->play_action()->setShortcut(QKeySequence(Qt::Key_Space));
        choose_speed(1);
        window.show();
        window.activateWindow();
        QVERIFY(QTest::qWaitForWindowActive(&window));
        QSignalSpy pressed(&button, &QPushButton::clicked);
        bool playing = false;
        for (QWidget* focused :
             {static_cast<QWidget*>(&button), static_cast<QWidget*>(&choice),
              static_cast<QWidget*>(button_of(transport_->next_action())),
              static_cast<QWidget*>(button_of(transport_->play_action())), static_cast<QWidget*>(&slider())}) {
            focused->setFocus();
            QVERIFY(focused->hasFocus());
            QTest::keyClick(focused, Qt::Key_Space);
            playing = !playing;
            QCOMPARE(transport_->is_playing(), playing);
        }
        QVERIFY(pressed.isEmpty());
        QCOMPARE(transport_->position(), 0);
        field.setFocus();
        QTest::keyClick(&field, Qt::Key_Space);
        QCOMPARE(field.text(), QStringLiteral(" "));
        QCOMPARE(transport_->is_playing(), playing);
        transport_->setParent(nullptr);
    }

private:
    [[nodiscard]] QList<QAction*> actions() const {
        return {transport_->first_action(), transport_->previous_action(), transport_->play_action(),
                transport_->next_action(), transport_->last_action()};
    }
    [[nodiscard]] QList<bool> enabled() const {
        QList<bool> states;
        for (const QAction* action : actions()) {
            states << action->isEnabled();
        }
        return states;
    }
    [[nodiscard]] QSlider& slider() const { return *transport_->findChild<QSlider*>(); }
    [[nodiscard]] QComboBox& speed() const { return *transport_->findChild<QComboBox*>(); }
    [[nodiscard]] QString place() const { return transport_->findChild<QLabel*>()->text(); }
    [[nodiscard]] QToolButton* button_of(const QAction* action) const {
        for (auto* button : transport_->findChildren<QToolButton*>()) {
            if (button->defaultAction() == action) {
                return button;
            }
        }
        return nullptr;
    }
    void click(const QAction* action) const { QTest::mouseClick(button_of(action), Qt::LeftButton); }
    void choose_speed(int steps_a_second) const { speed().setCurrentIndex(speed().findData(1000 / steps_a_second)); }
    [[nodiscard]] static QList<int> steps_of(const QSignalSpy& requested) {
        QList<int> steps;
        for (const QList<QVariant>& arguments : requested) {
            steps << arguments[0].toInt();
        }
        return steps;
    }

    std::unique_ptr<Transport> transport_;
};

ARENASCOPE_TEST(TransportTest)
#include "transport_test.moc"
