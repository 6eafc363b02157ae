#include "core/format/xla/buffer_assignment.h"

#include "core/check/overlap_checker.h"
#include "core/model/memory/live_profile.h"
#include "tests/support/test_registry.h"

using namespace arenascope;

namespace {

using Kind = HeapEvent::Kind;

/// One allocation of 96 bytes: `dot` at 0, `add` at 64, and `relu`, which takes over from `dot`.
BufferAssignment small_assignment() {
    BufferAssignment assignment;
    assignment.buffers = {{1, "dot"}, {2, "add"}, {3, "relu"}};
    assignment.allocations = {{.index = 4, .size = 96, .assigned = {{1, 0, 64}, {2, 64, 32}, {3, 0, 48}}}};
    assignment.traces = {{{Kind::allocate, 1, 0, "dot"},
                          {Kind::allocate, 2, 0, "add"},
                          {Kind::share, 3, 1, "relu"},
                          {Kind::release, 1, 0, "relu"},
                          {Kind::release, 2, 0, "out"}}};
    return assignment;
}

Document planned_assignment(BufferAssignment assignment) {
    auto document = document_of(std::move(assignment), "file");
    if (!document) {
        qFatal("%s", to_string(document.error()).c_str());
    }
    return std::move(*document);
}

std::string assignment_error(BufferAssignment assignment) {
    const auto document = document_of(std::move(assignment), "file");
    return document ? "no error" : to_string(document.error());
}

}  // namespace

class BufferAssignmentTest : public QObject {
    Q_OBJECT

private slots:
    void lifetimes_are_positions_of_events() {
        const Document document = planned_assignment(small_assignment());
        const auto& buffers = document.problem.buffers;
        QCOMPARE(buffers.size(), std::size_t{3});
        QCOMPARE(buffers[0].lifetime, (Lifetime{Step(0), Step(3)}));
        QCOMPARE(buffers[1].lifetime, (Lifetime{Step(1), Step(4)}));
        // It is never freed, so that it lives to the end of the trace.
        QCOMPARE(buffers[2].lifetime, (Lifetime{Step(2), Step(5)}));
        QCOMPARE(document.problem.regions[0].name, std::string("allocation 4 temp"));
        QCOMPARE(document.problem.regions[0].capacity, std::optional(Bytes(96)));
        QCOMPARE(document.problem.step_labels[1], (StepLabel{Step(1), "add"}));
    }

    void share_with_declares_sharing_also_for_other_sizes() {
        const Document document = planned_assignment(small_assignment());
        QCOMPARE(document.layout.sharing.size(), std::size_t{1});
        QCOMPARE(document.layout.sharing[0].members, (std::vector{BufferIndex(0), BufferIndex(2)}));
        QVERIFY(is_clean(check(document.problem, document.layout)));
        QCOMPARE(threshold(document.problem, document.layout), Bytes(96));
        BufferAssignment other = small_assignment();
        other.traces[0][2].kind = Kind::allocate;
        const Document overlapping = planned_assignment(std::move(other));
        QCOMPARE(check(overlapping.problem, overlapping.layout).overlaps.size(), std::size_t{1});
    }

    void a_name_is_the_instruction_and_the_position_in_its_tuple() {
        BufferAssignment assignment = small_assignment();
        assignment.buffers[0] = {1, "", 70, {1, 0}};
        assignment.buffers[1] = {2, "", 71, {}};
        assignment.names = {{70, "sort"}};
        const Document document = planned_assignment(std::move(assignment));
        QCOMPARE(document.problem.buffers[0].name, std::string("sort{1,0}"));
        QCOMPARE(document.problem.buffers[1].name, std::string("buffer 2"));
    }

    void constants_and_values_without_events_are_left_out_with_a_note() {
        BufferAssignment assignment = small_assignment();
        assignment.buffers.push_back({8, "weights"});
        assignment.buffers.push_back({9, "input"});
        assignment.allocations.push_back({.index = 5, .size = 10, .is_constant = true, .assigned = {{8, 0, 10}}});
        assignment.allocations.push_back({.index = 6, .size = 20, .is_parameter = true, .assigned = {{9, 0, 20}}});
        const Document document = planned_assignment(std::move(assignment));
        QCOMPARE(document.problem.buffers.size(), std::size_t{3});
        QCOMPARE(document.problem.regions.size(), std::size_t{1});
        QCOMPARE(document.left_out, std::size_t{1});
        QCOMPARE(document.notes[0], std::string("1 value of 10 B left out: constants"));
        QCOMPARE(document.notes[1],
                 std::string("1 value of 20 B left out because no heap simulator trace gives its lifetime, 'input'"));
    }

    void several_traces_begin_at_step_0() {
        BufferAssignment assignment = small_assignment();
        assignment.buffers.push_back({8, "other"});
        assignment.allocations.push_back({.index = 5, .size = 10, .assigned = {{8, 0, 10}}});
        assignment.traces.push_back({{Kind::allocate, 8, 0, "other"}, {Kind::release, 8, 0, "other"}});
        const Document document = planned_assignment(std::move(assignment));
        QCOMPARE(document.problem.buffers[3].lifetime, (Lifetime{Step(0), Step(1)}));
        QVERIFY(document.problem.step_labels.empty());
        QVERIFY(document.notes[0].find("2 heap simulator traces") != std::string::npos);
    }

    void errors_say_what_is_missing_or_wrong() {
        BufferAssignment assignment = small_assignment();
        assignment.traces.clear();
        QVERIFY(assignment_error(std::move(assignment)).find("has no heap simulator trace") != std::string::npos);
        assignment = small_assignment();
        assignment.allocations[0].assigned[0].logical_buffer = 99;
        QVERIFY(assignment_error(std::move(assignment)).find("logical buffer 99, which does not exist") !=
                std::string::npos);
        assignment = small_assignment();
        assignment.traces[0].erase(assignment.traces[0].begin());
        QVERIFY(assignment_error(std::move(assignment)).find("events[2]: buffer 1 is freed before it is allocated") !=
                std::string::npos);
        assignment = small_assignment();
        assignment.traces[0] = {{Kind::allocate, 7}};
        QVERIFY(assignment_error(std::move(assignment)).find("no value of the buffer assignment has a lifetime") !=
                std::string::npos);
    }
};

ARENASCOPE_TEST(BufferAssignmentTest)
#include "buffer_assignment_test.moc"
