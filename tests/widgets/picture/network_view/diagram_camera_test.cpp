#include "widgets/picture/network_view/diagram_camera.h"

#include "tests/support/test_registry.h"

using namespace arenascope;

class DiagramCameraTest : public QObject {
    Q_OBJECT

private slots:
    void a_small_diagram_is_in_the_middle_at_its_own_size() {
        DiagramCamera camera;
        camera.fit({100, 50}, {300, 150});
        QCOMPARE(camera.scale(), 1.0);
        QCOMPARE(camera.to_view(QPointF(50, 25)), QPointF(150, 75));
    }

    void a_large_diagram_is_made_smaller_until_it_fits() {
        DiagramCamera camera;
        camera.fit({1000, 400}, {100, 100});
        QCOMPARE(camera.scale(), 0.1);
        QVERIFY(QRectF(0, 0, 100, 100).contains(camera.to_view(QRectF(1, 1, 998, 398))));
    }

    void a_diagram_that_would_be_unreadable_begins_at_its_top() {
        DiagramCamera camera;
        QVERIFY(camera.begin({100, 150}, {300, 150}, {10, 0, 20, 10}));
        QCOMPARE(camera.scale(), 1.0);
        QVERIFY(!camera.begin({200, 40'000}, {300, 150}, {10, 0, 20, 10}));
        QCOMPARE(camera.scale(), 1.0);
        QCOMPARE(camera.to_view(QPointF(100, 0)), QPointF(150, 0));
        QVERIFY(!camera.begin({2'000, 40'000}, {300, 150}, {1'300, 10, 80, 30}));
        QCOMPARE(camera.scale(), 2 * DiagramCamera::readable_scale);
        QCOMPARE(camera.to_view(QPointF(1'340, 0)), QPointF(150, 0));
        // No room is left beside the diagram.
        QVERIFY(!camera.begin({2'000, 40'000}, {300, 150}, {10, 0, 20, 10}));
        QCOMPARE(camera.to_view(QPointF(0, 0)), QPointF(0, 0));
        QVERIFY(!camera.begin({2'000, 40'000}, {300, 150}, {1'960, 0, 20, 10}));
        QCOMPARE(camera.to_view(QPointF(2'000, 0)), QPointF(300, 0));
    }

    void zooming_keeps_the_point_below_the_pointer() {
        DiagramCamera camera;
        camera.fit({1000, 400}, {100, 100});
        const QPointF point = camera.to_diagram(QPointF(30, 40));
        camera.zoom(3, {30, 40});
        QCOMPARE(camera.to_view(point), QPointF(30, 40));
        for (int i = 0; i < 100; ++i) {
            camera.zoom(2, {0, 0});
        }
        QCOMPARE(camera.scale(), DiagramCamera::greatest_scale);
    }

    void a_box_is_brought_into_view_by_the_shortest_way() {
        DiagramCamera camera;
        camera.show_box({10, 10, 20, 20}, {200, 100}, 5);
        QCOMPARE(camera.origin(), QPointF(0, 0));  // it is in view
        camera.show_box({300, 10, 20, 20}, {200, 100}, 5);
        QCOMPARE(camera.to_view(QPointF(320, 10)), QPointF(195, 10));
        camera.show_box({0, 0, 900, 20}, {200, 100}, 5);
        QCOMPARE(camera.to_view(QPointF(0, 0)), QPointF(5, 5));
    }
};

ARENASCOPE_TEST(DiagramCameraTest)
#include "diagram_camera_test.moc"
