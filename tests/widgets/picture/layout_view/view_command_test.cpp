#include "widgets/picture/layout_view/view_command.h"

#include <QObject>

#include "tests/support/shown_picture.h"
#include "tests/support/test_registry.h"
#include "widgets/picture/layout_view/view_target.h"

using namespace arenascope;

class ViewCommandTest : public QObject {
    Q_OBJECT

private slots:
    void a_key_is_a_command_only_with_its_own_modifiers() {
        QVERIFY(command_of(Qt::Key_F, Qt::NoModifier) == ViewCommand::fit);
        QVERIFY(command_of(Qt::Key_F, Qt::ShiftModifier) == ViewCommand::fit);
        QVERIFY(!command_of(Qt::Key_F, Qt::ControlModifier));
        QVERIFY(command_of(Qt::Key_Equal, Qt::NoModifier) == ViewCommand::zoom_in);
        QVERIFY(command_of(Qt::Key_Plus, Qt::KeypadModifier) == ViewCommand::zoom_in);
        QVERIFY(command_of(Qt::Key_Left, Qt::AltModifier) == ViewCommand::go_back);
        QVERIFY(command_of(Qt::Key_Left, Qt::NoModifier) == ViewCommand::pan_left);
        QVERIFY(command_of(Qt::Key_Backspace, Qt::NoModifier) == ViewCommand::go_back);
        QVERIFY(!command_of(Qt::Key_Home, Qt::ShiftModifier));
        QVERIFY(!command_of(Qt::Key_Up, Qt::AltModifier));  // the window has nudges
    }

    void zooming_keeps_the_middle_and_fitting_shows_all() {
        const LayoutPicture picture = test::shown_picture(test::three_buffers());
        Camera camera = fitted(picture);
        QVERIFY(execute(camera, ViewCommand::zoom_in, picture, port_of(picture, camera)));
        QCOMPARE(static_cast<double>(length(camera.view().steps)), 100 / notch_factor);
        QCOMPARE(static_cast<double>(camera.view().steps.from + camera.view().steps.to), 100.0);
        QVERIFY(execute(camera, ViewCommand::fit, picture, port_of(picture, camera)));
        QVERIFY(camera.is_fitted());
        QVERIFY(!execute(camera, ViewCommand::fit, picture, port_of(picture, camera)));
    }

    void panning_moves_a_zoomed_view_by_a_tenth() {
        const LayoutPicture picture = test::shown_picture(test::three_buffers());
        Camera camera = fitted(picture);
        camera.visit({{20, 40}, {100, 300}});
        QVERIFY(execute(camera, ViewCommand::pan_right, picture, port_of(picture, camera)));
        QCOMPARE(static_cast<double>(camera.view().steps.from), 22.0);
        QVERIFY(execute(camera, ViewCommand::pan_up, picture, port_of(picture, camera)));
        QCOMPARE(static_cast<double>(camera.view().bytes.from), 120.0);
    }

    void without_a_selection_there_is_nothing_to_zoom_to() {
        LayoutPicture picture = test::shown_picture(test::three_buffers());
        Camera camera = fitted(picture);
        QVERIFY(!execute(camera, ViewCommand::zoom_to_selection, picture, port_of(picture, camera)));
        picture.set_selection({BufferIndex(2)});
        QVERIFY(execute(camera, ViewCommand::zoom_to_selection, picture, port_of(picture, camera)));
        QCOMPARE(static_cast<double>(camera.view().steps.from), 48.0);
    }

    void a_zoom_to_the_selection_shows_its_place_in_the_other_plan() {
        LayoutPicture picture = test::shown_picture(test::three_buffers());
        set_selected_beside(picture, View{{70, 80}, {900, 950}});
        Camera camera = fitted(picture);
        picture.set_selection({BufferIndex(1)});
        QVERIFY(execute(camera, ViewCommand::zoom_to_selection, picture, port_of(picture, camera)));
        QVERIFY(camera.view().steps.to >= 80 && camera.view().bytes.from <= 400);
        picture.set_selection({});
        QVERIFY(selection_view_of_both(picture) == View({70, 80}, {900, 950}));
    }

private:
    static Camera fitted(const LayoutPicture& picture) {
        Camera camera;
        camera.restart(picture.shapes().whole);
        return camera;
    }
    static Viewport port_of(const LayoutPicture& picture, const Camera& camera) {
        return viewports(picture, camera.view(), test::plain_boxes()).containers;
    }
};

ARENASCOPE_TEST(ViewCommandTest)
#include "view_command_test.moc"
