#include <algorithm>
#include <rapidcheck.h>
#include <set>

#include "core/analysis/explain/bottom_crossings.h"
#include "core/analysis/explain/peak_report.h"
#include "tests/support/random_problem.h"
#include "tests/support/random_regions.h"
#include "tests/support/test_registry.h"

namespace arenascope {
namespace {

using test::problem_of;

Buffer sized_buffer(const char* name, std::int64_t size, std::int64_t begin, std::int64_t end,
                    std::int64_t alignment = 1) {
    Buffer made;
    made.name = name;
    made.size = Bytes(size);
    made.lifetime = {Step(begin), Step(end)};
    made.alignment = Bytes(alignment);
    return made;
}

Layout layout_at_offsets(const std::vector<std::int64_t>& offsets) {
    Layout layout;
    for (const std::int64_t offset : offsets) {
        layout.placements.push_back(Placement{Offset(offset), RegionIndex(0)});
    }
    return layout;
}

PeakChainLink link(std::size_t index, std::int64_t offset, std::int64_t size, std::int64_t hole) {
    return {BufferIndex(index), Offset(offset), Bytes(size), Bytes(hole)};
}

/// Random buffers, each at the lowest offset where it does not overlap an earlier one, so that every buffer rests on
/// something.
std::pair<Problem, Layout> random_lowest_fit() {
    Problem problem;
    Layout layout;
    const auto count = *rc::gen::inRange<std::size_t>(1, 24);
    for (std::size_t i = 0; i < count; ++i) {
        const auto begin = *rc::gen::inRange<std::int64_t>(0, 20);
        Buffer made =
            sized_buffer("", *rc::gen::inRange<std::int64_t>(1, 30), begin,
                         begin + *rc::gen::inRange<std::int64_t>(1, 10), *rc::gen::element<std::int64_t>(1, 4, 6));
        made.name = std::to_string(i);
        Offset offset;
        for (bool moved = true; moved;) {
            moved = false;
            for (std::size_t j = 0; j < i; ++j) {
                const AddressRange other = range_of(problem.buffers[j].size, layout.placements[j]->offset);
                if (overlap(made.lifetime, problem.buffers[j].lifetime) &&
                    overlap(range_of(made.size, offset), other)) {
                    offset = aligned_up(other.to, made.alignment);
                    moved = true;
                }
            }
        }
        problem.buffers.push_back(made);
        layout.placements.push_back(Placement{offset, RegionIndex(0)});
    }
    return {problem, layout};
}

}  // namespace

class PeakChainTest : public QObject {
    Q_OBJECT

private slots:
    void a_region_can_be_chosen() {
        Problem problem =
            problem_of({sized_buffer("a", 8, 0, 4), sized_buffer("b", 9, 0, 4), sized_buffer("c", 3, 1, 2)});
        problem.regions = {Region{.name = "slow"}, Region{.name = "fast"}};
        problem.buffers[1].region = RegionIndex(1);
        Layout layout = layout_at_offsets({0, 0, 9});
        layout.placements[1]->region = RegionIndex(1);
        const std::vector<PeakChainLink> slow = {link(0, 0, 8, 0), link(2, 9, 3, 1)};
        QCOMPARE(peak_chain(problem, layout, RegionIndex(0)), slow);
        QCOMPARE(explain_peak(problem, layout, RegionIndex(0)).chain, slow);
        QCOMPARE(explain_peak(problem, layout, RegionIndex(1)).chain, std::vector{link(1, 0, 9, 0)});
        QCOMPARE(explain_peak(problem, layout).chain, slow);
        problem.regions.emplace_back();
        QVERIFY(explain_peak(problem, layout, RegionIndex(2)).chain.empty());
    }

    void is_empty_when_nothing_is_placed() {
        const Problem problem = problem_of({sized_buffer("a", 4, 0, 2)});
        QVERIFY(peak_chain(problem, empty_layout(problem)).empty());
        QVERIFY(explain_peak(problem, empty_layout(problem)).holes.empty());
    }

    void lists_the_stack_from_the_bottom_up() {
        const Problem problem = problem_of({sized_buffer("d", 30, 0, 9), sized_buffer("a", 10, 0, 4),
                                            sized_buffer("b", 10, 4, 9), sized_buffer("c", 20, 0, 3)});
        const Layout layout = layout_at_offsets({30, 0, 0, 10});
        const std::vector<PeakChainLink> expected{link(1, 0, 10, 0), link(3, 10, 20, 0), link(0, 30, 30, 0)};
        QCOMPARE(peak_chain(problem, layout), expected);
    }

    void finds_the_holes_under_the_chain() {
        const Problem problem = problem_of({sized_buffer("d", 30, 0, 9), sized_buffer("a", 10, 0, 4),
                                            sized_buffer("b", 10, 4, 9), sized_buffer("c", 20, 0, 3)});
        const Layout layout = layout_at_offsets({30, 0, 0, 10});
        const std::vector<Hole> expected{{{Step(3), Step(9)}, {Offset(10), Offset(30)}}};
        QCOMPARE(explain_peak(problem, layout).holes, expected);
    }

    void gives_the_hole_below_a_link() {
        const Problem problem = problem_of({sized_buffer("low", 10, 0, 5), sized_buffer("top", 10, 3, 8)});
        const Layout layout = layout_at_offsets({5, 40});
        const auto chain = peak_chain(problem, layout);
        QCOMPARE(chain, (std::vector<PeakChainLink>{link(0, 5, 10, 5), link(1, 40, 10, 25)}));
        const auto found = explain_peak(problem, layout).holes;
        QCOMPARE(found.front(), (Hole{{Step(5), Step(8)}, {Offset(0), Offset(40)}}));
        QVERIFY(std::find(found.begin(), found.end(), Hole{{Step(3), Step(5)}, {Offset(15), Offset(40)}}) !=
                found.end());
    }

    void prefers_the_chain_without_holes() {
        // Both `dead` and `good` are below the top; only `good` leads to the bottom.
        const Problem problem = problem_of({sized_buffer("top", 5, 0, 9), sized_buffer("dead", 8, 0, 4),
                                            sized_buffer("good", 5, 4, 9), sized_buffer("base", 5, 5, 6)});
        const auto chain = peak_chain(problem, layout_at_offsets({10, 2, 5, 0}));
        QCOMPARE(chain, (std::vector<PeakChainLink>{link(3, 0, 5, 0), link(2, 5, 5, 0), link(0, 10, 5, 0)}));
    }

    void padding_for_alignment_is_not_a_hole() {
        const Problem problem = problem_of({sized_buffer("low", 10, 0, 5), sized_buffer("top", 8, 0, 5, 16)});
        const Layout layout = layout_at_offsets({0, 16});
        const auto chain = peak_chain(problem, layout);
        QCOMPARE(chain, (std::vector<PeakChainLink>{link(0, 0, 10, 0), link(1, 16, 8, 0)}));
        QVERIFY(explain_peak(problem, layout).holes.empty());
    }

    void rests_on_the_window_of_a_gap() {
        Buffer wide = sized_buffer("wide", 100, 0, 9);
        wide.add_gap({{Step(3), Step(6)}, Window{Bytes(0), Bytes(20)}});
        const Problem problem = problem_of({wide, sized_buffer("inside", 90, 3, 6)});
        const auto chain = peak_chain(problem, layout_at_offsets({0, 20}));
        QCOMPARE(chain, (std::vector<PeakChainLink>{link(0, 0, 100, 0), link(1, 20, 90, 0)}));
    }

    void is_complete_if_buffers_overlap() {
        const Problem problem =
            problem_of({sized_buffer("a", 10, 0, 5), sized_buffer("b", 10, 0, 5), sized_buffer("c", 10, 0, 5)});
        const auto chain = peak_chain(problem, layout_at_offsets({0, 5, 12}));
        QCOMPARE(chain.back().buffer, BufferIndex(2));
        QCOMPARE(chain.front().buffer, BufferIndex(0));
    }

    void every_link_of_a_lowest_fit_layout_rests() {
        QVERIFY(rc::check([] {
            const auto [problem, layout] = random_lowest_fit();
            const auto chain = peak_chain(problem, layout);
            RC_ASSERT(chain.back().offset + chain.back().size == peak(problem, layout));
            RC_ASSERT(chain.front().offset == Offset(0));
            for (std::size_t i = 1; i < chain.size(); ++i) {
                const Buffer& upper = problem.buffers[chain[i].buffer];
                const Buffer& lower = problem.buffers[chain[i - 1].buffer];
                RC_ASSERT(overlap(upper.lifetime, lower.lifetime));
                RC_ASSERT(aligned_up(chain[i - 1].offset + chain[i - 1].size, upper.alignment) == chain[i].offset);
                RC_ASSERT(chain[i].hole_below == Bytes(0));
            }
        }));
    }

    void the_explanation_has_the_chain() {
        const Problem nothing = problem_of({sized_buffer("a", 4, 0, 2)});
        QVERIFY(explain_peak(nothing, empty_layout(nothing)) == PeakExplanation{});
        QVERIFY(rc::check([] {
            const auto [problem, layout] = random_lowest_fit();
            RC_ASSERT(explain_peak(problem, layout).chain == peak_chain(problem, layout));
        }));
    }

    /// b begins inside a, so the bytes below it are in use for as long as a lives.
    void no_hole_lies_below_a_buffer_that_begins_inside_another() {
        const Problem problem = problem_of({sized_buffer("a", 20, 0, 4), sized_buffer("b", 20, 2, 6)});
        const PeakExplanation found = explain_peak(problem, layout_at_offsets({0, 10}));
        QCOMPARE(found.chain, (std::vector{link(0, 0, 20, 0), link(1, 10, 20, 0)}));
        QCOMPARE(found.holes, (std::vector<Hole>{{{Step(4), Step(6)}, {Offset(0), Offset(10)}}}));
    }

    void a_part_rests_in_its_whole_and_not_over_a_hole() {
        const Problem problem = problem_of({sized_buffer("part", 20, 0, 4), sized_buffer("whole", 60, 0, 4)});
        Layout layout = layout_at_offsets({40, 0});
        layout.sharing = {{SharingGroup::Kind::parts, {BufferIndex(1), BufferIndex(0)}}};
        const PeakExplanation found = explain_peak(problem, layout);
        QCOMPARE(found.chain, (std::vector{link(1, 0, 60, 0), link(0, 40, 20, 0)}));
        QVERIFY(found.holes.empty());
    }

    void bottoms_are_crossed_as_by_comparing_all_pairs() {
        QVERIFY(rc::check("crossings", [] {
            const Problem problem = test::random_regions(1);
            const Layout layout = test::random_unsound_layout(problem, true, false);
            std::vector<PlacedPiece> pieces;
            for_each_placed_piece(problem, layout, RegionIndex(0),
                                  [&](const PlacedPiece& piece) { pieces.push_back(piece); });
            const auto lies_across = [&](const PlacedPiece& piece, Step step) {
                return std::ranges::any_of(pieces, [&](const PlacedPiece& other) {
                    return contains(other.steps, step) && other.bytes.from < piece.bytes.from &&
                           piece.bytes.from < other.bytes.to;
                });
            };
            std::vector<std::pair<BufferIndex, Step>> expected;
            for (const PlacedPiece& piece : pieces) {
                for (Step step = piece.steps.begin; step < piece.steps.end; step = step + Duration(1)) {
                    if (lies_across(piece, step)) {
                        expected.emplace_back(piece.buffer, step);
                    }
                }
            }
            std::vector<std::pair<BufferIndex, Step>> found;
            const BottomCrossings crossings(pieces);
            crossings.for_each_stretch([](const PlacedPiece&) { return true; },
                                       [&](const PlacedPiece& piece, Lifetime steps) {
                                           for (Step step = steps.begin; step < steps.end; step = step + Duration(1)) {
                                               found.emplace_back(piece.buffer, step);
                                           }
                                       });
            std::ranges::sort(expected);
            std::ranges::sort(found);
            RC_ASSERT(found == expected);
            std::set<BufferIndex> crossed;
            crossings.for_each_crossed([&](const PlacedPiece& piece, BufferIndex across) {
                crossed.insert(piece.buffer);
                RC_ASSERT(across != piece.buffer);
            });
            RC_ASSERT(std::ranges::all_of(expected, [&](const auto& one) { return crossed.contains(one.first); }));
        }));
    }

    void holes_touch_no_buffer() {
        QVERIFY(rc::check([] {
            const auto [problem, layout] = random_lowest_fit();
            const PeakExplanation found = explain_peak(problem, layout);
            for (const Hole& hole : found.holes) {
                RC_ASSERT(size(hole.bytes) > Bytes(0));
                for (std::size_t i = 0; i < problem.buffers.size(); ++i) {
                    RC_ASSERT(!(overlap(hole.steps, problem.buffers[i].lifetime) &&
                                overlap(hole.bytes, range_of(problem.buffers[i].size, layout.placements[i]->offset))));
                }
            }
        }));
    }
};

ARENASCOPE_TEST(PeakChainTest)

}  // namespace arenascope

#include "peak_chain_test.moc"
