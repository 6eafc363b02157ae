#include "qt/painting/theme.h"

#include "tests/support/test_registry.h"

using namespace arenascope;

class ThemeTest : public QObject {
    Q_OBJECT

private slots:
    void a_palette_is_of_the_theme_that_it_was_made_for() {
        for (const Theme theme : {Theme::light, Theme::dark}) {
            QCOMPARE(theme_of(qt_palette(theme)), theme);
        }
    }
};

ARENASCOPE_TEST(ThemeTest)
#include "theme_test.moc"
