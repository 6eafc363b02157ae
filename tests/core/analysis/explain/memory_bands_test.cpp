#include "core/analysis/explain/memory_bands.h"

#include <set>

#include "core/model/memory/free_areas.h"
#include "core/model/memory/placed_piece.h"
#include "tests/support/placed_plan.h"
#include "tests/support/random_problem.h"
#include "tests/support/test_registry.h"

using namespace arenascope;
using namespace arenascope::test;

class MemoryBandsTest : public QObject {
    Q_OBJECT

private slots:
    void a_step_shows_what_lives_there_and_what_is_free() {
        const PlacedPlan plan = placed_plan({{"a", 0, 4, 8, 0}, {"b", 2, 4, 8, 8}, {"c", 0, 2, 16, 8}});
        const std::vector<MemoryBand> early{{{Offset(0), Offset(8)}, BufferIndex(0)},
                                            {{Offset(8), Offset(24)}, BufferIndex(2)}};
        QVERIFY(memory_bands(plan.problem, plan.layout, RegionIndex(0), Step(1)) == early);
        const std::vector<MemoryBand> late{{{Offset(0), Offset(8)}, BufferIndex(0)},
                                           {{Offset(8), Offset(16)}, BufferIndex(1)},
                                           {{Offset(16), Offset(24)}, BufferIndex::none()}};
        QVERIFY(memory_bands(plan.problem, plan.layout, RegionIndex(0), Step(3)) == late);
    }

    void every_byte_of_the_heap_is_in_a_band_of_each_buffer_that_uses_it_or_free() {
        QVERIFY(rc::check("a plain count of each byte says the same", [] {
            const Problem problem = random_problem({.most_buffers = 10, .most_steps = 10, .with_gaps = true});
            std::vector<std::int64_t> offsets;
            for (std::size_t i = 0; i < problem.buffers.size(); ++i) {
                offsets.push_back(*rc::gen::inRange<std::int64_t>(0, 60));
            }
            const Layout layout = layout_of(problem, offsets);
            const Step step(*rc::gen::inRange<std::int64_t>(0, 20));
            const std::vector<MemoryBand> bands = memory_bands(problem, layout, RegionIndex(0), step);
            const AddressRange heap = heap_of(problem, layout, RegionIndex(0));
            for (Offset byte = heap.from; byte < heap.to; byte = byte + Bytes(1)) {
                std::multiset<BufferIndex> expected;
                for (std::size_t i = 0; i < problem.buffers.size(); ++i) {
                    for_each_placed_piece(problem, BufferIndex(i), Offset(offsets[i]), [&](const PlacedPiece& piece) {
                        if (contains(piece.steps, step) && piece.bytes.from <= byte && byte < piece.bytes.to) {
                            expected.insert(BufferIndex(i));
                        }
                    });
                }
                if (expected.empty()) {
                    expected.insert(BufferIndex::none());
                }
                std::multiset<BufferIndex> shown;
                for (const MemoryBand& band : bands) {
                    if (band.bytes.from <= byte && byte < band.bytes.to) {
                        shown.insert(band.buffer);
                    }
                }
                RC_ASSERT(shown == expected);
            }
        }));
    }
};

ARENASCOPE_TEST(MemoryBandsTest)
#include "memory_bands_test.moc"
