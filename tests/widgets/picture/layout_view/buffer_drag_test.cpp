#include "widgets/picture/layout_view/buffer_drag.h"

#include <QObject>

#include "core/check/overlap_checker.h"
#include "tests/support/large_plan.h"
#include "tests/support/shown_picture.h"
#include "tests/support/test_registry.h"
#include "widgets/picture/layout_view/pointer_target.h"

using namespace arenascope;

namespace {

constexpr BufferIndex later_buffer(2);

}  // namespace

class BufferDragTest : public QObject {
    Q_OBJECT

private slots:
    void a_buffer_snaps_to_its_neighbour() {
        const LayoutPicture picture = test::shown_picture(test::three_buffers());
        const Viewport port = test::plain_ports(picture).containers;
        const QPoint grip = middle_of(picture, later_buffer);
        BufferDrag drag(picture, later_buffer, port, grip);
        // 200 bytes below it are free. It snaps a few pixels before that.
        QVERIFY(drag.move(picture, port, grip + QPoint(0, pixels(port, 200) - 3)));
        QVERIFY(drag.drop_target() == (Placement{Offset(400), RegionIndex(0)}));
        QVERIFY(drag.overlaps().empty());
    }

    void a_drop_at_the_start_changes_nothing() {
        const LayoutPicture picture = test::shown_picture(test::three_buffers());
        const Viewport port = test::plain_ports(picture).containers;
        const QPoint grip = middle_of(picture, later_buffer);
        BufferDrag drag(picture, later_buffer, port, grip);
        QVERIFY(drag.move(picture, port, grip + QPoint(0, 80)));
        QVERIFY(drag.move(picture, port, grip));
        QVERIFY(drag.placement() == (Placement{Offset(600), RegionIndex(0)}));
        QVERIFY(!drag.drop_target());
        QVERIFY(!drag.move(picture, port, grip));
    }

    void its_overlaps_are_those_of_its_current_placement() {
        const LayoutPicture picture = test::shown_picture(test::three_buffers());
        const Viewport port = test::plain_ports(picture).containers;
        const QPoint grip = middle_of(picture, later_buffer);
        BufferDrag drag(picture, later_buffer, port, grip);
        drag.move(picture, port, grip + QPoint(0, pixels(port, 400)));
        QCOMPARE(drag.overlaps().size(), std::size_t{1});
        QVERIFY(drag.overlaps()[0].a == BufferIndex(0));
        QCOMPARE(drag.overlap_rectangles().size(), std::size_t{1});
    }

    void a_drag_from_the_tray_places_it_once_it_is_over_a_container() {
        const LayoutPicture picture =
            test::shown_picture(test::placed_plan({{"low", 0, 100, 400, 0}, {"loose", 0, 50, 300, -1}}));
        const Viewports ports = test::plain_ports(picture);
        const QPoint grip = middle_of(picture, BufferIndex(1));
        BufferDrag drag(picture, BufferIndex(1), ports.containers, grip);
        QVERIFY(!drag.move(picture, ports.containers, grip + QPoint(0, 4)));
        QVERIFY(!drag.placement());
        QVERIFY(drag.move(picture, ports.containers, {grip.x(), 350}));
        QVERIFY(drag.drop_target().has_value());
    }

    void it_goes_into_the_container_under_the_pointer() {
        const LayoutPicture picture = test::shown_picture(test::two_regions());
        const Viewport port = test::plain_ports(picture).containers;
        const QPoint grip = middle_of(picture, BufferIndex(0));
        BufferDrag drag(picture, BufferIndex(0), port, grip);
        QVERIFY(drag.move(picture, port, {grip.x(), middle_of(picture, BufferIndex(1)).y()}));
        QVERIFY(drag.drop_target() == (Placement{Offset(0), RegionIndex(1)}));
    }

    void in_a_large_plan_it_meets_the_buffers_near_it() {
        const test::PlacedPlan plan = test::large_plan();
        LayoutPicture picture;
        test::show(picture, plan);
        QTRY_VERIFY(picture.parts().are_there);
        const Viewport port = test::plain_ports(picture).containers;
        constexpr BufferIndex dragged(12'002);  // the uppermost of three
        const QPoint grip(400, static_cast<int>(byte_scale(port)(160)));
        BufferDrag drag(picture, dragged, port, grip);
        for (const double bytes : {1.0, 30.0, 65.0, 100.0, 129.0, 400.0}) {
            drag.move(picture, port, grip + QPoint(0, pixels(port, bytes)));
            Layout layout = plan.layout;
            layout.placements[dragged] = drag.placement();
            const CheckReport expected = check_around(plan.problem, layout, dragged);
            QVERIFY(drag.overlaps() == expected.overlaps);
        }
        // Offset 64 is one byte away, and a buffer begins there.
        drag.move(picture, port, grip + QPoint(0, pixels(port, 65)));
        QVERIFY(drag.placement() == (Placement{Offset(64), RegionIndex(0)}));
    }

private:
    static QPoint middle_of(const LayoutPicture& picture, BufferIndex buffer) {
        return position_of(picture, test::plain_ports(picture), buffer).value_or(QPoint());
    }
    static int pixels(const Viewport& port, double bytes) {
        return static_cast<int>(bytes * std::abs(byte_scale(port).pixels_per_unit()));
    }
};

ARENASCOPE_TEST(BufferDragTest)
#include "buffer_drag_test.moc"
