#include "widgets/export_options/export_options.h"

#include <QSignalSpy>

#include "tests/support/test_registry.h"
#include "widgets/picture/picture_export.h"

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
        const ExportChoices choices{
            ExportChoices::Format::pdf,      ExportChoices::Extent::what_is_seen, 800, 600, 2.5, Theme::dark,
            QStringLiteral("for the review")};
        options.set_choices(choices);
        QCOMPARE(options.choices(), choices);
        QCOMPARE(changed.size(), 0);
    }

    void keys_change_every_field() {
        ExportOptions options;
        options.show();
        QVERIFY(QTest::qWaitForWindowExposed(&options));
        const QSignalSpy changed(&options, &ExportOptions::choices_changed);
        const auto boxes = options.findChildren<QComboBox*>();
        QCOMPARE(boxes.size(), 3);
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
        const ExportChoices expected{
            ExportChoices::Format::svg, ExportChoices::Extent::what_is_seen, 1601, 1001, 1.25, Theme::dark,
            QStringLiteral("A")};
        QCOMPARE(options.choices(), expected);
        QCOMPARE(changed.size(), 7);
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
