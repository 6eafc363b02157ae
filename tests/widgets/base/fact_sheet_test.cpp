#include "widgets/base/fact_sheet.h"

#include <QRegularExpression>

#include "qt/painting/theme.h"
#include "tests/support/shown_theme.h"
#include "tests/support/test_registry.h"

using namespace arenascope;

namespace {

QLabel* label_with(const FactSheet& sheet, const QString& text) {
    for (auto* each : sheet.findChildren<QLabel*>()) {
        if (each->text() == text && !each->isHidden()) {
            return each;
        }
    }
    return nullptr;
}

}  // namespace

class FactSheetTest : public QObject {
    Q_OBJECT

private slots:
    void gives_the_value_of_a_label() {
        FactSheet sheet;
        sheet.set_facts({{QStringLiteral("Peak"), QStringLiteral("1 KiB"), QStringLiteral("1,024 B")},
                         {QStringLiteral("Seed"), QStringLiteral("7")}});
        QCOMPARE(sheet.value_of(QStringLiteral("Peak")), QStringLiteral("1 KiB"));
        QCOMPARE(sheet.value_of(QStringLiteral("Goal")), QString());
        QCOMPARE(label_with(sheet, QStringLiteral("1 KiB"))->toolTip(), QStringLiteral("1,024 B"));
        QCOMPARE(label_with(sheet, QStringLiteral("1 KiB"))->accessibleName(), QStringLiteral("Peak: 1 KiB"));
    }

    void a_part_that_is_wider_than_its_line_is_elided() {
        FactSheet sheet;
        const QString value = QStringLiteral("step 5: block_7_expansion_of_channels/depthwise");
        sheet.set_facts({{QStringLiteral("Peak first at"), value}});
        sheet.resize(1000, 100);
        sheet.show();
        QVERIFY(label_with(sheet, value) != nullptr);
        sheet.resize(220, 100);
        QVERIFY(label_with(sheet, value) == nullptr);
        QCOMPARE(sheet.value_of(QStringLiteral("Peak first at")), value);
        const QLabel* shown = sheet.findChildren<QLabel*>().last();
        QVERIFY(shown->text().startsWith(QStringLiteral("step 5: b")));
        // No line breaks after the dots.
        QVERIFY(shown->text().contains(QStringLiteral("…\u2060")));
        QVERIFY(shown->text().endsWith(QStringLiteral("/depthwise")));
        for (const QString& part : shown->text().split(QRegularExpression(QStringLiteral("[ /]")))) {
            QVERIFY2(shown->fontMetrics().horizontalAdvance(part) <= shown->width(), qPrintable(part));
        }
    }

    void other_facts_take_the_place_of_those_before_line_by_line() {
        FactSheet sheet;
        const Fact peak{QStringLiteral("Peak"), QStringLiteral("1 KiB")};
        sheet.set_facts({peak, {QStringLiteral("Sum"), QStringLiteral("…")}, {QStringLiteral("Seed"), "7"}});
        sheet.set_facts({peak, {QStringLiteral("Sum"), QStringLiteral("3 KiB"), QStringLiteral("3,072 B")}});
        QVERIFY(label_with(sheet, QStringLiteral("1 KiB")) != nullptr);
        QCOMPARE(label_with(sheet, QStringLiteral("3 KiB"))->toolTip(), QStringLiteral("3,072 B"));
        QVERIFY(label_with(sheet, QStringLiteral("…")) == nullptr);
        QVERIFY(label_with(sheet, QStringLiteral("Seed")) == nullptr);
        sheet.set_facts({{QStringLiteral("Seed"), QStringLiteral("7")}});
        QVERIFY(label_with(sheet, QStringLiteral("Peak")) == nullptr);
        QVERIFY(label_with(sheet, QStringLiteral("7")) != nullptr);
    }

    void unused_lines_are_hidden() {
        FactSheet sheet;
        sheet.set_facts({{QStringLiteral("a"), QStringLiteral("1")}, {QStringLiteral("b"), QStringLiteral("2")}});
        sheet.set_facts({{QStringLiteral("c"), QStringLiteral("3")}});
        QVERIFY(label_with(sheet, QStringLiteral("b")) == nullptr);
        QVERIFY(label_with(sheet, QStringLiteral("c")) != nullptr);
        QCOMPARE(sheet.value_of(QStringLiteral("b")), QString());
        sheet.set_facts({{QStringLiteral("a"), QStringLiteral("1")}, {QStringLiteral("b"), QStringLiteral("2")}});
        QVERIFY(label_with(sheet, QStringLiteral("b")) != nullptr);
    }

    void a_risk_has_a_swatch_in_front() {
        FactSheet sheet;
        sheet.set_facts({{QStringLiteral("Tier"), QStringLiteral("high · over"), {}, Risk{Tier::high, Cause::over}},
                         {QStringLiteral("Seed"), QStringLiteral("7")}});
        int shown = 0;
        for (const Swatch* each : sheet.findChildren<Swatch*>()) {
            if (!each->isHidden()) {
                ++shown;
                QVERIFY((each->risk() == Risk{Tier::high, Cause::over}));
            }
        }
        QCOMPARE(shown, 1);
    }

    void findings_take_the_risk_colour_in_each_theme() {
        FactSheet sheet;
        sheet.set_facts({{QStringLiteral("Over"), QStringLiteral("29 %"), {}, {}, TextTone::risk},
                         {QStringLiteral("Fits"), QStringLiteral("yes"), {}, {}, TextTone::good}});
        for (const Theme theme : {Theme::light, Theme::dark}) {
            const test::ShownTheme shown(theme);
            QCOMPARE(label_with(sheet, QStringLiteral("29 %"))->palette().color(QPalette::WindowText),
                     qt_color(palette(theme).risk_text));
            QCOMPARE(label_with(sheet, QStringLiteral("yes"))->palette().color(QPalette::WindowText),
                     qt_color(palette(theme).good));
        }
    }

    void a_long_value_wraps_instead_of_widening_the_dock() {
        FactSheet sheet;
        sheet.set_facts({{QStringLiteral("Options"), QStringLiteral("a few words ").repeated(40)}});
        QVERIFY(sheet.minimumSizeHint().width() < 300);
        sheet.resize(250, sheet.heightForWidth(250));
        QVERIFY(sheet.heightForWidth(250) > 5 * sheet.fontMetrics().height());
    }

    void a_value_with_markup_is_shown_literally() {
        FactSheet sheet;
        sheet.set_facts({{QStringLiteral("Name"), QStringLiteral("<i>x</i>")}});
        QCOMPARE(label_with(sheet, QStringLiteral("<i>x</i>"))->textFormat(), Qt::PlainText);
    }
};

ARENASCOPE_TEST(FactSheetTest)
#include "fact_sheet_test.moc"
