#include "core/analysis/explain/neighbours.h"

#include "tests/support/test_registry.h"

namespace arenascope {

class NeighboursTest : public QObject {
    Q_OBJECT

private slots:
    void touch_the_buffer_while_both_are_alive() {
        Problem problem;
        const auto add = [&](std::int64_t size, std::int64_t begin, std::int64_t end, std::int64_t alignment) {
            Buffer made;
            made.name = std::to_string(problem.buffers.size());
            made.size = Bytes(size);
            made.lifetime = {Step(begin), Step(end)};
            made.alignment = Bytes(alignment);
            problem.buffers.push_back(made);
        };
        add(10, 0, 4, 1);  // the subject, [16, 26)
        add(13, 1, 3, 1);  // below, up to 13: the subject does not start there
        add(16, 3, 8, 1);  // below, up to 16
        add(4, 0, 9, 16);  // above, aligned to 32
        add(4, 4, 9, 1);   // touches at 26, but later
        add(4, 0, 2, 1);   // leaves a hole above
        problem.buffers[0].alignment = Bytes(1);
        Layout layout;
        for (const std::int64_t offset : {16, 0, 0, 32, 26, 27}) {
            layout.placements.push_back(Placement{Offset(offset), RegionIndex(0)});
        }
        const Neighbours expected{{BufferIndex(3)}, {BufferIndex(2)}};
        QCOMPARE(neighbours_of(problem, layout, BufferIndex(0)), expected);
        QCOMPARE(buffers_below(problem, layout, BufferIndex(0)), (std::vector{BufferIndex(1), BufferIndex(2)}));
        QCOMPARE(buffers_below(problem, layout, BufferIndex(1)), std::vector<BufferIndex>());
        layout.placements[0].reset();
        QCOMPARE(buffers_below(problem, layout, BufferIndex(0)), std::vector<BufferIndex>());
        QCOMPARE(neighbours_of(problem, layout, BufferIndex(0)), Neighbours{});
    }
};

ARENASCOPE_TEST(NeighboursTest)

}  // namespace arenascope

#include "neighbours_test.moc"
