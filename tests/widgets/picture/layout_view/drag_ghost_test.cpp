#include "widgets/picture/layout_view/drag_ghost.h"

#include <QObject>

#include "tests/support/shown_picture.h"
#include "tests/support/test_registry.h"
#include "widgets/picture/layout_view/pointer_target.h"

using namespace arenascope;

class DragGhostTest : public QObject {
    Q_OBJECT

private slots:
    void its_label_gives_the_offset_and_the_number_of_overlaps() {
        LayoutPicture picture = test::shown_picture(test::three_buffers());
        picture.set_unit(Unit::bytes);
        QCOMPARE(label_after(picture, 0, BufferIndex(2)), "later at 600 B · free\n");
        QCOMPARE(label_after(picture, 600, BufferIndex(2)), "later at 0 B · 1 overlap\n");
    }

    void its_label_says_if_the_region_is_not_its_own() {
        const LayoutPicture picture = test::shown_picture(test::two_regions());
        const std::string label =
            label_after(picture, static_cast<double>(-picture.shapes().shifts[1]), BufferIndex(0));
        QVERIFY(label.find("outside its region") != std::string::npos);
    }

    void over_the_tray_nothing_is_drawn() {
        const LayoutPicture picture = test::shown_picture(test::placed_plan({{"a", 0, 4, 8, 0}, {"b", 0, 4, 8, -1}}));
        const Viewport port = test::plain_ports(picture).containers;
        const BufferDrag drag(picture, BufferIndex(1), port, {600, 50});
        Drawing drawing;
        draw_ghost(drawing, drag, picture, port, test::even_measure());
        QVERIFY(drawing.primitives.empty());
    }

private:
    /// The label after a drag down by this many bytes.
    static std::string label_after(const LayoutPicture& picture, double bytes, BufferIndex buffer) {
        const Viewports ports = test::plain_ports(picture);
        const Viewport& port = ports.containers;
        const QPoint grip = position_of(picture, ports, buffer).value_or(QPoint());
        BufferDrag drag(picture, buffer, port, grip);
        drag.move(picture, port,
                  grip + QPoint(0, static_cast<int>(bytes * std::abs(byte_scale(port).pixels_per_unit()))));
        Drawing drawing;
        draw_ghost(drawing, drag, picture, port, test::even_measure());
        return test::texts_of(drawing);
    }
};

ARENASCOPE_TEST(DragGhostTest)
#include "drag_ghost_test.moc"
