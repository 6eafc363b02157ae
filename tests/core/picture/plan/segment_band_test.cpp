#include <algorithm>
#include <rapidcheck.h>

#include "core/format/reading.h"
#include "core/picture/plan/axis_drawing.h"
#include "core/picture/plan/container.h"
#include "core/picture/plan/legend.h"
#include "core/picture/plan/memory_rectangle.h"
#include "core/picture/plan/reference_line.h"
#include "core/picture/plan/region_strip.h"
#include "tests/support/random_problem.h"
#include "tests/support/segmented_plan.h"
#include "tests/support/test_registry.h"

namespace arenascope {
namespace {

using test::PlacedPlan;
using test::segmented_plan;
using test::shared_data;

constexpr std::int64_t mib = std::int64_t{1} << 20;

const MeasureText seven_a_letter = [](std::string_view text, TextStyle /*style*/) {
    return 7.0 * static_cast<double>(text.size());
};

/// One large segment, two of a thousandth of it.
PlacedPlan with_thin_segments() {
    return segmented_plan({1, 4000, 2}, {{0, {Step(0), Step(2)}, 0, 1}, {1, {Step(0), Step(9)}, 10, 90}});
}

std::vector<FilledBox> ground_boxes(const PlacedPlan& plan, const std::vector<Container>& stack) {
    Drawing drawing;
    const Viewport port{whole_view(plan.problem, stack), {0, 0, 100, 100}};
    draw_band_grounds(drawing, stack, port, Theme::light);
    std::vector<FilledBox> boxes;
    for (const Primitive& primitive : drawing.primitives) {
        if (const auto* box = std::get_if<FilledBox>(&primitive)) {
            boxes.push_back(*box);
        }
    }
    return boxes;
}

/// Every band is above the one before; every placed buffer in the picture lies in the band of its region.
bool are_stacked(const PlacedPlan& plan, const std::vector<Container>& stack) {
    std::int64_t reached = 0;
    for (const Container& band : stack) {
        if (band.shift + band.lowest != reached || band.highest <= band.lowest) {
            return false;
        }
        reached = band.shift + band.highest;
    }
    const auto up = shifts(plan.problem, stack);
    return std::ranges::all_of(memory_rectangles(plan.problem, plan.layout, up), [&](const MemoryRectangle& rectangle) {
        const Container* band = container_of(stack, plan.layout.placements[rectangle.buffer]->region);
        return band != nullptr && rectangle.from >= band->shift + band->lowest &&
               rectangle.to <= band->shift + band->highest;
    });
}

}  // namespace

class SegmentBandTest : public QObject {
    Q_OBJECT

private slots:
    void a_band_is_as_high_as_its_segment_and_gaps_take_no_height() {
        const PlacedPlan plan = segmented_plan({100, 40, 60}, {{2, {Step(0), Step(2)}, 20, 10}});
        const auto stack = containers(plan.problem, plan.layout);
        QVERIFY(shows_bands(stack));
        QCOMPARE(stack.size(), std::size_t{3});
        QCOMPARE(stack[0].shift, std::int64_t{0});
        QCOMPARE(stack[1].shift, std::int64_t{100});
        QCOMPARE(stack[2].shift, std::int64_t{140});
        QCOMPARE(stack[2].highest, std::int64_t{60});
        QCOMPARE(whole_view(plan.problem, stack).bytes.to, 200.0L);
        const auto up = shifts(plan.problem, stack);
        QCOMPARE(memory_rectangles(plan.problem, plan.layout, up).front().from, std::int64_t{160});
    }

    void a_plan_without_segments_has_no_bands() {
        auto plan = test::placed_plan({{"a", 0, 4, 8, 0}});
        QVERIFY(!shows_bands(containers(plan.problem, plan.layout)));
        PlacedPlan recorded = with_thin_segments();
        recorded.problem = merged_segments(recorded.problem);
        QVERIFY(!has_segment_bands(recorded.problem));
    }

    void bands_have_no_lines_and_no_threshold_in_the_legend() {
        const PlacedPlan plan = segmented_plan({100, 40}, {{0, {Step(0), Step(2)}, 20, 10}});
        const auto stack = containers(plan.problem, plan.layout);
        const Viewport port{whole_view(plan.problem, stack), {0, 0, 200, 100}};
        const auto rectangles = memory_rectangles(plan.problem, plan.layout, shifts(plan.problem, stack));
        QVERIFY(
            reference_lines(stack, port, {Unit::bytes, Theme::light, {12, true}, seven_a_letter, rectangles}).empty());
        QVERIFY(!shows_threshold(stack));
    }

    void thin_bands_are_folded_together_at_the_top() {
        const PlacedPlan plan = with_thin_segments();
        const auto stack = containers(plan.problem, plan.layout);
        QCOMPARE(stack.size(), std::size_t{2});
        QCOMPARE(stack[0].region, RegionIndex(1));
        QCOMPARE(stack[1].folded_bands, std::size_t{2});
        QCOMPARE(stack[1].name, std::string("2 segments below 8 B, 3 B, folded"));
        QCOMPARE(stack[1].shift, std::int64_t{4000});
        QCOMPARE(memory_rectangles(plan.problem, plan.layout, shifts(plan.problem, stack)).size(), std::size_t{1});
    }

    void the_choice_shows_thin_bands_and_folds_others() {
        const PlacedPlan plan = with_thin_segments();
        ContainerChoice choice;
        choice.shows_thin_bands = true;
        const auto open = containers(plan.problem, plan.layout, choice);
        QCOMPARE(open.size(), std::size_t{3});
        QVERIFY(open[0].is_thin && !open[1].is_thin);
        set_folded(choice, RegionIndex(1), true);
        const auto folded = containers(plan.problem, plan.layout, choice);
        QCOMPARE(folded.back().name, std::string("1 segment, 4,000 B, folded"));
        QCOMPARE(folded.back().region, RegionIndex(1));
        set_hidden(choice, RegionIndex(1), true);
        QCOMPARE(containers(plan.problem, plan.layout, choice).size(), std::size_t{2});
    }

    void many_equal_bands_stay_open_although_they_are_thin() {
        const PlacedPlan plan = segmented_plan(std::vector<std::int64_t>(800, 2 * mib), {});
        QCOMPARE(containers(plan.problem, plan.layout).size(), std::size_t{800});
    }

    void the_ground_is_white_only_while_the_segment_exists() {
        PlacedPlan plan = segmented_plan({60, 40}, {{0, {Step(0), Step(10)}, 0, 1}});
        AllocatorHistory history = *plan.problem.history;
        history.segments[SegmentIndex(1)].mapped = {{{Step(5), Step(10)}, {Offset(0), Offset(40)}}};
        plan.problem.history = std::make_shared<const AllocatorHistory>(history);
        const auto boxes = ground_boxes(plan, containers(plan.problem, plan.layout));
        QCOMPARE(boxes.size(), std::size_t{3});
        QVERIFY(boxes[0].fill == palette(Theme::light).absent && boxes[0].box == (Box{0, 0, 100, 100}));
        QVERIFY(boxes[1].fill == palette(Theme::light).plot && boxes[1].box == (Box{0, 40, 100, 100}));
        QVERIFY(boxes[2].fill == palette(Theme::light).plot && boxes[2].box == (Box{50, 0, 100, 40}));
    }

    void the_axis_shows_the_height_in_the_stack() {
        const PlacedPlan plan = segmented_plan({3 * mib, 5 * mib}, {});
        const auto stack = containers(plan.problem, plan.layout);
        const Viewport port{whole_view(plan.problem, stack), {0, 0, 200, 400}};
        const ContainerTicks ticks = stack_ticks(stack, port, Unit::mebibytes, 60, 12);
        QCOMPARE(ticks.ticks.front().label, std::string("0"));
        QCOMPARE(ticks.ticks.back().value, 8 * mib);
        QCOMPARE(ticks.positions.back(), 8 * mib);
    }

    void only_bands_with_room_for_text_have_names_which_never_overlap() {
        const PlacedPlan plan = segmented_plan({900, 20, 20, 900}, {});
        const auto stack = containers(plan.problem, plan.layout);
        Drawing drawing;
        draw_region_strips(drawing, stack, {whole_view(plan.problem, stack), {0, 0, 200, 200}}, Theme::light,
                           {12, true}, seven_a_letter);
        std::vector<std::string> names;
        for (const Primitive& primitive : drawing.primitives) {
            if (const auto* text = std::get_if<DrawnText>(&primitive)) {
                QVERIFY(!text->upwards);
                names.push_back(text->text);
            }
        }
        QCOMPARE(names, (std::vector<std::string>{"0x1", "0x4"}));
    }

    void buffers_in_no_segment_are_a_band_unless_they_dwarf_all_others() {
        PlacedPlan plan = segmented_plan({400}, {{0, {Step(0), Step(2)}, 0, 1}});
        plan.problem.regions.push_back({"no segment"});
        plan.problem.buffers.push_back(test::buffer("stray", 0, 2, 50));
        plan.problem.buffers.back().region = RegionIndex(1);
        plan.layout.placements.push_back(Placement{Offset(1000), RegionIndex(1)});
        const auto stack = containers(plan.problem, plan.layout);
        QCOMPARE(stack.size(), std::size_t{2});
        QCOMPARE(stack[1].highest - stack[1].lowest, std::int64_t{50});
        QVERIFY(are_stacked(plan, stack));
        plan.problem.buffers.back().size = Bytes(500);
        QCOMPARE(containers(plan.problem, plan.layout).size(), std::size_t{1});
    }

    void bands_never_overlap_and_hold_their_buffers() {
        QVERIFY(rc::check("bands never overlap and hold their buffers", [] {
            const auto sizes = *rc::gen::nonEmpty(
                rc::gen::container<std::vector<std::int64_t>>(rc::gen::inRange<std::int64_t>(1, 100000)));
            std::vector<test::SegmentBuffer> buffers;
            for (int i = *rc::gen::inRange(0, 30); i > 0; --i) {
                const auto segment = *rc::gen::inRange<std::size_t>(0, sizes.size());
                const auto offset = *rc::gen::inRange<std::int64_t>(0, sizes[segment]);
                buffers.push_back({segment, {Step(0), Step(3)}, offset, sizes[segment] - offset});
            }
            const PlacedPlan plan = segmented_plan(sizes, buffers);
            ContainerChoice choice;
            choice.shows_thin_bands = *rc::gen::arbitrary<bool>();
            const auto stack = containers(plan.problem, plan.layout, choice);
            RC_ASSERT(are_stacked(plan, stack));
            std::size_t bands = 0;
            for (const Container& band : stack) {
                bands += band.is_folded ? band.folded_bands : 1;
            }
            RC_ASSERT(bands == sizes.size());
        }));
    }

    void a_real_snapshot_folds_its_small_segments() {
        ARENASCOPE_NEEDS_SHARED_DATA()
        const auto document =
            read_document(shared_data(QStringLiteral("torch/windows_memory_snapshot.pickle")).toStdString(), {});
        QVERIFY(document.has_value());
        const PlacedPlan plan{document->problem, document->layout};
        const auto stack = containers(plan.problem, plan.layout);
        QVERIFY(are_stacked(plan, stack));
        QCOMPARE(stack.back().name, std::string("114 segments below 32 MiB, 2,424 MiB, folded"));
    }
};

ARENASCOPE_TEST(SegmentBandTest)

}  // namespace arenascope

#include "segment_band_test.moc"
