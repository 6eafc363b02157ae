#include "widgets/picture/layout_view/camera.h"

#include <QObject>

#include "tests/support/test_registry.h"

using namespace arenascope;

namespace {

constexpr View whole{{0, 100}, {0, 1000}};
constexpr View part{{20, 40}, {100, 300}};

}  // namespace

class CameraTest : public QObject {
    Q_OBJECT

private slots:
    void another_plan_is_shown_whole_and_forgets_the_history() {
        Camera camera;
        camera.restart(whole);
        QVERIFY(camera.is_fitted());
        QVERIFY(camera.visit(part));
        const View other{{0, 7}, {0, 9}};
        camera.restart(other);
        QVERIFY(camera.view() == other);
        QVERIFY(!camera.go_back());
    }

    void a_fitted_view_stays_fitted_and_any_other_view_does_not_change() {
        Camera camera;
        camera.restart(whole);
        const View taller{{0, 100}, {0, 2000}};
        camera.set_whole(taller);
        QVERIFY(camera.view() == taller);
        camera.show(part);
        camera.set_whole(whole);
        QVERIFY(camera.view() == part);
    }

    void a_view_is_clamped_to_the_plan() {
        Camera camera;
        camera.restart(whole);
        QVERIFY(camera.show({{90, 110}, {0, 100}}));
        QVERIFY(camera.view().steps == (Stretch{80, 100}));
        QVERIFY(!camera.show(camera.view()));
    }

    void back_and_forward_go_through_the_history() {
        Camera camera;
        camera.restart(whole);
        camera.visit(part);
        const View nearer{{25, 35}, {100, 200}};
        camera.visit(nearer, true);  // another notch of the same wheel turn
        QVERIFY(camera.go_back());
        QVERIFY(camera.is_fitted());
        QVERIFY(camera.go_forward());
        QVERIFY(camera.view() == nearer);
        QVERIFY(!camera.go_forward());
    }

    void an_intermediate_view_is_not_in_the_history() {
        Camera camera;
        camera.restart(whole);
        camera.visit(part);
        camera.show({{21, 41}, {100, 300}});
        camera.show({{22, 42}, {100, 300}});
        camera.remember();
        QVERIFY(camera.go_back());
        QVERIFY(camera.view() == part);
    }
};

ARENASCOPE_TEST(CameraTest)
#include "camera_test.moc"
