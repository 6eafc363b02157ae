#include "app/window/frame/window_settings.h"

#include "tests/app/window_fixture.h"
#include "widgets/picture/layout_view/layout_view.h"
#include "widgets/picture/layout_view/live_split.h"

using namespace arenascope;
using namespace arenascope::test;

class WindowSettingsTest : public QObject, private WindowFixture {
    Q_OBJECT

private slots:
    void cleanup() {
        close_window();
        window_settings::set_live_share(std::nullopt);
    }

    void the_live_curve_is_as_high_at_the_next_start() {
        show_window();
        QVERIFY(!window_->layout_view()->live_split().share().has_value());
        window_settings::set_live_share(0.4);
        close_window();
        show_window();
        QCOMPARE(window_->layout_view()->live_split().share(), std::optional(0.4));
        emit window_->layout_view()->live_split().share_changed();
        QCOMPARE(window_settings::live_share(), std::optional(0.4));
    }

    void a_height_that_is_the_default_is_not_kept() {
        window_settings::set_live_share(0.4);
        show_window();
        window_->layout_view()->live_split().set_share(std::nullopt);
        emit window_->layout_view()->live_split().share_changed();
        QCOMPARE(window_settings::live_share(), std::nullopt);
    }
};

ARENASCOPE_TEST(WindowSettingsTest)
#include "window_settings_test.moc"
