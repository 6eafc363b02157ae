#include "widgets/picture/layout_view/viewports.h"

#include <QObject>

#include "tests/support/shown_picture.h"
#include "tests/support/test_registry.h"

using namespace arenascope;

class ViewportsTest : public QObject {
    Q_OBJECT

private slots:
    void all_parts_have_one_time_axis() {
        const LayoutPicture picture = test::shown_picture(test::three_buffers());
        const View view{{20, 40}, {100, 300}};
        const Viewports ports = viewports(picture, view, test::plain_boxes());
        QVERIFY(ports.containers.view == view);
        for (const Viewport& port : {ports.tray, ports.live, ports.names}) {
            QVERIFY(port.view.steps == view.steps);
        }
    }

    void the_live_size_has_a_margin_above_the_highest_value() {
        auto plan = test::two_regions();
        plan.problem.buffers[1].size = Bytes(800);
        LayoutPicture picture = test::shown_picture(plan);
        const auto top = [&] { return test::plain_ports(picture).live.view.bytes.to; };
        QVERIFY(top() > 800 && top() < 1000);
        picture.set_picked_core(RegionIndex(0));
        QVERIFY(top() > 400 && top() < 500);
    }

    void two_pictures_beside_each_other_have_one_scale() {
        LayoutPicture first = test::shown_picture(test::three_buffers());
        LayoutPicture second = test::shown_picture(test::placed_plan({{"low", 0, 40, 1700, 0}, {"out", 3, 9, 10, -1}}));
        QVERIFY(!needs_beside(LayoutPicture()));
        first.set_beside(needs_beside(second), true);
        second.set_beside(needs_beside(first), false);
        QVERIFY(first.shapes().whole == second.shapes().whole);
        const Viewports a = test::plain_ports(first);
        const Viewports b = test::plain_ports(second);
        QVERIFY(a.live.view == b.live.view);
        QVERIFY(a.tray.view == b.tray.view);
        QVERIFY(a.containers.view == b.containers.view);
    }

    void an_empty_picture_has_viewports_too() {
        const Viewports ports = test::plain_ports(LayoutPicture());
        QVERIFY(length(ports.tray.view.bytes) > 0 && length(ports.live.view.bytes) > 0);
    }
};

ARENASCOPE_TEST(ViewportsTest)
#include "viewports_test.moc"
