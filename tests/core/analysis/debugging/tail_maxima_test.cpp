#include "core/analysis/debugging/tail_maxima.h"

#include <rapidcheck.h>

#include "tests/support/test_registry.h"

using namespace arenascope;

class TailMaximaTest : public QObject {
    Q_OBJECT

private slots:
    void the_largest_follows_each_change() {
        TailMaxima tails(3);
        QCOMPARE(tails.largest(), Offset(0));
        QCOMPARE(tails.first_of_largest(), BufferIndex::none());
        tails.set(BufferIndex(1), Offset(7));
        tails.set(BufferIndex(2), Offset(7));
        QCOMPARE(tails.largest(), Offset(7));
        QCOMPARE(tails.first_of_largest(), BufferIndex(1));
        tails.set(BufferIndex(1), std::nullopt);
        QCOMPARE(tails.first_of_largest(), BufferIndex(2));
        tails.set(BufferIndex(2), Offset(3));
        QCOMPARE(tails.largest(), Offset(3));
        tails.clear();
        QCOMPARE(tails.first_of_largest(), BufferIndex::none());
    }

    void is_always_the_largest_of_all() {
        QVERIFY(rc::check([] {
            const auto count = *rc::gen::inRange<std::size_t>(1, 20);
            TailMaxima tails(count);
            std::vector<std::int64_t> plain(count, -1);
            for (int i = 0; i < 30; ++i) {
                const auto at = *rc::gen::inRange<std::size_t>(0, count);
                plain[at] = *rc::gen::inRange<std::int64_t>(-1, 12);
                tails.set(BufferIndex(at), plain[at] < 0 ? OptionalOffset() : Offset(plain[at]));
                const auto first = std::max_element(plain.begin(), plain.end());
                RC_ASSERT(tails.largest() == Offset(std::max<std::int64_t>(*first, 0)));
                const BufferIndex expected =
                    *first == -1 ? BufferIndex::none() : BufferIndex(static_cast<std::size_t>(first - plain.begin()));
                RC_ASSERT(tails.first_of_largest() == expected);
            }
        }));
    }
};

ARENASCOPE_TEST(TailMaximaTest)
#include "tail_maxima_test.moc"
