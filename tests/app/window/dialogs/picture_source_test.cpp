#include "app/window/dialogs/picture_source.h"

#include <algorithm>
#include <tuple>

#include "core/check/overlap_area.h"
#include "core/check/overlap_checker.h"
#include "core/picture/plan/page.h"
#include "tests/support/shown_picture.h"
#include "tests/support/test_registry.h"
#include "widgets/picture/layout_view/container_drawing.h"

using namespace arenascope;
using namespace arenascope::test;

namespace {

const PixelGrid* grid_in(const Drawing& drawing) {
    for (const Primitive& primitive : drawing.primitives) {
        if (const auto* grid = std::get_if<std::shared_ptr<const PixelGrid>>(&primitive)) {
            return grid->get();
        }
    }
    return nullptr;
}

/// The marks that a drawing has in a box: outlines as (left, top, right, bottom, line), dotted lines as (x, 0, x, 0,
/// 0). The frame of the box itself is none.
std::vector<std::tuple<double, double, double, double, double>> marks_in(const Drawing& drawing, const Box& box) {
    std::vector<std::tuple<double, double, double, double, double>> marks;
    for (const Primitive& primitive : drawing.primitives) {
        if (const auto* line = std::get_if<StraightLine>(&primitive);
            line != nullptr && line->dash == Dash::dotted && line->from.y == box.top) {
            marks.emplace_back(line->from.x, 0, line->to.x, 0, 0);
        }
        if (const auto* outline = std::get_if<FilledBox>(&primitive); outline != nullptr && !outline->fill &&
                                                                      intersects(outline->box, box) &&
                                                                      outline->edge != palette(Theme::light).line) {
            const Box& place = outline->box;
            marks.emplace_back(place.left, place.top, place.right, place.bottom, outline->edge_width);
        }
    }
    std::sort(marks.begin(), marks.end());
    return marks;
}

}  // namespace

class PictureSourceTest : public QObject {
    Q_OBJECT

private slots:
    /// With a selection and with a filter, in every medium.
    void a_page_of_what_is_seen_has_the_marks_of_the_screen_data() {
        QTest::addColumn<bool>("is_filtered");
        QTest::newRow("dimmed_by_the_selection") << false;
        QTest::newRow("dimmed_by_a_filter") << true;
    }
    void a_page_of_what_is_seen_has_the_marks_of_the_screen() {
        QFETCH(const bool, is_filtered);
        LayoutPicture picture = marked_picture();
        if (is_filtered) {
            picture.set_filter({true, false, true, false});
        }
        const PictureSource source = source_of(picture);
        const PageContent page = page_of(source, seen());
        const Drawing drawn = compose_page(page, {}, even_measure());
        const PixelGrid* pixels = grid_in(drawn);
        QVERIFY(pixels != nullptr);
        ContainerCache cache;
        const Drawing screen = container_drawing(picture, {.port = {source.view, pixels->box}}, cache, even_measure());
        QVERIFY(grid_in(screen)->codes == pixels->codes);
        const auto marks = marks_in(screen, pixels->box);
        // Selection, moved outline, time cursor, free areas of the cursor's step.
        QVERIFY(marks.size() >= 4);
        QCOMPARE(marks_in(drawn, pixels->box), marks);
        const Drawing shapes = compose_page(page, {.medium = Medium::shapes}, even_measure());
        const auto of_shapes = marks_in(shapes, pixels->box);
        QVERIFY(std::includes(of_shapes.begin(), of_shapes.end(), marks.begin(), marks.end()));
        picture.set_selection({});
        picture.set_filter({});
        QVERIFY(dimmed_buffers(page_of(source_of(picture), seen()).marks).empty());
    }

    void the_whole_plan_has_marks_only_if_they_are_asked_for() {
        const PictureSource source = source_of(marked_picture());
        ExportChoices choices;
        PageContent page = page_of(source, choices);
        QVERIFY(!page.view && page.marks.selected.empty() && dimmed_buffers(page.marks).empty() &&
                !page.marks.time_cursor);
        QVERIFY(texts_of(compose_page(page, {}, even_measure())).find("dimmed") == std::string::npos);
        choices.marks = true;
        page = page_of(source, choices);
        QVERIFY(!page.view && !page.marks.selected.empty());
        const std::string texts = texts_of(compose_page(page, {}, even_measure()));
        QVERIFY(texts.find("dimmed: 1 of 4 buffers, which share no time with the selection") != std::string::npos);
        QVERIFY(texts.find("part of the plan") == std::string::npos);
    }

    void a_part_says_which_one_it_is() {
        const PictureSource source = source_of(marked_picture());
        const std::string texts = texts_of(compose_page(page_of(source, seen()), {}, even_measure()));
        QVERIFY(texts.find("part of the plan: steps 10 to 69 of 0 to 99") != std::string::npos);
    }

    void title_legend_and_caption_follow_the_choices() {
        const PictureSource source = source_of(marked_picture());
        ExportChoices choices;
        QCOMPARE(page_of(source, choices).title, std::string("plan.csv"));
        choices.title = QStringLiteral("for the review");
        choices.legend = choices.caption = false;
        const PageContent page = page_of(source, choices);
        QCOMPARE(page.title, std::string("for the review"));
        QVERIFY(!page.has_legend && !page.has_caption);
    }

private:
    static ExportChoices seen() {
        ExportChoices choices;
        choices.extent = ExportChoices::Extent::what_is_seen;
        choices.marks = true;
        return choices;
    }

    /// Four buffers, of which two overlap; one is selected, one has moved, one shares no time with the selected one.
    static LayoutPicture marked_picture() {
        const PlacedPlan plan = placed_plan({{"low", 0, 100, 400, 0},
                                             {"high", 0, 50, 300, 400},
                                             {"later", 60, 100, 300, 600},
                                             {"over", 20, 40, 99, 650}});
        LayoutPicture picture = shown_picture(plan);
        picture.set_layout(
            shared(plan.layout), nullptr,
            std::make_shared<const std::vector<Move>>(std::vector<Move>{{BufferIndex(0), Offset(1), Offset(0)}}));
        const CheckReport report = check(plan.problem, plan.layout);
        picture.set_overlaps(shared(report.overlaps), shared(overlap_areas(plan.problem, plan.layout)));
        picture.set_selection({BufferIndex(1)});
        picture.set_time_cursor(Step(52));
        picture.set_free_areas(true);
        return picture;
    }

    static PictureSource source_of(const LayoutPicture& picture) {
        const LayoutContent& content = picture.content();
        ShownPlan plan = *no_plan();
        plan.problem = content.problem;
        plan.layout = content.layout;
        plan.risks = content.risks;
        plan.moves = content.moves;
        plan.checked = shared(CheckFindings{{.overlaps = *content.overlaps, .overlap_count = content.overlaps->size()},
                                            *content.overlap_areas});
        PictureSource source;
        source.plan = shared(std::move(plan));
        source.page.problem = source.plan->problem.get();
        source.page.layout = source.plan->layout.get();
        source.page.risks = *source.plan->risks;
        source.page.overlaps = source.plan->report()->overlaps;
        source.page.overlap_areas = source.plan->overlap_areas();
        source.page.moves = *source.plan->moves;
        source.page.overlap_count = source.plan->report()->overlap_count;
        source.page.title = "plan.csv";
        source.page.unit = content.unit;
        source.page.free_areas_at = free_areas_step(content);
        source.marks = marks_of(picture, "size > 300");
        source.view = {{10, 70}, {0, 800}};
        source.is_part = true;
        return source;
    }
};

ARENASCOPE_TEST(PictureSourceTest)
#include "picture_source_test.moc"
