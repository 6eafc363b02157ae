#include "core/planner/necks/region_part.h"

#include "tests/support/random_problem.h"
#include "tests/support/test_registry.h"

using namespace arenascope;
using namespace arenascope::test;

class RegionPartTest : public QObject {
    Q_OBJECT

private slots:
    void it_has_the_members_and_the_pins_of_the_region_and_knows_whose_they_are() {
        Problem problem = problem_of({buffer("a", 0, 4, 10), buffer("b", 0, 4, 20), buffer("pinned", 1, 2, 30),
                                      buffer("other", 1, 2, 40), buffer("c", 2, 3, 50)});
        problem.regions = {Region{}, Region{.name = "second"}};
        problem.buffers[BufferIndex(2)].pin = Offset(64);
        problem.buffers[BufferIndex(3)].pin = Offset(0);
        problem.buffers[BufferIndex(3)].region = RegionIndex(1);
        problem.buffers[BufferIndex(4)].alignment = Bytes(16);
        problem.buffers[BufferIndex(4)].add_gap({{Step(2), Step(3)}, Window{Bytes(1), Bytes(2)}});
        const RegionPart part = region_part(problem, RegionIndex(0), {BufferIndex(1), BufferIndex(4)});
        QCOMPARE(part.members, (PlacingOrder{BufferIndex(0), BufferIndex(1)}));
        QCOMPARE(part.pinned, PlacingOrder{BufferIndex(2)});
        QCOMPARE(part.whole.size(), std::size_t{3});
        QCOMPARE(part.whole[BufferIndex(1)], BufferIndex(4));
        QCOMPARE(part.whole[BufferIndex(2)], BufferIndex(2));
        const Buffer& gapped = part.problem.buffers[BufferIndex(1)];
        QCOMPARE(gapped.size, Bytes(50));
        QCOMPARE(gapped.alignment, Bytes(16));
        QVERIFY(gapped.gaps() == problem.buffers[BufferIndex(4)].gaps());
        QVERIFY(part.problem.buffers[BufferIndex(2)].pin == Offset(64));
    }
};

ARENASCOPE_TEST(RegionPartTest)
#include "region_part_test.moc"
