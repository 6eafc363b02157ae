#include "core/model/edit/hand_edit.h"

#include <iterator>
#include <rapidcheck.h>
#include <string>
#include <utility>
#include <vector>

#include "tests/support/placed_plan.h"
#include "tests/support/test_registry.h"

using namespace arenascope;

namespace {

/// The plain way: looks through the whole list.
void add_hand_edit(std::vector<HandEdit>& edits, HandEdit edit) {
    for (auto earlier = edits.rbegin(); earlier != edits.rend(); ++earlier) {
        // A name may stand for another buffer before an event such as "dropped".
        if (edit.from.empty() || earlier->from.empty()) {
            break;
        }
        if (earlier->what == edit.what && earlier->of == edit.of && earlier->to == edit.from) {
            earlier->to = std::move(edit.to);
            if (earlier->to == earlier->from) {
                edits.erase(std::next(earlier).base());
            }
            return;
        }
    }
    edits.push_back(std::move(edit));
}

}  // namespace

class HandEditTest : public QObject {
    Q_OBJECT

private slots:
    void an_edit_is_one_line_of_text() {
        QCOMPARE(text_of({"size of 'a'", "400", "300"}), std::string("size of 'a': 400 -> 300"));
        QCOMPARE(text_of({"buffer 'a'", {}, "dropped"}), std::string("buffer 'a': dropped"));
    }

    void an_edit_that_goes_on_from_an_earlier_one_replaces_it() {
        std::vector<HandEdit> edits;
        add_hand_edits(edits, {{"size of 'a'", "400", "300"}});
        add_hand_edits(edits, {{"size of 'b'", "8", "9"}});
        add_hand_edits(edits, {{"size of 'a'", "300", "200"}});
        QCOMPARE(edits, (std::vector<HandEdit>{{"size of 'a'", "400", "200"}, {"size of 'b'", "8", "9"}}));
    }

    void an_edit_that_restores_the_first_value_leaves_nothing() {
        std::vector<HandEdit> edits = {{"size of 'b'", "8", "9"}, {"size of 'a'", "400", "300"}};
        add_hand_edits(edits, {{"size of 'a'", "300", "400"}});
        QCOMPARE(edits, (std::vector<HandEdit>{{"size of 'b'", "8", "9"}}));
    }

    void edits_before_an_event_stay_because_a_name_may_stand_for_another_buffer() {
        std::vector<HandEdit> edits = {
            {"size of 'a'", "400", "300"}, {"buffer 'a'", {}, "dropped"}, {"buffer 'a'", {}, "added"}};
        add_hand_edits(edits, {{"size of 'a'", "300", "200"}});
        QCOMPARE(edits.size(), std::size_t{4});
        QCOMPARE(edits.front().to, std::string("300"));
    }

    void a_list_of_edits_adds_up_as_one_after_the_other() {
        QVERIFY(rc::check([] {
            const auto any_edit = [] {
                const auto value = [](int most) { return std::to_string(*rc::gen::inRange(0, most)); };
                HandEdit edit{"size of " + value(3), value(4), value(4)};
                if (*rc::gen::inRange(0, 8) == 0) {
                    edit.from.clear();
                }
                edit.of = *rc::gen::inRange(0, 4) == 0 ? HandEdit::Of::layout : HandEdit::Of::problem;
                return edit;
            };
            std::vector<HandEdit> one_by_one;
            for (int count = *rc::gen::inRange(0, 12); count > 0; --count) {
                add_hand_edit(one_by_one, any_edit());
            }
            std::vector<HandEdit> together = one_by_one;
            std::vector<HandEdit> more;
            for (int count = *rc::gen::inRange(0, 30); count > 0; --count) {
                more.push_back(any_edit());
                add_hand_edit(one_by_one, more.back());
            }
            add_hand_edits(together, more);
            RC_ASSERT(together == one_by_one);
        }));
    }

    void a_plan_made_after_the_edits_is_one_of_an_edited_problem() {
        const HandEdit moved{"offset of 'a'", "0", "64", HandEdit::Of::layout};
        const HandEdit resized{"size of 'a'", "400", "300"};
        QCOMPARE(words_of(hand_edited({})), std::string_view());
        QCOMPARE(words_of(hand_edited(std::vector{moved})), std::string_view("edited by hand"));
        QCOMPARE(words_of(hand_edited(std::vector{resized})), std::string_view("edited by hand"));
        const std::vector<HandEdit> after = after_planning({moved, resized});
        QCOMPARE(after.size(), std::size_t{1});
        QCOMPARE(words_of(hand_edited(after)), std::string_view("of a problem edited by hand"));
        QVERIFY(after_planning({moved}).empty());
    }

    void a_move_names_the_region_only_if_it_is_not_the_buffers_own() {
        auto plan = test::placed_plan({{"a", 0, 1, 8, 0}});
        plan.problem.regions.push_back({"fast"});
        const HandEdit moved = moved_by_hand(plan.problem, BufferIndex(0), Placement{Offset(0), RegionIndex(0)},
                                             Placement{Offset(64), RegionIndex(1)});
        QCOMPARE(text_of(moved), std::string("offset of 'a': 0 -> 64 in 'fast'"));
        QCOMPARE(text_of(moved_by_hand(plan.problem, BufferIndex(0), {}, plan.layout.placements[0])),
                 std::string("offset of 'a': not placed -> 0"));
    }
};

ARENASCOPE_TEST(HandEditTest)
#include "hand_edit_test.moc"
