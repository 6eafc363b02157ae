#include "core/picture/plan/run_caption.h"
#include "tests/support/test_registry.h"

using namespace arenascope;

namespace {

HeapBounds heap(std::int64_t bottom, std::int64_t top) {
    return {RegionIndex(0), {Offset(0), Offset(100 * 1024)}, {Offset(bottom * 1024), Offset(top * 1024)}};
}

}  // namespace

class HeapGrowthTest : public QObject {
    Q_OBJECT

private slots:
    void growth_is_given_for_each_end() {
        QCOMPARE(heap_growth_text(heap(-40, 150), Unit::kibibytes),
                 std::string("100 → 190 KiB: +50 at the top, −40 at the bottom"));
        QCOMPARE(heap_growth_text(heap(0, 130), Unit::kibibytes), std::string("100 → 130 KiB: +30 at the top"));
        QCOMPARE(heap_growth_text(heap(-40, 100), Unit::kibibytes), std::string("100 → 140 KiB: −40 at the bottom"));
    }

    void a_heap_without_growth_says_so() {
        QCOMPARE(heap_growth_text(heap(0, 100), Unit::kibibytes), std::string("100 KiB, not grown"));
    }

    void sizes_are_never_hexadecimal() {
        QCOMPARE(heap_growth_text(heap(0, 100), Unit::hexadecimal), std::string("102,400 B, not grown"));
    }
};

ARENASCOPE_TEST(HeapGrowthTest)
#include "heap_growth_test.moc"
