#include "app/session/named_place.h"

#include "core/trace/trace_recorder.h"
#include "tests/support/random_problem.h"
#include "tests/support/small_network.h"
#include "tests/support/test_registry.h"

namespace arenascope {
namespace {

/// Two regions; the second one has a base. The buffer "17" has the name of a step.
struct NamedPlan {
    NamedPlan() {
        problem = test::problem_of({test::buffer("t1", 0, 4, 0x100), test::buffer("t10", 2, 40, 0x100),
                                    test::buffer("17", 0, 40, 0x100), test::buffer("deep", 0, 4, 0x100)});
        problem.regions.resize(2);
        problem.regions[0].name = "sram";
        problem.regions[1].name = "dram";
        problem.regions[1].base = 0x2000'0000;
        problem.regions[1].capacity = Bytes(0x1000);
        problem.buffers[3].region = RegionIndex(1);
        layout = test::layout_of(problem, {0, 0x100, 0x200, 0x40});
    }

    [[nodiscard]] Expected<NamedPlace> place(std::string_view text, RegionIndex region = RegionIndex(0)) const {
        return place_named({&problem, &layout, trace ? &*trace : nullptr, region}, text);
    }
    [[nodiscard]] std::string error(std::string_view text) const {
        const auto found = place(text);
        return found ? "found" : to_string(found.error());
    }

    Problem problem;
    Layout layout;
    std::optional<Trace> trace;
};

NamedPlace offset_in(std::size_t region, std::int64_t offset) {
    return OffsetPlace{RegionIndex(region), Offset(offset)};
}

/// A run with one iteration more than its number says, because they count from 0.
Trace short_run(const Problem& problem) {
    TraceRecorder recorder(problem, {});
    const std::vector<std::int64_t> offsets(problem.buffers.size(), 0);
    for (int i = 0; i < 3; ++i) {
        recorder.enter(FrameKind::iteration, {}, {});
        recorder.leave({.offsets = offsets, .order = {}, .risks = {}, .peak = Offset(1)});
    }
    return recorder.take();
}

}  // namespace

class NamedPlaceTest : public QObject {
    Q_OBJECT

private slots:
    void a_buffer_is_found_as_it_is_shown_and_several_are_offered() {
        NamedPlan plan;
        for (std::size_t i = 0; i < plan.problem.buffers.size(); ++i) {
            plan.problem.buffers[i].name = "net/conv_" + std::to_string(i / 2) + (i % 2 == 0 ? "/a" : "/b");
        }
        QVERIFY(plan.place("conv_1/a") == NamedPlace(BufferIndex(2)));
        QVERIFY(plan.place("@…_1…a") == NamedPlace(BufferIndex(2)));
        QVERIFY(plan.place("conv_1/a · 256 B") == NamedPlace(BufferIndex(2)));
        QCOMPARE(plan.error("…_1…"),
                 std::string("several buffers are called '…_1…'; they are net/conv_1/a, net/conv_1/b"));
    }

    void a_number_is_a_step() {
        const NamedPlan plan;
        QVERIFY(plan.place("39") == NamedPlace(Step(39)));
        QVERIFY(plan.place(" 17 ") == NamedPlace(Step(17)));
        QVERIFY(plan.place(":17") == NamedPlace(Step(17)));
        QCOMPARE(plan.error("40"), std::string("there is no step 40; steps are 0 to 39"));
        QCOMPARE(plan.error("-1"), std::string("there is no step -1; steps are 0 to 39"));
    }

    void a_sign_finds_a_buffer_with_the_name_of_a_step() {
        NamedPlan plan;
        QVERIFY(plan.place("@17") == NamedPlace(BufferIndex(2)));
        QVERIFY(plan.place("@ deep") == NamedPlace(BufferIndex(3)));
        QCOMPARE(plan.error("@18"), std::string("no buffer has the name '18'; give a name or a part of it"));
        plan.problem.buffers[2].name = "170";
        QCOMPARE(plan.error("170"),
                 std::string("there is no step 170; steps are 0 to 39; for the buffer of this name give @170"));
    }

    void offsets_are_hexadecimal_or_have_a_unit() {
        const NamedPlan plan;
        QVERIFY(plan.place("0x2ff") == offset_in(0, 0x2FF));
        QVERIFY(plan.place("0X10") == offset_in(0, 0x10));
        QVERIFY(plan.place("512 B") == offset_in(0, 512));
        QVERIFY(plan.place("0.5 KiB") == offset_in(0, 512));
        QVERIFY(plan.place("0.5KiB", RegionIndex(1)) == offset_in(1, 512));
        QCOMPARE(plan.error("0x300"), std::string("there is no offset 768 B in 'sram'; give less than 768 B (0x300)"));
        QVERIFY(plan.place("0.3 KiB") == offset_in(0, 307));  // as amounts are rounded where they are written
    }

    void a_capacity_reaches_beyond_the_buffers() {
        NamedPlan plan;
        QVERIFY(plan.place("dram: 0xfff") == offset_in(1, 0xFFF));
        QVERIFY(plan.place("dram:4095") == offset_in(1, 0xFFF));
        QVERIFY(!plan.place("dram: 4096"));
        QVERIFY(plan.place("dram: 0x20000040") == offset_in(1, 0x40));
        plan.problem.regions[1].base = 0xFFFF'8000'0000'0000;
        QVERIFY(plan.place("dram: 0xffff800000000040") == offset_in(1, 0x40));
        QVERIFY(plan.place("dram: 18446603336221196352") == offset_in(1, 0x40));
        QVERIFY(!plan.place("dram: 0xffff800000001000"));
        plan.problem.regions[1].base = 0x2000'0000;
        QVERIFY(!plan.place("dram: 0x20001000"));
        QVERIFY(!plan.place("flash: 0x10"));
    }

    void without_placed_buffers_there_are_no_offsets() {
        NamedPlan plan;
        plan.layout = empty_layout(plan.problem);
        QCOMPARE(plan.error("0x10"), std::string("there is no offset 16 B in 'sram'; place its buffers first"));
    }

    void names_are_found_whole_or_by_the_only_part() {
        const NamedPlan plan;
        QVERIFY(plan.place("t1") == NamedPlace(BufferIndex(0)));
        QVERIFY(plan.place("T10") == NamedPlace(BufferIndex(1)));
        QVERIFY(plan.place("ee") == NamedPlace(BufferIndex(3)));
        QCOMPARE(plan.error("T1"),
                 std::string("several names contain 'T1', such as 't1' and 't10'; give more of the name"));
        QCOMPARE(plan.error("conv"),
                 std::string("nothing has the name 'conv'; give a step from 0 to 39, an offset such as 0x1f400 or "
                             "480 KiB, a name or a part of it, or a step of the run such as iteration 7"));
        QCOMPARE(plan.error(" ").substr(0, 18), std::string("no place is given;"));
    }

    void the_name_of_an_operator_is_its_step() {
        const test::PlacedPlan plan = test::small_network();
        const PlaceScope scope{&plan.problem, &plan.layout, nullptr, RegionIndex(0)};
        QVERIFY(place_named(scope, "split") == NamedPlace(Step(2)));
        QVERIFY(place_named(scope, "rel") == NamedPlace(Step(1)));
        QVERIFY(place_named(scope, "data") == NamedPlace(BufferIndex(0)));
        QVERIFY(place_named(scope, ":conv") == NamedPlace(Step(0)));
        QVERIFY(!place_named(scope, "@conv"));
    }

    void steps_of_the_run_have_the_numbers_of_the_trace() {
        NamedPlan plan;
        QCOMPARE(plan.error("iteration 2"), std::string("there is no iteration '2', because no run of a planner was "
                                                        "recorded; tune the plan, or open a trace"));
        plan.trace = short_run(plan.problem);
        QVERIFY(plan.place("iteration 2") == NamedPlace(plan.trace->roots[2]));
        QVERIFY(plan.place("Iteration 0") == NamedPlace(plan.trace->roots[0]));
        QCOMPARE(plan.error("iteration 3"),
                 std::string("there is no iteration 3; its 3 iterations have the numbers 0 to 2"));
        QVERIFY(plan.error("2.1").starts_with("iteration 2 has no parts in the trace"));
        plan.problem.buffers[3].name = "2.1";
        QVERIFY(plan.place("2.1") == NamedPlace(BufferIndex(3)));
    }

    void the_buffers_at_an_offset_are_all_that_ever_use_it() {
        const NamedPlan plan;
        const auto at = [&](std::size_t region, std::int64_t offset) {
            return buffers_at(plan.problem, plan.layout, {RegionIndex(region), Offset(offset)});
        };
        QCOMPARE(at(0, 0xFF), std::vector<BufferIndex>{BufferIndex(0)});
        QCOMPARE(at(0, 0x100), std::vector<BufferIndex>{BufferIndex(1)});
        QCOMPARE(at(1, 0x40), std::vector<BufferIndex>{BufferIndex(3)});
        QVERIFY(at(1, 0x3F).empty());
        QVERIFY(at(0, 0x300).empty());
    }

    void a_plan_without_buffers_has_no_places() {
        NamedPlan plan;
        plan.problem = Problem();
        plan.layout = empty_layout(plan.problem);
        QCOMPARE(plan.error("0"), std::string("the plan has no steps and no buffers"));
    }
};

}  // namespace arenascope

using arenascope::NamedPlaceTest;
ARENASCOPE_TEST(NamedPlaceTest)
#include "named_place_test.moc"
