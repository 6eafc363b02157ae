#include "core/planner/scratch/scratch_trial.h"

#include <limits>

#include "tests/support/placed_plan.h"
#include "tests/support/test_registry.h"

using namespace arenascope;
using namespace arenascope::test;

namespace {

/// Placed tensors and waiting scratch.
struct TriedHeap {
    PlacedPlan plan;

    TriedHeap& tensor(const std::string& name, std::int64_t begin, std::int64_t end, std::int64_t from,
                      std::int64_t to) {
        add(name, begin, end, to - from, Placement{Offset(from), RegionIndex(0)});
        return *this;
    }
    TriedHeap& scratch(const std::string& name, std::int64_t layer, std::int64_t size, ScratchRequest request = {}) {
        add(name, layer, layer + 1, size, std::nullopt);
        plan.problem.buffers.back().kind = BufferKind::scratch;
        request.buffer = BufferIndex(plan.problem.buffers.size() - 1);
        plan.problem.scratch.push_back(request);
        return *this;
    }
    [[nodiscard]] ScratchQueue queue() const {
        return *queue_of(plan.problem, plan.layout, scratch_of_layers(plan.problem));
    }
    [[nodiscard]] ScratchTrial trial(std::vector<ScratchChoice> choices) const {
        const ScratchQueue all = queue();
        choices.resize(all.entries.size(), choices.empty() ? ScratchChoice{} : choices.back());
        return *place_scratch(all, choices);
    }

private:
    void add(const std::string& name, std::int64_t begin, std::int64_t end, std::int64_t size,
             OptionalPlacement placement) {
        Buffer buffer;
        buffer.name = name;
        buffer.lifetime = {Step(begin), Step(end)};
        buffer.size = Bytes(size);
        plan.problem.buffers.push_back(buffer);
        plan.layout.placements.push_back(placement);
    }
};

constexpr ScratchChoice top{.top_of_area = true, .overlay = true, .grow_top = true};
constexpr ScratchChoice bottom{.top_of_area = false, .overlay = true, .grow_top = false};

AddressRange range(std::int64_t from, std::int64_t to) {
    return {Offset(from), Offset(to)};
}

/// A tensor of 100 B in a slow part without a capacity, and a fast part of 100 B.
TriedHeap two_parts() {
    TriedHeap heap;
    heap.plan.problem.regions = {{.name = "slow"}, {.name = "fast", .capacity = Bytes(100), .fast = true}};
    heap.tensor("t", 0, 1, 0, 100);
    return heap;
}

/// By position in the queue: bytes and rule.
std::vector<std::pair<AddressRange, ScratchRule>> places_of(const ScratchTrial& trial) {
    std::vector<std::pair<AddressRange, ScratchRule>> places;
    for (const ScratchPlace& place : trial.places) {
        places.emplace_back(AddressRange{place.offset, place.offset + place.size}, place.rule);
    }
    return places;
}

using Places = std::vector<std::pair<AddressRange, ScratchRule>>;

}  // namespace

/// The expected places follow from docs/method.md, "Scratch buffers", by hand.
class ScratchTrialTest : public QObject {
    Q_OBJECT

private slots:
    void the_worked_case_grows_the_top_the_bottom_and_the_top_again_to_190() {
        TriedHeap heap;
        heap.tensor("t", 0, 3, 0, 100).tensor("u", 2, 3, 0, 100);
        heap.scratch("sb5", 0, 30).scratch("sb6", 1, 40).scratch("sb7", 2, 50);
        const ScratchTrial trial = heap.trial({top, bottom, top});
        QCOMPARE(places_of(trial), (Places{{range(100, 130), ScratchRule::grown_top},
                                           {range(-40, 0), ScratchRule::grown_bottom},
                                           {range(100, 150), ScratchRule::grown_top}}));
        QCOMPARE(trial.places[2].growth, Bytes(20));
        QCOMPARE(trial.heaps, std::vector{range(-40, 150)});
        QCOMPARE(size(trial.heaps.front()), Bytes(190));
        QCOMPARE(trial.measure.growths, std::uint64_t(3));
        QCOMPARE(trial.measure.grown, Bytes(90));
    }

    /// The bottom would move by whole multiples of 24 and leave idle bytes above the buffer.
    void an_empty_heap_grows_at_its_top_whatever_was_chosen() {
        TriedHeap heap;
        heap.plan.problem.regions = {{.name = "arena", .alignment = Bytes(8)}};
        heap.scratch("first", 0, 25).scratch("second", 1, 30);
        heap.plan.problem.buffers[1].alignment = Bytes(6);
        const ScratchTrial trial = heap.trial({bottom});
        QCOMPARE(places_of(trial),
                 (Places{{range(0, 25), ScratchRule::grown_top}, {range(-24, 6), ScratchRule::grown_bottom}}));
        QCOMPARE(trial.heaps, std::vector{range(-24, 25)});
    }

    void fixed_scratch_takes_the_smallest_area_that_holds_it() {
        TriedHeap heap;
        heap.tensor("a", 0, 2, 20, 30).tensor("b", 0, 2, 45, 100).tensor("c", 1, 2, 0, 20);
        heap.scratch("s", 0, 12);
        QCOMPARE(places_of(heap.trial({top})), (Places{{range(33, 45), ScratchRule::free_top}}));
        QCOMPARE(places_of(heap.trial({bottom})), (Places{{range(30, 42), ScratchRule::free_bottom}}));
    }

    void layers_are_in_step_order_and_within_one_the_largest_first_and_variable_ones_last() {
        TriedHeap heap;
        heap.tensor("t", 0, 9, 0, 8);
        heap.scratch("late", 5, 40)
            .scratch("v", 2, 1, {.variable = true})
            .scratch("small", 2, 4)
            .scratch("large", 2, 6);
        std::vector<std::string> names;
        for (const QueuedScratch& each : heap.queue().entries) {
            names.push_back(heap.plan.problem.buffers[each.buffer].name);
        }
        QCOMPARE(names, (std::vector<std::string>{"large", "small", "v", "late"}));
    }

    void an_overlay_goes_onto_the_smallest_placed_buffer_that_is_as_large() {
        TriedHeap heap;
        heap.tensor("t", 0, 1, 0, 10).tensor("u", 1, 2, 0, 100);
        heap.scratch("a", 0, 30, {.overlay = true}).scratch("b", 0, 20, {.overlay = true});
        heap.scratch("c", 0, 10, {.overlay = true}).scratch("d", 0, 5);
        const ScratchTrial trial = heap.trial({top});
        QCOMPARE(places_of(trial), (Places{{range(70, 100), ScratchRule::free_top},
                                           {range(70, 90), ScratchRule::overlay},
                                           {range(70, 80), ScratchRule::overlay},
                                           {range(65, 70), ScratchRule::free_top}}));
        QCOMPARE(heap.plan.problem.buffers[trial.places[2].over].name, std::string("b"));
    }

    void an_overlay_goes_over_a_smaller_buffer_if_the_area_below_holds_the_difference() {
        TriedHeap heap;
        heap.tensor("t", 0, 2, 0, 10).tensor("u", 1, 2, 0, 60);
        heap.scratch("pinned", 0, 10, {.overlay = true}).scratch("larger", 0, 25, {.overlay = true});
        heap.plan.problem.buffers[2].pin = Offset(50);
        heap.plan.layout.placements[2] = Placement{Offset(50), RegionIndex(0)};
        QCOMPARE(places_of(heap.trial({top})), (Places{{range(35, 60), ScratchRule::overlay_below}}));
        // If that area is too small, it goes elsewhere.
        heap.tensor("v", 0, 1, 36, 46);
        QCOMPARE(places_of(heap.trial({top})), (Places{{range(11, 36), ScratchRule::free_top}}));
    }

    void an_overlay_goes_over_a_smaller_buffer_if_the_area_above_holds_the_difference() {
        TriedHeap heap;
        heap.tensor("t", 0, 2, 0, 50).tensor("u", 1, 2, 50, 90);
        heap.scratch("pinned", 0, 10, {.overlay = true}).scratch("larger", 0, 25, {.overlay = true});
        heap.plan.problem.buffers[2].pin = Offset(50);
        heap.plan.layout.placements[2] = Placement{Offset(50), RegionIndex(0)};
        const ScratchTrial trial = heap.trial({top});
        QCOMPARE(places_of(trial), (Places{{range(50, 75), ScratchRule::overlay_above}}));
        QCOMPARE(trial.places[0].over, BufferIndex(2));
        // If that area is too small, it goes elsewhere.
        heap.tensor("v", 0, 1, 74, 90);
        QCOMPARE(places_of(heap.trial({top})), (Places{{range(90, 115), ScratchRule::grown_top}}));
    }

    void an_overlay_over_a_smaller_buffer_heeds_its_alignment() {
        TriedHeap heap;
        heap.tensor("t", 0, 2, 0, 30).tensor("u", 1, 2, 30, 90);
        heap.scratch("pinned", 0, 10, {.overlay = true}).scratch("larger", 0, 25, {.overlay = true});
        heap.plan.problem.buffers[2].pin = Offset(50);
        heap.plan.layout.placements[2] = Placement{Offset(50), RegionIndex(0)};
        heap.plan.problem.buffers[3].alignment = Bytes(8);
        // The tail would be at 60. The first multiple of 8 from 35 on is 40.
        QCOMPARE(places_of(heap.trial({top})), (Places{{range(40, 65), ScratchRule::overlay_below}}));
        // With bytes in use from 64 on, no multiple of 8 is left from which it would reach over the pinned one.
        heap.tensor("v", 0, 1, 64, 90);
        QCOMPARE(places_of(heap.trial({top})), (Places{{range(96, 121), ScratchRule::grown_top}}));
    }

    void variable_scratch_without_a_minimum_never_grows_the_heap() {
        TriedHeap heap;
        heap.plan.problem.regions[0].alignment = Bytes(64);
        heap.tensor("t", 0, 2, 0, 128);
        heap.scratch("v", 0, 0, {.variable = true}).scratch("w", 0, 0, {.variable = true});
        const ScratchTrial trial = heap.trial({top});
        QCOMPARE(places_of(trial), (Places{{range(0, 0), ScratchRule::no_area}, {range(0, 0), ScratchRule::no_area}}));
        QCOMPARE(trial.heaps, std::vector{range(0, 128)});
        QCOMPARE(trial.measure.growths, std::uint64_t(0));
    }

    void more_variable_buffers_than_aligned_places_leave_the_last_ones_without_bytes() {
        TriedHeap heap;
        heap.plan.problem.regions[0].alignment = Bytes(64);
        heap.tensor("t", 0, 1, 0, 10).tensor("u", 1, 2, 0, 164);
        for (const char* name : {"v", "w", "x"}) {
            heap.scratch(name, 0, 0, {.variable = true});
        }
        // From 64 to 164, the second multiple is 128: 36 B are not an equal share of multiples of 64.
        QCOMPARE(places_of(heap.trial({top})), (Places{{range(64, 164), ScratchRule::whole_area},
                                                       {range(0, 0), ScratchRule::no_area},
                                                       {range(0, 0), ScratchRule::no_area}}));
    }

    void fast_scratch_that_finds_no_room_spills_to_the_slow_part() {
        TriedHeap heap = two_parts();
        heap.scratch("a", 0, 60, {.fast = true}).scratch("b", 0, 50, {.fast = true});
        const ScratchTrial trial = heap.trial({top});
        QCOMPARE(places_of(trial),
                 (Places{{range(0, 60), ScratchRule::grown_top}, {range(100, 150), ScratchRule::grown_top}}));
        QCOMPARE(trial.places[0].part, std::size_t(1));
        QCOMPARE(trial.places[1].part, std::size_t(0));
        QCOMPARE(trial.measure.fast, Bytes(60));
        QVERIFY(trial.measure.fits);
    }

    void fast_scratch_may_leave_the_fast_part_to_others() {
        TriedHeap heap = two_parts();
        heap.scratch("a", 0, 60, {.fast = true})
            .scratch("b", 0, 50, {.fast = true})
            .scratch("c", 0, 50, {.fast = true});
        ScratchChoice leaves = top;
        leaves.asked_part = false;
        const ScratchTrial trial = heap.trial({leaves, top, top});
        QCOMPARE(trial.measure.fast, Bytes(100));
        QCOMPARE(trial.places[0].part, std::size_t(0));
        QVERIFY(trial.measure.fits);
    }

    void scratch_that_no_part_holds_grows_the_part_that_it_asks_for() {
        TriedHeap heap = two_parts();
        heap.plan.problem.regions[0].capacity = Bytes(120);
        heap.scratch("a", 0, 130, {.fast = true});
        const ScratchTrial trial = heap.trial({top});
        QCOMPARE(trial.places[0].part, std::size_t(1));
        QVERIFY(!trial.measure.fits);
    }

    void scratch_that_is_larger_than_the_other_part_never_goes_there() {
        TriedHeap heap = two_parts();
        heap.plan.problem.regions[0].capacity = Bytes(120);
        heap.scratch("a", 0, 130);
        QVERIFY(!heap.queue().entries[0].other);
        QVERIFY(!heap.queue().may_spill);
    }

    void a_minimum_spills_too_and_scratch_without_one_stays() {
        TriedHeap heap = two_parts();
        heap.scratch("v", 0, 110, {.variable = true, .minimum = Bytes(110), .fast = true})
            .scratch("w", 0, 0, {.variable = true, .fast = true});
        const ScratchTrial trial = heap.trial({top});
        QCOMPARE(places_of(trial),
                 (Places{{range(100, 210), ScratchRule::minimum_top}, {range(0, 0), ScratchRule::no_area}}));
        QCOMPARE(trial.places[0].part, std::size_t(0));
        QCOMPARE(trial.places[1].part, std::size_t(1));
    }

    void slow_scratch_spills_to_the_fast_part_only_if_the_slow_one_is_full() {
        TriedHeap heap = two_parts();
        heap.plan.problem.regions[0].capacity = Bytes(120);
        heap.scratch("a", 0, 20).scratch("b", 0, 15);
        ScratchChoice leaves = top;
        leaves.asked_part = false;
        const ScratchTrial trial = heap.trial({leaves});
        QCOMPARE(trial.places[0].part, std::size_t(0));
        QCOMPARE(trial.places[1].part, std::size_t(1));
        QVERIFY(trial.measure.fits);
    }

    void a_part_without_a_capacity_never_spills() {
        TriedHeap heap = two_parts();
        heap.plan.problem.regions[1].capacity.reset();
        heap.scratch("a", 0, 600, {.fast = true});
        QVERIFY(!heap.queue().may_spill);
        ScratchChoice leaves = top;
        leaves.asked_part = false;
        QCOMPARE(heap.trial({leaves}).places[0].part, std::size_t(1));
    }

    void scratch_of_a_core_goes_to_the_fast_part_of_that_core() {
        TriedHeap heap;
        heap.plan.problem.regions = {
            {.name = "core 0"}, {.name = "core 1"}, {.name = "fast 0", .fast = true}, {.name = "fast 1", .fast = true}};
        heap.tensor("t", 0, 1, 0, 100);
        heap.scratch("s", 0, 10, {.fast = true});
        heap.plan.problem.buffers[1].region = RegionIndex(1);
        const ScratchQueue queue = heap.queue();
        QCOMPARE(queue.parts[queue.entries[0].asked.part].region, RegionIndex(3));
    }

    void growth_adds_free_bytes_to_later_layers() {
        TriedHeap heap;
        heap.tensor("t", 0, 2, 0, 100);
        heap.scratch("first", 0, 30).scratch("second", 1, 25);
        QCOMPARE(places_of(heap.trial({top})),
                 (Places{{range(100, 130), ScratchRule::grown_top}, {range(105, 130), ScratchRule::free_top}}));
    }

    void each_variable_buffer_takes_one_area_the_largest_first() {
        TriedHeap heap;
        heap.tensor("a", 0, 1, 20, 30).tensor("b", 0, 1, 80, 100).tensor("c", 1, 2, 0, 20);
        heap.scratch("v", 0, 1, {.variable = true}).scratch("w", 0, 1, {.variable = true});
        QCOMPARE(places_of(heap.trial({top})),
                 (Places{{range(30, 80), ScratchRule::whole_area}, {range(0, 20), ScratchRule::whole_area}}));
    }

    void more_variable_buffers_than_areas_share_them_and_larger_areas_take_the_remainder() {
        TriedHeap heap;
        heap.tensor("a", 0, 1, 20, 30).tensor("b", 0, 1, 80, 100);
        for (const char* name : {"v", "w", "x", "y", "z"}) {
            heap.scratch(name, 0, 1, {.variable = true});
        }
        QCOMPARE(places_of(heap.trial({top})), (Places{{range(30, 46), ScratchRule::equal_share},
                                                       {range(46, 62), ScratchRule::equal_share},
                                                       {range(62, 78), ScratchRule::equal_share},
                                                       {range(0, 10), ScratchRule::equal_share},
                                                       {range(10, 20), ScratchRule::equal_share}}));
    }

    void a_minimum_above_its_share_takes_exactly_the_minimum_if_an_area_holds_it() {
        TriedHeap heap;
        heap.tensor("a", 0, 1, 0, 10).tensor("b", 0, 1, 80, 100);
        heap.scratch("v", 0, 50, {.variable = true, .minimum = Bytes(50)});
        heap.scratch("w", 0, 10, {.variable = true, .minimum = Bytes(10)});
        QCOMPARE(places_of(heap.trial({top})),
                 (Places{{range(30, 80), ScratchRule::free_top}, {range(10, 30), ScratchRule::whole_area}}));
    }

    void a_minimum_that_no_area_holds_grows_the_heap_by_exactly_the_missing_bytes() {
        TriedHeap heap;
        heap.tensor("a", 0, 1, 0, 90).tensor("b", 1, 2, 0, 100);
        heap.scratch("v", 0, 1, {.variable = true, .minimum = Bytes(25)})
            .scratch("w", 0, 1, {.variable = true, .minimum = Bytes(1)});
        QCOMPARE(places_of(heap.trial({top})),
                 (Places{{range(90, 115), ScratchRule::minimum_top}, {range(115, 116), ScratchRule::minimum_top}}));
        QCOMPARE(places_of(heap.trial({bottom})),
                 (Places{{range(-25, 0), ScratchRule::minimum_bottom}, {range(90, 100), ScratchRule::whole_area}}));
    }

    void the_bottom_moves_by_multiples_of_the_alignment_and_not_at_all_under_a_pin() {
        TriedHeap heap;
        heap.tensor("t", 0, 1, 0, 64).scratch("s", 0, 10);
        heap.plan.problem.buffers[1].alignment = Bytes(8);
        heap.plan.problem.regions[0].alignment = Bytes(16);
        QCOMPARE(places_of(heap.trial({bottom})), (Places{{range(-16, -6), ScratchRule::grown_bottom}}));
        QCOMPARE(heap.trial({bottom}).heaps, std::vector{range(-16, 64)});
        heap.plan.problem.buffers[0].pin = Offset(0);
        QCOMPARE(places_of(heap.trial({bottom})), (Places{{range(64, 74), ScratchRule::grown_top}}));
    }

    void only_scratch_that_asks_for_speed_is_in_the_fast_part() {
        TriedHeap heap;
        heap.plan.problem.regions = {{.name = "slow"}, {.name = "fast", .fast = true}};
        heap.tensor("t", 0, 1, 0, 100);
        heap.scratch("quick", 0, 10, {.fast = true}).scratch("slow", 0, 20);
        const ScratchTrial trial = heap.trial({top});
        QCOMPARE(places_of(trial),
                 (Places{{range(100, 120), ScratchRule::grown_top}, {range(0, 10), ScratchRule::grown_top}}));
        QCOMPARE(trial.heaps, (std::vector{range(0, 120), range(0, 10)}));
        QCOMPARE(trial.measure.fast, Bytes(10));
        heap.plan.problem.regions[1].fast = false;
        QCOMPARE(heap.queue().unmet_requests, std::uint64_t(1));
    }

    void fragmentation_counts_free_bytes_outside_the_largest_free_area_of_each_step() {
        TriedHeap heap;
        heap.tensor("a", 0, 4, 20, 30).tensor("b", 3, 4, 0, 100).scratch("s", 1, 5);
        heap.plan.layout.placements[1] = Placement{Offset(0), RegionIndex(0)};
        heap.plan.problem.buffers[1].lifetime = {Step(4), Step(5)};
        // Steps 0, 2 and 3: 20 free below, 70 above. Step 1: the scratch leaves 15 below. Step 4: nothing is free.
        QCOMPARE(static_cast<std::int64_t>(heap.trial({top}).measure.scattered), std::int64_t(3 * 20 + 15));
    }

    void a_heap_of_any_size_that_64_bits_hold_takes_scratch_at_its_top() {
        constexpr std::int64_t most = std::numeric_limits<std::int64_t>::max();
        constexpr std::int64_t large = std::int64_t{1} << 62;
        TriedHeap heap;
        heap.tensor("t", 0, 1, 0, large).scratch("s", 0, 100).scratch("v", 0, 1, {.variable = true});
        heap.scratch("later", 1, large - 200);
        heap.plan.problem.buffers[1].alignment = Bytes(64);
        QVERIFY(validate(heap.plan.problem).has_value());
        // Whichever end may grow: the bottom of so large a heap stays.
        for (const ScratchChoice& choice : {top, bottom}) {
            const ScratchTrial trial = heap.trial({choice});
            QCOMPARE(trial.places[0].offset, Offset(large));
            QCOMPARE(trial.heaps, std::vector{range(0, large + 100)});
            QCOMPARE(trial.measure.heap, Bytes(large + 100));
        }
        // The second layer has nothing but its scratch, at either end.
        QCOMPARE(heap.trial({bottom}).places[2].offset, Offset(0));
        heap.plan.layout.placements[0] = Placement{Offset(most - large), RegionIndex(0)};
        QVERIFY2(heap.trial({top}).places[0].rule == ScratchRule::free_top, "below the tensor");
    }

    void scratch_that_64_bits_do_not_hold_is_an_error() {
        TriedHeap heap;
        heap.tensor("t", 0, 1, 0, 100);
        heap.scratch("v", 0, 1, {.variable = true, .minimum = Bytes(std::numeric_limits<std::int64_t>::max() - 99)});
        QVERIFY(!place_scratch(heap.queue(), std::vector{top}));
        QVERIFY(!place_scratch(heap.queue(), std::vector{bottom}));
        heap.plan.problem.scratch.front().minimum = Bytes(std::numeric_limits<std::int64_t>::max() - 100);
        QVERIFY(place_scratch(heap.queue(), std::vector{top}));
    }
};

ARENASCOPE_TEST(ScratchTrialTest)
#include "scratch_trial_test.moc"
