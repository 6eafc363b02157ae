#include "widgets/plots/memory_map/memory_map.h"

#include "tests/support/placed_plan.h"
#include "tests/support/test_registry.h"

using namespace arenascope;
using namespace arenascope::test;

class MemoryMapTest : public QObject {
    Q_OBJECT

private slots:
    void labels_keep_apart_and_the_lowest_and_the_highest_stay() {
        const std::vector<MemoryBand> bands{{{Offset(0), Offset(10)}, BufferIndex(0)},
                                            {{Offset(10), Offset(12)}, BufferIndex(1)},
                                            {{Offset(12), Offset(90)}, BufferIndex(2)},
                                            {{Offset(90), Offset(100)}, BufferIndex(3)}};
        const std::vector<MapLabel> labels = map_labels(bands, {Offset(0), Offset(100)}, 100, 12);
        std::vector<std::int64_t> offsets;
        for (const MapLabel& label : labels) {
            offsets.push_back(label.offset.value());
        }
        QCOMPARE(offsets, (std::vector<std::int64_t>{0, 12, 100}));
        QCOMPARE(labels.front().y, 100);
        QCOMPARE(labels.back().y, 0);
    }

    void nothing_has_no_labels() { QVERIFY(map_labels({}, {Offset(0), Offset(1)}, 100, 12).empty()); }

    void a_click_chooses_the_buffer_that_lies_there() {
        const PlacedPlan plan = placed_plan({{"low", 0, 4, 50, 0}, {"high", 0, 4, 50, 50}});
        MemoryMap map;
        map.resize(200, 300);
        map.set_plan(shared(plan.problem), shared(plan.layout),
                     std::make_shared<const IndexedVector<BufferIndex, Risk>>(), RegionIndex(0));
        map.set_step(Step(1));
        QTRY_COMPARE(map.bands().size(), std::size_t{2});
        std::vector<BufferIndex> chosen;
        connect(&map, &MemoryMap::chosen, &map, [&](BufferIndex buffer) { chosen.push_back(buffer); });
        QTest::mouseClick(&map, Qt::LeftButton, {}, QPoint(50, 250));
        QTest::mouseClick(&map, Qt::LeftButton, {}, QPoint(50, 60));
        QCOMPARE(chosen, (std::vector<BufferIndex>{BufferIndex(0), BufferIndex(1)}));
    }
};

ARENASCOPE_TEST(MemoryMapTest)
#include "memory_map_test.moc"
