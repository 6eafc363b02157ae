#include "core/picture/plan/page.h"

#include <algorithm>

#include "core/format/reading.h"
#include "core/picture/plan/container.h"
#include "core/picture/plan/pixel_grid.h"
#include "core/picture/plan/raster.h"
#include "tests/support/placed_plan.h"
#include "tests/support/placed_sheet.h"
#include "tests/support/random_problem.h"
#include "tests/support/test_registry.h"

using namespace arenascope;
using namespace arenascope::test;

namespace {

const MeasureText measured_on_page = [](std::string_view text, TextStyle style) {
    return static_cast<double>(text.size()) * style.size * 0.6;
};

const PixelGrid& grid_of(const Drawing& drawing) {
    for (const Primitive& primitive : drawing.primitives) {
        if (const auto* grid = std::get_if<std::shared_ptr<const PixelGrid>>(&primitive)) {
            return **grid;
        }
    }
    qFatal("a page on pixels has a grid");
}

bool says(const Drawing& drawing, std::string_view wanted) {
    return std::any_of(drawing.primitives.begin(), drawing.primitives.end(), [wanted](const Primitive& primitive) {
        const auto* text = std::get_if<DrawnText>(&primitive);
        return text != nullptr && text->text.find(wanted) != std::string::npos;
    });
}

const DrawnText& text_named(const Drawing& drawing, std::string_view wanted) {
    for (const Primitive& primitive : drawing.primitives) {
        if (const auto* text = std::get_if<DrawnText>(&primitive); text != nullptr && text->text.starts_with(wanted)) {
            return *text;
        }
    }
    qFatal("the page does not say %s", std::string(wanted).c_str());
}

std::ptrdiff_t dotted_lines(const Drawing& drawing) {
    return std::count_if(drawing.primitives.begin(), drawing.primitives.end(), [](const Primitive& primitive) {
        const auto* line = std::get_if<StraightLine>(&primitive);
        return line != nullptr && line->dash == Dash::dotted;
    });
}

/// Whether a page without overlaps shows every buffer in at least one pixel, and the high class wherever a high-risk
/// rectangle touches.
bool shows_every_buffer_and_every_risk(const Sheet& sheet, const PageFormat& format) {
    const Drawing drawing = compose_page(sheet.content(), format, measured_on_page);
    const PixelGrid& grid = grid_of(drawing);
    const auto stack = containers(sheet.problem, sheet.layout);
    const CellMapper cells(whole_view(sheet.problem, stack), grid.columns, grid.rows);
    const Coloring colors = coloring(sheet.problem, sheet.risks, ColorBy::risk, format.theme);
    for (const MemoryRectangle& each : memory_rectangles(sheet.problem, sheet.layout, shifts(sheet.problem, stack))) {
        const CellRange touched = cells(each);
        if (is_empty(touched)) {
            return false;
        }
        for (std::int32_t row = touched.top; row < touched.bottom; ++row) {
            for (std::int32_t column = touched.left; column < touched.right; ++column) {
                const std::uint8_t code =
                    grid.codes[static_cast<std::size_t>(row) * static_cast<std::size_t>(grid.columns) +
                               static_cast<std::size_t>(column)];
                if (code == 0 || class_of_code(code) < colors.class_of[each.buffer]) {
                    return false;
                }
            }
        }
    }
    return true;
}

}  // namespace

class PageTest : public QObject {
    Q_OBJECT

private slots:
    void the_verdict_stands_below_the_title_in_its_colour() {
        const Sheet sheet = placed_sheet(problem_of({buffer("a", 0, 4, 1000)}), "width");
        PageContent content = sheet.content();
        content.verdict = "Does not fit: 2 KiB too much.";
        content.tone = VerdictTone::bad;
        const Drawing drawing = compose_page(content, {}, measured_on_page);
        QCOMPARE(text_named(drawing, "Does not fit").color, palette(Theme::light).bad);
        QCOMPARE(text_named(drawing, "peak 1,000 B").color, palette(Theme::light).bad);
    }

    void the_memories_of_cores_follow_the_choice() {
        Sheet sheet;
        auto plan = placed_plan({{"a", 0, 4, 2048, 1024}, {"b", 2, 8, 4096, 0}});
        plan.problem.regions = {Region{"core 0"}, Region{"core 1"}};
        plan.problem.buffers[1].region = RegionIndex(1);
        plan.layout.placements[1]->region = RegionIndex(1);
        sheet.problem = plan.problem;
        sheet.layout = plan.layout;
        PageContent content = sheet.content();
        QVERIFY(says(compose_page(content, {}, measured_on_page), "live size of each memory"));
        content.live_core = RegionIndex(0);
        const Drawing picked = compose_page(content, {}, measured_on_page);
        QVERIFY(says(picked, "live size of core 0"));
        QVERIFY(says(picked, "free below the highest live tail"));
        content.live_core = RegionIndex(1);
        QVERIFY(!says(compose_page(content, {}, measured_on_page), "free below the highest live tail"));
        set_folded(content.containers, RegionIndex(0), true);
        QVERIFY(says(compose_page(content, {}, measured_on_page), "core 0 · peak 3,072 B"));
        set_hidden(content.containers, RegionIndex(0), true);
        const Drawing hidden = compose_page(content, {}, measured_on_page);
        QVERIFY(says(hidden, "1 of 2 memories not shown"));
        QVERIFY(!says(hidden, "core 0 · peak"));
        QVERIFY(says(hidden, "4,096 B"));
    }

    void many_capacities_are_one_figure() {
        Sheet sheet;
        auto plan = placed_plan({{"a", 0, 4, 2048, 0}});
        for (std::size_t i = 1; i < 8; ++i) {
            plan.problem.regions.push_back(Region{"core " + std::to_string(i), 0, Bytes(i == 7 ? 100 : 4096)});
        }
        plan.problem.buffers[0].region = RegionIndex(7);
        plan.layout.placements[0]->region = RegionIndex(7);
        sheet.problem = plan.problem;
        sheet.layout = plan.layout;
        const Drawing drawing = compose_page(sheet.content(), {}, measured_on_page);
        QVERIFY(says(drawing, "capacity of each memory"));
        QVERIFY(says(drawing, "100 B to 4,096 B"));
        QVERIFY(says(drawing, "capacity of core 7"));
        QVERIFY(!says(drawing, "capacity of core 6"));
    }

    void shows_title_figures_provenance_note_and_legend() {
        const Sheet sheet = placed_sheet(problem_of({buffer("a", 0, 4, 1000), buffer("b", 2, 8, 500)}), "width");
        PageContent content = sheet.content();
        content.provenance = Provenance{"peak-suppression", {{"metrics", "width"}}, 7, true};
        content.note = "step 3 of 12";
        const Drawing drawing = compose_page(content, {}, measured_on_page);
        for (const char* text :
             {"plan.csv", "peak", "1,500 B", "theoretical threshold", "fragmentation", "0.0 %", "buffers", "overlaps",
              "step 3 of 12", "peak-suppression", "metrics=width", "seed=7", "live size, B", "step", "offset, B"}) {
            QVERIFY2(says(drawing, text), text);
        }
    }

    void the_buffers_that_a_step_moved_are_outlined_with_their_former_places() {
        const Sheet sheet = placed_sheet(problem_of({buffer("a", 0, 4, 1000), buffer("b", 2, 8, 500)}), "width");
        PageContent content = sheet.content();
        const auto dashed_lines = [&] {
            const Drawing drawing = compose_page(content, {}, measured_on_page);
            return std::count_if(drawing.primitives.begin(), drawing.primitives.end(), [](const Primitive& each) {
                const auto* line = std::get_if<StraightLine>(&each);
                return line != nullptr && line->dash == Dash::dashed && line->color == palette(Theme::light).ink;
            });
        };
        QCOMPARE(dashed_lines(), 0);
        QVERIFY(!says(compose_page(content, {}, measured_on_page), "moved since previous"));
        const std::vector<Move> moves{{BufferIndex(1), Offset(0), Offset(1000)}};
        content.moves = moves;
        QCOMPARE(dashed_lines(), 8);  // in the container and in the legend
        const Drawing drawing = compose_page(content, {}, measured_on_page);
        QVERIFY(says(drawing, "moved since previous (1)") && says(drawing, "its place before"));
    }

    void a_step_that_moved_nearly_everything_says_so_without_outlines() {
        std::vector<Buffer> buffers;
        std::vector<Move> moves;
        for (int i = 0; i < 30; ++i) {
            buffers.push_back(buffer(std::to_string(i), i, i + 1, 10));
            moves.push_back({BufferIndex(static_cast<std::size_t>(i)), Offset(4), Offset(0)});
        }
        const Sheet sheet = placed_sheet(problem_of(buffers), "width");
        PageContent content = sheet.content();
        content.moves = moves;
        content.note = "iteration 2 of 3";
        const Drawing drawing = compose_page(content, {}, measured_on_page);
        QVERIFY(says(drawing, "iteration 2 of 3 · 30 buffers moved since the previous iteration, not outlined"));
        QVERIFY(!says(drawing, "its place before") && !says(drawing, "moved since previous ("));
    }

    void objects_that_a_step_has_not_created_are_not_counted() {
        Sheet sheet = placed_sheet(problem_of({buffer("a", 0, 4, 1000)}), "width");
        sheet.layout.objects = {{{}, Offset(0), Bytes(1000)}, {{}, Offset(1000), Bytes(0)}};
        const auto figures = page_figures(sheet.problem, sheet.layout, 0, Unit::bytes);
        QVERIFY(std::find(figures.begin(), figures.end(), PageFigure{"shared objects", "1"}) != figures.end());
    }

    void legend_and_caption_can_be_left_out_and_leave_their_space_to_the_plots() {
        const Sheet sheet = placed_sheet(problem_of({buffer("a", 0, 4, 1000), buffer("b", 2, 8, 500)}), "width");
        PageContent content = sheet.content();
        content.note = "step 3 of 12";
        const Drawing whole = compose_page(content, {}, measured_on_page);
        content.has_legend = false;
        const Drawing without_legend = compose_page(content, {}, measured_on_page);
        QVERIFY(!says(without_legend, "(1)") && says(without_legend, "step 3 of 12"));
        QVERIFY(grid_of(without_legend).rows > grid_of(whole).rows);
        content.has_caption = false;
        const Drawing bare = compose_page(content, {}, measured_on_page);
        QVERIFY(!says(bare, "step 3 of 12") && says(bare, "plan.csv") && says(bare, "theoretical threshold"));
        QVERIFY(grid_of(bare).rows > grid_of(without_legend).rows);
    }

    void notes_have_flags_and_a_list_below_the_caption() {
        const Sheet sheet = placed_sheet(problem_of({buffer("a", 0, 4, 1000), buffer("b", 2, 8, 500)}), "width");
        PageContent content = sheet.content();
        const Drawing bare = compose_page(content, {}, measured_on_page);
        const std::vector<PinnedNote> notes = {{"why so large?", BufferIndex(0)}, {"the peak", Step(3)}};
        content.pinned_notes = notes;
        const Drawing noted = compose_page(content, {}, measured_on_page);
        QVERIFY(says(noted, "1  a: why so large?") && says(noted, "2  step 3: the peak"));
        QVERIFY(grid_of(noted).rows < grid_of(bare).rows);
        const auto flags = [](const Drawing& drawing) {
            return std::ranges::count_if(drawing.primitives, [](const Primitive& primitive) {
                const auto* text = std::get_if<DrawnText>(&primitive);
                return text != nullptr && text->style == TextStyle{10, true} &&
                       (text->text == "1" || text->text == "2");
            });
        };
        QCOMPARE(flags(bare), 0);
        QCOMPARE(flags(noted), 2);
        // The smallest page has at least the plots with the flags.
        const Drawing low =
            compose_page(content, {.width = least_page_width, .height = least_page_height}, measured_on_page);
        QCOMPARE(flags(low), 2);
        QVERIFY(grid_of(low).rows > 20);
    }

    void many_notes_leave_room_for_the_plots() {
        const Sheet sheet = placed_sheet(problem_of({buffer("a", 0, 4, 1000), buffer("b", 2, 8, 500)}), "width");
        PageContent content = sheet.content();
        const std::vector<PinnedNote> notes(200, {std::string(400, 'x'), Step(3)});
        content.pinned_notes = notes;
        const Drawing noted = compose_page(content, {}, measured_on_page);
        QVERIFY(says(noted, "more notes"));
        QVERIFY(grid_of(noted).rows > 300);
    }

    void marks_are_outlines_dimming_and_a_line_in_both_plots() {
        const Sheet sheet = placed_sheet(problem_of({buffer("a", 0, 4, 1000), buffer("b", 2, 8, 500)}), "width");
        PageContent content = sheet.content();
        const Drawing plain = compose_page(content, {}, measured_on_page);
        QCOMPARE(dotted_lines(plain), std::ptrdiff_t{0});
        content.marks = {
            .dimmed = std::make_shared<const std::vector<std::uint8_t>>(std::initializer_list<std::uint8_t>{0, 1}),
            .selected = {BufferIndex(0)},
            .time_cursor = Step(3)};
        const Drawing marked = compose_page(content, {}, measured_on_page);
        QCOMPARE(dotted_lines(marked), std::ptrdiff_t{2});
        QVERIFY(grid_of(marked).codes != grid_of(plain).codes);
        QVERIFY(says(marked, "dimmed: 1 of 2 buffers, which share no time with the selection"));
        QVERIFY(says(marked, "selected"));
        const auto outlines =
            std::count_if(marked.primitives.begin(), marked.primitives.end(), [](const Primitive& primitive) {
                const auto* box = std::get_if<FilledBox>(&primitive);
                return box != nullptr && !box->fill && box->edge == palette(Theme::light).accent;
            });
        QCOMPARE(outlines, std::ptrdiff_t{1});
    }

    void shows_how_many_tensors_have_an_unknown_size() {
        const Sheet sheet = placed_sheet(problem_of({buffer("a", 0, 4, 1000)}), "width");
        PageContent content = sheet.content();
        Problem problem = *content.problem;
        problem.graph.emplace().unknown_sizes = {{"x", {}, {}, {}}};
        content.problem = &problem;
        QVERIFY(says(compose_page(content, {}, measured_on_page), "without 1 tensor of unknown size"));
        problem.graph->unknown_sizes.resize(58);
        QVERIFY(says(compose_page(content, {}, measured_on_page), "without 58 tensors of unknown size"));
        problem.graph->unknown_sizes.clear();
        QVERIFY(!says(compose_page(content, {}, measured_on_page), "unknown size"));
        QVERIFY(!says(compose_page(content, {}, measured_on_page), "on top"));
        problem.graph->has_only_tensors = true;
        QVERIFY(says(compose_page(content, {}, measured_on_page), "what the runtime keeps come on top"));
    }

    void figures_of_several_plans_replace_those_of_the_sum() {
        const Sheet sheet = placed_sheet(problem_of({buffer("a", 0, 4, 1000), buffer("b", 2, 8, 500)}), "width");
        PageContent content = sheet.content();
        QVERIFY(says(compose_page(content, {}, measured_on_page), "(1)"));
        content.figures = {{"peak", "7 B → 9 B", FigureTone::worrying}};
        const Drawing drawing = compose_page(content, {}, measured_on_page);
        QVERIFY(says(drawing, "7 B → 9 B"));
        for (const char* text : {"fragmentation", "overlaps", "(1)"}) {
            QVERIFY2(!says(drawing, text), text);
        }
    }

    void a_peak_below_the_threshold_worries_and_says_why() {
        const PlacedPlan plan = placed_plan({{"a", 0, 4, 1000, 0}, {"b", 0, 4, 1000, 0}});
        const auto figures = page_figures(plan.problem, plan.layout, 1, Unit::bytes);
        QCOMPARE(figures[0].tone, FigureTone::worrying);
        QCOMPARE(figures[2].name, std::string("below the threshold, because buffers overlap"));
        QCOMPARE(figures[2].value, std::string("50.0 %"));
        QCOMPARE(figures[2].tone, FigureTone::worrying);
    }

    void shows_unplaced_buffers_instead_of_fragmentation() {
        Sheet sheet = placed_sheet(problem_of({buffer("a", 0, 4, 1000), buffer("b", 2, 8, 500)}), "width");
        sheet.layout.placements[1].reset();
        const Drawing drawing = compose_page(sheet.content(), {}, measured_on_page);
        QVERIFY(says(drawing, "not placed"));
        QVERIFY(!says(drawing, "fragmentation"));
    }

    void shows_step_names_between_the_live_size_and_the_numbers() {
        Problem problem = problem_of({buffer("a", 0, 4, 1000), buffer("b", 2, 8, 500)});
        problem.step_labels = {{Step(0), "stem"}, {Step(2), "branch"}, {Step(7), "end"}};
        const Sheet sheet = placed_sheet(std::move(problem), "width");
        const Drawing whole = compose_page(sheet.content(), {}, measured_on_page);
        QVERIFY(says(whole, "stem") && says(whole, "branch") && says(whole, "end"));
        QVERIFY(text_named(whole, "live size").at.y < text_named(whole, "stem").at.y);
        QVERIFY(text_named(whole, "stem").at.y < text_named(whole, "step").at.y);
        PageContent content = sheet.content();
        content.view = View{{0, 4}, {0, 1500}};
        const Drawing part = compose_page(content, {}, measured_on_page);
        QVERIFY(says(part, "stem") && says(part, "branch") && !says(part, "end"));
        // There is no strip if no name is in view, or if the page is too low.
        content.view = View{{3, 4}, {0, 1500}};
        Sheet unnamed = sheet;
        unnamed.problem.step_labels.clear();
        PageContent without = unnamed.content();
        without.view = content.view;
        QCOMPARE(grid_of(compose_page(content, {}, measured_on_page)).rows,
                 grid_of(compose_page(without, {}, measured_on_page)).rows);
        QVERIFY(grid_of(whole).rows < grid_of(compose_page(unnamed.content(), {}, measured_on_page)).rows);
        QVERIFY(!says(compose_page(sheet.content(), {.width = 320, .height = 240}, measured_on_page), "stem"));
    }

    void the_name_of_the_live_size_avoids_the_curve() {
        // A curve that ends low passes through the usual place of the name. One that ends at the threshold does not.
        const Sheet low = placed_sheet(problem_of({buffer("a", 0, 4, 1000), buffer("b", 4, 20, 50)}), "width");
        const Sheet high = placed_sheet(problem_of({buffer("a", 0, 4, 50), buffer("b", 4, 20, 1000)}), "width");
        const double above = text_named(compose_page(low.content(), {}, measured_on_page), "live size").at.y;
        const double below = text_named(compose_page(high.content(), {}, measured_on_page), "live size").at.y;
        QVERIFY(above < below);
    }

    void a_page_too_small_is_drawn_at_the_least_size() {
        const Sheet sheet = placed_sheet(problem_of({buffer("a", 0, 4, 1000)}), "width");
        const Drawing drawing = compose_page(sheet.content(), {.width = 1, .height = 1}, measured_on_page);
        QCOMPARE(drawing.width, least_page_width);
        QCOMPARE(drawing.height, least_page_height);
    }

    void a_problem_without_buffers_is_a_page_too() {
        const Sheet sheet = placed_sheet(Problem{}, "width");
        QVERIFY(says(compose_page(sheet.content(), {}, measured_on_page), "buffers"));
    }

    void the_same_content_gives_the_same_pixels() {
        const Sheet sheet = placed_sheet(problem_of({buffer("a", 0, 4, 1000), buffer("b", 2, 8, 500)}), "width");
        const Drawing first = compose_page(sheet.content(), {}, measured_on_page);
        const Drawing second = compose_page(sheet.content(), {}, measured_on_page);
        QCOMPARE(first.primitives.size(), second.primitives.size());
        QCOMPARE(grid_of(first).codes, grid_of(second).codes);
    }

    void every_clip_that_begins_ends() {
        const Sheet sheet = placed_sheet(problem_of({buffer("a", 0, 4, 1000)}), "width");
        for (const Medium medium : {Medium::pixels, Medium::shapes}) {
            int open = 0;
            for (const Primitive& primitive :
                 compose_page(sheet.content(), {.medium = medium}, measured_on_page).primitives) {
                open += std::holds_alternative<ClipBegin>(primitive) ? 1 : 0;
                open -= std::holds_alternative<ClipEnd>(primitive) ? 1 : 0;
                QVERIFY(open >= 0);
            }
            QCOMPARE(open, 0);
        }
    }

    void every_text_is_on_the_page_at_any_size() {
        QVERIFY(rc::check("texts", [] {
            Problem problem = random_problem({.largest_size = 1'000'000});
            for (std::int64_t step = 0, count = *rc::gen::inRange(0, 30); step < count; ++step) {
                problem.step_labels.push_back({Step(step), "block/layer_" + std::to_string(step)});
            }
            const Sheet sheet = placed_sheet(std::move(problem), "length");
            const PageFormat format{.width = static_cast<double>(*rc::gen::inRange(320, 2000)),
                                    .height = static_cast<double>(*rc::gen::inRange(240, 1500))};
            const Drawing drawing = compose_page(sheet.content(), format, measured_on_page);
            for (const Primitive& primitive : drawing.primitives) {
                if (const auto* text = std::get_if<DrawnText>(&primitive)) {
                    RC_ASSERT(text->at.y >= 0);
                    RC_ASSERT(text->at.y <= drawing.height);
                    RC_ASSERT(text->at.x >= 0);
                    RC_ASSERT(text->at.x <= drawing.width);
                }
            }
        }));
    }

    void every_buffer_and_every_high_risk_is_visible() {
        QVERIFY(rc::check("pixels of the page", [] {
            const Sheet sheet = placed_sheet(
                random_problem({.most_buffers = 60, .most_steps = 5000, .largest_size = 100'000, .with_gaps = true}),
                *rc::gen::element<std::string>("width", "length", "overlap"));
            const PageFormat format{.width = static_cast<double>(*rc::gen::inRange(320, 900)),
                                    .height = static_cast<double>(*rc::gen::inRange(240, 700)),
                                    .scale = *rc::gen::inRange(1, 3)};
            RC_ASSERT(shows_every_buffer_and_every_risk(sheet, format));
        }));
    }

    void every_buffer_and_risk_of_the_samples_is_visible() {
        for (const char* name : {"mobile_vision.json", "gaps.csv", "names.csv", "operations.csv"}) {
            const auto document = read_document(sample(QString::fromLatin1(name)).toStdString());
            QVERIFY(document);
            QVERIFY(shows_every_buffer_and_every_risk(placed_sheet(document->problem, "width"), {}));
        }
        ARENASCOPE_NEEDS_SHARED_DATA();
        for (const char* name : {"A", "C", "D", "E", "G", "J", "K"}) {
            const auto document =
                read_document(shared_data(QStringLiteral("minimalloc/%1.1048576.csv").arg(name)).toStdString());
            QVERIFY(document);
            QVERIFY2(shows_every_buffer_and_every_risk(placed_sheet(document->problem, "width"), {}), name);
        }
    }
};

ARENASCOPE_TEST(PageTest)
#include "page_test.moc"
