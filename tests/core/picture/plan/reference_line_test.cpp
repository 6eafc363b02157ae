#include "core/picture/plan/reference_line.h"

#include <algorithm>
#include <rapidcheck.h>
#include <string>
#include <utility>

#include "core/picture/plan/label.h"
#include "tests/support/placed_plan.h"
#include "tests/support/test_registry.h"

using namespace arenascope;
using namespace arenascope::test;

namespace {

const MeasureText line_measure = [](std::string_view text, TextStyle style) {
    return static_cast<double>(text.size()) * style.size * 0.6;
};
constexpr TextStyle line_text{12, true};

Viewport viewport_of(const PlacedPlan& plan, double height = 400, double width = 800) {
    return {whole_view(plan.problem, containers(plan.problem, plan.layout)), {0, 0, width, height}};
}

std::vector<ReferenceLine> lines_of(const PlacedPlan& plan, double height = 400, double width = 800) {
    const auto stack = containers(plan.problem, plan.layout);
    const Viewport viewport = viewport_of(plan, height, width);
    const auto rectangles = memory_rectangles(plan.problem, plan.layout, shifts(plan.problem, stack));
    return reference_lines(stack, viewport, {Unit::bytes, Theme::light, line_text, line_measure, rectangles});
}

const ReferenceLine* line_of(const std::vector<ReferenceLine>& lines, ReferenceLine::Kind kind) {
    const auto found =
        std::find_if(lines.begin(), lines.end(), [kind](const ReferenceLine& line) { return line.kind == kind; });
    return found == lines.end() ? nullptr : &*found;
}

}  // namespace

class ReferenceLineTest : public QObject {
    Q_OBJECT

private slots:
    void a_peak_above_the_threshold_has_both_lines_and_the_excess() {
        const auto lines = lines_of(placed_plan({{"a", 0, 4, 1000, 0}, {"b", 4, 8, 1000, 290}}));
        QCOMPARE(lines.size(), std::size_t{2});
        const ReferenceLine* peak = line_of(lines, ReferenceLine::Kind::peak);
        const ReferenceLine* threshold = line_of(lines, ReferenceLine::Kind::threshold);
        QVERIFY(peak != nullptr && threshold != nullptr);
        QCOMPARE(peak->label, std::string("peak 1,290 B (+29.0 %)"));
        QCOMPARE(threshold->label, std::string("theoretical threshold 1,000 B"));
        QVERIFY(peak->y < threshold->y);
        QCOMPARE(threshold->dash, Dash::dashed);
    }

    void a_peak_at_the_threshold_is_no_praise_and_the_threshold_keeps_its_line() {
        const auto lines = lines_of(placed_plan({{"a", 0, 4, 1000, 0}}));
        QCOMPARE(lines.size(), std::size_t{2});
        const ReferenceLine* peak = line_of(lines, ReferenceLine::Kind::peak);
        const ReferenceLine* threshold = line_of(lines, ReferenceLine::Kind::threshold);
        QCOMPARE(peak->label, std::string("peak 1,000 B"));
        QCOMPARE(peak->color, palette(Theme::light).ink);
        QCOMPARE(threshold->label, std::string("theoretical threshold 1,000 B"));
        QVERIFY(threshold->y > peak->y && threshold->y < peak->y + 4);
        QVERIFY(!intersects(threshold->ground, peak->ground));
    }

    void the_peak_has_the_colour_of_the_verdict() {
        const PlacedPlan plan = placed_plan({{"a", 0, 4, 1000, 0}});
        const auto stack = containers(plan.problem, plan.layout);
        for (const VerdictTone tone : {VerdictTone::plain, VerdictTone::good, VerdictTone::warning, VerdictTone::bad}) {
            const auto lines =
                reference_lines(stack, viewport_of(plan),
                                {.unit = Unit::bytes, .style = line_text, .measure = line_measure, .tone = tone});
            QCOMPARE(line_of(lines, ReferenceLine::Kind::peak)->color, color_of(palette(Theme::light), tone));
        }
    }

    void the_target_rectangle_holds_the_placed_buffers_and_nothing_else() {
        PlacedPlan plan = placed_plan({{"a", 2, 4, 1000, 0}, {"b", 4, 6, 500, 100}, {"loose", 0, 8, 10, 0}});
        plan.layout.placements[2].reset();
        const auto lines = lines_of(plan);
        const ReferenceLine* peak = line_of(lines, ReferenceLine::Kind::peak);
        QVERIFY(peak != nullptr);
        QCOMPARE(peak->target.top, peak->y);
        // The view shows the steps [0, 8): half of its width is outside the rectangle.
        const double wide = peak->target.right - peak->target.left;
        QVERIFY(std::abs(peak->target.left - wide / 2) < 1);
        Drawing drawing;
        draw(drawing, lines, viewport_of(plan), Theme::light, {});
        std::size_t upright = 0;
        for (const Primitive& primitive : drawing.primitives) {
            const auto* line = std::get_if<StraightLine>(&primitive);
            upright += line != nullptr && line->from.x == line->to.x && line->color == peak->color ? 1 : 0;
        }
        QCOMPARE(upright, std::size_t{2});
    }

    void a_peak_below_the_threshold_is_never_calm_and_says_why() {
        PlacedPlan plan = placed_plan({{"a", 0, 4, 1000, 0}, {"b", 0, 4, 500, 0}});
        const ReferenceLine overlapping = *line_of(lines_of(plan), ReferenceLine::Kind::peak);
        QCOMPARE(overlapping.label, std::string("peak 1,000 B (below the threshold: buffers overlap)"));
        plan.layout.placements[1].reset();
        const ReferenceLine incomplete = *line_of(lines_of(plan), ReferenceLine::Kind::peak);
        QCOMPARE(incomplete.label, std::string("peak 1,000 B (not all buffers placed)"));
        plan.problem.buffers[BufferIndex(1)].lifetime = {Step(4), Step(8)};
        const ReferenceLine at = *line_of(lines_of(plan), ReferenceLine::Kind::peak);
        QCOMPARE(at.label, std::string("peak 1,000 B (not all buffers placed)"));
    }

    void with_several_containers_the_capacity_label_is_where_less_is_live() {
        auto plan = placed_plan({{"early", 0, 4, 100, 0}, {"late", 6, 10, 100, 0}});
        plan.problem.regions = {{.name = "core 0", .capacity = Bytes(150)}, {.name = "core 1", .capacity = Bytes(150)}};
        plan.problem.buffers[1].region = RegionIndex(1);
        plan.layout.placements[1]->region = RegionIndex(1);
        std::vector<double> lefts;
        for (const ReferenceLine& line : lines_of(plan)) {
            if (line.kind == ReferenceLine::Kind::capacity) {
                QVERIFY(!line.label.empty());
                lefts.push_back(line.ground.left);
            }
        }
        QCOMPARE(lefts.size(), std::size_t{2});
        QVERIFY(lefts[0] > 400);
        QVERIFY(lefts[1] < 100);
    }

    void a_heap_that_grew_shows_its_ends_before_and_after() {
        auto plan = placed_plan({{"tensor", 0, 4, 100, 40}, {"low", 0, 1, 40, 0}, {"high", 1, 2, 50, 140}});
        plan.layout.heaps = {{RegionIndex(0), {Offset(0), Offset(100)}, {Offset(-40), Offset(150)}}};
        std::vector<std::string> labels;
        std::vector<double> heights;
        for (const ReferenceLine& line : lines_of(plan)) {
            if (line.kind == ReferenceLine::Kind::heap_before || line.kind == ReferenceLine::Kind::heap_after) {
                labels.push_back(line.label);
                heights.push_back(line.y);
            }
        }
        QCOMPARE(labels, (std::vector<std::string>{
                             "heap after: top 150 B, now at 190 B", "heap before: top 100 B, now at 140 B",
                             "heap before: bottom 0 B, now at 40 B", "heap after: bottom −40 B, now at 0 B"}));
        QVERIFY(std::is_sorted(heights.begin(), heights.end()));
        QCOMPARE(heights.back(), 400.0);
    }

    void a_growing_heap_shows_its_current_ends_on_the_final_scale() {
        auto plan = placed_plan({{"tensor", 0, 4, 100, 40}, {"low", 0, 1, 40, -1}, {"high", 1, 2, 50, -1}});
        plan.layout.heaps = {{RegionIndex(0), {Offset(0), Offset(100)}, {Offset(-40), Offset(150)}}};
        const auto labels = [&plan] {
            std::vector<std::string> texts;
            for (const ReferenceLine& line : lines_of(plan)) {
                if (line.kind == ReferenceLine::Kind::heap_before || line.kind == ReferenceLine::Kind::heap_after) {
                    texts.push_back(line.label);
                }
            }
            return texts;
        };
        const std::int64_t height = containers(plan.problem, plan.layout)[0].highest;
        QVERIFY(labels().empty());
        plan.layout.placements[2] = Placement{Offset(140), RegionIndex(0)};
        QCOMPARE(labels(), (std::vector<std::string>{"heap so far: top 150 B, now at 190 B",
                                                     "heap before: top 100 B, now at 140 B"}));
        QCOMPARE(containers(plan.problem, plan.layout)[0].highest, height);
    }

    void an_end_of_a_heap_that_did_not_move_has_no_line() {
        auto plan = placed_plan({{"tensor", 0, 4, 100, 0}, {"high", 1, 2, 50, 100}});
        plan.layout.heaps = {{RegionIndex(0), {Offset(0), Offset(100)}, {Offset(0), Offset(150)}}};
        const auto lines = lines_of(plan);
        QCOMPARE(line_of(lines, ReferenceLine::Kind::heap_before)->label, std::string("heap before: top 100 B"));
        QCOMPARE(std::count_if(lines.begin(), lines.end(),
                               [](const ReferenceLine& line) {
                                   return line.kind == ReferenceLine::Kind::heap_before ||
                                          line.kind == ReferenceLine::Kind::heap_after;
                               }),
                 2);
    }

    void with_nothing_placed_only_the_threshold_is_drawn() {
        const auto lines = lines_of(placed_plan({{"a", 0, 4, 1000, -1}}));
        QCOMPARE(lines.size(), std::size_t{1});
        QVERIFY(lines[0].kind == ReferenceLine::Kind::threshold);
    }

    void the_capacity_is_labelled_at_the_left() {
        PlacedPlan plan = placed_plan({{"a", 0, 4, 1000, 0}});
        plan.problem.regions[0].capacity = Bytes(1500);
        const auto lines = lines_of(plan);
        const ReferenceLine* capacity = line_of(lines, ReferenceLine::Kind::capacity);
        QVERIFY(capacity != nullptr);
        QCOMPARE(capacity->label, std::string("capacity 1,500 B"));
        QVERIFY(capacity->ground.left < 100);
    }

    void labels_of_close_lines_are_on_both_sides() {
        for (const double height : {60.0, 120.0, 400.0, 900.0}) {
            const auto lines = lines_of(placed_plan({{"a", 0, 4, 1000, 0}, {"b", 4, 8, 1000, 3}}), height);
            QCOMPARE(lines.size(), std::size_t{2});
            QVERIFY(!intersects(lines[0].ground, lines[1].ground));
        }
    }

    void a_label_without_space_is_left_out_but_its_line_is_kept() {
        const PlacedPlan plan = placed_plan({{"a", 0, 4, 1000, 0}, {"b", 4, 8, 1000, 3}});
        const auto stack = containers(plan.problem, plan.layout);
        const Viewport narrow{whole_view(plan.problem, stack), {0, 0, 200, 40}};
        const auto lines = reference_lines(stack, narrow, {Unit::bytes, Theme::light, line_text, line_measure});
        QCOMPARE(lines.size(), std::size_t{2});
        QVERIFY(lines[1].label.empty());
        Drawing drawing;
        draw(drawing, lines, narrow, Theme::light, line_text);
        // Two lines, three more edges of the target rectangle, and one label with its background.
        QCOMPARE(drawing.primitives.size(), std::size_t{7});
    }

    void a_label_that_is_too_long_has_shorter_words() {
        const PlacedPlan best = placed_plan({{"a", 0, 4, 1000, 0}});
        for (const auto& [width, label] : {std::pair(200.0, "peak 1,000 B"),

                                           {80.0, "1,000 B"},
                                           {40.0, ""}}) {
            const auto lines = lines_of(best, 400, width);
            QCOMPARE(line_of(lines, ReferenceLine::Kind::peak)->label, std::string(label));
        }
        const auto lines = lines_of(placed_plan({{"a", 0, 4, 1000, 0}, {"b", 4, 8, 1000, 290}}), 400, 300);
        QCOMPARE(line_of(lines, ReferenceLine::Kind::peak)->label, std::string("peak 1,290 B (+29.0 %)"));
        QCOMPARE(line_of(lines, ReferenceLine::Kind::threshold)->label, std::string("threshold 1,000 B"));
    }

    void a_label_moves_along_its_line_to_where_no_buffer_lies() {
        const auto lines = lines_of(placed_plan({{"a", 0, 4, 1000, 0}, {"b", 4, 8, 1000, 290}}));
        const ReferenceLine* threshold = line_of(lines, ReferenceLine::Kind::threshold);
        QVERIFY(threshold->ground.right <= 400);
        QVERIFY(threshold->ground.bottom < threshold->y && threshold->ground.bottom > threshold->y - 5);
        QVERIFY(!threshold->is_apart);
    }

    void without_such_a_place_a_label_lies_above_the_peak_beside_a_sample_of_its_line() {
        const PlacedPlan plan = placed_plan({{"a", 0, 4, 1000, 290}, {"b", 4, 8, 1000, 300}});
        const auto lines = lines_of(plan);
        const ReferenceLine* peak = line_of(lines, ReferenceLine::Kind::peak);
        const ReferenceLine* threshold = line_of(lines, ReferenceLine::Kind::threshold);
        QCOMPARE(threshold->label, std::string("theoretical threshold 1,000 B"));
        QVERIFY(threshold->is_apart && !peak->is_apart);
        QVERIFY(threshold->ground.bottom < peak->y);
        QVERIFY(threshold->ground.right < peak->ground.left);
        Drawing drawing;
        draw(drawing, {*threshold}, {{{0, 8}, {0, 1408}}, {0, 0, 800, 400}}, Theme::light, line_text);
        const auto* sample = std::get_if<StraightLine>(&drawing.primitives[1]);
        QVERIFY(sample != nullptr && sample->dash == Dash::dashed && sample->color == threshold->color);
        QVERIFY(sample->to.x < threshold->ground.left + 30);
    }

    void a_label_that_would_cover_a_buffer_over_the_threshold_is_left_out() {
        const PlacedPlan plan = placed_plan({{"a", 0, 4, 1000, 290}, {"b", 4, 8, 1000, 300}});
        const auto stack = containers(plan.problem, plan.layout);
        const auto rectangles = memory_rectangles(plan.problem, plan.layout, shifts(plan.problem, stack));
        const Viewport zoomed{{{0, 8}, {900, 1100}}, {0, 0, 800, 400}};
        const auto lines =
            reference_lines(stack, zoomed, {Unit::bytes, Theme::light, line_text, line_measure, rectangles});
        QCOMPARE(lines.size(), std::size_t{1});
        QVERIFY(lines[0].label.empty());
    }

    void in_a_low_plot_the_peak_has_its_label_in_the_space_above() {
        const PlacedPlan plan = placed_plan({{"a", 0, 8, 1000, 0}});
        const auto stack = containers(plan.problem, plan.layout);
        const auto rectangles = memory_rectangles(plan.problem, plan.layout, shifts(plan.problem, stack));
        const Viewport low{whole_view(plan.problem, stack), {0, 50, 800, 150}};
        const double headroom = label_headroom(100, line_text);
        const auto lines =
            reference_lines(stack, low, {Unit::bytes, Theme::light, line_text, line_measure, rectangles, headroom});
        QVERIFY(!lines[0].label.empty());
        QVERIFY(lines[0].ground.bottom < 50);
        QVERIFY(lines[0].ground.top >= 50 - headroom);
        QCOMPARE(label_headroom(400, line_text), 0.0);
    }

    void no_label_covers_a_buffer_over_the_threshold_nor_any_other_while_a_place_is_free() {
        QVERIFY(rc::check([] {
            PlacedPlan plan;
            const auto regions = *rc::gen::inRange<std::size_t>(1, 4);
            plan.problem.regions.clear();
            for (std::size_t i = 0; i < regions; ++i) {
                Region region{"core " + std::to_string(i)};
                if (*rc::gen::arbitrary<bool>()) {
                    region.capacity = Bytes(*rc::gen::inRange(100, 2000));
                }
                plan.problem.regions.push_back(region);
            }
            const int count = *rc::gen::inRange(1, 30);
            for (int i = 0; i < count; ++i) {
                Buffer buffer;
                const auto begin = *rc::gen::inRange<std::int64_t>(0, 20);
                buffer.lifetime = {Step(begin), Step(begin + *rc::gen::inRange<std::int64_t>(1, 12))};
                buffer.size = Bytes(*rc::gen::inRange(1, 300));
                buffer.region = RegionIndex(*rc::gen::inRange<std::size_t>(0, regions));
                plan.layout.placements.push_back(Placement{Offset(*rc::gen::inRange(0, 900)), buffer.region});
                plan.problem.buffers.push_back(std::move(buffer));
            }
            const auto stack = containers(plan.problem, plan.layout);
            const auto rectangles = memory_rectangles(plan.problem, plan.layout, shifts(plan.problem, stack));
            const View whole = whole_view(plan.problem, stack);
            const auto zoom = static_cast<double>(*rc::gen::inRange(1, 5));
            const View view =
                clamped(zoomed(whole, *rc::gen::inRange(0, 20), *rc::gen::inRange(0, 900), zoom, zoom), whole);
            const Viewport port{view,
                                {10, 40, 10 + static_cast<double>(*rc::gen::inRange(100, 900)),
                                 40 + static_cast<double>(*rc::gen::inRange(40, 700))}};
            const TextStyle text{static_cast<double>(*rc::gen::inRange(8, 25)), true};
            const double headroom = stack.size() == 1 ? label_headroom(height(port.box), text) : 0;
            const auto lines =
                reference_lines(stack, port, {Unit::bytes, Theme::light, text, line_measure, rectangles, headroom});
            const PixelScale across = step_scale(port);
            const PixelScale up = byte_scale(port);
            const auto covers = [&](const Box& ground, bool only_culprits) {
                return std::any_of(rectangles.begin(), rectangles.end(), [&](const MemoryRectangle& each) {
                    const Box box{across(each.begin), std::max(up(each.to), port.box.top), across(each.end),
                                  std::min(up(each.from), port.box.bottom)};
                    const Container& container = *container_of(stack, plan.problem.buffers[each.buffer].region);
                    const bool is_culprit = each.to - container.shift > container.threshold.value();
                    return (is_culprit || !only_culprits) && box.top < box.bottom && intersects(box, ground);
                });
            };
            const auto covers_label = [&](const Box& ground, const ReferenceLine& own) {
                return std::any_of(lines.begin(), lines.end(), [&](const ReferenceLine& other) {
                    return &other != &own && !other.label.empty() && intersects(other.ground, ground);
                });
            };
            for (const ReferenceLine& line : lines) {
                if (line.label.empty()) {
                    continue;
                }
                const Box& ground = line.ground;
                RC_ASSERT(!covers(ground, true));
                RC_ASSERT(!covers_label(ground, line));
                RC_ASSERT((ground.left >= port.box.left && ground.right <= port.box.right));
                RC_ASSERT((ground.top >= port.box.top - headroom - 1e-9 && ground.bottom <= port.box.bottom));
                if (!covers(ground, false)) {
                    continue;
                }
                // Then no place on its line is free, with some margin.
                const double wide = width(ground) + 2 * label_margin + 2;
                for (double left = port.box.left; left + wide <= port.box.right; ++left) {
                    const Box place{left, ground.top, left + wide, ground.bottom};
                    RC_ASSERT((covers(place, false) || covers_label(place, line)));
                }
            }
        }));
    }

    void with_many_memories_labels_stay_inside_and_are_short() {
        PlacedPlan plan = placed_plan({{"a", 0, 4, 1000, 0}, {"b", 4, 8, 1000, 290}});
        plan.problem.regions[0].capacity = Bytes(1400);
        for (std::size_t i = 1; i < 8; ++i) {
            plan.problem.regions.push_back({"core " + std::to_string(i), 0, Bytes(1400), Bytes(1)});
            for (std::size_t k = 0; k < 2; ++k) {
                plan.problem.buffers.push_back(plan.problem.buffers[k]);
                plan.problem.buffers.back().region = RegionIndex(i);
                plan.layout.placements.push_back(Placement{plan.layout.placements[k]->offset, RegionIndex(i)});
            }
        }
        const auto labels_at = [&](double height) {
            const auto lines = lines_of(plan, height);
            if (lines.size() != 24) {
                return std::vector<std::string>{"lines are missing"};
            }
            std::vector<std::string> labels;
            for (const ReferenceLine& line : lines) {
                if (line.label.empty()) {
                    continue;
                }
                labels.push_back(line.label);
                for (const ReferenceLine& other : lines) {
                    if (&other != &line && intersects(other.ground, line.ground)) {
                        labels.emplace_back("two labels on each other");
                    }
                }
            }
            return labels;
        };
        const auto count = [](const std::vector<std::string>& labels, const char* label) {
            return std::count(labels.begin(), labels.end(), label);
        };
        QCOMPARE(count(labels_at(1600), "peak 1,290 B (+29.0 %)"), std::ptrdiff_t{8});
        QCOMPARE(count(labels_at(1600), "theoretical threshold 1,000 B"), std::ptrdiff_t{8});
        QCOMPARE(count(labels_at(400), "peak 1,290 B"), std::ptrdiff_t{8});
        QCOMPARE(count(labels_at(400), "capacity 1,400 B"), std::ptrdiff_t{8});
        QVERIFY(labels_at(100).empty());
    }

    void a_folded_container_has_no_lines() {
        const PlacedPlan plan = placed_plan({{"a", 0, 4, 1000, 0}});
        ContainerChoice choice;
        set_folded(choice, RegionIndex(0), true);
        const auto stack = containers(plan.problem, plan.layout, choice);
        const Viewport viewport{whole_view(plan.problem, stack), {0, 0, 800, 400}};
        QVERIFY(reference_lines(stack, viewport, {Unit::bytes, Theme::light, line_text, line_measure}).empty());
    }

    void lines_and_labels_give_the_boxes_to_avoid() {
        const Viewport wide{{{0, 8}, {0, 500}}, {10, 0, 800, 400}};
        ReferenceLine line;
        line.y = 40;
        line.ground = {700, 20, 790, 38};
        const std::vector<Box> boxes = boxes_of({line}, wide);
        QVERIFY(boxes == (std::vector<Box>{{700, 20, 790, 38}, {10, 39, 800, 41}}));
    }

    void a_line_out_of_view_is_left_out() {
        const PlacedPlan plan = placed_plan({{"a", 0, 4, 1000, 0}, {"b", 4, 8, 1000, 290}});
        const Viewport low{{{0, 8}, {0, 500}}, {0, 0, 800, 400}};
        QVERIFY(reference_lines(containers(plan.problem, plan.layout), low,
                                {Unit::bytes, Theme::light, line_text, line_measure})
                    .empty());
    }

    void every_line_is_drawn_before_any_label() {
        const PlacedPlan plan = placed_plan({{"a", 0, 4, 1000, 0}, {"b", 4, 8, 1000, 290}});
        const auto stack = containers(plan.problem, plan.layout);
        const Viewport viewport{whole_view(plan.problem, stack), {0, 0, 800, 400}};
        Drawing drawing;
        draw(drawing, lines_of(plan), viewport, Theme::light, line_text);
        const auto is_line = [](const Primitive& primitive) { return std::holds_alternative<StraightLine>(primitive); };
        QVERIFY(std::is_partitioned(drawing.primitives.begin(), drawing.primitives.end(), is_line));
        // Peak, threshold, and three more edges of the target rectangle.
        QCOMPARE(std::count_if(drawing.primitives.begin(), drawing.primitives.end(), is_line), std::ptrdiff_t{5});
    }
};

ARENASCOPE_TEST(ReferenceLineTest)
#include "reference_line_test.moc"
