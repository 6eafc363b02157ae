#include "arenascope/check.h"
#include "tests/support/test_registry.h"

using namespace arenascope;

/// The interface for other projects: checking.
class LibraryCheckTest : public QObject {
    Q_OBJECT

private:
    static api::Report report(const std::vector<std::optional<std::int64_t>>& offsets, std::size_t limit = 1'000) {
        const auto problem = api::Problem::make({{"a", 4, 0, 2, 4}, {"b", 6, 1, 3}, {"c", 4, 1, 4}}, {{"sram", 16}});
        return api::check(*api::Layout::make(*problem, offsets), limit);
    }

private slots:
    void a_sound_layout_has_no_findings() { QVERIFY(report({0, 4, 10}).ok); }

    void an_overlap_has_its_steps_and_bytes() {
        const api::Report found = report({0, 2, 8});
        QVERIFY(!found.ok);
        QCOMPARE(found.overlap_count, std::uint64_t{1});
        const api::Overlap pair = found.overlaps.front();
        QCOMPARE(pair.a, std::size_t{0});
        QCOMPARE(pair.b, std::size_t{1});
        QCOMPARE(pair.begin, std::int64_t{1});
        QCOMPARE(pair.end, std::int64_t{2});
        QCOMPARE(pair.first_byte, std::int64_t{2});
        QCOMPARE(pair.last_byte, std::int64_t{4});
    }

    void pairs_beyond_the_limit_are_counted() {
        const api::Report found = report({0, 0, 0}, 1);
        QCOMPARE(found.overlaps.size(), std::size_t{1});
        QCOMPARE(found.overlap_count, std::uint64_t{3});
    }

    void buffers_are_misaligned_outside_or_unplaced() {
        const api::Report found = report({2, 12, {}});
        QCOMPARE(found.misaligned, std::vector<std::size_t>{0});
        QCOMPARE(found.outside, std::vector<std::size_t>{1});
        QCOMPARE(found.unplaced, std::vector<std::size_t>{2});
        QVERIFY(!found.ok);
    }
};

ARENASCOPE_TEST(LibraryCheckTest)
#include "library_check_test.moc"
