#include <rapidcheck.h>

#include "core/picture/network/layered_layout.h"
#include "tests/support/test_registry.h"

using namespace arenascope;

namespace {

double cost_of(const std::vector<PlacedItem>& items, const std::vector<double>& positions) {
    double cost = 0;
    for (std::size_t i = 0; i < items.size(); ++i) {
        const double off = positions[i] - items[i].wanted;
        cost += items[i].weight * off * off;
    }
    return cost;
}

bool keeps_distances(const std::vector<PlacedItem>& items, const std::vector<double>& positions) {
    for (std::size_t i = 1; i < items.size(); ++i) {
        if (positions[i] - positions[i - 1] < items[i].distance - 1e-9) {
            return false;
        }
    }
    return true;
}

}  // namespace

class OrderedPlacementTest : public QObject {
    Q_OBJECT

private slots:
    void items_with_enough_space_are_where_they_want_to_be() {
        QCOMPARE(ordered_placement({{0, 1, 0}, {10, 1, 5}, {20, 1, 5}}), (std::vector<double>{0, 10, 20}));
        QVERIFY(ordered_placement({}).empty());
    }

    void items_that_push_each_other_share_the_way_by_weight() {
        QCOMPARE(ordered_placement({{0, 1, 0}, {0, 1, 10}}), (std::vector<double>{-5, 5}));
        QCOMPARE(ordered_placement({{0, 3, 0}, {0, 1, 8}}), (std::vector<double>{-2, 6}));
    }

    void no_other_placement_in_order_is_better() {
        QVERIFY(rc::check("least squares", [] {
            const auto number = [](int from, int to) { return static_cast<double>(*rc::gen::inRange(from, to)); };
            std::vector<PlacedItem> items;
            for (int i = 0, count = *rc::gen::inRange(1, 8); i < count; ++i) {
                items.push_back({number(-20, 20), number(1, 5), number(1, 9)});
            }
            const std::vector<double> placed = ordered_placement(items);
            RC_ASSERT(keeps_distances(items, placed));
            std::vector<double> other = placed;
            for (double& position : other) {
                position += number(-3, 4) / 4;
            }
            if (keeps_distances(items, other)) {
                RC_ASSERT(cost_of(items, other) >= cost_of(items, placed) - 1e-9);
            }
        }));
    }
};

ARENASCOPE_TEST(OrderedPlacementTest)
#include "ordered_placement_test.moc"
