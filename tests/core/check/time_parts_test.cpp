
#include <tuple>
#include <utility>
#include <vector>

#include "core/check/piece_sweep.h"
#include "tests/support/placed_plan.h"
#include "tests/support/random_problem.h"
#include "tests/support/test_registry.h"

using namespace arenascope;
using namespace arenascope::test;

namespace {

/// Two pieces that overlap, by buffer and begin.
using Pair = std::tuple<std::uint32_t, Step, std::uint32_t, Step>;

std::vector<Pair> pairs_of(const PieceSweep& sweep) {
    std::vector<Pair> pairs;
    (void)sweep.for_each_pair([&pairs](const PlacedPiece& p, const PlacedPiece& q) {
        pairs.emplace_back(p.buffer.value(), p.steps.begin, q.buffer.value(), q.steps.begin);
        return true;
    });
    return pairs;
}

std::vector<PlacedPiece> all_pieces(const Problem& problem, const Layout& layout) {
    std::vector<PlacedPiece> pieces;
    for_each_placed_piece(problem, layout, RegionIndex(0),
                          [&pieces](const PlacedPiece& piece) { pieces.push_back(piece); });
    return pieces;
}

PieceSweep sweep_of_part(const Problem& problem, const Layout& layout, const TimeParts& parts, std::size_t part) {
    std::vector<PlacedPiece> pieces;
    for (const PlacedPiece& piece : all_pieces(problem, layout)) {
        parts.for_each_part_of(piece.steps, [&](std::size_t own) {
            if (own == part) {
                pieces.push_back(piece);
            }
        });
    }
    return PieceSweep(std::move(pieces), parts.since(part));
}

std::vector<std::size_t> parts_of(const TimeParts& parts, std::int64_t begin, std::int64_t end) {
    std::vector<std::size_t> own;
    parts.for_each_part_of({Step(begin), Step(end)}, [&own](std::size_t part) { own.push_back(part); });
    return own;
}

}  // namespace

class TimePartsTest : public QObject {
    Q_OBJECT

private slots:
    void what_is_alive_at_a_border_is_in_both_parts() {
        const PlacedPlan plan = placed_plan(
            {{"a", 0, 2, 1, 0}, {"b", 1, 2, 1, 0}, {"c", 2, 3, 1, 0}, {"d", 3, 5, 1, 0}, {"e", 4, 5, 1, 0}});
        const TimeParts parts(plan.problem, plan.layout, 2, 0);
        QCOMPARE(parts.count(), std::size_t{2});
        QCOMPARE(parts.since(1), Step(2));
        QCOMPARE(parts_of(parts, 0, 2), (std::vector<std::size_t>{0}));
        QCOMPARE(parts_of(parts, 2, 3), (std::vector<std::size_t>{1}));
        QCOMPARE(parts_of(parts, 1, 3), (std::vector<std::size_t>{0, 1}));
    }

    void few_buffers_and_a_crowded_border_are_not_divided() {
        const PlacedPlan plan =
            placed_plan({{"a", 0, 9, 1, 0}, {"b", 1, 9, 1, 1}, {"c", 2, 9, 1, 2}, {"d", 3, 9, 1, 3}});
        QCOMPARE(TimeParts(plan.problem, plan.layout, 2, 0).count(), std::size_t{1});
        const PlacedPlan apart = placed_plan({{"a", 0, 1, 1, 0}, {"b", 1, 2, 1, 0}, {"c", 2, 3, 1, 0}});
        QCOMPARE(TimeParts(apart.problem, apart.layout, 2, 4).count(), std::size_t{1});
        QCOMPARE(TimeParts(apart.problem, apart.layout, 2, 3).count(), std::size_t{2});
        QCOMPARE(TimeParts(Problem{}, Layout{}, 2, 0).count(), std::size_t{1});
    }

    void parts_find_the_same_pairs_in_the_same_order_as_one_sweep() {
        QVERIFY(rc::check([] {
            const Problem problem = random_problem({.with_gaps = true});
            std::vector<std::int64_t> offsets;
            for (std::size_t i = 0; i < problem.buffers.size(); ++i) {
                offsets.push_back(*rc::gen::inRange<std::int64_t>(0, 120));
            }
            const Layout layout = layout_of(problem, offsets);
            const TimeParts parts(problem, layout, *rc::gen::inRange<std::size_t>(1, 6), 0);
            const auto is_chosen = [](BufferIndex buffer) { return buffer.value() % 3 == 0; };
            std::vector<Pair> found;
            std::uint64_t count = 0;
            std::uint64_t with_chosen = 0;
            for (std::size_t part = 0; part < parts.count(); ++part) {
                const PieceSweep sweep = sweep_of_part(problem, layout, parts, part);
                const std::vector<Pair> own = pairs_of(sweep);
                found.insert(found.end(), own.begin(), own.end());
                count += sweep.pair_count();
                (void)sweep.for_each_pair_with(is_chosen, [&](const PlacedPiece&, const PlacedPiece&) {
                    ++with_chosen;
                    return true;
                });
            }
            const PieceSweep whole(all_pieces(problem, layout));
            RC_ASSERT(found == pairs_of(whole));
            RC_ASSERT(count == whole.pair_count());
            (void)whole.for_each_pair_with(is_chosen, [&](const PlacedPiece&, const PlacedPiece&) {
                --with_chosen;
                return true;
            });
            RC_ASSERT(with_chosen == 0);
        }));
    }
};

ARENASCOPE_TEST(TimePartsTest)
#include "time_parts_test.moc"
