#include "core/base/threads/ordered_parts.h"

#include <atomic>
#include <new>
#include <numeric>
#include <vector>

#include "tests/support/test_registry.h"

namespace arenascope {

class OrderedPartsTest : public QObject {
    Q_OBJECT

private slots:
    void results_are_taken_in_order() {
        for (const std::size_t parts : {0U, 1U, 2U, 100U}) {
            std::vector<std::size_t> taken;
            const bool all = in_ordered_parts<std::size_t>(
                parts, [](std::size_t part, std::size_t& square) { square = part * part; },
                [&](std::size_t part, std::size_t& square) {
                    taken.push_back(square);
                    return part == taken.size() - 1;
                });
            QVERIFY(all);
            QCOMPARE(taken.size(), parts);
            for (std::size_t i = 0; i < parts; ++i) {
                QCOMPARE(taken[i], i * i);
            }
        }
    }

    void stops_where_take_says_so() {
        std::size_t taken = 0;
        const bool all = in_ordered_parts<int>(
            1'000, [](std::size_t, int&) {}, [&](std::size_t part, int&) { return ++taken, part < 9; });
        QVERIFY(!all);
        QCOMPARE(taken, std::size_t{10});
    }

    void rethrows_what_a_part_throws() {
        for (const std::size_t thrower : {0U, 1U, 50U}) {
            QVERIFY_THROWS_EXCEPTION(std::bad_alloc, in_ordered_parts<int>(
                                                         100,
                                                         [thrower](std::size_t part, int&) {
                                                             if (part == thrower) {
                                                                 throw std::bad_alloc();
                                                             }
                                                         },
                                                         [](std::size_t, int&) { return true; }));
            QVERIFY_THROWS_EXCEPTION(std::bad_alloc, in_ordered_parts<int>(
                                                         100, [](std::size_t, int&) {},
                                                         [thrower](std::size_t part, int&) -> bool {
                                                             if (part == thrower) {
                                                                 throw std::bad_alloc();
                                                             }
                                                             return true;
                                                         }));
        }
    }
};

ARENASCOPE_TEST(OrderedPartsTest)

}  // namespace arenascope

#include "ordered_parts_test.moc"
