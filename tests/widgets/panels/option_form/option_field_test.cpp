#include "widgets/panels/option_form/option_field.h"

#include <QComboBox>
#include <QLineEdit>
#include <QPushButton>
#include <QSignalSpy>
#include <QWheelEvent>

#include "tests/support/test_registry.h"
#include "widgets/panels/option_form/whole_number_box.h"

using namespace arenascope;

class OptionFieldTest : public QObject {
    Q_OBJECT

private slots:
    void meaning_bounds_unit_and_default_are_in_sight() {
        const auto tries = shown({.key = "tries",
                                  .type = OptionType::integer,
                                  .default_value = "2000",
                                  .meaning = "limit of the tries",
                                  .minimum = 1,
                                  .maximum = 1'000'000,
                                  .unit = "swaps"});
        QVERIFY(shows(*tries, "limit of the tries · 1 to 1,000,000 · default: 2,000"));
        QVERIFY(shows(*tries, "swaps"));
        const auto room =
            shown({.key = "room", .type = OptionType::bytes, .default_value = "1", .meaning = "room", .minimum = 1});
        QVERIFY(shows(*room, "room · at least 1 · k, M, KiB or MiB may follow · default: 1"));
        QVERIFY(shows(*room, "bytes"));
        const auto fold =
            shown({.key = "fold", .type = OptionType::flag, .default_value = "true", .meaning = "no step"});
        QVERIFY(shows(*fold, "no step · default: on"));
    }

    void zero_and_no_text_are_words() {
        const auto cores = shown({.key = "cores",
                                  .type = OptionType::integer,
                                  .default_value = "0",
                                  .meaning = "number of cores",
                                  .maximum = 64,
                                  .unset = "as in the file"});
        QCOMPARE(cores->findChild<QLineEdit*>()->displayText(), QString());
        QCOMPARE(cores->findChild<QLineEdit*>()->placeholderText(), QStringLiteral("as in the file"));
        QVERIFY(shows(*cores, "number of cores; 0: as in the file · 0 to 64 · default: as in the file"));
        QCOMPARE(cores->value(), QStringLiteral("0"));
        QVERIFY(cores->is_default() && cores->error_text().isEmpty());
        const auto room = shown({.key = "room",
                                 .type = OptionType::bytes,
                                 .default_value = "0",
                                 .meaning = "room",
                                 .unset = "as in the file"});
        auto& line = *room->findChild<QLineEdit*>();
        QCOMPARE(line.text(), QString());
        QCOMPARE(room->value(), QStringLiteral("0"));
        QVERIFY(room->error_text().isEmpty());
        QTest::keyClicks(&line, QStringLiteral("64KiB"));
        QCOMPARE(room->value(), QStringLiteral("64KiB"));
        QVERIFY(!room->is_default());
        room->set_value(QStringLiteral("0"));
        QCOMPARE(line.text(), QString());
    }

    void a_wrong_value_is_told_below_its_field() {
        const auto tries = shown({.key = "tries",
                                  .type = OptionType::integer,
                                  .default_value = "5",
                                  .meaning = "how often",
                                  .minimum = 1,
                                  .maximum = 100});
        auto& box = *tries->findChild<WholeNumberBox*>();
        box.selectAll();
        QTest::keyClicks(&box, QStringLiteral("1000"));
        QVERIFY(shows(*tries, "option 'tries' is '1000'; give an integer from 1 to 100"));
        QVERIFY(!tries->error_text().isEmpty());
        QTest::keyClick(&box, Qt::Key_Backspace);
        QVERIFY(tries->error_text().isEmpty());
        QVERIFY(!shows(*tries, "option 'tries' is '1000'; give an integer from 1 to 100"));
    }

    void a_file_has_a_button_to_choose_it_that_keys_reach() {
        const auto rules =
            shown({.key = "rules", .default_value = "", .meaning = "the rules", .unset = "no file", .is_file = true});
        const auto* browse = rules->findChild<QPushButton*>();
        QVERIFY(browse != nullptr && browse->isVisible());
        QCOMPARE(browse->text(), QStringLiteral("Browse…"));
        QVERIFY((browse->focusPolicy() & Qt::TabFocus) != 0);
        QCOMPARE(browse->accessibleName(), QStringLiteral("Browse for rules"));
        QCOMPARE(rules->findChild<QLineEdit*>()->placeholderText(), QStringLiteral("no file"));
        QVERIFY(shown({.key = "word", .default_value = "a", .meaning = "a word"})->findChild<QPushButton*>() ==
                nullptr);
    }

    void the_wheel_changes_no_value_that_it_only_passes() {
        const auto order = shown({.key = "order",
                                  .type = OptionType::choice,
                                  .default_value = "up",
                                  .meaning = "which first",
                                  .choices = {"up", "down"}});
        auto& box = *order->findChild<QComboBox*>();
        const auto turn_wheel = [&] {
            const QPointF at(5, 5);
            QWheelEvent event(at, box.mapToGlobal(at), {}, {0, -120}, Qt::NoButton, Qt::NoModifier, Qt::NoScrollPhase,
                              false);
            QApplication::sendEvent(&box, &event);
        };
        turn_wheel();
        QCOMPARE(order->value(), QStringLiteral("up"));
        order->activateWindow();
        QVERIFY(QTest::qWaitForWindowActive(order.get()));
        box.setFocus();
        turn_wheel();
        QCOMPARE(order->value(), QStringLiteral("down"));
    }

private:
    static std::unique_ptr<OptionField> shown(const OptionSpec& spec) {
        auto field = std::make_unique<OptionField>(spec);
        field->resize(400, 100);
        field->show();
        return field;
    }
    /// Whether a visible label has the text.
    static bool shows(const OptionField& field, const char* text) {
        const auto labels = field.findChildren<QLabel*>();
        return std::any_of(labels.begin(), labels.end(), [&](const QLabel* label) {
            return label->isVisible() && label->text() == QString::fromUtf8(text);
        });
    }
};

ARENASCOPE_TEST(OptionFieldTest)
#include "option_field_test.moc"
