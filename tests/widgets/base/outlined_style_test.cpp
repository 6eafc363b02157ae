#include "widgets/base/outlined_style.h"

#include <QCheckBox>
#include <QComboBox>
#include <QLineEdit>
#include <QSpinBox>
#include <QStyleOption>

#include "qt/painting/theme.h"
#include "tests/support/contrast.h"
#include "tests/support/test_registry.h"

using namespace arenascope;

namespace {

/// The contrast ratio of WCAG: 1 for equal colours, 21 for black and white.
double outline_contrast(const QColor& a, const QColor& b) {
    const auto plain = [](const QColor& color) {
        return Color{static_cast<std::uint8_t>(color.red()), static_cast<std::uint8_t>(color.green()),
                     static_cast<std::uint8_t>(color.blue())};
    };
    return test::contrast(plain(a), plain(b));
}

/// The strongest contrast to the background between the left edge and the inside of the widget.
double edge_contrast(QWidget& widget, Theme theme) {
    const QImage image = widget.grab().toImage();
    const QColor ground = qt_palette(theme).color(QPalette::Window);
    double strongest = 1;
    for (int x = 0; x < 8; ++x) {
        strongest = std::max(strongest, outline_contrast(image.pixelColor(x, image.height() / 2), ground));
    }
    return strongest;
}

}  // namespace

class OutlinedStyleTest : public QObject {
    Q_OBJECT

private slots:
    void buttons_of_dialogs_have_no_icons() {
        OutlinedStyle style;
        QCOMPARE(style.styleHint(QStyle::SH_DialogButtonBox_ButtonsHaveIcons), 0);
    }

    void a_list_that_asks_for_it_opens_below_its_box() {
        const OutlinedStyle style;
        QComboBox box;
        QStyleOptionComboBox option;
        option.initFrom(&box);
        QVERIFY(style.styleHint(QStyle::SH_ComboBox_Popup, &option, &box) != 0);
        box.setProperty(OutlinedStyle::opens_below, true);
        QCOMPARE(style.styleHint(QStyle::SH_ComboBox_Popup, &option, &box), 0);
    }

    void fields_and_check_boxes_stand_out_on_both_grounds_data() {
        QTest::addColumn<Theme>("theme");
        QTest::newRow("light") << Theme::light;
        QTest::newRow("dark") << Theme::dark;
    }
    void fields_and_check_boxes_stand_out_on_both_grounds() {
        QFETCH(Theme, theme);
        OutlinedStyle style;
        QLineEdit field;
        QSpinBox number;
        QComboBox choice;
        QCheckBox box;
        for (QWidget* widget : std::initializer_list<QWidget*>{&field, &number, &choice, &box}) {
            widget->setStyle(&style);
            widget->setPalette(qt_palette(theme));
            widget->resize(widget->sizeHint());
            // WCAG requires 3 for the edge of a control. Fusion's light style is below that and stays unchanged.
            const double least = theme == Theme::dark ? 3.0 : 1.2;
            const double found = edge_contrast(*widget, theme);
            QVERIFY2(found >= least,
                     qPrintable(QStringLiteral("%1: %2").arg(widget->metaObject()->className()).arg(found)));
        }
    }

    void a_focused_field_has_another_outline() {
        OutlinedStyle style;
        QLineEdit field;
        field.setStyle(&style);
        field.setPalette(qt_palette(Theme::dark));
        field.show();
        QVERIFY(QTest::qWaitForWindowExposed(&field));
        field.clearFocus();
        const QImage without = field.grab().toImage();
        field.activateWindow();
        field.setFocus();
        QTRY_VERIFY(field.hasFocus());
        const QPoint edge(0, field.height() / 2);
        QVERIFY(field.grab().toImage().pixelColor(edge) != without.pixelColor(edge));
    }
};

ARENASCOPE_TEST(OutlinedStyleTest)
#include "outlined_style_test.moc"
