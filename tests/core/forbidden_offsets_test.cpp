#include "core/planner/container/forbidden_offsets.h"

#include <algorithm>
#include <rapidcheck.h>

#include "tests/support/test_registry.h"

using namespace arenascope;

class ForbiddenOffsetsTest : public QObject {
    Q_OBJECT

private slots:
    void none_are_handed_out_where_none_were_added() {
        ForbiddenOffsets offsets;
        offsets.arrange();
        QVERIFY(offsets.next() == nullptr);
    }

    void comes_by_rising_above_with_what_belongs_to_it() {
        ForbiddenOffsets offsets;
        offsets.add({7, 9});
        offsets.add({-3, 1});
        offsets.add({5, 6});
        offsets.arrange();
        QCOMPARE(offsets.next()->below, std::int64_t{1});
        QCOMPARE(offsets.next()->below, std::int64_t{6});
        QCOMPARE(offsets.next()->below, std::int64_t{9});
        QVERIFY(offsets.next() == nullptr);
    }

    void all_come_in_order_however_many_and_however_spread() {
        QVERIFY(rc::check("as by sorting", [] {
            ForbiddenOffsets offsets;
            for (int round = 0; round < 2; ++round) {
                const auto count = *rc::gen::inRange<std::size_t>(0, 700);
                const auto spread = *rc::gen::element<std::int64_t>(1, 100, std::int64_t{1} << 40U);
                const auto outlier = *rc::gen::element<std::int64_t>(0, std::int64_t{1} << 60U);
                std::vector<std::int64_t> expected;
                offsets.clear();
                for (std::size_t i = 0; i < count; ++i) {
                    const std::int64_t above =
                        i == 0 ? outlier : *rc::gen::inRange<std::int64_t>(-spread, spread) * (round + 1);
                    expected.push_back(above);
                    offsets.add({above, above + 1});
                }
                std::sort(expected.begin(), expected.end());
                offsets.arrange();
                for (const std::int64_t above : expected) {
                    const Forbidden* next = offsets.next();
                    RC_ASSERT(next != nullptr && next->above == above && next->below == above + 1);
                }
                RC_ASSERT(offsets.next() == nullptr);
            }
        }));
    }
};

ARENASCOPE_TEST(ForbiddenOffsetsTest)
#include "forbidden_offsets_test.moc"
