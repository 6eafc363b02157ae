#include "core/picture/plan/note_marks.h"

#include <algorithm>
#include <limits>
#include <rapidcheck.h>

#include "tests/support/contrast.h"
#include "tests/support/placed_plan.h"
#include "tests/support/random_annotations.h"
#include "tests/support/random_plan.h"
#include "tests/support/test_registry.h"

using namespace arenascope;

namespace {

/// Ten steps and a hundred bytes on 1,000 by 1,000 pixels.
const Viewport wide{{{0, 10}, {0, 100}}, {0, 0, 1000, 1000}};

std::vector<NoteMark> marks_in(const test::PlacedPlan& plan, const std::vector<PinnedNote>& notes,
                               const Viewport& viewport = wide, std::span<const Box> keep_clear = {}) {
    return note_marks(notes, plan.problem, plan.layout, containers(plan.problem, plan.layout), viewport, keep_clear);
}

}  // namespace

class NoteMarksTest : public QObject {
    Q_OBJECT

private slots:
    void a_flag_lies_in_the_upper_left_corner_of_its_buffer() {
        const auto plan = test::placed_plan({{"a", 2, 6, 30, 10}, {"b", 0, 10, 10, 0}});
        const auto marks = marks_in(plan, {{"why?", BufferIndex(0)}});
        QCOMPARE(marks.size(), std::size_t{1});
        QVERIFY(marks[0].tip == (Point{200, 600}));
        QVERIFY(marks[0].flag.left >= 200 && marks[0].flag.left <= 202);
        QVERIFY(marks[0].flag.top >= 600 && marks[0].flag.bottom <= 620);
    }

    void the_flag_of_a_small_buffer_or_of_one_above_the_threshold_stands_on_top() {
        // b is above the threshold of 30 bytes; c is ten pixels high.
        const auto plan = test::placed_plan({{"a", 0, 5, 30, 0}, {"b", 5, 9, 30, 40}, {"c", 9, 10, 1, 0}});
        const auto marks = marks_in(plan, {{"over", BufferIndex(1)}, {"small", BufferIndex(2)}});
        QCOMPARE(marks[0].flag.bottom, 300.0);
        QCOMPARE(marks[0].flag.left, 500.0);
        QCOMPARE(marks[1].flag.bottom, 990.0);
    }

    void a_buffer_partly_in_view_has_its_flag_where_it_begins_to_be_seen() {
        const auto plan = test::placed_plan({{"a", 0, 10, 100, 0}});
        const auto marks = marks_in(plan, {{"why?", BufferIndex(0)}}, {{{4, 6}, {20, 40}}, {50, 60, 250, 260}});
        QCOMPARE(marks.size(), std::size_t{1});
        QVERIFY(marks[0].tip == (Point{50, 60}));
    }

    void a_place_is_under_its_flag_and_a_step_has_its_flag_at_the_top() {
        const auto plan = test::placed_plan({{"a", 0, 10, 50, 0}});
        const auto marks =
            marks_in(plan, {{"hole", BytePlace{RegionIndex(0), Offset(70), Step(3)}}, {"peak", Step(7)}});
        QVERIFY(marks[0].tip == (Point{350, 300}));
        QVERIFY(marks[0].flag.bottom < 300 && marks[0].flag.bottom > 280);
        QCOMPARE(marks[1].tip.x, 750.0);
        QCOMPARE(marks[1].flag.top, 0.0);
    }

    void notes_out_of_view_and_on_unplaced_buffers_have_no_flag() {
        auto plan = test::placed_plan({{"a", 0, 10, 50, 0}, {"b", 0, 10, 50, -1}});
        const std::vector<PinnedNote> notes = {{"b", BufferIndex(1)},
                                               {"later", Step(10)},
                                               {"before", Step(-1)},
                                               {"above", BytePlace{RegionIndex(0), Offset(200), Step(1)}},
                                               {"nowhere", BytePlace{RegionIndex(7), Offset(0), Step(1)}}};
        QVERIFY(marks_in(plan, notes).empty());
        const std::vector<PinnedNote> one = {{"a", BufferIndex(0)}};
        const auto hidden = note_marks(one, plan.problem, plan.layout, {}, wide);
        QVERIFY(hidden.empty());
    }

    void flags_at_one_place_stand_side_by_side_and_then_in_rows() {
        const auto plan = test::placed_plan({{"a", 0, 10, 50, 0}});
        const std::vector<PinnedNote> notes(200, {"peak", Step(9)});
        const auto marks = marks_in(plan, notes);
        QCOMPARE(marks.size(), std::size_t{200});
        QVERIFY(marks[1].flag.left > marks[0].flag.right && marks[1].flag.top == marks[0].flag.top);
        for (std::size_t i = 0; i < marks.size(); ++i) {
            for (std::size_t j = 0; j < i; ++j) {
                QVERIFY(!intersects(marks[i].flag, marks[j].flag));
            }
            QVERIFY(marks[i].flag.right <= 1000 && marks[i].flag.bottom <= 1000);
        }
    }

    void a_flag_does_not_cover_the_label_of_a_line() {
        const auto plan = test::placed_plan({{"a", 0, 10, 50, 0}});
        const std::vector<Box> labels = {{700, 0, 800, 20}, {790, 5, 900, 25}};
        const auto marks = marks_in(plan, {{"peak", Step(7)}}, wide, labels);
        QVERIFY(marks[0].flag.left > 900);
    }

    void only_so_many_notes_have_flags() {
        const auto plan = test::placed_plan({{"a", 0, 10, 50, 0}});
        QCOMPARE(marks_in(plan, std::vector<PinnedNote>(most_note_marks + 5, {"x", Step(1)})).size(), most_note_marks);
    }

    void any_flag_is_in_view_and_found_where_it_is() {
        QVERIFY(rc::check([] {
            const auto [problem, layout] = test::random_plan(test::Features::of_json);
            const auto notes = test::random_annotations(problem, 0).pinned_notes;
            const auto stack = containers(problem, layout);
            const Viewport viewport{whole_view(problem, stack), {10, 20, 410, 320}};
            for (const NoteMark& mark : note_marks(notes, problem, layout, stack, viewport)) {
                RC_ASSERT((mark.flag.left >= 10 && mark.flag.right <= 410));
                RC_ASSERT(mark.flag.top >= 20);
                RC_ASSERT(note_at(std::vector{mark}, middle(mark.flag)) == mark.note);
            }
        }));
    }

    void the_number_can_be_read_in_both_themes() {
        for (const Theme theme : {Theme::light, Theme::dark}) {
            const Palette& tokens = palette(theme);
            QVERIFY(test::contrast(tokens.ink, tokens.panel) >= 4.5);
            QVERIFY(test::contrast(tokens.accent_ink, tokens.accent) >= 4.5);
        }
    }

    void the_chosen_flag_is_drawn_last_in_the_accent_colour() {
        const auto plan = test::placed_plan({{"a", 0, 10, 50, 0}});
        const auto marks = marks_in(plan, {{"x", Step(1)}, {"y", Step(2)}});
        Drawing drawing;
        draw(drawing, marks, 0, palette(Theme::dark));
        const auto& number = std::get<DrawnText>(drawing.primitives.back());
        QCOMPARE(number.text, std::string("1"));
        QCOMPARE(number.color, palette(Theme::dark).accent_ink);
    }

    void a_note_becomes_one_safe_line() {
        auto plan = test::placed_plan({{"a\nb", 0, 10, 50, 0}});
        QCOMPARE(note_line(0, {"two\nlines\x1b", BufferIndex(0)}, plan.problem),
                 std::string("1  a\\nb: two lines\\x1b"));
        QCOMPARE(note_line(11, {"x", BytePlace{RegionIndex(0), Offset(4096), Step(7)}}, plan.problem),
                 std::string("12  step 7, offset 4,096: x"));
        plan.problem.regions.push_back({"dram"});
        QCOMPARE(anchor_text(BytePlace{RegionIndex(1), Offset(0), Step(7)}, plan.problem),
                 std::string("dram, step 7, offset 0"));
        QCOMPARE(anchor_text(Step(1234), plan.problem), std::string("step 1,234"));
    }

    void a_text_is_cut_between_characters() {
        QCOMPARE(first_part("abc", 3), std::string("abc"));
        QCOMPARE(first_part("abcd", 3), std::string("abc…"));
        QCOMPARE(first_part("ä好x", 3), std::string("ä好…"));
        QCOMPARE(first_part("\xff\xff\xff", 2), std::string("\xff\xff…"));
    }

    void steps_and_bytes_at_the_ends_of_their_range_are_out_of_view() {
        const auto plan = test::placed_plan({{"a", 0, 10, 50, 0}});
        constexpr auto most = std::numeric_limits<std::int64_t>::max();
        constexpr auto least = std::numeric_limits<std::int64_t>::min();
        QVERIFY(marks_in(plan, {{"x", Step(most)},
                                {"x", Step(least)},
                                {"x", BytePlace{RegionIndex(0), Offset(most), Step(1)}},
                                {"x", BytePlace{RegionIndex(0), Offset(least), Step(1)}}})
                    .empty());
    }
};

ARENASCOPE_TEST(NoteMarksTest)

#include "note_marks_test.moc"
