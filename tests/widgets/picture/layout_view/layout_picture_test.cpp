#include "widgets/picture/layout_view/layout_picture.h"

#include <QObject>
#include <QtTest>

#include "qt/tasks/short_wait.h"
#include "tests/support/idle_state.h"
#include "tests/support/segmented_plan.h"
#include "tests/support/shown_picture.h"
#include "tests/support/test_registry.h"
#include "widgets/picture/layout_view/axis_marks.h"
#include "widgets/picture/layout_view/layout_legend.h"
#include "widgets/picture/layout_view/pointer_target.h"

using namespace arenascope;

using Kind = PictureChange::Kind;

class LayoutPictureTest : public QObject {
    Q_OBJECT

private slots:
    void another_problem_resets_all_but_the_display_settings() {
        LayoutPicture picture = test::shown_picture(test::three_buffers());
        picture.set_selection({BufferIndex(2)});
        picture.set_time_cursor(Step(4));
        picture.set_picked_core(RegionIndex(0));
        picture.set_theme(Theme::dark);
        picture.set_color_by(ColorBy::size);
        picture.set_problem(std::make_shared<const Problem>(test::two_regions().problem));
        const LayoutContent& content = picture.content();
        QVERIFY(content.selection.empty() && !content.time_cursor && !content.picked_core);
        QVERIFY(picture.parts().dimmed->empty());
        QVERIFY(content.theme == Theme::dark && content.color_by == ColorBy::size);
        QVERIFY(picture.shapes().index->size() == 0);
        picture.set_problem(nullptr);
        QVERIFY(picture.shapes().stack.empty());
    }

    void another_layout_clears_the_marks_of_the_former_one() {
        const auto plan = test::three_buffers();
        LayoutPicture picture = test::shown_picture(plan);
        picture.set_overlaps(test::shared(std::vector<Overlap>(1)), test::shared(std::vector<OverlapArea>(1)));
        picture.set_placed(BufferIndex(1), QStringLiteral("at the top"));
        picture.set_placement_step(PlacementStep{});
        picture.set_selection({BufferIndex(1)});
        picture.set_layout(test::shared(plan.layout), nullptr,
                           test::shared(std::vector<Move>{{BufferIndex(2), Offset(0), Offset(4)}}), true);
        const LayoutContent& content = picture.content();
        QVERIFY(!content.overlaps && !content.overlap_areas);
        QVERIFY(!content.placed && !content.placement_step);
        QVERIFY(content.moves && content.moves->size() == 1 && content.is_under_way);
        QVERIFY(content.selection == std::vector<BufferIndex>{BufferIndex(1)});
        QCOMPARE(picture.parts().dimmed->size(), std::size_t{3});
    }

    void a_recorded_allocator_is_shown_by_maker_with_its_reserved_size() {
        LayoutPicture picture = test::shown_picture(
            test::segmented_plan({4000, 2, 1}, {{0, {Step(0), Step(5)}, 0, 3000, 7}, {1, {Step(0), Step(5)}, 0, 1}}));
        const LayoutShapes& shapes = picture.shapes();
        QVERIFY(shapes.reserved && live_core(shapes, picture.content()) == nullptr);
        QCOMPARE(shapes.index->size(), std::size_t{1});
        const auto entries = layout_legend(picture);
        QCOMPARE(entries.front().name, std::string("net.py:7 forward · 3,000 B"));
        QVERIFY(entries.back().mark == LegendMark::absent);
        const PlotTitles titles = plot_titles(picture);
        QCOMPARE(titles.time, QStringLiteral("event"));
        QVERIFY(titles.offsets.front().startsWith(QStringLiteral("segments stacked by address")));
        picture.set_problem(std::make_shared<const Problem>(test::two_regions().problem));
        QVERIFY(!picture.shapes().reserved);
        QCOMPARE(plot_titles(picture).time, QStringLiteral("step"));
    }

    void a_double_click_opens_the_strip_of_thin_bands() {
        LayoutPicture picture = test::shown_picture(
            test::segmented_plan({4000, 2, 1}, {{0, {Step(0), Step(5)}, 0, 3000}, {1, {Step(0), Step(5)}, 0, 1}}));
        Viewports ports;
        ports.containers = {picture.shapes().whole, {0, 0, 100, 400}};
        const auto request = fold_request_at(picture, ports, {50, 2});
        QVERIFY(request && request->are_thin_bands && !request->folded);
        picture.show_thin_bands(true);
        QCOMPARE(picture.shapes().stack.size(), std::size_t{3});
        QCOMPARE(picture.shapes().index->size(), std::size_t{2});
        picture.set_containers({});
        QCOMPARE(picture.shapes().stack.size(), std::size_t{3});
        ports.containers.view = picture.shapes().whole;
        QVERIFY(!fold_request_at(picture, ports, {110, 200})->are_thin_bands);
        picture.show_thin_bands(false);
        QCOMPARE(picture.shapes().stack.size(), std::size_t{2});
    }

    void a_layout_of_another_problem_is_ignored() {
        LayoutPicture picture = test::shown_picture(test::three_buffers());
        picture.set_layout(test::shared(test::two_regions().layout));
        QCOMPARE(picture.shapes().index->size(), std::size_t{3});
    }

    void it_reports_every_change() {
        std::vector<Kind> kinds;
        std::size_t before = 0;
        LayoutPicture picture([&](const PictureChange& change) {
            kinds.push_back(change.kind);
            before = std::max(before, change.before ? change.before->index->size() : 0);
        });
        const auto plan = test::two_regions();
        test::show(picture, plan);
        QVERIFY(kinds == (std::vector{Kind::problem, Kind::problem}));
        kinds.clear();
        ContainerChoice choice;
        set_folded(choice, RegionIndex(1), true);
        picture.set_containers(choice);
        picture.set_containers(choice);
        QCOMPARE(before, std::size_t{2});
        picture.set_time_cursor(Step(1));
        picture.set_filter({true, false});
        picture.set_picked_core(RegionIndex(0));
        picture.set_free_areas(true);
        QVERIFY(kinds == (std::vector{Kind::containers, Kind::marks, Kind::colors, Kind::tray, Kind::free_areas}));
    }

    void the_step_under_the_pointer_counts_only_while_free_areas_are_shown() {
        int changes = 0;
        LayoutPicture picture([&](const PictureChange&) { ++changes; });
        test::show(picture, test::three_buffers());
        changes = 0;
        picture.point_at(std::nullopt, Step(4));
        QCOMPARE(changes, 0);
        picture.set_free_areas(true);
        picture.point_at(std::nullopt, Step(4));
        picture.point_at(std::nullopt, Step(4));
        QCOMPARE(changes, 2);
        QVERIFY(free_areas_step(picture.content()) == Step(4));
        picture.set_free_areas(false);
        QVERIFY(!picture.content().pointed_step);
    }

    void the_core_under_the_pointer_counts_until_one_is_picked() {
        LayoutPicture picture = test::shown_picture(test::two_regions());
        QVERIFY(!picture.parts().fragmentation);
        picture.point_at(RegionIndex(0), std::nullopt);
        QVERIFY(picture.parts().fragmentation);
        picture.point_at(std::nullopt, std::nullopt);
        QVERIFY(!picture.parts().fragmentation);
        picture.set_picked_core(RegionIndex(1));
        QVERIFY(picture.parts().fragmentation);
    }

    void the_unit_stays_with_another_problem() {
        LayoutPicture picture = test::shown_picture(test::three_buffers());
        picture.set_unit(Unit::hexadecimal);
        test::show(picture, test::two_regions());
        QVERIFY(picture.content().unit == Unit::hexadecimal);
    }

    void rectangles_are_found_where_the_next_layout_has_them() {
        LayoutPicture picture = test::shown_picture(test::three_buffers());
        QVERIFY(picture.shapes().index->at(10, 500) == BufferIndex(1));
        Layout layout = *picture.content().layout;
        layout.placements[1] = Placement{Offset(900), RegionIndex(0)};
        picture.set_layout(test::shared(layout));
        QVERIFY(!picture.shapes().index->at(10, 500));
        QVERIFY(picture.shapes().index->at(10, 1000) == BufferIndex(1));
    }

    void the_parts_of_a_small_plan_are_there_with_its_layout_and_never_without_it() {
        for (const auto wait : {std::chrono::milliseconds(30'000), std::chrono::milliseconds(0)}) {
            std::vector<Kind> kinds;
            LayoutPicture picture([&kinds](const PictureChange& change) { kinds.push_back(change.kind); });
            set_longest_wait(wait);
            test::show(picture, test::three_buffers());
            set_longest_wait(std::chrono::seconds(30));
            QVERIFY(picture.parts().are_there || wait.count() == 0);
            QTRY_VERIFY(picture.parts().are_there);  // a busy machine takes longer
            QCOMPARE(picture.shapes().index->size(), std::size_t{3});
            QVERIFY(kinds == (std::vector{Kind::problem, Kind::problem}));  // so that no view is clamped to nothing
        }
    }

    void a_large_plan_is_computed_on_another_thread() {
        std::vector<Kind> kinds;
        LayoutPicture picture([&kinds](const PictureChange& change) { kinds.push_back(change.kind); });
        const auto plan = test::crowded_plan();
        test::show(picture, plan);
        QVERIFY(!picture.parts().are_there && picture.shapes().stack.empty());
        QCOMPARE(empty_picture_text(picture), QStringLiteral("Drawing…"));
        QTRY_VERIFY(picture.parts().are_there);
        QCOMPARE(picture.shapes().index->size(), plan.problem.buffers.size());
        QVERIFY(kinds == (std::vector{Kind::problem, Kind::problem}));
        QVERIFY(empty_picture_text(picture).isEmpty());
    }

    void the_parts_of_a_large_problem_wait_for_the_layout_that_follows_at_once() {
        std::vector<Kind> kinds;
        LayoutPicture picture([&kinds](const PictureChange& change) { kinds.push_back(change.kind); });
        const auto plan = test::crowded_plan();
        picture.set_problem(test::shared(plan.problem));
        picture.set_color_by(ColorBy::size);  // as another view does that is told of the problem
        picture.set_layout(test::shared(plan.layout));
        QTRY_VERIFY(picture.parts().are_there);
        QCOMPARE(picture.shapes().index->size(), plan.problem.buffers.size());  // and not first nothing
        QVERIFY(kinds == (std::vector{Kind::problem, Kind::problem}));
    }

    void a_large_problem_without_a_layout_is_shown_with_nothing_placed() {
        LayoutPicture picture;
        const auto plan = test::crowded_plan();
        picture.set_problem(std::make_shared<const Problem>(plan.problem));
        QTRY_VERIFY(picture.parts().are_there);
        QCOMPARE(picture.parts().tray->unplaced, plan.problem.buffers.size());
        QCOMPARE(picture.content().layout->placements.size(), plan.problem.buffers.size());
    }

    void the_former_layout_of_a_large_plan_is_shown_until_the_next_one_is_computed() {
        LayoutPicture picture;
        auto plan = test::crowded_plan();
        test::show(picture, plan);
        QTRY_VERIFY(picture.parts().are_there);
        const auto former = picture.content().layout;
        plan.layout.placements[3]->offset = Offset(1'000'000);
        const auto next = test::shared(plan.layout);
        picture.set_layout(next);
        set_proposal(picture, {{BufferIndex(3), Offset(0), Offset(4)}});
        QVERIFY(picture.content().layout == former && picture.content().proposal.empty());
        QVERIFY(picture.latest().layout == next);
        QTRY_VERIFY(picture.content().layout == next);
        QCOMPARE(picture.content().proposal.size(), std::size_t{1});
        QVERIFY(picture.shapes().index->at(5, 1'000'010) == BufferIndex(3));
    }

    void quick_changes_of_a_large_plan_do_not_starve_each_other() {
        LayoutPicture picture;
        const auto plan = test::crowded_plan();
        test::show(picture, plan);
        QTRY_VERIFY(picture.parts().are_there);
        const std::size_t count = plan.problem.buffers.size();
        for (int i = 0; i < 5; ++i) {
            std::vector<bool> passes(count, false);
            passes[static_cast<std::size_t>(i)] = true;
            picture.set_filter(passes);
        }
        picture.set_selection({BufferIndex(9)});
        QVERIFY(picture.content().selection.size() == 1);
        std::vector<std::uint8_t> dimmed(count, 1);
        dimmed[4] = dimmed[9] = 0;
        QTRY_VERIFY(*picture.parts().dimmed == dimmed);
    }

    void what_changes_while_a_large_plan_is_computed_keeps_what_was_computed() {
        LayoutPicture picture;
        const auto plan = test::crowded_plan();
        test::show(picture, plan);
        QCoreApplication::processEvents();  // the work begins
        picture.set_selection({BufferIndex(9)});
        QTRY_VERIFY(picture.parts().are_there);
        QTRY_VERIFY(!picture.parts().dimmed->empty());
        test::wait_until_idle();
        QCOMPARE(picture.shapes().index->size(), plan.problem.buffers.size());
        QCOMPARE(rectangles_of(picture, picture.content().selection).size(), std::size_t{1});
    }

    void nothing_of_a_large_plan_appears_after_another_one_is_set() {
        LayoutPicture picture;
        test::show(picture, test::crowded_plan());
        test::show(picture, test::three_buffers());
        test::wait_until_idle();
        QCOMPARE(picture.shapes().index->size(), std::size_t{3});
    }
};

ARENASCOPE_TEST(LayoutPictureTest)
#include "layout_picture_test.moc"
