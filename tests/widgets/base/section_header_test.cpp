#include "widgets/base/section_header.h"

#include "qt/painting/theme.h"
#include "tests/support/shown_theme.h"
#include "tests/support/test_registry.h"

using namespace arenascope;

class SectionHeaderTest : public QObject {
    Q_OBJECT

private slots:
    void has_a_title_and_a_detail() {
        SectionHeader header(QStringLiteral("Buffers"));
        QCOMPARE(header.title(), QStringLiteral("Buffers"));
        header.set_detail(QStringLiteral("12 of 160"));
        QCOMPARE(header.detail(), QStringLiteral("12 of 160"));
        header.set_title(QStringLiteral("Live set"));
        QCOMPARE(header.title(), QStringLiteral("Live set"));
        QCOMPARE(header.accessibleName(), QStringLiteral("Live set"));
    }

    void a_long_detail_does_not_prevent_a_narrow_dock() {
        SectionHeader header(QStringLiteral("Inspector"));
        const int before = header.minimumSizeHint().width();
        header.set_detail(QString(400, QLatin1Char('x')));
        QCOMPARE(header.minimumSizeHint().width(), before);
    }

    void draws_a_thin_line_below_in_each_theme() {
        SectionHeader header(QStringLiteral("Inspector"));
        header.resize(200, 32);
        for (const Theme theme : {Theme::light, Theme::dark}) {
            const test::ShownTheme shown(theme);
            const QImage image = header.grab().toImage();
            QCOMPARE(image.pixelColor(100, 31), qt_color(palette(theme).line));
            QCOMPARE(image.pixelColor(100, 29), qt_color(palette(theme).panel));
        }
    }
};

ARENASCOPE_TEST(SectionHeaderTest)
#include "section_header_test.moc"
