#include "core/analysis/compare/buffer_pairing.h"

#include <algorithm>

#include "tests/support/random_problem.h"
#include "tests/support/test_registry.h"

using namespace arenascope;
using namespace arenascope::test;

namespace {

BufferPair paired(std::size_t first, std::size_t second, PairedBy by) {
    return {BufferIndex(first), BufferIndex(second), by};
}

}  // namespace

class BufferPairingTest : public QObject {
    Q_OBJECT

private slots:
    void a_name_outweighs_the_shape_of_use() {
        const Problem first = problem_of({buffer("a", 0, 1, 4), buffer("b", 2, 3, 8)});
        const Problem second = problem_of({buffer("b", 0, 1, 4), buffer("a", 2, 3, 8)});
        QCOMPARE(pair_buffers(first, second).pairs,
                 (std::vector<BufferPair>{paired(0, 1, PairedBy::name), paired(1, 0, PairedBy::name)}));
    }

    void what_has_no_namesake_is_paired_by_its_use() {
        const Problem first = problem_of({buffer("old", 0, 2, 4), buffer("same", 0, 1, 4), buffer("gone", 5, 6, 1)});
        const Problem second = problem_of({buffer("same", 0, 1, 4), buffer("new", 0, 2, 4), buffer("extra", 5, 6, 2)});
        const BufferPairing pairing = pair_buffers(first, second);
        QCOMPARE(pairing.pairs, (std::vector<BufferPair>{paired(0, 1, PairedBy::use), paired(1, 0, PairedBy::name)}));
        QCOMPARE(pairing.only_in_first, std::vector{BufferIndex(2)});
        QCOMPARE(pairing.only_in_second, std::vector{BufferIndex(2)});
    }

    void alike_buffers_are_paired_in_order_only_if_both_have_as_many() {
        const Problem two = problem_of({buffer("a", 0, 1, 4), buffer("b", 0, 1, 4)});
        const Problem other_two = problem_of({buffer("x", 0, 1, 4), buffer("y", 0, 1, 4)});
        const Problem three = problem_of({buffer("x", 0, 1, 4), buffer("y", 0, 1, 4), buffer("z", 0, 1, 4)});
        QCOMPARE(pair_buffers(two, other_two).pairs,
                 (std::vector<BufferPair>{paired(0, 0, PairedBy::use), paired(1, 1, PairedBy::use)}));
        QVERIFY(pair_buffers(two, three).pairs.empty());
        QCOMPARE(pair_buffers(two, three).only_in_second.size(), std::size_t{3});
    }

    void another_kind_region_or_gap_is_another_use() {
        const Problem plain = problem_of({buffer("a", 0, 9, 4)});
        Problem input = problem_of({buffer("b", 0, 9, 4)});
        input.buffers[0].kind = BufferKind::input;
        Problem with_gap = problem_of({buffer("b", 0, 9, 4)});
        with_gap.buffers[0].set_gaps({{{Step(3), Step(5)}, {}}});
        Problem elsewhere = problem_of({buffer("b", 0, 9, 4)});
        elsewhere.regions[0].name = "sram";
        for (const Problem& other : {input, with_gap, elsewhere}) {
            QVERIFY(pair_buffers(plain, other).pairs.empty());
        }
        Problem with_later_gap = with_gap;
        with_later_gap.buffers[0].name = "c";
        QCOMPARE(pair_buffers(with_gap, with_later_gap).pairs.size(), std::size_t{1});
        with_later_gap.buffers[0].set_gaps({{{Step(4), Step(5)}, {}}});
        QVERIFY(pair_buffers(with_gap, with_later_gap).pairs.empty());
    }

    void pairs_by_name_alone_leave_the_rest_apart() {
        const Problem first = problem_of({buffer("a", 0, 1, 4)});
        const Problem second = problem_of({buffer("b", 0, 1, 4)});
        QVERIFY(pair_by_name(first, second).pairs.empty());
    }

    void each_buffer_stands_exactly_once() {
        QVERIFY(rc::check("pairs and leftovers are a partition, and pairs by use are alike", [] {
            const Problem first = random_problem({.most_steps = 3, .largest_size = 3, .with_gaps = true});
            Problem second = random_problem({.most_steps = 3, .largest_size = 3, .with_gaps = true});
            for (std::size_t i = 0; i < second.buffers.size(); i += 2) {
                second.buffers[i].name = second.buffers[i].name + "'";
            }
            const BufferPairing pairing = pair_buffers(first, second);
            std::vector<BufferIndex> of_first = pairing.only_in_first;
            std::vector<BufferIndex> of_second = pairing.only_in_second;
            for (const BufferPair& pair : pairing.pairs) {
                of_first.push_back(pair.first);
                of_second.push_back(pair.second);
                const Buffer& a = first.buffers[pair.first];
                Buffer b = second.buffers[pair.second];
                RC_ASSERT((a.name == b.name) == (pair.by == PairedBy::name));
                b.name = a.name;
                RC_ASSERT((a == b || pair.by == PairedBy::name));
            }
            std::ranges::sort(of_first);
            std::ranges::sort(of_second);
            RC_ASSERT(of_first == all_buffers(first));
            RC_ASSERT(of_second == all_buffers(second));
        }));
    }

    void plans_are_related_if_half_of_the_smaller_is_in_the_other() {
        const Problem one = problem_of({buffer("a", 0, 2, 8), buffer("b", 1, 3, 8), buffer("c", 2, 4, 8)});
        QVERIFY(are_related(one, one));
        QVERIFY(are_related(one, problem_of({buffer("a", 0, 9, 8), buffer("x", 0, 1, 1)})));
        QVERIFY(!are_related(one, problem_of({buffer("x", 0, 2, 8), buffer("y", 1, 3, 8)})));
        // Numbers for names occur in all files.
        QVERIFY(!are_related(one, problem_of({buffer("a", 5, 9, 3), buffer("b", 0, 1, 2), buffer("c", 1, 9, 5)})));
        QVERIFY(!are_related(Problem(), one));
    }
};

ARENASCOPE_TEST(BufferPairingTest)
#include "buffer_pairing_test.moc"
