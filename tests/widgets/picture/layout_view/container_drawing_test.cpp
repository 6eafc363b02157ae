#include "widgets/picture/layout_view/container_drawing.h"

#include <QObject>

#include "tests/support/shown_picture.h"
#include "tests/support/test_registry.h"
#include "widgets/picture/layout_view/pointer_target.h"

using namespace arenascope;

class ContainerDrawingTest : public QObject {
    Q_OBJECT

private slots:
    void without_a_problem_there_is_nothing_to_draw() {
        ContainerCache cache;
        QVERIFY(drawn(LayoutPicture(), {}, cache).primitives.empty());
    }

    void a_picture_without_placed_buffers_says_why_it_is_empty() {
        ContainerCache cache;
        const LayoutPicture picture = test::shown_picture(test::placed_plan({{"a", 0, 4, 8, -1}}));
        const std::string texts = test::texts_of(drawn(picture, frame_of(picture), cache));
        QVERIFY(texts.find("No buffer is placed yet") != std::string::npos);
        QCOMPARE(cache.figures.singly, std::size_t{0});
    }

    void a_layout_that_another_thread_draws_does_not_look_empty_meanwhile() {
        const auto plan = test::crowded_plan();
        LayoutPicture picture;
        picture.set_problem(std::make_shared<const Problem>(plan.problem));
        picture.set_layout(test::shared(empty_layout(plan.problem)));
        QTRY_VERIFY(picture.parts().are_there);
        ContainerCache cache;
        QVERIFY(has_text(drawn(picture, frame_of(picture), cache), "No buffer is placed yet"));
        picture.set_layout(test::shared(plan.layout));
        QTRY_VERIFY(picture.shapes().index->size() == plan.problem.buffers.size());
        QVERIFY(has_text(drawn(picture, frame_of(picture), cache), "Drawing…"));
        cache.ground.last = picture_ground(*cache.ground.wanted, nullptr, {}, test::even_measure());
        QVERIFY(!has_text(drawn(picture, frame_of(picture), cache), "Drawing…"));
    }

    void the_ground_is_kept_until_the_view_or_what_is_drawn_changes() {
        LayoutPicture picture = test::shown_picture(test::three_buffers());
        ContainerCache cache;
        (void)drawn(picture, frame_of(picture), cache);
        const auto first = cache.ground.last;
        QCOMPARE(cache.figures.singly, std::size_t{3});
        picture.set_time_cursor(Step(3));
        (void)drawn(picture, frame_of(picture), cache);
        QVERIFY(cache.ground.last == first);
        picture.set_color_by(ColorBy::size);
        (void)drawn(picture, frame_of(picture), cache);
        QVERIFY(cache.ground.last != first);
        ContainerFrame frame = frame_of(picture);
        picture.set_layout(
            test::shared(test::placed_plan({{"", 0, 9, 9, -1}, {"", 0, 9, 9, -1}, {"", 0, 9, 9, -1}}).layout));
        (void)drawn(picture, frame, cache);
        QCOMPARE(cache.figures.singly, std::size_t{0});
    }

    void a_zoomed_view_draws_only_visible_rectangles() {
        const LayoutPicture picture = test::shown_picture(test::three_buffers());
        ContainerCache cache;
        ContainerFrame frame = frame_of(picture);
        frame.port.view.steps = {61, 99};
        (void)drawn(picture, frame, cache);
        QCOMPARE(cache.figures.singly, std::size_t{2});
    }

    void a_dragged_buffer_is_drawn_only_as_a_ghost() {
        const LayoutPicture picture = test::shown_picture(test::three_buffers());
        const Viewports ports = test::plain_ports(picture);
        const QPoint grip = position_of(picture, ports, BufferIndex(2)).value_or(QPoint());
        const BufferDrag drag(picture, BufferIndex(2), ports.containers, grip);
        ContainerCache cache;
        ContainerFrame frame = frame_of(picture);
        frame.drag = &drag;
        const std::string texts = test::texts_of(drawn(picture, frame, cache));
        QCOMPARE(cache.figures.singly, std::size_t{2});
        QVERIFY(texts.find("later at") != std::string::npos);
    }

    void animated_rectangles_are_drawn_at_their_current_position() {
        const LayoutPicture picture = test::shown_picture(test::three_buffers());
        const auto rectangles = picture.shapes().index->rectangles();
        const std::vector<MemoryRectangle> gliding(rectangles.begin(), rectangles.begin() + 1);
        ContainerCache cache;
        ContainerFrame frame = frame_of(picture);
        frame.gliding = gliding;
        (void)drawn(picture, frame, cache);
        QCOMPARE(cache.figures.singly, std::size_t{1});
    }

    void labels_of_lines_keep_clear_of_buffers_over_the_threshold() {
        // Both ends of the threshold are covered; only the middle is free.
        const LayoutPicture picture =
            test::shown_picture(test::placed_plan({{"a", 0, 20, 400, 100}, {"b", 70, 100, 400, 90}}));
        ContainerCache cache;
        (void)drawn(picture, frame_of(picture), cache);
        const Viewport port = frame_of(picture).port;
        bool has_label = false;
        for (const ReferenceLine& line : cache.ground.shown->lines) {
            for (const MemoryRectangle& each : picture.shapes().index->rectangles()) {
                const Box box{step_scale(port)(each.begin), byte_scale(port)(each.to), step_scale(port)(each.end),
                              byte_scale(port)(each.from)};
                QVERIFY(line.label.empty() || !intersects(box, line.ground));
            }
            has_label = has_label || !line.label.empty();
        }
        QVERIFY(has_label);
    }

    void names_are_drawn_without_their_common_prefix() {
        const LayoutPicture picture =
            test::shown_picture(test::placed_plan({{"model/conv", 0, 50, 400, 0}, {"model/pool", 50, 100, 400, 0}}));
        ContainerCache cache;
        const std::string texts = test::texts_of(drawn(picture, frame_of(picture), cache));
        QVERIFY(texts.find("conv") != std::string::npos && texts.find("model") == std::string::npos);
    }

private:
    static ContainerFrame frame_of(const LayoutPicture& picture) {
        return {.port = test::plain_ports(picture).containers};
    }
    static bool has_text(const Drawing& drawing, std::string_view text) {
        return test::texts_of(drawing).find(text) != std::string::npos;
    }
    static Drawing drawn(const LayoutPicture& picture, const ContainerFrame& frame, ContainerCache& cache) {
        const MeasureText measure = test::even_measure();
        return container_drawing(picture, frame, cache, measure);
    }
};

ARENASCOPE_TEST(ContainerDrawingTest)
#include "container_drawing_test.moc"
