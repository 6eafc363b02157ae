#include "core/planner/peak_suppression/rectangle_sorter.h"

#include <numeric>

#include "core/model/memory/conflict.h"
#include "tests/support/random_problem.h"
#include "tests/support/test_registry.h"

using namespace arenascope;
using namespace arenascope::test;

namespace {

std::string order_by(const Problem& problem, std::string_view metrics, std::string_view order = "desc") {
    std::vector<BufferIndex> all;
    for (std::size_t i = 0; i < problem.buffers.size(); ++i) {
        all.push_back(BufferIndex(i));
    }
    const auto key = parse_sort_key(metrics, order);
    if (!key) {
        return to_string(key.error());
    }
    std::string names;
    for (const BufferIndex index : sorted(problem, all, *key)) {
        names += problem.buffers[index].name;
    }
    return names;
}

}  // namespace

class RectangleSorterTest : public QObject {
    Q_OBJECT

private slots:
    void worked_example_two_lifetimes_share_five_steps() {
        const auto sums = overlap_sums(problem_of({buffer("a", 0, 10, 1), buffer("b", 5, 15, 1)}));
        QCOMPARE(static_cast<std::int64_t>(sums[0]), std::int64_t{5});
        QCOMPARE(static_cast<std::int64_t>(sums[1]), std::int64_t{5});
    }

    void worked_example_three_lifetimes_have_overlap_sums_5_4_3() {
        const auto sums = overlap_sums(problem_of({buffer("a", 0, 10, 1), buffer("b", 0, 3, 1), buffer("c", 2, 4, 1)}));
        QCOMPARE(static_cast<std::int64_t>(sums[0]), std::int64_t{5});
        QCOMPARE(static_cast<std::int64_t>(sums[1]), std::int64_t{4});
        QCOMPARE(static_cast<std::int64_t>(sums[2]), std::int64_t{3});
    }

    void worked_example_the_second_metric_breaks_the_tie_of_the_first() {
        // a is the longest; b and c have the same length, and c is wider.
        const Problem problem = problem_of({buffer("a", 0, 9, 1), buffer("b", 0, 5, 2), buffer("c", 0, 5, 3)});
        QCOMPARE(order_by(problem, "length>width"), "acb");
    }

    void keeps_the_input_order_of_full_ties() {
        const Problem problem = problem_of({buffer("a", 0, 5, 2), buffer("b", 1, 6, 2), buffer("c", 2, 7, 2)});
        QCOMPARE(order_by(problem, "width"), "abc");
        QCOMPARE(order_by(problem, "width", "asc"), "abc");
    }

    void combines_metrics_as_sum_product_and_ratio() {
        const Problem problem = problem_of({buffer("a", 0, 10, 3), buffer("b", 0, 4, 8), buffer("c", 0, 6, 6)});
        QCOMPARE(order_by(problem, "width+length"), "abc");
        QCOMPARE(order_by(problem, "width*length"), "cba");
        QCOMPARE(order_by(problem, "width/length"), "bca");
        QCOMPARE(order_by(problem, "width/length", "asc"), "acb");
    }

    void a_ratio_by_zero_is_infinite() {
        // b shares time with nothing, so its overlap is 0.
        const Problem problem = problem_of({buffer("a", 0, 4, 100), buffer("b", 9, 10, 1), buffer("c", 0, 4, 50)});
        QCOMPARE(order_by(problem, "width/overlap"), "bac");
    }

    void products_of_huge_metrics_do_not_wrap() {
        const std::int64_t huge = 4'000'000'000'000'000'000;
        const Problem problem = problem_of({buffer("a", 0, 2, 2), buffer("b", 0, huge, huge), buffer("c", 0, 1, 1)});
        QCOMPARE(order_by(problem, "width*length"), "bac");
        QCOMPARE(order_by(problem, "width*length*overlap"), "bac");
    }

    void names_a_wrong_metric() {
        const Problem problem = problem_of({buffer("a", 0, 1, 1)});
        QVERIFY(order_by(problem, "height").find("'height' is not a metric") == 0);
        QVERIFY(order_by(problem, "width>").find("'' is not a metric") == 0);
        QVERIFY(order_by(problem, "width/length/overlap").find("ratio") != std::string::npos);
        QVERIFY(order_by(problem, "width", "up").find("desc or asc") != std::string::npos);
    }

    void overlap_sums_agree_with_the_shared_steps_of_one_buffer() {
        QVERIFY(rc::check("overlap of one", [] {
            const Problem problem = random_problem();
            const auto sums = overlap_sums(problem);
            for (const BufferIndex each : all_buffers(problem)) {
                RC_ASSERT(sums[each.value()] == static_cast<Int128>(shared_steps(problem, each)));
            }
        }));
    }

    void overlap_sums_agree_with_comparing_all_pairs() {
        QVERIFY(rc::check("overlap sums as by all pairs", [] {
            const Problem problem = random_problem();
            const auto sums = overlap_sums(problem);
            for (std::size_t i = 0; i < problem.buffers.size(); ++i) {
                std::int64_t expected = 0;
                for (std::size_t j = 0; j < problem.buffers.size(); ++j) {
                    const Lifetime shared = intersection(problem.buffers[i].lifetime, problem.buffers[j].lifetime);
                    expected += i != j && shared.begin < shared.end ? length(shared).value() : 0;
                }
                RC_ASSERT(static_cast<std::int64_t>(sums[i]) == expected);
            }
        }));
    }
};

ARENASCOPE_TEST(RectangleSorterTest)
#include "rectangle_sorter_test.moc"
