#include "core/planner/tuner/allocation_exporter.h"

#include "tests/support/test_registry.h"

namespace arenascope {

class AllocationExporterTest : public QObject {
    Q_OBJECT

private slots:
    void an_address_is_the_base_of_the_region_plus_the_offset() {
        Problem problem;
        problem.regions = {{"fast", 0x1000, std::nullopt, Bytes(1)}, {"slow", 0x8000, std::nullopt, Bytes(16)}};
        problem.buffers.resize(3);
        for (std::size_t i = 0; i < 3; ++i) {
            problem.buffers[i].name = std::string(1, static_cast<char>('a' + i));
            problem.buffers[i].size = Bytes(64);
            problem.buffers[i].lifetime = {Step(0), Step(2)};
        }
        Layout layout = empty_layout(problem);
        layout.placements[0] = Placement{Offset(32), RegionIndex(0)};
        layout.placements[2] = Placement{Offset(48), RegionIndex(1)};
        const std::vector<Allocation> expected{
            {"a", {Step(0), Step(2)}, Bytes(64), Offset(32), RegionIndex(0), 0x1020},
            {"c", {Step(0), Step(2)}, Bytes(64), Offset(48), RegionIndex(1), 0x8030},
        };
        QCOMPARE(export_allocations(problem, layout), expected);
    }
};

ARENASCOPE_TEST(AllocationExporterTest)

}  // namespace arenascope

#include "allocation_exporter_test.moc"
