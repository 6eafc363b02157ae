#include "widgets/base/theme_follower.h"

#include <QLabel>

#include "qt/painting/theme.h"
#include "tests/support/shown_theme.h"
#include "tests/support/test_registry.h"
#include "widgets/base/table_look.h"

using namespace arenascope;

class ThemeFollowerTest : public QObject {
    Q_OBJECT

private slots:
    void a_widget_is_told_its_theme_at_once_and_when_it_changes() {
        QWidget window;
        QWidget inner(&window);
        QList<Theme> told;
        follow_theme(inner, [&told](Theme theme) { told << theme; });
        QCOMPARE(told, QList<Theme>{Theme::light});
        {
            const test::ShownTheme dark(Theme::dark);
            QCOMPARE(told, (QList<Theme>{Theme::light, Theme::dark}));
            QWidget late;
            follow_theme(late, [&told](Theme theme) { told << theme; });
            QCOMPARE(told.size(), 3);
            QCOMPARE(told.back(), Theme::dark);
        }
        QCOMPARE(told.size(), 4);
        QCOMPARE(told.back(), Theme::light);
    }

    void panels_and_labels_have_colours_of_their_own_and_follow_all_the_same() {
        QWidget window;
        auto* panel = new QWidget(&window);
        auto* label = new QLabel(QStringLiteral("hint"), panel);
        follow_theme(*panel, [=](Theme theme) {
            apply_panel_look(*panel, theme);
            apply_text_tone(*label, theme, TextTone::dim);
        });
        window.show();
        for (const Theme theme : {Theme::dark, Theme::light}) {
            const test::ShownTheme shown(theme);
            QCOMPARE(panel->palette().color(QPalette::Window), qt_color(palette(theme).panel));
            QCOMPARE(label->palette().color(QPalette::WindowText), qt_color(palette(theme).dim));
            QCOMPARE(label->palette().color(QPalette::Text), qt_color(palette(theme).ink));
        }
    }
};

ARENASCOPE_TEST(ThemeFollowerTest)
#include "theme_follower_test.moc"
