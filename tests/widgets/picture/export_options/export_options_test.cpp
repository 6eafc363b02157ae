#include "widgets/picture/export_options/export_options.h"

#include <QCheckBox>
#include <QLabel>
#include <QSignalSpy>

#include "qt/painting/picture_export.h"
#include "tests/support/test_registry.h"

using namespace arenascope;

class ExportOptionsTest : public QObject {
    Q_OBJECT

private slots:
    void begins_with_the_whole_plan_as_a_png() {
        const ExportOptions options;
        QCOMPARE(options.choices(), ExportChoices{});
    }

    void every_choice_is_kept_and_setting_them_emits_no_signal() {
        ExportOptions options;
        const QSignalSpy changed(&options, &ExportOptions::choices_changed);
        const ExportChoices choices{ExportChoices::Format::pdf,
                                    ExportChoices::Extent::what_is_seen,
                                    Paper::letter,
                                    800,
                                    600,
                                    2.5,
                                    Theme::dark,
                                    QStringLiteral("for the review"),
                                    true,
                                    false,
                                    false};
        options.set_choices(choices);
        QCOMPARE(options.choices(), choices);
        QCOMPARE(changed.size(), 0);
    }

    void paper_is_for_pdf_and_takes_the_place_of_a_size() {
        ExportOptions options;
        const auto named = [&options](const QString& name) {
            for (auto* field : options.findChildren<QWidget*>()) {
                if (field->accessibleName() == name) {
                    return field;
                }
            }
            return static_cast<QWidget*>(nullptr);
        };
        const auto can_choose = [&](ExportChoices::Format format, Paper paper) {
            options.set_choices({.format = format, .paper = paper});
            return std::pair(named(QStringLiteral("Paper"))->isEnabled(),
                             named(QStringLiteral("Width in pixels"))->isEnabled());
        };
        QCOMPARE(can_choose(ExportChoices::Format::png, Paper::a4), std::pair(false, true));
        QCOMPARE(can_choose(ExportChoices::Format::svg, Paper::letter), std::pair(false, true));
        QCOMPARE(can_choose(ExportChoices::Format::pdf, Paper::a4), std::pair(true, false));
        QCOMPARE(can_choose(ExportChoices::Format::pdf, Paper::none), std::pair(true, true));
    }

    void keys_change_every_field() {
        ExportOptions options;
        options.show();
        QVERIFY(QTest::qWaitForWindowExposed(&options));
        options.set_seen(true, {QStringLiteral("selected: 'a'")});
        options.offer_notes(true);
        const QSignalSpy changed(&options, &ExportOptions::choices_changed);
        const auto boxes = options.findChildren<QComboBox*>();
        QCOMPARE(boxes.size(), 4);
        for (auto* box : boxes) {
            QTest::keyClick(box, Qt::Key_Down);
        }
        for (auto* side : options.findChildren<QSpinBox*>()) {
            QTest::keyClick(side, Qt::Key_Up);
        }
        QTest::keyClick(options.findChild<QDoubleSpinBox*>(), Qt::Key_Up);
        for (auto* line : options.findChildren<QLineEdit*>()) {
            if (line->placeholderText() == QStringLiteral("name of the file")) {
                QTest::keyClicks(line, QStringLiteral("A"));
            }
        }
        const auto checks = options.findChildren<QCheckBox*>();
        QCOMPARE(checks.size(), 4);
        for (auto* check : checks) {
            QTest::keyClick(check, Qt::Key_Space);
        }
        // The marks came with the extent, and went with the key.
        const ExportChoices expected{ExportChoices::Format::svg,
                                     ExportChoices::Extent::what_is_seen,
                                     Paper::a4,
                                     1601,
                                     1001,
                                     1.25,
                                     Theme::dark,
                                     QStringLiteral("A"),
                                     false,
                                     false,
                                     false,
                                     false};
        QCOMPARE(options.choices(), expected);
        QCOMPARE(changed.size(), 11);
    }

    void the_marks_follow_what_is_shown_and_can_be_chosen_otherwise() {
        ExportOptions options;
        options.set_seen(true, {QStringLiteral("selected: 'a'")});
        auto* extent = options.findChildren<QComboBox*>().at(1);
        auto* marks = options.findChild<QCheckBox*>();
        extent->setCurrentIndex(1);
        QVERIFY(options.choices().marks);
        marks->click();
        QVERIFY(!options.choices().marks);
        extent->setCurrentIndex(0);
        QVERIFY(!options.choices().marks);
        marks->click();
        QVERIFY(options.choices().marks);
    }

    void it_says_what_is_seen_and_marked() {
        ExportOptions options;
        const auto* extent = options.findChildren<QComboBox*>().at(1);
        const auto* marks = options.findChild<QCheckBox*>();
        options.set_seen(false, {});
        QCOMPARE(extent->itemText(1), QStringLiteral("what you see, all of the plan"));
        QVERIFY(!marks->isEnabled());
        options.set_seen(true, {QStringLiteral("time cursor at step 3"), QStringLiteral("selected: 'a'")});
        QCOMPARE(extent->itemText(1), QStringLiteral("what you see, a part of the plan"));
        QVERIFY(marks->isEnabled());
        QCOMPARE(marks->accessibleDescription(), QStringLiteral("time cursor at step 3 · selected: 'a'"));
    }

    void notes_can_be_left_out_only_where_there_are_any() {
        ExportOptions options;
        auto* notes = options.findChildren<QCheckBox*>().last();
        QVERIFY(!notes->isEnabled());
        QVERIFY(options.choices().notes);
        options.offer_notes(true);
        QVERIFY(notes->isEnabled());
        notes->click();
        QVERIFY(!options.choices().notes);
    }

    void a_long_name_does_not_widen_the_fields() {
        ExportOptions options;
        const int width = options.minimumSizeHint().width();
        options.set_seen(true, {QString(200, QLatin1Char('x'))});
        QCOMPARE(options.minimumSizeHint().width(), width);
    }

    void every_field_has_a_name_and_tab_visits_them_from_top_to_bottom() {
        ExportOptions options;
        options.set_seen(true, {QStringLiteral("selected: 'a'")});
        options.show();
        QVERIFY(QTest::qWaitForWindowExposed(&options));
        options.activateWindow();
        QVERIFY(QTest::qWaitForWindowActive(&options));
        options.findChild<QComboBox*>()->setFocus();
        int visited = 0;
        int row = -1;
        do {
            const QWidget* field = options.focusWidget();
            const auto* check = qobject_cast<const QCheckBox*>(field);
            QVERIFY2(check != nullptr || !field->accessibleName().isEmpty(), field->metaObject()->className());
            const int y = field->mapTo(&options, QPoint()).y();
            QVERIFY2(y >= row, field->metaObject()->className());
            row = y;
            ++visited;
            QTest::keyClick(options.focusWidget(), Qt::Key_Tab);
        } while (visited < 10 && options.focusWidget() != options.findChild<QComboBox*>());
        QCOMPARE(visited, 10);
    }

    void sizes_too_small_for_a_page_cannot_be_chosen() {
        ExportOptions options;
        options.set_choices({.width = 1, .height = 1, .scale = 0.0001});
        const ExportChoices choices = options.choices();
        QVERIFY(validate({static_cast<double>(choices.width), static_cast<double>(choices.height), choices.scale,
                          choices.theme})
                    .has_value());
    }
};

ARENASCOPE_TEST(ExportOptionsTest)
#include "export_options_test.moc"
