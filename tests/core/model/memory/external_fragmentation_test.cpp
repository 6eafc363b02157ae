#include "core/model/memory/external_fragmentation.h"

#include "tests/support/random_problem.h"
#include "tests/support/test_registry.h"

using namespace arenascope;
using namespace arenascope::test;

class ExternalFragmentationTest : public QObject {
    Q_OBJECT

private slots:
    void counts_free_bytes_below_the_highest_live_tail_at_each_step() {
        // a and c are at offset 0. b is on a at first, and later above a hole while c is alive.
        const Problem problem = problem_of({buffer("a", 0, 2, 10), buffer("b", 1, 6, 5), buffer("c", 4, 8, 4)});
        const FragmentationProfile profile =
            external_fragmentation(problem, layout_of(problem, {0, 10, 0}), RegionIndex(0));
        QCOMPARE(profile.steps, (std::vector{Step(0), Step(1), Step(2), Step(4), Step(6), Step(8)}));
        QCOMPARE(profile.free, (std::vector{Bytes(0), Bytes(0), Bytes(10), Bytes(6), Bytes(0), Bytes(0)}));
        QCOMPARE(profile.largest, Bytes(10));
        QCOMPARE(profile.total, std::int64_t{2 * 10 + 2 * 6});
    }

    void an_empty_layout_has_nothing_free() {
        const Problem problem = problem_of({buffer("a", 0, 2, 10)});
        const FragmentationProfile profile = external_fragmentation(problem, empty_layout(problem), RegionIndex(0));
        QVERIFY(profile.steps.empty());
        QCOMPARE(profile.total, std::int64_t{0});
    }

    void a_sum_beyond_64_bits_is_saturated() {
        const Problem problem = problem_of({buffer("a", 0, std::int64_t{1} << 40, 1)});
        const Layout layout = layout_of(problem, {std::int64_t{1} << 40});
        QCOMPARE(external_fragmentation(problem, layout, RegionIndex(0)).total,
                 std::numeric_limits<std::int64_t>::max());
    }
};

ARENASCOPE_TEST(ExternalFragmentationTest)
#include "external_fragmentation_test.moc"
