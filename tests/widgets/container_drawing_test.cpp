#include "widgets/layout_view/container_drawing.h"

#include <QObject>

#include "tests/support/shown_picture.h"
#include "tests/support/test_registry.h"
#include "widgets/layout_view/pointed.h"

using namespace arenascope;

class ContainerDrawingTest : public QObject {
    Q_OBJECT

private slots:
    void without_a_problem_there_is_nothing_to_draw() {
        ContainerGround ground;
        QVERIFY(drawn(LayoutPicture(), {}, ground).primitives.empty());
    }

    void a_picture_without_placed_buffers_says_why_it_is_empty() {
        ContainerGround ground;
        const LayoutPicture picture = test::shown_picture(test::placed_plan({{"a", 0, 4, 8, -1}}));
        const std::string texts = test::texts_of(drawn(picture, frame_of(picture), ground));
        QVERIFY(texts.find("No buffer is placed yet") != std::string::npos);
        QCOMPARE(ground.figures.singly, std::size_t{0});
    }

    void the_ground_is_kept_until_it_is_forgotten_or_another_viewport_is_drawn() {
        LayoutPicture picture = test::shown_picture(test::three_buffers());
        ContainerGround ground;
        (void)drawn(picture, frame_of(picture), ground);
        QCOMPARE(ground.figures.singly, std::size_t{3});
        picture.set_layout(
            test::shared(test::placed_plan({{"", 0, 9, 9, -1}, {"", 0, 9, 9, -1}, {"", 0, 9, 9, -1}}).layout));
        ContainerFrame frame = frame_of(picture);
        frame.port = ground.port;
        (void)drawn(picture, frame, ground);
        QCOMPARE(ground.figures.singly, std::size_t{3});
        ground.scene.reset();
        (void)drawn(picture, frame, ground);
        QCOMPARE(ground.figures.singly, std::size_t{0});
    }

    void a_zoomed_view_draws_what_is_in_it() {
        const LayoutPicture picture = test::shown_picture(test::three_buffers());
        ContainerGround ground;
        ContainerFrame frame = frame_of(picture);
        frame.port.view.steps = {61, 99};
        (void)drawn(picture, frame, ground);
        QCOMPARE(ground.figures.singly, std::size_t{2});
    }

    void a_dragged_buffer_is_drawn_as_its_ghost_alone() {
        const LayoutPicture picture = test::shown_picture(test::three_buffers());
        const Viewports ports = test::plain_ports(picture);
        const QPoint grip = position_of(picture, ports, BufferIndex(2)).value_or(QPoint());
        const BufferDrag drag(picture, BufferIndex(2), ports.containers, grip);
        ContainerGround ground;
        ContainerFrame frame = frame_of(picture);
        frame.drag = &drag;
        const std::string texts = test::texts_of(drawn(picture, frame, ground));
        QCOMPARE(ground.figures.singly, std::size_t{2});
        QVERIFY(texts.find("later at") != std::string::npos);
    }

    void gliding_rectangles_are_drawn_where_they_are() {
        const LayoutPicture picture = test::shown_picture(test::three_buffers());
        const std::vector<MemoryRectangle> gliding(picture.shapes().rectangles.begin(),
                                                   picture.shapes().rectangles.begin() + 1);
        ContainerGround ground;
        ContainerFrame frame = frame_of(picture);
        frame.gliding = gliding;
        (void)drawn(picture, frame, ground);
        QCOMPARE(ground.figures.singly, std::size_t{1});
    }

private:
    static ContainerFrame frame_of(const LayoutPicture& picture) {
        return {.port = test::plain_ports(picture).containers};
    }
    static Drawing drawn(const LayoutPicture& picture, const ContainerFrame& frame, ContainerGround& ground) {
        const MeasureText measure = test::even_measure();
        return container_drawing(picture, frame, ground, measure);
    }
};

ARENASCOPE_TEST(ContainerDrawingTest)
#include "container_drawing_test.moc"
