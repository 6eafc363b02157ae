#include "core/analysis/explain/capacity_breach.h"

#include "tests/support/test_registry.h"

using namespace arenascope;

namespace {

/// A tensor of 60 B below a hole of 10 B and a tensor of 30 B, all in both steps. Scratch of 5 B in step 0 takes half
/// of the hole. For scratch of 20 B in step 0 and of 30 B in step 1, the heap grows at its top.
struct GrownHeap {
    Problem problem;
    Layout layout;
};

GrownHeap grown_heap(std::optional<Bytes> capacity) {
    struct Entry {
        const char* name;
        std::int64_t size;
        std::int64_t begin;
        std::int64_t end;
        std::int64_t offset;
        std::optional<ScratchRule> rule = std::nullopt;
    };
    const std::vector<Entry> entries = {{"low", 60, 0, 2, 0},
                                        {"high", 30, 0, 2, 70},
                                        {"small", 5, 0, 1, 60, ScratchRule::free_bottom},
                                        {"first", 20, 0, 1, 100, ScratchRule::grown_top},
                                        {"second", 30, 1, 2, 100, ScratchRule::grown_top}};
    GrownHeap heap;
    heap.problem.regions = {Region{.name = "heap", .capacity = capacity}};
    for (const Entry& entry : entries) {
        Buffer& buffer = heap.problem.buffers.emplace_back();
        buffer.name = entry.name;
        buffer.size = Bytes(entry.size);
        buffer.lifetime = {Step(entry.begin), Step(entry.end)};
        buffer.kind = entry.rule ? BufferKind::scratch : BufferKind::activation;
        heap.layout.placements.emplace_back(Placement{Offset(entry.offset), RegionIndex(0)});
        if (entry.rule) {
            heap.layout.scratch.push_back({BufferIndex(heap.problem.buffers.size() - 1), *entry.rule});
        }
    }
    heap.layout.heaps = {{RegionIndex(0), {Offset(0), Offset(100)}, {Offset(0), Offset(130)}}};
    return heap;
}

std::optional<CapacityBreach> breach_under(std::optional<Bytes> capacity) {
    const GrownHeap heap = grown_heap(capacity);
    return breach_by_scratch(heap.problem, heap.layout, RegionIndex(0));
}

}  // namespace

class CapacityBreachTest : public QObject {
    Q_OBJECT

private slots:
    void names_the_first_scratch_that_makes_the_heap_exceed_its_capacity() {
        QCOMPARE(breach_under(Bytes(125)), (CapacityBreach{BufferIndex(4), Step(1), Bytes(5), Bytes(25)}));
        QCOMPARE(breach_under(Bytes(110)), (CapacityBreach{BufferIndex(3), Step(0), Bytes(10), Bytes(10)}));
    }

    void names_the_largest_scratch_if_alignment_moved_the_bottom_further() {
        GrownHeap heap = grown_heap(Bytes(134));
        heap.layout.heaps[0].after.from = Offset(-5);
        for (auto& placement : heap.layout.placements) {
            placement->offset = placement->offset + Bytes(5);
        }
        QCOMPARE(breach_by_scratch(heap.problem, heap.layout, RegionIndex(0)),
                 (CapacityBreach{BufferIndex(4), Step(1), Bytes(1), Bytes(20)}));
    }

    void the_largest_free_area_ends_at_the_capacity_and_not_at_the_top_of_the_heap() {
        // The heap ends at 100 B. The scratch of 20 B lacks 1 B of the 19 B above it.
        QCOMPARE(breach_under(Bytes(119)), (CapacityBreach{BufferIndex(3), Step(0), Bytes(1), Bytes(19)}));
    }

    void is_empty_if_no_scratch_made_the_heap_exceed_it() {
        QCOMPARE(breach_under(std::nullopt), std::nullopt);
        QCOMPARE(breach_under(Bytes(130)), std::nullopt);
        QCOMPARE(breach_under(Bytes(90)), std::nullopt);  // the tensors alone exceed it
    }
};

ARENASCOPE_TEST(CapacityBreachTest)
#include "capacity_breach_test.moc"
