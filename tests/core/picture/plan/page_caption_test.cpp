#include "core/picture/plan/page_caption.h"

#include "tests/support/placed_plan.h"
#include "tests/support/test_registry.h"

using namespace arenascope;
using namespace arenascope::test;

class PageCaptionTest : public QObject {
    Q_OBJECT

private slots:
    void a_view_of_everything_is_no_part() {
        QCOMPARE(part({{0, 20}, {0, 96 * 1024}}), std::string());
        // Less of the space above the peak is not less of the plan.
        QCOMPARE(part({{0, 20}, {0, 70 * 1024}}), std::string());
        QCOMPARE(part({{1e-9L, 20 - 1e-9L}, {1e-9L, 64 * 1024}}), std::string());
    }

    void a_part_names_its_steps_and_offsets() {
        QCOMPARE(part({{4.5L, 9}, {16 * 1024, 32 * 1024}}),
                 std::string("steps 4 to 8 of 0 to 19, offsets 16 KiB to 32 KiB of 0 KiB to 64 KiB"));
        QCOMPARE(part({{4, 5}, {0, 96 * 1024}}), std::string("step 4 of 0 to 19"));
        QCOMPARE(part({{0, 20}, {32 * 1024, 96 * 1024}}), std::string("offsets 32 KiB to 64 KiB of 0 KiB to 64 KiB"));
        QCOMPARE(part({{0, 20}, {65 * 1024, 66 * 1024}}), std::string("offsets 65 KiB to 66 KiB, above the peak"));
    }

    void a_deep_zoom_gives_bytes() {
        QCOMPARE(part({{0, 20}, {1024, 1026}}), std::string("offsets 1,024 B to 1,026 B of 0 KiB to 64 KiB"));
    }

    void of_several_memories_it_gives_the_number_in_view() {
        PlacedPlan plan = placed_plan({{"a", 0, 20, 1024, 0}, {"b", 0, 20, 1024, 0}});
        plan.problem.regions = {Region{"x"}, Region{"y"}};
        plan.problem.buffers[1].region = RegionIndex(1);
        plan.layout.placements[1]->region = RegionIndex(1);
        const auto stack = containers(plan.problem, plan.layout);
        const View whole = whole_view(plan.problem, stack);
        const auto top_of_first = static_cast<long double>(stack[1].shift + stack[1].lowest);
        QCOMPARE(part_text(whole, whole, stack, Unit::bytes), std::string());
        QCOMPARE(part_text({whole.steps, {0, top_of_first}}, whole, stack, Unit::bytes),
                 std::string("1 of 2 memories"));
        QCOMPARE(part_text({whole.steps, {100, top_of_first + 100}}, whole, stack, Unit::bytes),
                 std::string("parts of 2 of 2 memories"));
    }

    void the_part_and_the_marks_come_before_the_note_and_the_planner() {
        const PlacedPlan plan = one_buffer();
        PageContent content;
        content.problem = &plan.problem;
        content.layout = &plan.layout;
        content.view = View{{4, 9}, {0, 96 * 1024}};
        content.marks.time_cursor = Step(5);
        content.note = "step 3 of 12";
        content.provenance = Provenance{"greedy", {{"order", "asc"}}, 7, true};
        QCOMPARE(
            page_caption(content, short_names(plan.problem), containers(plan.problem, plan.layout), Unit::kibibytes),
            std::string("part of the plan: steps 4 to 8 of 0 to 19; the figures are those of the whole plan · "
                        "time cursor at step 5 · step 3 of 12 · planner greedy · order=asc · seed=7"));
    }

    void a_page_without_anything_to_say_has_no_caption() {
        const PlacedPlan plan = one_buffer();
        PageContent content;
        content.problem = &plan.problem;
        content.layout = &plan.layout;
        QCOMPARE(
            page_caption(content, short_names(plan.problem), containers(plan.problem, plan.layout), Unit::kibibytes),
            std::string());
    }

private:
    /// A buffer over 20 steps with a peak of 64 KiB.
    static PlacedPlan one_buffer() { return placed_plan({{"a", 0, 20, 64 * 1024, 0}}); }
    static std::string part(const View& view) {
        const PlacedPlan plan = one_buffer();
        const auto stack = containers(plan.problem, plan.layout);
        return part_text(view, whole_view(plan.problem, stack), stack, Unit::kibibytes);
    }
};

ARENASCOPE_TEST(PageCaptionTest)
#include "page_caption_test.moc"
