#include <algorithm>

#include "core/picture/plan/page_content.h"
#include "tests/support/placed_plan.h"
#include "tests/support/test_registry.h"

using namespace arenascope;
using namespace arenascope::test;

class PageMarksTest : public QObject {
    Q_OBJECT

private slots:
    void without_marks_nothing_is_said() {
        QVERIFY(mark_texts({}, plan().problem).empty());
        QVERIFY(names({}).empty());
        QCOMPARE(dimmed_count({}), std::size_t{0});
    }

    void the_selection_and_what_it_dims_are_told() {
        const PageMarks marks{.dimmed = dimmed({0, 1, 0}), .selected = {BufferIndex(0)}};
        QCOMPARE(mark_texts(marks, plan().problem),
                 (std::vector<std::string>{"dimmed: 1 of 3 buffers, which share no time with the selection",
                                           "selected: 'a'"}));
        QCOMPARE(names(marks), (std::vector<std::string>{"selected", "dimmed (1)"}));
    }

    void the_filter_that_dims_is_quoted() {
        const PageMarks marks{
            .dimmed = dimmed({0, 1, 1}), .filter = "size > 8", .selected = {BufferIndex(0), BufferIndex(1)}};
        QCOMPARE(mark_texts(marks, plan().problem),
                 (std::vector<std::string>{"dimmed: 2 of 3 buffers, which do not match the filter 'size > 8'",
                                           "selected: 2 buffers"}));
    }

    void a_filter_that_dims_nothing_is_not_told() {
        QVERIFY(mark_texts({.dimmed = dimmed({0, 0, 0}), .filter = "size > 0"}, plan().problem).empty());
    }

    void the_time_cursor_is_told_with_its_step() {
        QCOMPARE(mark_texts({.time_cursor = Step(1234)}, plan().problem),
                 (std::vector<std::string>{"time cursor at step 1,234"}));
    }

    void dimmed_buffers_over_the_threshold_have_an_entry_of_their_own() {
        const std::vector<Risk> risks{{Tier::high, Cause::over}, {Tier::high, Cause::beside}, {}};
        const Coloring colors = coloring(plan().problem, risks, ColorBy::risk, Theme::light);
        std::vector<std::string> found;
        for (const LegendEntry& entry : legend_of_marks({.dimmed = dimmed({1, 1, 0})}, colors, Theme::light)) {
            found.push_back(entry.name);
        }
        QCOMPARE(found, (std::vector<std::string>{"dimmed: over the threshold (1)", "dimmed (1)"}));
    }

private:
    static PlacedPlan plan() { return placed_plan({{"a", 0, 4, 8, 0}, {"b", 4, 6, 8, 0}, {"c", 0, 6, 8, 8}}); }
    static std::shared_ptr<const std::vector<std::uint8_t>> dimmed(std::vector<std::uint8_t> buffers) {
        return std::make_shared<const std::vector<std::uint8_t>>(std::move(buffers));
    }
    static std::vector<std::string> names(const PageMarks& marks) {
        const Coloring colors = coloring(plan().problem, {}, ColorBy::risk, Theme::light);
        std::vector<std::string> names;
        for (const LegendEntry& entry : legend_of_marks(marks, colors, Theme::light)) {
            names.push_back(entry.name);
        }
        return names;
    }
};

ARENASCOPE_TEST(PageMarksTest)
#include "page_marks_test.moc"
