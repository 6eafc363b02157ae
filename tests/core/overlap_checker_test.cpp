#include "core/check/overlap_checker.h"

#include "tests/core/random_problem.h"
#include "tests/support/test_registry.h"

using namespace arenascope;
using namespace arenascope::test;

namespace {

/// Every pair compared with every other: slow, and plainly right.
std::vector<std::pair<std::uint32_t, std::uint32_t>> overlapping_pairs(const Problem& problem, const Layout& layout) {
    std::vector<std::pair<std::uint32_t, std::uint32_t>> pairs;
    for (std::uint32_t a = 0; a < problem.buffers.size(); ++a) {
        for (std::uint32_t b = a + 1; b < problem.buffers.size(); ++b) {
            bool shared = false;
            for_each_piece(problem.buffers[a], [&](const Piece& x) {
                for_each_piece(problem.buffers[b], [&](const Piece& y) {
                    const Offset first = layout.placements[a]->offset;
                    const Offset second = layout.placements[b]->offset;
                    shared = shared || (overlap(x.steps, y.steps) &&
                                        overlap(AddressRange{first + x.bytes.from, first + x.bytes.to},
                                                AddressRange{second + y.bytes.from, second + y.bytes.to}));
                });
            });
            if (shared) {
                pairs.emplace_back(a, b);
            }
        }
    }
    return pairs;
}

}  // namespace

class OverlapCheckerTest : public QObject {
    Q_OBJECT

private slots:
    void accepts_buffers_that_only_touch() {
        const Problem problem = problem_of({buffer("a", 0, 4, 10), buffer("b", 0, 4, 5), buffer("c", 4, 6, 15)});
        QVERIFY(is_clean(check(problem, layout_of(problem, {0, 10, 0}))));
    }

    void names_the_pair_the_shared_steps_and_the_shared_bytes() {
        const Problem problem = problem_of({buffer("a", 0, 10, 8), buffer("b", 5, 15, 8)});
        const CheckReport report = check(problem, layout_of(problem, {0, 4}));
        QCOMPARE(report.overlaps.size(), std::size_t{1});
        QCOMPARE(report.overlaps.front(),
                 (Overlap{BufferIndex(0), BufferIndex(1), {Step(5), Step(10)}, {Offset(4), Offset(8)}}));
    }

    void finds_one_inside_another() {
        const Problem problem = problem_of({buffer("outer", 0, 10, 100), buffer("inner", 3, 4, 1)});
        QCOMPARE(check(problem, layout_of(problem, {0, 50})).overlaps.size(), std::size_t{1});
    }

    void accepts_what_a_sharing_group_declares_and_nothing_else() {
        const Problem problem = problem_of({buffer("a", 0, 4, 8), buffer("b", 0, 4, 8), buffer("c", 0, 4, 8)});
        Layout layout = layout_of(problem, {0, 0, 0});
        layout.sharing.push_back({SharingGroup::Kind::sharing, {BufferIndex(0), BufferIndex(1)}});
        const CheckReport report = check(problem, layout);
        QCOMPARE(report.overlaps.size(), std::size_t{2});
        QCOMPARE(report.overlaps[0].b, BufferIndex(2));
        QCOMPARE(report.overlaps[1].b, BufferIndex(2));
    }

    void lets_parts_meet_their_whole_but_not_each_other() {
        const Problem problem = problem_of({buffer("whole", 0, 4, 16), buffer("x", 0, 4, 8), buffer("y", 0, 4, 8)});
        Layout layout = layout_of(problem, {0, 0, 8});
        layout.sharing.push_back({SharingGroup::Kind::parts, {BufferIndex(0), BufferIndex(1), BufferIndex(2)}});
        QVERIFY(is_clean(check(problem, layout)));
        layout.placements[2]->offset = Offset(7);
        const CheckReport report = check(problem, layout);
        QCOMPARE(report.overlaps.size(), std::size_t{1});
        QCOMPARE(report.overlaps[0].bytes, (AddressRange{Offset(7), Offset(8)}));
    }

    void lets_another_use_the_bytes_of_a_gap() {
        Problem problem = problem_of({buffer("a", 0, 10, 8), buffer("b", 3, 5, 8)});
        problem.buffers[0].gaps = {{{Step(3), Step(5)}, {}}};
        QVERIFY(is_clean(check(problem, layout_of(problem, {0, 0}))));
        problem.buffers[0].gaps[0].window = Window{Bytes(6), Bytes(8)};
        const CheckReport report = check(problem, layout_of(problem, {0, 0}));
        QCOMPARE(report.overlaps.size(), std::size_t{1});
        QCOMPARE(report.overlaps[0].bytes, (AddressRange{Offset(6), Offset(8)}));
    }

    void reports_a_pair_with_several_shared_pieces_once() {
        Problem problem = problem_of({buffer("a", 0, 10, 8), buffer("b", 0, 10, 8)});
        problem.buffers[0].gaps = {{{Step(3), Step(5)}, {}}};
        const CheckReport report = check(problem, layout_of(problem, {0, 0}));
        QCOMPARE(report.overlaps.size(), std::size_t{1});
        QCOMPARE(report.overlaps[0].steps, (Lifetime{Step(0), Step(10)}));
    }

    void tells_misaligned_outside_and_unplaced_apart() {
        Problem problem = problem_of({buffer("odd", 0, 1, 4), buffer("high", 1, 2, 4), buffer("low", 2, 3, 4),
                                      buffer("missing", 3, 4, 4), buffer("fine", 4, 5, 4)});
        problem.regions[0].capacity = Bytes(16);
        problem.buffers[0].alignment = Bytes(8);
        Layout layout = layout_of(problem, {4, 13, -4, 0, 12});
        layout.placements[3].reset();
        const CheckReport report = check(problem, layout);
        QCOMPARE(report.misaligned, std::vector<BufferIndex>{BufferIndex(0)});
        QCOMPARE(report.outside, (std::vector<BufferIndex>{BufferIndex(1), BufferIndex(2)}));
        QCOMPARE(report.unplaced, std::vector<BufferIndex>{BufferIndex(3)});
        QVERIFY(report.overlaps.empty());
    }

    void keeps_regions_apart() {
        Problem problem = problem_of({buffer("a", 0, 4, 8), buffer("b", 0, 4, 8)});
        problem.regions.push_back({"second", 0, {}, Bytes(1)});
        problem.buffers[1].region = RegionIndex(1);
        QVERIFY(is_clean(check(problem, layout_of(problem, {0, 0}))));
        Layout layout = layout_of(problem, {0, 0});
        layout.placements[1]->region = RegionIndex(0);
        QCOMPARE(check(problem, layout).outside, std::vector<BufferIndex>{BufferIndex(1)});
        QCOMPARE(check(problem, layout).overlaps.size(), std::size_t{1});
    }

    void says_when_the_list_of_pairs_was_cut() {
        const Problem problem = problem_of({buffer("a", 0, 4, 8), buffer("b", 0, 4, 8), buffer("c", 0, 4, 8)});
        const CheckReport report = check(problem, layout_of(problem, {0, 0, 0}), 2);
        QVERIFY(report.overlaps_cut);
        QCOMPARE(report.overlaps.size(), std::size_t{2});
        QVERIFY(!check(problem, layout_of(problem, {0, 0, 0}), 3).overlaps_cut);
    }

    void finds_exactly_the_pairs_that_comparing_all_finds() {
        QVERIFY(rc::check("pairs as by comparing all", [] {
            const Problem problem = random_problem({.with_gaps = true});
            std::vector<std::int64_t> offsets;
            for (std::size_t i = 0; i < problem.buffers.size(); ++i) {
                offsets.push_back(*rc::gen::inRange<std::int64_t>(0, 120));
            }
            const Layout layout = layout_of(problem, offsets);
            std::vector<std::pair<std::uint32_t, std::uint32_t>> found;
            for (const Overlap& overlap : check(problem, layout).overlaps) {
                found.emplace_back(overlap.a.value(), overlap.b.value());
            }
            RC_ASSERT(found == overlapping_pairs(problem, layout));
        }));
    }

    void checking_around_one_buffer_gives_its_share_of_the_whole_report() {
        QVERIFY(rc::check("check_around agrees with check", [] {
            const Problem problem = random_problem({.with_gaps = true, .with_alignment = true});
            std::vector<std::int64_t> offsets;
            for (std::size_t i = 0; i < problem.buffers.size(); ++i) {
                offsets.push_back(*rc::gen::inRange<std::int64_t>(0, 120));
            }
            const Layout layout = layout_of(problem, offsets);
            const BufferIndex chosen(*rc::gen::inRange<std::size_t>(0, problem.buffers.size()));
            std::vector<Overlap> expected;
            for (const Overlap& overlap : check(problem, layout).overlaps) {
                if (overlap.a == chosen || overlap.b == chosen) {
                    expected.push_back(overlap);
                }
            }
            RC_ASSERT(check_around(problem, layout, chosen).overlaps == expected);
        }));
    }
};

ARENASCOPE_TEST(OverlapCheckerTest)
#include "overlap_checker_test.moc"
