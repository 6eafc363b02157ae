#include "core/analysis/debugging/overlap_counter.h"

#include "core/check/overlap_checker.h"
#include "tests/support/random_problem.h"
#include "tests/support/test_registry.h"

using namespace arenascope;
using namespace arenascope::test;

class OverlapCounterTest : public QObject {
    Q_OBJECT

private slots:
    void pairs_come_and_go_with_moves() {
        const Problem problem = problem_of({buffer("a", 0, 4, 4), buffer("b", 2, 6, 4), buffer("c", 4, 8, 4)});
        OverlapCounter counter(TimeNeighbours::of(problem, nullptr));
        const std::vector<BufferIndex> all = all_buffers(problem);
        QCOMPARE(counter.count({Offset(0), Offset(0), Offset(0)}, all), std::uint64_t{2});
        QCOMPARE(counter.count({Offset(0), Offset(4), Offset(0)}, all), std::uint64_t{0});
        QCOMPARE(counter.count({Offset(0), Offset(3), std::nullopt}, all), std::uint64_t{1});
        QCOMPARE(counter.count({std::nullopt, std::nullopt, std::nullopt}, all), std::uint64_t{0});
    }

    void gaps_and_shared_memory_are_left_to_the_checker() {
        Problem problem = problem_of({buffer("a", 0, 4, 4), buffer("b", 2, 6, 4)});
        Layout result = layout_of(problem, {0, 0});
        QVERIFY(TimeNeighbours::of(problem, &result) != nullptr);
        result.sharing.push_back({SharingGroup::Kind::sharing, {BufferIndex(0), BufferIndex(1)}});
        QVERIFY(TimeNeighbours::of(problem, &result) == nullptr);
        problem.buffers[0].add_gap({{Step(1), Step(2)}, {}});
        QVERIFY(TimeNeighbours::of(problem, nullptr) == nullptr);
    }

    void counts_as_the_checker_does() {
        QVERIFY(rc::check([] {
            Problem problem = random_problem();
            problem.regions.emplace_back();
            for (Buffer& one : problem.buffers) {
                one.region = RegionIndex(*rc::gen::inRange<std::size_t>(0, 2));
            }
            OverlapCounter counter(TimeNeighbours::of(problem, nullptr));
            IndexedVector<BufferIndex, OptionalOffset> offsets(problem.buffers.size());
            for (int i = 0; i < 5; ++i) {
                std::vector<BufferIndex> changed;
                for (std::size_t b = 0; b < offsets.size(); ++b) {
                    if (*rc::gen::inRange(0, 3) == 0) {
                        offsets[b] = Offset(any_offset(60));
                        changed.emplace_back(b);
                    }
                }
                Layout layout = empty_layout(problem);
                for (std::size_t b = 0; b < offsets.size(); ++b) {
                    layout.placements[b] = {offsets[b], problem.buffers[b].region};
                }
                RC_ASSERT(counter.count(offsets, changed) == check(problem, layout).overlap_count);
            }
        }));
    }
};

ARENASCOPE_TEST(OverlapCounterTest)
#include "overlap_counter_test.moc"
