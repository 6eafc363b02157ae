#include "widgets/picture/layout_view/pointer_target.h"

#include <QObject>

#include "tests/support/shown_picture.h"
#include "tests/support/test_registry.h"

using namespace arenascope;

class PointerTargetTest : public QObject {
    Q_OBJECT

private slots:
    void a_buffer_is_found_at_its_position() {
        const LayoutPicture picture =
            test::shown_picture(test::placed_plan({{"low", 0, 100, 400, 0}, {"loose", 0, 50, 300, -1}}));
        const Viewports ports = test::plain_ports(picture);
        for (const BufferIndex buffer : {BufferIndex(0), BufferIndex(1)}) {
            const auto position = position_of(picture, ports, buffer);
            QVERIFY(position.has_value());
            QVERIFY(buffer_at(picture, ports, *position) == buffer);
        }
        QVERIFY(ports.tray.box.bottom > position_of(picture, ports, BufferIndex(1))->y());
        QVERIFY(!buffer_at(picture, ports, {600, 90}));
        QVERIFY(!buffer_at(LayoutPicture(), ports, {600, 300}));
    }

    void a_buffer_out_of_view_has_no_position() {
        const LayoutPicture picture = test::shown_picture(test::three_buffers());
        Viewports ports = test::plain_ports(picture);
        ports.containers.view.steps = {0, 20};
        QVERIFY(position_of(picture, ports, BufferIndex(1)));
        QVERIFY(!position_of(picture, ports, BufferIndex(2)));
    }

    void a_named_step_is_a_target_down_to_the_step_names() {
        auto plan = test::three_buffers();
        plan.problem.step_labels = {{Step(50), "conv"}};
        const LayoutPicture picture = test::shown_picture(plan);
        const Viewports ports = test::plain_ports(picture);
        QVERIFY(pointer_target_at(picture, ports, {605, 300}).step == Step(50));
        QVERIFY(pointer_target_at(picture, ports, {605, 760}).step == Step(50));
        QVERIFY(!pointer_target_at(picture, ports, {605, 810}).step);
        QVERIFY(!pointer_target_at(picture, ports, {305, 300}).step);
    }

    void a_click_selects_a_step_at_any_height_but_free_areas_need_the_containers() {
        const LayoutPicture picture = test::shown_picture(test::three_buffers());
        const Viewports ports = test::plain_ports(picture);
        QVERIFY(column_step_at(picture, ports, {605, 700}) == Step(50));
        QVERIFY(!column_step_at(picture, ports, {90, 300}));
        QVERIFY(container_step_at(picture, ports, {605, 300}) == Step(50));
        QVERIFY(!container_step_at(picture, ports, {605, 700}));
    }

    void an_open_container_is_folded_by_its_name_and_a_folded_one_opened_by_its_strip() {
        LayoutPicture picture = test::shown_picture(test::two_regions());
        Viewports ports = test::plain_ports(picture);
        const int low = 590;
        QVERIFY(core_at(picture, ports, {605, low}) == RegionIndex(0));
        QVERIFY(!fold_request_at(picture, ports, {605, low}));
        QVERIFY(fold_request_at(picture, ports, {1110, low}) == (FoldRequest{RegionIndex(0), true}));
        ContainerChoice choice;
        set_folded(choice, RegionIndex(0), true);
        picture.set_containers(choice);
        ports = test::plain_ports(picture);
        QVERIFY(fold_request_at(picture, ports, {605, low}) == (FoldRequest{RegionIndex(0), false}));
    }

    void a_single_container_is_not_a_core() {
        const LayoutPicture picture = test::shown_picture(test::three_buffers());
        const Viewports ports = test::plain_ports(picture);
        QVERIFY(!core_at(picture, ports, {605, 590}));
        QVERIFY(!fold_request_at(picture, ports, {1110, 590}));
    }

    void the_tooltip_names_the_buffer_and_the_step() {
        auto plan = test::three_buffers();
        plan.problem.step_labels = {{Step(50), "conv"}};
        plan.layout.placements[1].reset();
        LayoutPicture picture = test::shown_picture(plan);
        QCOMPARE(tooltip_text(picture, {BufferIndex(0), Step(50)}),
                 QStringLiteral("low\nsize 400 B\nsteps [0, 100)\noffset 0 → tail 400 B\n"
                                "click, then drag to move it\nstep 50: conv"));
        QVERIFY(tooltip_text(picture, {BufferIndex(1), {}}).contains(QStringLiteral("\nnot placed\n")));
        picture.set_selection({BufferIndex(0)});
        QVERIFY(tooltip_text(picture, {BufferIndex(0), {}}).endsWith(QStringLiteral("\ndrag moves it")));
        QVERIFY(tooltip_text(picture, {}).isEmpty());
    }
};

ARENASCOPE_TEST(PointerTargetTest)
#include "pointer_target_test.moc"
