
#include <rapidcheck.h>

#include "core/check/overlap_checker.h"
#include "core/model/memory/live_profile.h"
#include "core/planner/generate/generated_problem.h"
#include "tests/support/test_registry.h"

using namespace arenascope;

class PerfectPackingTest : public QObject {
    Q_OBJECT

private slots:
    void one_piece_is_the_whole_rectangle() {
        const PerfectPacking packing = perfect_packing(1, 5);
        QCOMPARE(packing.problem.buffers.size(), std::size_t{1});
        QCOMPARE(Offset(0) + packing.problem.buffers[0].size, packing.height);
        QCOMPARE(packing.layout.placements[0], (std::optional(Placement{Offset(0), RegionIndex(0)})));
    }

    void the_pieces_fill_the_rectangle_exactly() {
        QVERIFY(rc::check("the cuts are a sound layout at the threshold, and every step is full", [] {
            const auto count = *rc::gen::inRange<std::size_t>(1, 600);
            const PerfectPacking packing = perfect_packing(count, *rc::gen::arbitrary<std::uint64_t>());
            RC_ASSERT(packing.problem.buffers.size() == count);
            RC_ASSERT(is_clean(check(packing.problem, packing.layout)));
            RC_ASSERT(peak(packing.problem, packing.layout) == packing.height);
            RC_ASSERT(Offset(0) + threshold(packing.problem) == packing.height);
            std::int64_t area = 0;
            for (const Buffer& buffer : packing.problem.buffers) {
                area += buffer.size.value() * length(buffer.lifetime).value();
            }
            RC_ASSERT(area == packing.height.value() * length(time_span(packing.problem)).value());
        }));
    }

    void the_generated_problem_holds_the_pieces_without_their_places() {
        QCOMPARE(*generated_problem(GeneratedKind::perfect, 50, 9), perfect_packing(50, 9).problem);
    }
};

ARENASCOPE_TEST(PerfectPackingTest)
#include "perfect_packing_test.moc"
