#include "core/picture/plan/free_area_box.h"

#include <algorithm>

#include "core/model/memory/free_areas.h"
#include "tests/support/placed_plan.h"
#include "tests/support/test_registry.h"

using namespace arenascope;
using namespace arenascope::test;

namespace {

const MeasureText measure = [](std::string_view text, TextStyle /*style*/) {
    return 6.0 * static_cast<double>(text.size());
};
constexpr TextStyle style{12, true};

/// Ten steps of 100 pixels each. The container is 108 bytes high; a byte takes 4 pixels.
struct Shown {
    PlacedPlan plan;
    std::vector<Container> stack;
    Viewport viewport;

    explicit Shown(const std::vector<PlacedBuffer>& buffers) : plan(placed_plan(buffers)) {
        stack = containers(plan.problem, plan.layout);
        viewport = {whole_view(plan.problem, stack), {0, 0, 1000, 432}};
    }

    [[nodiscard]] std::vector<FreeAreaBox> at(std::int64_t step) const {
        return free_area_boxes(plan.problem, plan.layout, stack, Step(step), viewport, {Unit::bytes, style, measure});
    }
};

const std::vector<PlacedBuffer> tensors = {{"low", 0, 10, 20, 0}, {"high", 0, 10, 30, 70}};

}  // namespace

class FreeAreaBoxTest : public QObject {
    Q_OBJECT

private slots:
    void an_area_is_as_wide_as_its_step_and_has_its_size_inside() {
        const Shown shown(tensors);
        const auto boxes = shown.at(3);
        QCOMPARE(boxes.size(), std::size_t{1});
        QCOMPARE(boxes[0].label, std::string("50 B"));
        QCOMPARE(boxes[0].box.left, 300.0);
        QCOMPARE(boxes[0].box.right, 400.0);
        QCOMPARE(height(boxes[0].box), 200.0);
        QVERIFY(contains(boxes[0].box, middle(boxes[0].ground)));
    }

    void a_label_that_does_not_fit_inside_is_next_to_its_box() {
        Shown shown({{"low", 0, 100, 20, 0}, {"high", 0, 100, 30, 70}});
        QVERIFY(shown.at(50)[0].ground.left >= shown.at(50)[0].box.right);
        QVERIFY(shown.at(99)[0].ground.right <= shown.at(99)[0].box.left);
        QVERIFY(width(shown.at(50)[0].box) >= 10);
    }

    void labels_never_overlap() {
        std::vector<PlacedBuffer> comb;
        for (int i = 0; i < 20; ++i) {
            comb.push_back({std::string("b").append(std::to_string(i)), 0, 10, 2, 5 * i});
        }
        const auto boxes = Shown(comb).at(4);
        QCOMPARE(boxes.size(), std::size_t{19});
        for (const FreeAreaBox& a : boxes) {
            for (const FreeAreaBox& b : boxes) {
                QVERIFY(&a == &b || a.label.empty() || b.label.empty() || !intersects(a.ground, b.ground));
            }
        }
        QVERIFY(std::any_of(boxes.begin(), boxes.end(), [](const FreeAreaBox& each) { return !each.label.empty(); }));
    }

    void a_step_out_of_view_shows_nothing() {
        Shown shown(tensors);
        shown.viewport.view.steps = {0, 2};
        QVERIFY(shown.at(5).empty());
    }

    void the_taken_area_is_the_one_around_a_placement() {
        auto buffers = tensors;
        buffers.push_back({"scratch", 3, 4, 10, 60});
        const Shown shown(buffers);
        const auto taken = taken_area_box(shown.plan.problem, shown.plan.layout, shown.stack, BufferIndex(2),
                                          "at the top", shown.viewport, {Unit::bytes, style, measure});
        QVERIFY(taken.has_value());
        QCOMPARE(taken->label, std::string("at the top · 50 B free"));
        QCOMPARE(height(taken->box), 200.0);
        QVERIFY(!intersects(taken->ground, taken->box));
    }

    /// The heap ended at 100, so that 20 of the 40 B lie in the free area at its top.
    void a_heap_that_grew_tells_by_how_much_and_not_the_size_of_the_area() {
        auto buffers = tensors;
        buffers[1].end = 5;
        buffers.push_back({"scratch", 5, 6, 40, 80});
        Shown shown(buffers);
        shown.plan.layout.scratch = {{BufferIndex(2), ScratchRule::grown_top}};
        const Bytes grew = *growth_for(shown.plan.problem, shown.plan.layout, BufferIndex(2));
        QCOMPARE(grew, Bytes(20));
        const auto taken = taken_area_box(shown.plan.problem, shown.plan.layout, shown.stack, BufferIndex(2),
                                          "the heap grew at its top", shown.viewport, {Unit::bytes, style, measure});
        QCOMPARE(taken->label, std::string("the heap grew at its top by 20 B"));
    }

    void labels_avoid_existing_labels() {
        auto buffers = tensors;
        buffers.push_back({"scratch", 3, 4, 10, 60});
        const Shown shown(buffers);
        const auto taken_among = [&](const std::vector<Box>& others) {
            return *taken_area_box(shown.plan.problem, shown.plan.layout, shown.stack, BufferIndex(2), "at the top",
                                   shown.viewport, {Unit::bytes, style, measure, others});
        };
        const Box own = taken_among({}).ground;
        const std::vector<Box> others = {{own.left - 5, own.top + 2, own.right, own.bottom + 2}};
        const Box moved = taken_among(others).ground;
        QVERIFY(!intersects(moved, others[0]));
        QVERIFY(own.top - moved.top < height(own) && moved.top < own.top);

        const auto free = free_area_boxes(shown.plan.problem, shown.plan.layout, shown.stack, Step(5), shown.viewport,
                                          {Unit::bytes, style, measure, std::vector{shown.at(5)[0].ground}});
        QVERIFY(free[0].label.empty());
    }

    void a_buffer_without_a_byte_of_its_own_took_no_area() {
        auto buffers = tensors;
        buffers.push_back({"one", 3, 4, 10, 60});
        buffers.push_back({"over", 3, 4, 5, 60});
        const Shown shown(buffers);
        const auto taken = taken_area_box(shown.plan.problem, shown.plan.layout, shown.stack, BufferIndex(3), "over",
                                          shown.viewport, {Unit::bytes, style, measure});
        QVERIFY(taken.has_value());
        QCOMPARE(taken->label, std::string("over"));
        QCOMPARE(height(taken->box), 20.0);
    }
};

ARENASCOPE_TEST(FreeAreaBoxTest)
#include "free_area_box_test.moc"
