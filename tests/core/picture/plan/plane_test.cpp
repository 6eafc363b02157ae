#include "core/picture/plan/viewport.h"
#include "tests/support/test_registry.h"

using namespace arenascope;

class PlaneTest : public QObject {
    Q_OBJECT

private slots:
    void a_box_has_width_height_and_a_middle() {
        constexpr Box box{10, 20, 40, 60};
        QCOMPARE(width(box), 30.0);
        QCOMPARE(height(box), 40.0);
        QCOMPARE(middle(box), (Point{25, 40}));
        QCOMPARE(inset(box, 5), (Box{15, 25, 35, 55}));
        QCOMPARE(inset(box, -1), (Box{9, 19, 41, 61}));
    }

    void a_box_contains_its_left_and_upper_border_and_not_the_others() {
        constexpr Box box{10, 20, 40, 60};
        QVERIFY(contains(box, {10, 20}));
        QVERIFY(!contains(box, {40, 20}));
        QVERIFY(!contains(box, {10, 60}));
        QVERIFY(!contains(box, {9.9, 30}));
    }

    void boxes_that_only_touch_do_not_intersect() {
        constexpr Box box{0, 0, 10, 10};
        QVERIFY(!intersects(box, {10, 0, 20, 10}));
        QVERIFY(!intersects(box, {0, 10, 10, 20}));
        QVERIFY(intersects(box, {9, 9, 20, 20}));
        QVERIFY(intersects(box, {2, 2, 3, 3}));
    }
};

ARENASCOPE_TEST(PlaneTest)
#include "plane_test.moc"
