#include "core/picture/plan/note_marks.h"
#include "tests/support/placed_plan.h"
#include "tests/support/test_registry.h"

using namespace arenascope;

namespace {

constexpr TextStyle list_style{10, false};

/// Each letter is five pixels wide.
std::vector<std::string> listed(const std::vector<PinnedNote>& notes, double room, std::size_t most_lines) {
    static const auto plan = test::placed_plan({{"a", 0, 4, 8, 0}});
    return listed_notes(notes, plan.problem, room, most_lines, list_style,
                        [](std::string_view text, TextStyle) { return 5.0 * static_cast<double>(text.size()); });
}

}  // namespace

class PageNotesTest : public QObject {
    Q_OBJECT

private slots:
    void each_note_is_a_line_with_its_number() {
        QCOMPARE(listed({{"why?", BufferIndex(0)}, {"peak", Step(3)}}, 1000, 9),
                 (std::vector<std::string>{"1  a: why?", "2  step 3: peak"}));
    }

    void a_long_note_takes_two_lines() {
        const auto lines = listed({{std::string(40, 'x') + " " + std::string(400, 'y'), Step(1)}}, 300, 9);
        QCOMPARE(lines.size(), std::size_t{2});
        QVERIFY(lines[1].ends_with("…"));
    }

    void what_does_not_fit_is_counted() {
        const std::vector<PinnedNote> notes(200, {"x", Step(1)});
        const auto lines = listed(notes, 1000, 4);
        QCOMPARE(lines.size(), std::size_t{4});
        QCOMPARE(lines.back(), std::string("… and 197 more notes"));
        QCOMPARE(listed({notes.begin(), notes.begin() + 4}, 1000, 4).back(), std::string("4  step 1: x"));
        QCOMPARE(listed({notes.begin(), notes.begin() + 5}, 1000, 4).back(), std::string("… and 2 more notes"));
        QVERIFY(listed(notes, 1000, 0).empty());
        QVERIFY(listed({}, 1000, 4).empty());
    }
};

ARENASCOPE_TEST(PageNotesTest)

#include "page_notes_test.moc"
