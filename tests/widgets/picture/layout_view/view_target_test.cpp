#include "widgets/picture/layout_view/view_target.h"

#include <QObject>

#include "tests/support/shown_picture.h"
#include "tests/support/test_registry.h"

using namespace arenascope;

class ViewTargetTest : public QObject {
    Q_OBJECT

private slots:
    void all_selected_buffers_are_in_view_with_a_margin() {
        LayoutPicture picture = test::shown_picture(test::three_buffers());
        picture.set_selection({BufferIndex(1), BufferIndex(2)});
        const auto view = selection_view(picture);
        QVERIFY(view && view->steps.from < 0 && view->steps.to > 100);
        QVERIFY(view->bytes.from > 300 && view->bytes.from < 400);
        QVERIFY(view->bytes.to > 900);
    }

    void a_buffer_that_is_not_placed_cannot_be_zoomed_to() {
        LayoutPicture picture = test::shown_picture(test::placed_plan({{"a", 0, 4, 8, 0}, {"b", 0, 4, 8, -1}}));
        picture.set_selection({BufferIndex(1)});
        QVERIFY(!selection_view(picture));
    }

    void an_area_follows_the_position_of_its_region_in_the_stack() {
        LayoutPicture picture = test::shown_picture(test::two_regions());
        const Lifetime steps{Step(10), Step(20)};
        const AddressRange bytes{Offset(100), Offset(200)};
        const auto low = area_view(picture, steps, bytes, RegionIndex(0));
        const auto high = area_view(picture, steps, bytes, RegionIndex(1));
        QVERIFY(low && high);
        QCOMPARE(static_cast<std::int64_t>(high->bytes.from - low->bytes.from), picture.shapes().shifts[1]);
        ContainerChoice choice;
        set_hidden(choice, RegionIndex(1), true);
        picture.set_containers(choice);
        QVERIFY(!area_view(picture, steps, bytes, RegionIndex(1)));
        QVERIFY(!core_view(picture, RegionIndex(1)));
    }

    void a_core_is_shown_over_all_steps() {
        const LayoutPicture picture = test::shown_picture(test::two_regions());
        const auto view = core_view(picture, RegionIndex(1));
        QVERIFY(view && view->steps == picture.shapes().whole.steps);
        QVERIFY(view->bytes.from > 400);
    }

    void a_view_moves_to_the_selection_and_keeps_its_zoom() {
        LayoutPicture picture = test::shown_picture(test::placed_plan(
            {{"a", 0, 4, 8, 0}, {"b", 50, 54, 8, 200}, {"long", 0, 100, 8, 300}, {"c", 0, 4, 8, -1}}));
        const View view{{0, 10}, {0, 100}};
        QVERIFY(view_with_selection(picture, view) == view);
        picture.set_selection({BufferIndex(0)});
        QVERIFY(view_with_selection(picture, view) == view);
        picture.set_selection({BufferIndex(1)});
        QVERIFY(view_with_selection(picture, view) == (View{{47, 57}, {154, 254}}));
        picture.set_selection({BufferIndex(2)});
        QVERIFY(view_with_selection(picture, view) == (View{{0, 10}, {254, 354}}));
        QVERIFY(view_with_selection(picture, {{95, 105}, {254, 354}}) == (View{{90, 100}, {254, 354}}));
        picture.set_selection({BufferIndex(3)});
        QVERIFY(view_with_selection(picture, view) == view);
    }

    void a_view_moves_only_as_far_as_it_must() {
        const View view{{0, 10}, {0, 100}};
        QVERIFY(view_with_step(view, Step(9)) == view);
        QVERIFY(view_with_step(view, Step(10)) == (View{{5.5L, 15.5L}, {0, 100}}));
        const LayoutPicture picture = test::shown_picture(test::two_regions());
        QVERIFY(view_with_offset(picture, view, RegionIndex(0), Offset(100)) == view);
        QVERIFY(view_with_offset(picture, view, RegionIndex(0), Offset(300)) == (View{{0, 10}, {250, 350}}));
        const auto shift = static_cast<long double>(picture.shapes().shifts[1]);
        QVERIFY(view_with_offset(picture, view, RegionIndex(1), Offset(300)) ==
                (View{{0, 10}, {shift + 250, shift + 350}}));
        QVERIFY(view_with_offset(picture, view, RegionIndex(2), Offset(300)) == view);
    }
};

ARENASCOPE_TEST(ViewTargetTest)
#include "view_target_test.moc"
