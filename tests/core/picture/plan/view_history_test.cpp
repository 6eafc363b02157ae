#include "core/picture/plan/viewport.h"
#include "tests/support/test_registry.h"

using namespace arenascope;

namespace {

View view(int to) {
    return {{0, static_cast<long double>(to)}, {0, 1}};
}

}  // namespace

class ViewHistoryTest : public QObject {
    Q_OBJECT

private slots:
    void goes_back_and_forward_through_views() {
        ViewHistory history;
        for (const int to : {1, 2, 3}) {
            history.visit(view(to));
        }
        QVERIFY(history.back() == view(2));
        QVERIFY(history.back() == view(1));
        QVERIFY(!history.can_go_back());
        QVERIFY(history.forward() == view(2));
    }

    void a_new_view_removes_all_later_ones() {
        ViewHistory history;
        for (const int to : {1, 2, 3}) {
            history.visit(view(to));
        }
        history.back();
        history.visit(view(9));
        QVERIFY(!history.can_go_forward());
        QVERIFY(history.back() == view(2));
    }

    void equal_and_replacing_views_add_no_entry() {
        ViewHistory history;
        history.visit(view(1));
        history.visit(view(1));
        QVERIFY(!history.can_go_back());
        history.visit(view(2), true);
        history.visit(view(3), true);
        QVERIFY(history.back() == view(1));
        QVERIFY(!history.can_go_back());
    }

    void keeps_a_limited_number_of_views() {
        ViewHistory history;
        for (int i = 0; i < 1000; ++i) {
            history.visit(view(i + 1));
        }
        std::size_t steps = 0;
        while (history.can_go_back()) {
            history.back();
            ++steps;
        }
        QCOMPARE(steps, ViewHistory::most_views - 1);
    }
};

ARENASCOPE_TEST(ViewHistoryTest)
#include "view_history_test.moc"
