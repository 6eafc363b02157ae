#include "core/picture/plan/out_of_memory_mark.h"

#include "core/model/memory/allocator_history.h"
#include "tests/support/segmented_plan.h"
#include "tests/support/test_registry.h"

namespace arenascope {
namespace {

const MeasureText five_a_letter = [](std::string_view text, TextStyle /*style*/) {
    return 5.0 * static_cast<double>(text.size());
};

Problem failing_at(const std::vector<std::int64_t>& steps) {
    Problem problem = test::segmented_plan({100}, {{0, {Step(0), Step(10)}, 0, 50}}).problem;
    AllocatorHistory history = *problem.history;
    for (const std::int64_t step : steps) {
        history.out_of_memory.push_back({Step(step), Bytes(2048), {}});
    }
    problem.history = std::make_shared<const AllocatorHistory>(history);
    return problem;
}

constexpr Viewport whole{{{0, 10}, {0, 100}}, {0, 0, 1000, 100}};

std::vector<OutOfMemoryMark> marks_of_failures(const Problem& problem, const Viewport& port = whole) {
    return out_of_memory_marks(problem, port, Unit::kibibytes, {12, true}, five_a_letter);
}

}  // namespace

class OutOfMemoryMarkTest : public QObject {
    Q_OBJECT

private slots:
    void a_failure_is_a_line_in_the_middle_of_its_step_with_the_request() {
        const auto marks = marks_of_failures(failing_at({4}));
        QCOMPARE(marks.size(), std::size_t{1});
        QCOMPARE(marks[0].x, 450.0);
        QCOMPARE(marks[0].label, std::string("out of memory: 2 KiB requested"));
        QVERIFY(marks[0].ground.left > 450);
    }

    void a_label_at_the_right_border_is_to_the_left_of_its_line() {
        const auto marks = marks_of_failures(failing_at({9}));
        QVERIFY(marks[0].ground.right < 950 && marks[0].ground.left > 0);
    }

    void a_label_never_covers_another() {
        const auto marks = marks_of_failures(failing_at({2, 3, 7}));
        QCOMPARE(marks.size(), std::size_t{3});
        QVERIFY(!marks[0].label.empty() && marks[1].label.empty() && !marks[2].label.empty());
    }

    void a_label_lies_below_that_of_a_line() {
        const std::vector<Box> peak{{300, 0, 700, 16}};
        const auto marks =
            out_of_memory_marks(failing_at({4}), whole, Unit::kibibytes, {12, true}, five_a_letter, peak);
        QVERIFY(!marks[0].label.empty() && marks[0].ground.top >= 16);
        const std::vector<Box> all{{0, 0, 1000, 100}};
        QVERIFY(out_of_memory_marks(failing_at({4}), whole, Unit::kibibytes, {12, true}, five_a_letter, all)[0]
                    .label.empty());
    }

    void a_failure_out_of_view_has_no_mark() {
        QVERIFY(marks_of_failures(failing_at({1}), {{{5, 10}, {0, 100}}, {0, 0, 1000, 100}}).empty());
        QVERIFY(marks_of_failures(test::placed_plan({{"a", 0, 4, 8, 0}}).problem).empty());
    }

    void the_time_axis_has_a_triangle_at_each() {
        Drawing drawing;
        draw_out_of_memory_lines(drawing, failing_at({2, 3}), whole, palette(Theme::light));
        std::size_t triangles = 0;
        for (const Primitive& primitive : drawing.primitives) {
            triangles += std::holds_alternative<Path>(primitive) ? 1 : 0;
        }
        QCOMPARE(triangles, std::size_t{2});
    }
};

ARENASCOPE_TEST(OutOfMemoryMarkTest)

}  // namespace arenascope

#include "out_of_memory_mark_test.moc"
