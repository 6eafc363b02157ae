#include "widgets/panels/transport/step_slider.h"

#include <QtTest>

#include "core/picture/plan/palette.h"
#include "qt/painting/theme.h"
#include "tests/support/test_registry.h"

using namespace arenascope;

class StepSliderTest : public QObject {
    Q_OBJECT

private slots:
    void ticks_stand_at_the_marked_steps_only() {
        StepSlider slider;
        slider.setRange(0, 10);
        slider.resize(220, 24);
        slider.setPalette(qt_palette(Theme::light));
        QVERIFY(ticks(slider).isEmpty());
        slider.set_marks({0, 5, 11});
        const QList<int> found = ticks(slider);
        QCOMPARE(found.size(), 2);
        QVERIFY(found[0] < 30);
        QVERIFY(std::abs(found[1] - slider.width() / 2) <= 2);
        slider.set_marks({});
        QVERIFY(ticks(slider).isEmpty());
    }

private:
    /// Where ticks begin.
    [[nodiscard]] static QList<int> ticks(QWidget& slider) {
        const QImage image = slider.grab().toImage();
        const QRgb tick = qt_color(palette(Theme::light).hit).rgb();
        QList<int> found;
        for (int x = 0; x < image.width(); ++x) {
            const auto is_tick = [&](int column) {
                return column >= 0 && image.pixel(column, image.height() / 2) == tick;
            };
            if (is_tick(x) && !is_tick(x - 1)) {
                found << x;
            }
        }
        return found;
    }
};

ARENASCOPE_TEST(StepSliderTest)
#include "step_slider_test.moc"
