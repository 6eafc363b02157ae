#include "core/analysis/explain/segment_use.h"

#include "tests/support/made_snapshot.h"
#include "tests/support/opened_text.h"
#include "tests/support/test_registry.h"

namespace arenascope {

using namespace test;

namespace {

constexpr std::int64_t base = 0x10000;

/// Two segments of eight blocks and an empty one. Then a request for more than any piece fails.
Document fragmented() {
    return opened(MadeSnapshot()
                      .segment(base, 4096)
                      .block(base + 1024, 600)
                      .segment(base + 8192, 4096)
                      .segment(base + 16384, 2048)
                      .event("alloc", base + 8192, 512)
                      .event("alloc", base + 8192 + 2048, 1)
                      .event("free_completed", base + 8192, 512)
                      .out_of_memory(7000, 100)
                      .text());
}

}  // namespace

class SegmentUseTest : public QObject {
    Q_OBJECT

private slots:
    void free_bytes_are_those_in_no_rounded_allocation() {
        const Document document = fragmented();
        const auto uses = segment_uses(document.problem, document.layout, Step(1));
        QCOMPARE(uses.size(), std::size_t{3});
        // 600 bytes take 1,024.
        QVERIFY(uses[0] == (SegmentUse{SegmentIndex(0), Bytes(4096), Bytes(3072), Bytes(2048), {BufferIndex(1)}}));
        QVERIFY(uses[1] ==
                (SegmentUse{SegmentIndex(1), Bytes(4096), Bytes(3072), Bytes(1536), {BufferIndex(0), BufferIndex(2)}}));
        QVERIFY(uses[2] == (SegmentUse{SegmentIndex(2), Bytes(2048), Bytes(2048), Bytes(2048), {}}));
    }

    void pinned_segments_come_with_the_most_free_bytes_first() {
        const Document document = fragmented();
        const auto pinned = pinned_segments(document.problem, document.layout, Step(2));
        QCOMPARE(pinned.size(), std::size_t{2});
        QCOMPARE(pinned[0].segment, SegmentIndex(1));
        QCOMPARE(pinned[0].free, Bytes(3584));
        QVERIFY(pinned[0].held_by == std::vector<BufferIndex>{BufferIndex(2)});
        QCOMPARE(pinned[1].free, Bytes(3072));
    }

    void a_failed_allocation_shows_what_was_free_but_in_pieces() {
        const Document document = fragmented();
        const auto costs = fragmentation_costs(document.problem, document.layout);
        QCOMPARE(costs.size(), std::size_t{1});
        QCOMPARE(costs[0].failed.step, Step(3));
        QCOMPARE(costs[0].reserved, Bytes(10240));
        QCOMPARE(costs[0].live, Bytes(601));
        QCOMPARE(costs[0].free, Bytes(3584 + 3072 + 2048));
        QCOMPARE(costs[0].largest_piece, Bytes(2048));
        QCOMPARE(costs[0].segments.size(), std::size_t{3});
        QCOMPARE(costs[0].segments[0].segment, SegmentIndex(1));
    }

    void fragmentation_is_the_cause_if_the_free_bytes_would_do_but_no_piece_does() {
        const Document document = fragmented();
        const OutOfMemory& failed = document.problem.history->out_of_memory.front();
        QVERIFY(fragmentation_cost(document.problem, document.layout, failed).is_cause());
        OutOfMemory smaller = failed;
        smaller.requested = Bytes(2048);
        QVERIFY(!fragmentation_cost(document.problem, document.layout, smaller).is_cause());
        OutOfMemory larger = failed;
        larger.requested = Bytes(8704) + failed.device_free.value_or(Bytes(0)) + Bytes(1);
        QVERIFY(!fragmentation_cost(document.problem, document.layout, larger).is_cause());
        OutOfMemory refused = failed;
        refused.device_free = failed.requested;  // the device itself had room
        QVERIFY(!fragmentation_cost(document.problem, document.layout, refused).is_cause());
    }

    void memory_that_is_not_mapped_is_not_free() {
        const Document document = opened(MadeSnapshot()
                                             .segment(base, 1024, true)
                                             .event("alloc", base, 512)
                                             .event("segment_map", base + 2048, 1024)
                                             .event("segment_map", base + 1024, 1024)
                                             .text());
        const auto free_at = [&](std::int64_t step) {
            return segment_uses(document.problem, document.layout, Step(step)).front().free;
        };
        QCOMPARE(free_at(0), Bytes(512));
        QCOMPARE(free_at(1), Bytes(1536));
        QCOMPARE(free_at(2), Bytes(2560));
    }

    void a_plan_has_no_segments() {
        Document document = fragmented();
        document.problem.history.reset();
        QVERIFY(segment_uses(document.problem, document.layout, Step(0)).empty());
        QVERIFY(fragmentation_costs(document.problem, document.layout).empty());
    }
};

ARENASCOPE_TEST(SegmentUseTest)

}  // namespace arenascope

#include "segment_use_test.moc"
