#include "widgets/picture/layout_view/tray_drawing.h"

#include <QObject>

#include "tests/support/shown_picture.h"
#include "tests/support/test_registry.h"

using namespace arenascope;

class TrayDrawingTest : public QObject {
    Q_OBJECT

private slots:
    void its_title_counts_unplaced_buffers() {
        LayoutPicture picture = test::shown_picture(test::placed_plan({{"a", 0, 4, 8, 0}, {"b", 0, 4, 8, -1}}));
        QCOMPARE(tray_title(picture), QStringLiteral("1 buffer is not placed"));
        picture.set_layout(test::shared(empty_layout(*picture.content().problem)), nullptr, {}, true);
        QCOMPARE(tray_title(picture), QStringLiteral("2 buffers come later"));
    }

    void for_a_picked_core_it_holds_only_its_buffers() {
        LayoutPicture picture = test::shown_picture(test::two_regions());
        picture.set_layout(test::shared(empty_layout(*picture.content().problem)));
        picture.set_picked_core(RegionIndex(1));
        QCOMPARE(tray_title(picture), QStringLiteral("2 buffers are not placed, 1 of them on the shown cores"));
    }

    void it_is_empty_once_everything_is_placed() {
        const LayoutPicture picture = test::shown_picture(test::three_buffers());
        QVERIFY(drawn(picture).primitives.empty());
    }

    void it_is_drawn_under_its_title() {
        const LayoutPicture picture = test::shown_picture(test::placed_plan({{"a", 0, 4, 8, -1}}));
        const std::string texts = test::texts_of(drawn(picture));
        QVERIFY(texts.find("1 buffer is not placed\n") != std::string::npos);
    }

private:
    static Drawing drawn(const LayoutPicture& picture) {
        const MeasureText measure = test::even_measure();
        GroundCache cache;
        return tray_drawing(picture, test::plain_ports(picture).tray, 1, cache, measure);
    }
};

ARENASCOPE_TEST(TrayDrawingTest)
#include "tray_drawing_test.moc"
