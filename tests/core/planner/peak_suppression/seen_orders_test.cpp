#include <rapidcheck.h>
#include <set>

#include "core/planner/peak_suppression/tuning_goal.h"
#include "tests/support/test_registry.h"

using namespace arenascope;

namespace {

const BufferIndex x(0);
const BufferIndex y(1);
const BufferIndex w(2);
using Order = std::vector<BufferIndex>;

}  // namespace

class SeenOrdersTest : public QObject {
    Q_OBJECT

private slots:
    void an_order_is_new_once() {
        SeenOrders seen;
        QVERIFY(seen.remember(Order{x, y, w}));
        QVERIFY(seen.remember(Order{x, w, y}));
        QVERIFY(!seen.remember(Order{x, y, w}));
    }

    void the_beginning_of_an_order_is_another_order() {
        SeenOrders seen;
        QVERIFY(seen.remember(Order{x, y, w}));
        QVERIFY(seen.remember(Order{x, y}));
        QVERIFY(seen.remember(Order{}));
        QVERIFY(!seen.remember(Order{}));
    }

    void a_forgotten_order_is_new_again() {
        SeenOrders seen;
        QVERIFY(seen.remember(Order{x, y, w}));
        seen.forget();
        QVERIFY(seen.remember(Order{x, y, w}));
    }

    void says_what_a_plain_set_says() {
        QVERIFY(rc::check("seen", [] {
            SeenOrders seen;
            std::set<std::vector<std::uint32_t>> plain;
            const auto orders = *rc::gen::container<std::vector<std::vector<std::uint32_t>>>(
                rc::gen::container<std::vector<std::uint32_t>>(rc::gen::inRange<std::uint32_t>(0, 3)));
            for (const auto& numbers : orders) {
                Order order;
                for (const std::uint32_t number : numbers) {
                    order.emplace_back(number);
                }
                RC_ASSERT(seen.remember(order) == plain.insert(numbers).second);
            }
        }));
    }
};

ARENASCOPE_TEST(SeenOrdersTest)
#include "seen_orders_test.moc"
