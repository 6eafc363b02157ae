#include "core/picture/plan/region_strip.h"

#include "tests/support/placed_plan.h"
#include "tests/support/random_problem.h"
#include "tests/support/segmented_plan.h"
#include "tests/support/test_registry.h"

using namespace arenascope;
using test::placed_plan;

namespace {

const MeasureText six_a_letter = [](std::string_view text, TextStyle /*style*/) {
    return 6.0 * static_cast<double>(text.size());
};

std::vector<DrawnText> strip_texts(const std::vector<Container>& stack, const Problem& problem, double height = 100) {
    Drawing drawing;
    const Viewport viewport{whole_view(problem, stack), {0, 0, 200, height}};
    draw_region_strips(drawing, stack, viewport, Theme::light, {12, true}, six_a_letter);
    std::vector<DrawnText> texts;
    for (const Primitive& primitive : drawing.primitives) {
        if (const auto* text = std::get_if<DrawnText>(&primitive)) {
            texts.push_back(*text);
        }
    }
    return texts;
}

}  // namespace

class RegionStripTest : public QObject {
    Q_OBJECT

private slots:
    void names_of_several_regions_are_next_to_the_picture() {
        auto plan = placed_plan({{"a", 0, 4, 8, 0}, {"b", 0, 4, 8, 0}});
        plan.problem.regions = {Region{"fast"}, Region{"slow"}};
        plan.problem.buffers[1].region = RegionIndex(1);
        plan.layout.placements[1]->region = RegionIndex(1);
        const auto stack = containers(plan.problem, plan.layout);
        const auto texts = strip_texts(stack, plan.problem);
        QCOMPARE(texts.size(), std::size_t{2});
        for (const DrawnText& text : texts) {
            QVERIFY(!text.upwards);
            QVERIFY(text.at.x > 200);
            QVERIFY(text.at.x + six_a_letter(text.text, {12, true}) - 200 <=
                    region_strip_width(stack, {12, true}, six_a_letter));
        }
        QVERIFY(texts[0].text == "fast" && texts[1].text == "slow");
        QVERIFY(texts[0].at.y > texts[1].at.y);
    }

    void eight_low_containers_have_their_whole_names() {
        test::PlacedPlan plan;
        plan.problem.regions.clear();
        for (std::size_t i = 0; i < 8; ++i) {
            plan.problem.regions.push_back({"core " + std::to_string(i)});
            plan.problem.buffers.push_back(test::buffer("t" + std::to_string(i), 0, 4, 8));
            plan.problem.buffers.back().region = RegionIndex(i);
            plan.layout.placements.push_back(Placement{Offset(0), RegionIndex(i)});
        }
        const auto texts = strip_texts(containers(plan.problem, plan.layout), plan.problem, 160);
        QCOMPARE(texts.size(), std::size_t{8});
        QCOMPARE(texts[5].text, std::string("core 5"));
        QVERIFY(!texts[5].upwards);
    }

    /// Lines of a pixel between hundreds of containers of a pixel would hide all buffers.
    void containers_too_thin_to_see_have_no_lines() {
        std::vector<Container> stack;
        for (const std::int64_t pixels : {50, 1, 1, 1, 47}) {
            Container& container = stack.emplace_back();
            container.name = "core " + std::to_string(stack.size());
            container.shift = stack.size() == 1 ? 0 : stack[stack.size() - 2].shift + stack[stack.size() - 2].highest;
            container.highest = pixels;
        }
        Drawing drawing;
        draw_region_strips(drawing, stack, {{{0, 10}, {0, 100}}, {0, 0, 200, 100}}, Theme::light, {12, true},
                           six_a_letter);
        std::vector<double> heights;
        for (const Primitive& primitive : drawing.primitives) {
            if (const auto* line = std::get_if<StraightLine>(&primitive)) {
                heights.push_back(line->from.y);
            }
        }
        QCOMPARE(heights, (std::vector<double>{100, 50, 47}));
    }

    void long_names_are_reduced_to_their_differing_part() {
        auto plan = placed_plan({{"a", 0, 4, 8, 0}, {"b", 0, 4, 8, 0}});
        plan.problem.regions = {Region{"the memory of core 1"}, Region{"the memory of core 12"}};
        plan.problem.buffers[1].region = RegionIndex(1);
        plan.layout.placements[1]->region = RegionIndex(1);
        const auto texts = strip_texts(containers(plan.problem, plan.layout), plan.problem);
        QCOMPARE(texts.size(), std::size_t{2});
        QVERIFY(texts[0].text == "1" && texts[1].text == "12");
    }

    void a_long_name_does_not_turn_the_short_ones() {
        auto plan = placed_plan({{"a", 0, 4, 8, 0}, {"b", 0, 4, 8, 0}});
        plan.problem.regions = {Region{"cpuRAM2_npuRAM3_npuRAM4"}, Region{"npuRAM5"}};
        plan.problem.buffers[1].region = RegionIndex(1);
        plan.layout.placements[1]->region = RegionIndex(1);
        const auto stack = containers(plan.problem, plan.layout);
        const auto texts = strip_texts(stack, plan.problem);
        QVERIFY(texts[0].upwards);
        QVERIFY(!texts[1].upwards);
        QCOMPARE(texts[1].text, std::string("npuRAM5"));
        QVERIFY(region_strip_width(stack, {12, true}, six_a_letter) >= 7 * 6.0);
    }

    void a_fast_part_is_named_and_shaded() {
        auto plan = placed_plan({{"a", 0, 4, 8, 0}, {"b", 0, 4, 8, 0}});
        plan.problem.regions = {Region{"sram"}, Region{"dram"}};
        plan.problem.regions[0].fast = true;
        plan.problem.buffers[1].region = RegionIndex(1);
        plan.layout.placements[1]->region = RegionIndex(1);
        const auto stack = containers(plan.problem, plan.layout);
        QCOMPARE(strip_texts(stack, plan.problem, 400)[0].text, std::string("sram · fast"));
        Drawing drawing;
        draw_region_grounds(drawing, stack, {whole_view(plan.problem, stack), {0, 0, 200, 100}}, Theme::light);
        QCOMPARE(drawing.primitives.size(), std::size_t{1});
        const auto& ground = std::get<FilledBox>(drawing.primitives[0]);
        QVERIFY(ground.fill == palette(Theme::light).fast);
        QCOMPARE(ground.box.bottom, 100.0);
        QCOMPARE(ground.box.top, 50.0);
    }

    void a_heap_of_one_speed_is_not_shaded() {
        auto plan = placed_plan({{"a", 0, 4, 8, 0}});
        plan.problem.regions[0].fast = true;
        QVERIFY(!shades_fast_parts(containers(plan.problem, plan.layout)));
    }

    void bands_that_are_all_thin_have_no_names_and_no_room_for_them() {
        const auto stack_of = [](std::size_t segments) {
            std::vector<test::SegmentBuffer> buffers;
            for (std::size_t i = 0; i < segments; ++i) {
                buffers.push_back({.segment = i, .steps = {Step(0), Step(4)}, .offset = 0, .size = 64, .maker = 1});
            }
            const auto plan = test::segmented_plan(std::vector<std::int64_t>(segments, 64), buffers);
            return containers(plan.problem, plan.layout);
        };
        QCOMPARE(region_strip_width(stack_of(100), {12, true}, six_a_letter), 0.0);
        QVERIFY(region_strip_width(stack_of(4), {12, true}, six_a_letter) > 0);
    }

    void a_single_region_needs_no_name() {
        const auto plan = placed_plan({{"a", 0, 4, 8, 0}});
        const auto stack = containers(plan.problem, plan.layout);
        QVERIFY(strip_texts(stack, plan.problem).empty());
        QCOMPARE(region_strip_width(stack, {12, true}, six_a_letter), 0.0);
    }
};

ARENASCOPE_TEST(RegionStripTest)
#include "region_strip_test.moc"
