#include "app/window/inspect/walk_commands.h"

#include <algorithm>
#include <set>

#include "tests/app/window_fixture.h"
#include "widgets/panels/message_bar/message_bar.h"
#include "widgets/picture/layout_view/layout_view.h"
#include "widgets/tables/core_table/core_table.h"

using namespace arenascope;
using namespace arenascope::test;

class WalkCommandsTest : public QObject, private WindowFixture {
    Q_OBJECT

private slots:
    void init() {
        //  16 ┌──────┐
        //     │  c   │┌──────┐      d carries no peak.
        //   8 ├──────┤│      │
        //     │  a   ││  b   │┌──┐
        //   0 └──────┘└──────┘└──┘ d
        //     0      4       8   10
        write("id,lower,upper,size,offset\na,0,4,8,0\nb,4,8,12,0\nc,0,4,8,8\nd,8,10,4,0\n");
        show_active_window();
        open(plan_);
        QTRY_VERIFY(window_->session().shown()->explanation != nullptr);
        view().setFocus();
    }
    void cleanup() { close_window(); }

    void a_walk_begins_at_the_top_of_the_peak() {
        press(Qt::Key_Right);
        QCOMPARE(selected(), QStringLiteral("c"));
        QVERIFY(window_->session().selection().cursor().has_value());
    }

    void a_walk_goes_below_and_above_at_the_time_cursor() {
        select(2);
        press(Qt::Key_Down);
        QCOMPARE(selected(), QStringLiteral("a"));
        QCOMPARE(window_->session().selection().cursor(), std::optional(Step(0)));
        press(Qt::Key_Up);
        QCOMPARE(selected(), QStringLiteral("c"));
        press(Qt::Key_Up);
        QCOMPARE(selected(), QStringLiteral("c"));
        QVERIFY(window_->message_bar()->text().contains(QStringLiteral("No buffer lies above it at step 0")));
    }

    void a_walk_from_a_folded_memory_says_that_it_is_folded() {
        write("id,lower,upper,size,region,offset\na,0,4,8,sram,0\nb,0,4,8,sram,8\nc,0,4,8,dram,0\n");
        open(plan_);
        view().setFocus();
        window_->docks().cores->set_shown({RegionIndex(0)}, {});
        select(0);
        press(Qt::Key_Up);
        QCOMPARE(selected(), QStringLiteral("a"));
        QCOMPARE(window_->message_bar()->text(), QStringLiteral("a lies in sram, which is folded or hidden."));
    }

    void a_walk_goes_through_time() {
        select(0);
        QStringList walked{selected()};
        for (int i = 0; i < 3; ++i) {
            press(Qt::Key_Right);
            walked << selected();
        }
        QCOMPARE(walked, (QStringList{"a", "c", "b", "d"}));
        QCOMPARE(window_->session().selection().cursor(), std::optional(Step(8)));
        press(Qt::Key_Right);
        QVERIFY(window_->message_bar()->text().contains(QStringLiteral("No buffer begins later")));
        press(Qt::Key_Left);
        QCOMPARE(selected(), QStringLiteral("b"));
        QCOMPARE(window_->session().selection().cursor(), std::optional(Step(7)));
    }

    void the_carriers_of_the_peak_are_walked_in_a_round() {
        QTest::keyClick(&view(), Qt::Key_C);
        QCOMPARE(selected(), QStringLiteral("c"));
        QTest::keyClick(&view(), Qt::Key_C);
        QCOMPARE(selected(), QStringLiteral("a"));
        QTest::keyClick(&view(), Qt::Key_C);
        QCOMPARE(selected(), QStringLiteral("c"));
        QTest::keyClick(&view(), Qt::Key_C, Qt::ShiftModifier);
        QCOMPARE(selected(), QStringLiteral("a"));
    }

    void what_is_walked_to_comes_into_view() {
        view().set_view({{0, 4}, {0, 8}});
        select(0);
        press(Qt::Key_Up);
        const View shown = view().camera().view();
        QVERIFY(shown.bytes.from <= 8 && 16 <= shown.bytes.to);
    }

    void every_buffer_of_a_network_is_reached() {
        open_tuned_sample();
        view().setFocus();
        const std::size_t count = window_->session().problem()->buffers.size();
        window_->session().selection().select({BufferIndex(0)});
        std::set<QString> walked;
        for (const Qt::Key key : {Qt::Key_Left, Qt::Key_Right}) {
            for (std::size_t i = 0; i < count; ++i) {
                walked.insert(selected());
                press(key);
            }
        }
        QCOMPARE(walked.size(), count);
    }

private:
    [[nodiscard]] LayoutView& view() const { return *window_->layout_view(); }
    void press(Qt::Key key) { QTest::keyClick(&view(), key, Qt::ControlModifier); }
    void select(std::size_t buffer) { window_->session().selection().select({BufferIndex(buffer)}); }
    [[nodiscard]] QString selected() const {
        QStringList names;
        for (const BufferIndex buffer : window_->session().selection().buffers()) {
            names << QString::fromStdString(std::string(window_->session().problem()->buffers[buffer].name));
        }
        return names.join(QLatin1Char(' '));
    }
};

ARENASCOPE_TEST(WalkCommandsTest)
#include "walk_commands_test.moc"
