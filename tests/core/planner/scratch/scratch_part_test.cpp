#include <algorithm>

#include "core/check/overlap_checker.h"
#include "core/format/reading.h"
#include "core/model/memory/free_areas.h"
#include "core/planner/planning.h"
#include "core/planner/random.h"
#include "core/planner/scratch/scratch_trial.h"
#include "tests/support/fresh_seed.h"
#include "tests/support/placed_plan.h"
#include "tests/support/random_problem.h"
#include "tests/support/test_registry.h"

using namespace arenascope;
using namespace arenascope::test;

namespace {

Expected<Plan> plan_in_parts(const Problem& problem, const Layout& layout, std::vector<KeyValue> settings) {
    return run_planner(problem, layout, {.planner = "scratch", .settings = std::move(settings)});
}

void add_asking_scratch(Problem& problem, const std::string& name, std::int64_t layer, std::int64_t size,
                        ScratchRequest request) {
    problem.buffers.push_back(buffer(name, layer, layer + 1, size));
    problem.buffers.back().kind = BufferKind::scratch;
    request.buffer = BufferIndex(problem.buffers.size() - 1);
    problem.scratch.push_back(request);
}

RegionIndex region_of(const Plan& plan, const std::string& name) {
    return std::ranges::find(plan.problem.buffers, name, &Buffer::name)->region;
}

/// Two parts with capacities, a few tensors in them, and scratch that asks for either.
PlacedPlan heap_with_capacities(Random& random, std::size_t most = 3) {
    PlacedPlan plan;
    const auto up_to = [&random](std::uint64_t most_bytes) {
        return static_cast<std::int64_t>(random.below(most_bytes + 1));
    };
    plan.problem.regions = {{.name = "slow", .capacity = Bytes(60 + up_to(60))},
                            {.name = "fast", .capacity = Bytes(20 + up_to(60)), .fast = true}};
    for (int i = 0; i < 5; ++i) {
        const std::int64_t begin = up_to(1);
        Buffer tensor = buffer(std::string("t").append(std::to_string(i)), begin, begin + 1 + up_to(1), 1 + up_to(19));
        tensor.region = RegionIndex(random.below(2));
        plan.problem.buffers.push_back(tensor);
        plan.layout.placements.emplace_back(Placement{Offset(up_to(40)), tensor.region});
        if (!is_clean(check(plan.problem, plan.layout))) {
            plan.problem.buffers.pop_back();
            plan.layout.placements.pop_back();
        }
    }
    for (std::size_t i = 0, count = 1 + random.below(most); i < count; ++i) {
        add_asking_scratch(plan.problem, std::string("s").append(std::to_string(i)), up_to(1), 1 + up_to(39),
                           {.overlay = random.below(3) == 0, .fast = random.below(3) > 0});
        plan.layout.placements.emplace_back();
    }
    return plan;
}

}  // namespace

class ScratchPartTest : public QObject {
    Q_OBJECT

private slots:
    void scratch_that_fits_the_fast_part_is_there_although_the_heap_would_be_smaller_without_it() {
        ARENASCOPE_NEEDS_SHARED_DATA();
        const auto document = read_document(shared_data("field/scratch_fast_capacity.json").toStdString());
        QVERIFY(document);
        const auto planned = [&](std::vector<KeyValue> settings) {
            return *plan_in_parts(document->problem, document->layout, std::move(settings));
        };
        for (const char* criterion : {"smallest", "no-growth", "fragmentation", "fast"}) {
            const Plan plan = planned({{"criterion", criterion}});
            QCOMPARE(region_of(plan, "s1"), RegionIndex(1));
            QCOMPARE(region_of(plan, "s2"), RegionIndex(1));
            QCOMPARE(region_of(plan, "s3"), RegionIndex(0));
            QVERIFY(plan.result.notes.empty());
        }
        // The choice of the user.
        const Plan any = planned({{"part", "any"}});
        QCOMPARE(region_of(any, "s1"), RegionIndex(0));
        QVERIFY(any.result.notes.front().find("the criterion smallest leaves it to others") != std::string::npos);
    }

    /// The oracle tries every list of choices that the options allow.
    void a_request_is_elsewhere_only_if_no_placement_by_the_rules_holds_it() {
        const std::uint64_t seed = fresh_seed();
        Random random(seed);
        for (int round = 0; round < 150; ++round) {
            const std::string which = "seed " + std::to_string(seed) + ", round " + std::to_string(round);
            const PlacedPlan heap = heap_with_capacities(random);
            const bool overlays = random.below(2) == 0;
            const bool grows = random.below(2) == 0;
            std::vector<KeyValue> settings = {{"trials", "4096"}, {"tensors", "file"}};
            if (!overlays) {
                settings.emplace_back("overlay", "no");
            }
            if (!grows) {
                settings.emplace_back("growth", "top");
            }
            const auto plan = plan_in_parts(heap.problem, heap.layout, settings);
            QVERIFY2(plan.has_value(), which.c_str());
            const ScratchQueue queue = *queue_of(heap.problem, heap.layout, scratch_of_layers(heap.problem));
            const std::size_t count = queue.entries.size();
            std::pair<bool, std::uint64_t> least{true, count + 1};
            for (std::size_t all = 0; all < std::size_t{1} << (3 * count); ++all) {
                std::vector<ScratchChoice> choices;
                for (std::size_t i = 0; i < count; ++i) {
                    const std::size_t bits = all >> (3 * i);
                    choices.push_back({(bits & 1U) != 0, overlays && (bits & 2U) != 0, !grows || (bits & 4U) != 0});
                }
                const ScratchTrial trial = *place_scratch(queue, choices);
                least = std::min(least, std::pair(!trial.measure.fits, trial.elsewhere));
            }
            const HeapTrials& trials = *plan->result.heap_trials;
            const bool fits = std::ranges::find(trials.list, trials.chosen, &HeapTrial::number)->measure.fits;
            std::uint64_t elsewhere = 0;
            for (const QueuedScratch& entry : queue.entries) {
                const RegionIndex region = plan->problem.buffers[entry.buffer].region;
                elsewhere += region != queue.parts[entry.asked.part].region ? 1 : 0;
            }
            QVERIFY2(std::pair(!fits, elsewhere) == least, which.c_str());
            QVERIFY2(!fits || is_clean(check(plan->problem, plan->result.layout)), which.c_str());
            QVERIFY2(plan->result.notes.empty() == (elsewhere == 0), which.c_str());
        }
    }

    void no_request_is_elsewhere_that_its_part_still_has_room_for() {
        const std::uint64_t seed = fresh_seed();
        Random random(seed);
        for (int round = 0; round < 300; ++round) {
            const PlacedPlan heap = heap_with_capacities(random, 12);
            const auto plan = plan_in_parts(heap.problem, heap.layout, {{"tensors", "file"}, {"trials", "16"}});
            for (std::size_t i = 0; i < plan->problem.buffers.size(); ++i) {
                const Buffer& buffer = plan->problem.buffers[i];
                const ScratchRequest* request = scratch_request_of(plan->problem, BufferIndex(i));
                const RegionIndex asked(request != nullptr && request->fast ? 1 : 0);
                if (request == nullptr || request->variable || buffer.region == asked) {
                    continue;
                }
                const AddressRange bounds = heap_of(plan->problem, plan->result.layout, asked);
                const Bytes growth = *plan->problem.regions[asked].capacity - size(bounds);
                for (const AddressRange area :
                     free_areas(plan->problem, plan->result.layout, asked, buffer.lifetime.begin)) {
                    const bool is_at_an_end = area.from == bounds.from || area.to == bounds.to;
                    QVERIFY2(size(area) + (is_at_an_end ? growth : Bytes(0)) < buffer.size,
                             ("seed " + std::to_string(seed) + ", round " + std::to_string(round)).c_str());
                }
                QVERIFY(growth < buffer.size);
            }
        }
    }

    void scratch_goes_to_the_part_that_it_asks_for_and_unmet_requests_are_reported() {
        Problem problem = problem_of({buffer("t", 0, 1, 100)});
        problem.regions = {{.name = "slow"}, {.name = "fast", .fast = true}};
        add_asking_scratch(problem, "s", 0, 5, {.fast = true});
        const auto plan = plan_in_parts(problem, empty_layout(problem), {});
        QCOMPARE(plan->result.layout.placements[1], (std::optional(Placement{Offset(0), RegionIndex(1)})));
        QCOMPARE(plan->problem.buffers[1].region, RegionIndex(1));
        problem.regions.pop_back();
        const auto slow = plan_in_parts(problem, empty_layout(problem), {});
        QCOMPARE(slow->result.notes.size(), std::size_t(1));
        QVERIFY(slow->result.notes.front().find("its heap has no part of the speed") != std::string::npos);
    }

    void fast_scratch_without_room_is_named_in_a_note() {
        PlacedPlan plan = placed_plan({{"t", 0, 1, 100, 0}});
        plan.problem.regions = {{.name = "slow"}, {.name = "fast", .capacity = Bytes(100), .fast = true}};
        add_asking_scratch(plan.problem, "a", 0, 60, {.fast = true});
        add_asking_scratch(plan.problem, "b", 0, 50, {.fast = true});
        add_asking_scratch(plan.problem, "c", 0, 50, {.fast = true});
        plan.layout.placements.resize(4);
        const auto by = [&](const char* criterion) {
            return *plan_in_parts(plan.problem, plan.layout, {{"criterion", criterion}});
        };
        const Plan fast = by("fast");
        QVERIFY(fits(fast.problem, fast.result.layout));
        QCOMPARE(fast.result.regions, (std::vector{ChosenRegion{BufferIndex(2), RegionIndex(1)},
                                                   ChosenRegion{BufferIndex(3), RegionIndex(1)}}));
        QCOMPARE(fast.result.notes, std::vector<std::string>{
                                        "scratch buffers that are not in 'fast', the part of the heap that they ask "
                                        "for, because the best trial by the criterion fast leaves it to others: 'a'"});
        QCOMPARE(
            by("smallest").result.notes,
            std::vector<std::string>{"scratch buffers that are not in 'fast', the part of the heap that they ask "
                                     "for, because it has no room for them below its capacity of 100 B: 'b', 'c'"});
        const auto sent = plan_in_parts(plan.problem, plan.layout, {{"part", "other,asked,asked"}});
        QCOMPARE(sent->result.notes,
                 std::vector<std::string>{"scratch buffers that are not in 'fast', the part of the heap that they ask "
                                          "for, because the option part sends them to the other part: 'a'"});
    }
};

ARENASCOPE_TEST(ScratchPartTest)
#include "scratch_part_test.moc"
