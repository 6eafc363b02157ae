#include "core/model/edit/buffer_change.h"

#include <memory>
#include <string>
#include <vector>

#include "core/model/memory/allocator_history.h"
#include "tests/support/first_buffers.h"
#include "tests/support/placed_plan.h"
#include "tests/support/random_plan.h"
#include "tests/support/small_network.h"
#include "tests/support/sound_edit.h"
#include "tests/support/test_registry.h"

using namespace arenascope;
using namespace arenascope::test::first_buffers;

namespace {

Expected<EditedPlan> changed(const test::PlacedPlan& plan, const BufferChange& change,
                             std::vector<BufferIndex> buffers = {a}) {
    return changed_buffers(plan.problem, plan.layout, buffers, change);
}

std::vector<std::string> texts(const EditedPlan& plan) {
    std::vector<std::string> lines;
    for (const HandEdit& edit : plan.hand_edits) {
        lines.push_back(text_of(edit));
    }
    return lines;
}

}  // namespace

class BufferChangeTest : public QObject {
    Q_OBJECT

private slots:
    void changes_each_field_and_lists_it() {
        const auto plan = test::placed_plan({{"a", 0, 4, 400, 0}, {"b", 2, 6, 8, 400}});
        const auto edited =
            changed(plan, {.size = Bytes(300), .begin = Step(1), .alignment = Bytes(64), .kind = BufferKind::output});
        QVERIFY(edited);
        QCOMPARE(edited->problem.buffers[a].size, Bytes(300));
        QCOMPARE(edited->problem.buffers[a].lifetime, (Lifetime{Step(1), Step(4)}));
        QCOMPARE(edited->problem.buffers[a].alignment, Bytes(64));
        QCOMPARE(edited->problem.buffers[a].kind, BufferKind::output);
        QCOMPARE(edited->problem.buffers[b], plan.problem.buffers[b]);
        QCOMPARE(edited->layout, plan.layout);
        QCOMPARE(texts(*edited),
                 (std::vector<std::string>{"size of 'a': 400 -> 300", "lifetime of 'a': [0, 4) -> [1, 4)",
                                           "alignment of 'a': 1 -> 64", "kind of 'a': activation -> output"}));
        QVERIFY(changed(plan, {.size = Bytes(400)})->hand_edits.empty());
    }

    void wrong_values_are_errors_with_cause_and_cure() {
        auto plan = test::placed_plan({{"a", 2, 4, 400, 0}});
        const auto error = [&](const BufferChange& change) { return to_string(changed(plan, change).error()); };
        QCOMPARE(error({.size = Bytes(0)}), std::string("size of buffer 'a' is 0; a size is at least 1 byte; only "
                                                        "scratch may have none"));
        QVERIFY(error({.end = Step(2)}).ends_with("a lifetime begins before it ends (the end is exclusive)"));
        QVERIFY(error({.alignment = Bytes(0)}).ends_with("an alignment is at least 1"));
        QVERIFY(error({.region = RegionIndex(7)}).ends_with("name one of the regions"));
        QCOMPARE(error({.alignment = Bytes(64), .pin = PinChange{PinChange::To::offset, Offset(100)}}),
                 std::string("the pin of 'a' at 100 is no multiple of its alignment of 64; pin it at a multiple, or "
                             "change the alignment"));
        QVERIFY(error({.pin = PinChange{PinChange::To::offset, Offset(-8)}}).ends_with("an offset is at least 0"));
        plan.layout.placements[0].reset();
        QVERIFY(error({.pin = PinChange{PinChange::To::own_offset}}).ends_with("place it first"));
    }

    void several_buffers_are_pinned_each_at_its_own_offset() {
        const auto plan = test::placed_plan({{"a", 0, 4, 8, 16}, {"b", 2, 6, 8, 24}});
        const auto pinned = changed(plan, {.pin = PinChange{PinChange::To::own_offset}}, {a, b});
        QVERIFY(pinned);
        QCOMPARE(pinned->problem.buffers[a].pin, std::optional(Offset(16)));
        QCOMPARE(pinned->problem.buffers[b].pin, std::optional(Offset(24)));
        QCOMPARE(texts(*pinned), (std::vector<std::string>{"pin of 'a': none -> 16", "pin of 'b': none -> 24"}));
        const test::PlacedPlan again{pinned->problem, pinned->layout};
        QCOMPARE(changed(again, {.pin = PinChange{}}, {a, b})->problem, plan.problem);
    }

    void a_pin_at_another_offset_moves_the_buffer() {
        const auto plan = test::placed_plan({{"a", 0, 4, 8, 16}});
        const auto pinned = changed(plan, {.pin = PinChange{PinChange::To::offset, Offset(64)}});
        QCOMPARE(pinned->layout.placements[a]->offset, Offset(64));
        QCOMPARE(texts(*pinned), (std::vector<std::string>{"pin of 'a': none -> 64", "offset of 'a': 16 -> 64"}));
    }

    void in_another_region_it_gets_the_lowest_free_offset_and_loses_its_pin() {
        auto plan = test::placed_plan({{"a", 0, 4, 8, 100}, {"b", 2, 6, 8, 0}});
        plan.problem.regions.push_back({"fast", 0, {}, Bytes(32)});
        plan.problem.buffers[b].region = RegionIndex(1);
        plan.layout.placements[b]->region = RegionIndex(1);
        plan.problem.buffers[a].pin = Offset(100);
        const auto edited = changed(plan, {.region = RegionIndex(1)});
        QVERIFY(edited);
        QCOMPARE(edited->layout.placements[a], std::optional(Placement{Offset(32), RegionIndex(1)}));
        QVERIFY(!edited->problem.buffers[a].pin);
    }

    void what_the_size_made_is_removed() {
        auto plan = test::placed_plan({{"a", 0, 8, 64, 0}});
        Buffer& buffer = plan.problem.buffers[0];
        buffer.set_dimensions({8, 8});
        buffer.set_gaps({{{Step(1), Step(2)}, Window{Bytes(0), Bytes(40)}},
                         {{Step(3), Step(4)}, Window{Bytes(40), Bytes(64)}},
                         {{Step(5), Step(7)}, std::nullopt}});
        const auto edited = changed(plan, {.size = Bytes(32), .end = Step(6)});
        QVERIFY(edited);
        const Buffer& now = edited->problem.buffers[0];
        QVERIFY(now.dimensions().empty());
        QCOMPARE(now.gaps(), (std::vector<Gap>{{{Step(1), Step(2)}, Window{Bytes(0), Bytes(32)}},
                                               {{Step(3), Step(4)}, std::nullopt},
                                               {{Step(5), Step(6)}, std::nullopt}}));
    }

    void a_removed_operator_runs_again_when_its_parts_no_longer_fit() {
        auto plan = test::small_network();
        plan.problem.buffers[4].size = Bytes(2560);
        plan.layout.placements[2] = plan.layout.placements[4];
        plan.layout.placements[3] = Placement{plan.layout.placements[4]->offset + Bytes(2048), RegionIndex(0)};
        plan.layout.removed = {OperatorIndex(3)};
        const std::vector<BufferIndex> first_part = {BufferIndex(2)};
        const auto same = changed_buffers(plan.problem, plan.layout, first_part, {.kind = BufferKind::output});
        QCOMPARE(same->layout.removed, plan.layout.removed);
        const auto edited = changed_buffers(plan.problem, plan.layout, first_part, {.size = Bytes(1024)});
        QVERIFY(edited->layout.removed.empty());
        QVERIFY(edited->problem.graph->tensors[2] == TensorFacts());
    }

    void a_shared_object_grows_with_its_buffer() {
        auto plan = test::placed_plan({{"a", 0, 2, 8, 0}, {"b", 2, 4, 6, 0}});
        plan.layout.objects = {{RegionIndex(0), Offset(0), Bytes(8)}};
        QCOMPARE(changed(plan, {.size = Bytes(12)}, {b})->layout.objects.front().size, Bytes(12));
        QCOMPARE(changed(plan, {.size = Bytes(7)}, {b})->layout.objects.front().size, Bytes(8));
    }

    void copies_between_cores_and_scratch_keep_what_their_part_needs() {
        auto plan = test::placed_plan({{"a", 0, 4, 8, 0}, {"b", 1, 4, 8, 0}, {"s", 1, 2, 8, 8}});
        plan.problem.regions.push_back({"core 1"});
        plan.problem.buffers[1].region = RegionIndex(1);
        plan.layout.placements[1]->region = RegionIndex(1);
        plan.problem.transfers = {{a, b}};
        plan.problem.buffers[2].kind = BufferKind::scratch;
        plan.problem.scratch = {{BufferIndex(2)}};
        QVERIFY(to_string(changed(plan, {.size = Bytes(9)}).error()).starts_with("'a' is copied between cores"));
        QVERIFY(!changed(plan, {.region = RegionIndex(1)}));
        QVERIFY(!changed(plan, {.end = Step(1)}));  // the transfer is at step 1
        QVERIFY(changed(plan, {.end = Step(9)}));
        QVERIFY(!changed(plan, {.kind = BufferKind::input}, {BufferIndex(2)}));
        QVERIFY(!changed(plan, {.end = Step(3)}, {BufferIndex(2)}));
    }

    void recorded_addresses_are_not_edited() {
        auto plan = test::placed_plan({{"a", 0, 4, 8, 0}});
        plan.problem.history = std::make_shared<const AllocatorHistory>();
        QVERIFY(to_string(changed(plan, {.size = Bytes(9)}).error()).starts_with("an allocator recorded these"));
    }

    void any_change_gives_a_sound_plan_or_an_error() {
        QVERIFY(rc::check([] {
            const auto [problem, layout] = test::random_plan(test::Features::of_json);
            using rc::gen::inRange;
            BufferChange change;
            if (*inRange(0, 2) == 0) {
                change.size = Bytes(*inRange<std::int64_t>(0, 2'000'000));
            }
            if (*inRange(0, 3) == 0) {
                change.begin = Step(*inRange<std::int64_t>(-1000, 1000));
            }
            if (*inRange(0, 3) == 0) {
                change.end = Step(*inRange<std::int64_t>(-1000, 10'000));
            }
            if (*inRange(0, 3) == 0) {
                change.alignment = Bytes(*inRange<std::int64_t>(0, 65));
            }
            if (*inRange(0, 3) == 0) {
                change.kind = static_cast<BufferKind>(*inRange(0, 5));
            }
            if (*inRange(0, 3) == 0) {
                change.region = RegionIndex(*inRange<std::size_t>(0, problem.regions.size() + 1));
            }
            if (*inRange(0, 3) == 0) {
                change.pin = PinChange{static_cast<PinChange::To>(*inRange(0, 3)), Offset(*inRange(0, 99))};
            }
            const std::vector<BufferIndex> buffers = {BufferIndex(*inRange<std::size_t>(0, problem.buffers.size()))};
            const auto edited = changed_buffers(problem, layout, buffers, change);
            if (edited) {
                RC_ASSERT(test::fault_in(*edited) == std::string());
            } else {
                RC_ASSERT(!edited.error().cause.empty());
                RC_ASSERT(!edited.error().cure.empty());
            }
        }));
    }
};

ARENASCOPE_TEST(BufferChangeTest)
#include "buffer_change_test.moc"
