#include "widgets/base/swatch.h"

#include <QPainter>
#include <QStandardItemModel>
#include <QTableView>

#include "qt/painting/theme.h"
#include "tests/support/shown_theme.h"
#include "tests/support/test_registry.h"

using namespace arenascope;

namespace {

constexpr Risk all_risks[] = {{Tier::high, Cause::over},     {Tier::high, Cause::beside}, {Tier::medium, Cause::at},
                              {Tier::medium, Cause::beside}, {Tier::low, Cause::none},    {Tier::none, Cause::none}};

QImage painted(Risk risk, Theme theme) {
    QImage image(24, 24, QImage::Format_RGB32);
    image.fill(qt_color(palette(theme).panel));
    QPainter painter(&image);
    paint_swatch(painter, QRectF(0, 0, 24, 24), risk, theme);
    return image;
}

}  // namespace

class SwatchTest : public QObject {
    Q_OBJECT

private slots:
    void a_risk_survives_an_item_model() {
        for (const Risk risk : all_risks) {
            QVERIFY(risk_of_role_value(to_role_value(risk)) == risk);
        }
    }

    void every_risk_has_its_own_symbol_even_without_colour() {
        for (const Theme theme : {Theme::light, Theme::dark}) {
            QList<QImage> signs;
            for (const Risk risk : all_risks) {
                const QImage sign = painted(risk, theme).convertToFormat(QImage::Format_Grayscale8);
                QVERIFY(!signs.contains(sign));
                signs.append(sign);
            }
        }
    }

    void a_swatch_has_an_accessible_name() {
        Swatch swatch;
        swatch.set_risk({Tier::medium, Cause::at});
        QCOMPARE(swatch.accessibleName(), QStringLiteral("medium · at"));
        QVERIFY(swatch.sizeHint().width() >= 8);
        QCOMPARE(swatch.sizeHint().width(), swatch.sizeHint().height());
    }

    void a_swatch_is_painted_in_the_colour_of_its_risk() {
        Swatch swatch;
        swatch.resize(40, 40);
        for (const Theme theme : {Theme::light, Theme::dark}) {
            const test::ShownTheme shown(theme);
            swatch.set_risk({});
            const QImage image = swatch.grab().toImage();
            QCOMPARE(image.pixelColor(image.rect().center()), qt_color(palette(theme).none.fill));
        }
    }

    void a_delegate_paints_the_symbol_into_cells_with_a_risk() {
        QStandardItemModel model(2, 1);
        model.setData(model.index(0, 0), QStringLiteral("x"));
        model.setData(model.index(1, 0), QStringLiteral("x"));
        model.setData(model.index(0, 0), to_role_value({Tier::high, Cause::over}), risk_role);
        QTableView view;
        SwatchDelegate delegate;
        view.setItemDelegate(&delegate);
        view.setModel(&model);
        view.resize(200, 120);
        const QImage image = view.viewport()->grab().toImage();
        const auto has_edge = [&](int row) {
            const QRect cell = view.visualRect(model.index(row, 0));
            const QColor edge = qt_color(palette(Theme::light).high_over.edge);
            for (int y = cell.top(); y <= cell.bottom(); ++y) {
                for (int x = cell.left(); x <= cell.right(); ++x) {
                    if (image.pixelColor(x, y) == edge) {
                        return true;
                    }
                }
            }
            return false;
        };
        QVERIFY(has_edge(0));
        QVERIFY(!has_edge(1));
    }
};

ARENASCOPE_TEST(SwatchTest)
#include "swatch_test.moc"
