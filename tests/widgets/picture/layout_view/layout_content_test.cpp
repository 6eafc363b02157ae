#include "widgets/picture/layout_view/layout_content.h"

#include <QObject>

#include "tests/support/placed_plan.h"
#include "tests/support/test_registry.h"

using namespace arenascope;

using Dimmed = std::vector<std::uint8_t>;

class LayoutContentTest : public QObject {
    Q_OBJECT

private slots:
    void free_areas_are_those_of_the_time_cursor_before_those_of_the_pointer() {
        LayoutContent content;
        content.time_cursor = Step(3);
        content.pointed_step = Step(5);
        QVERIFY(!free_areas_step(content));
        content.shows_free_areas = true;
        QVERIFY(free_areas_step(content) == Step(3));
        content.time_cursor.reset();
        QVERIFY(free_areas_step(content) == Step(5));
    }

    void buffers_that_share_no_time_with_the_selection_are_dimmed() {
        LayoutContent content = three();
        QVERIFY(dimmed_buffers(content).empty());
        content.selection = {BufferIndex(1)};
        QVERIFY(dimmed_buffers(content) == (Dimmed{0, 0, 1}));
        QVERIFY(is_selected(content, BufferIndex(1)) && !is_selected(content, BufferIndex(0)));
    }

    void filtered_out_buffers_are_dimmed_unless_they_are_selected_and_matches_never() {
        LayoutContent content = three();
        content.filter = {false, true, false};
        QVERIFY(dimmed_buffers(content) == (Dimmed{1, 0, 1}));
        content.selection = {BufferIndex(2)};
        QVERIFY(dimmed_buffers(content) == (Dimmed{1, 0, 0}));
    }

    void both_ends_of_a_transfer_stay_when_one_is_selected() {
        LayoutContent content = three();
        Problem problem = *content.problem;
        problem.transfers = {{BufferIndex(1), BufferIndex(2)}};
        content.problem = std::make_shared<const Problem>(problem);
        content.selection = {BufferIndex(1)};
        QVERIFY(dimmed_buffers(content) == (Dimmed{0, 0, 0}));
    }

private:
    /// The first buffer shares time with both others. The others do not share time with each other.
    static LayoutContent three() {
        LayoutContent content;
        content.problem = std::make_shared<const Problem>(
            test::placed_plan({{"all", 0, 9, 4, 0}, {"early", 0, 4, 4, 4}, {"late", 5, 9, 4, 4}}).problem);
        return content;
    }
};

ARENASCOPE_TEST(LayoutContentTest)
#include "layout_content_test.moc"
