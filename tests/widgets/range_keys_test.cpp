#include "widgets/layout_view/range_keys.h"

#include "tests/support/placed_plan.h"
#include "tests/support/test_registry.h"

using namespace arenascope;

namespace {

LayoutContent content_at(std::optional<std::int64_t> cursor, std::optional<Lifetime> range = {}) {
    LayoutContent content;
    content.problem = test::shared(test::placed_plan({{"a", 0, 100, 8, 0}}).problem);
    content.time_cursor = cursor ? std::optional(Step(*cursor)) : std::nullopt;
    content.time_range = range;
    return content;
}

constexpr Lifetime steps(std::int64_t begin, std::int64_t end) {
    return {Step(begin), Step(end)};
}

constexpr View whole{{0, 100}, {0, 8}};

std::optional<ExtendedRange> pressed(const LayoutContent& content, int key, Qt::KeyboardModifiers more = {}) {
    return extended_range(content, whole, key, Qt::ShiftModifier | more);
}

}  // namespace

class RangeKeysTest : public QObject {
    Q_OBJECT

private slots:
    void a_range_begins_at_the_time_cursor() {
        QVERIFY(pressed(content_at(10), Qt::Key_Right) == (ExtendedRange{steps(10, 12), Step(11)}));
        QVERIFY(pressed(content_at(10), Qt::Key_Left) == (ExtendedRange{steps(9, 11), Step(9)}));
    }

    void without_a_cursor_it_begins_in_the_middle_of_the_view() {
        QVERIFY(pressed(content_at({}), Qt::Key_Right) == (ExtendedRange{steps(50, 52), Step(51)}));
    }

    void the_end_with_the_cursor_moves_and_may_pass_the_other() {
        QVERIFY(pressed(content_at(11, steps(10, 12)), Qt::Key_Right) == (ExtendedRange{steps(10, 13), Step(12)}));
        QVERIFY(pressed(content_at(11, steps(10, 12)), Qt::Key_Left) == (ExtendedRange{steps(10, 11), Step(10)}));
        QVERIFY(pressed(content_at(10, steps(10, 11)), Qt::Key_Left) == (ExtendedRange{steps(9, 11), Step(9)}));
        QVERIFY(pressed(content_at(9, steps(9, 11)), Qt::Key_Left) == (ExtendedRange{steps(8, 11), Step(8)}));
    }

    void with_a_cursor_elsewhere_the_last_end_moves() {
        QVERIFY(pressed(content_at(70, steps(10, 20)), Qt::Key_Right) == (ExtendedRange{steps(10, 21), Step(20)}));
    }

    void control_moves_by_a_tenth_of_the_view_and_the_plan_is_the_limit() {
        QVERIFY(pressed(content_at(10), Qt::Key_Right, Qt::ControlModifier) ==
                (ExtendedRange{steps(10, 21), Step(20)}));
        QVERIFY(pressed(content_at(95), Qt::Key_Right, Qt::ControlModifier) ==
                (ExtendedRange{steps(95, 100), Step(99)}));
        QVERIFY(pressed(content_at(0), Qt::Key_Left) == (ExtendedRange{steps(0, 1), Step(0)}));
    }

    void other_keys_and_an_empty_picture_have_none() {
        QVERIFY(!extended_range(content_at(10), whole, Qt::Key_Right, Qt::NoModifier));
        QVERIFY(!extended_range(content_at(10), whole, Qt::Key_Right, Qt::ShiftModifier | Qt::AltModifier));
        QVERIFY(!pressed(content_at(10), Qt::Key_Up));
        QVERIFY(!pressed(LayoutContent(), Qt::Key_Right));
    }
};

ARENASCOPE_TEST(RangeKeysTest)
#include "range_keys_test.moc"
