#include <algorithm>

#include "core/model/memory/live_profile.h"
#include "core/planner/generate/generated_problem.h"
#include "tests/support/test_registry.h"

using namespace arenascope;

namespace {

/// The mean size of a range of the buffers, in bytes.
std::int64_t mean_size(const Problem& problem, std::size_t from, std::size_t to) {
    std::int64_t sum = 0;
    for (std::size_t i = from; i < to; ++i) {
        sum += problem.buffers[i].size.value();
    }
    return sum / static_cast<std::int64_t>(to - from);
}

std::ptrdiff_t count_longer(const Problem& problem, std::int64_t steps) {
    return std::ranges::count_if(problem.buffers,
                                 [steps](const Buffer& one) { return length(one.lifetime) > Duration(steps); });
}

}  // namespace

class ModelProblemTest : public QObject {
    Q_OBJECT

private slots:
    void a_single_tensor_is_the_input() {
        const Problem problem = model_problem(1, 3);
        QCOMPARE(problem.buffers[0].name, std::string("input0"));
        QCOMPARE(problem.buffers[0].kind, BufferKind::input);
    }

    void every_operator_reads_what_the_one_before_it_made() {
        const Problem problem = model_problem(5000, 1);
        // Tensors are in the order of their operators, and each step but the first has a tensor alive from before.
        std::int64_t latest_end = 1;
        for (const Buffer& buffer : problem.buffers) {
            QVERIFY(buffer.lifetime.begin < Step(latest_end));
            latest_end = std::max(latest_end, buffer.lifetime.end.value());
        }
        QCOMPARE(Step(latest_end), time_span(problem).end);
    }

    void tensors_shrink_along_the_network() {
        const Problem problem = model_problem(8000, 1);
        for (std::size_t stage = 1; stage < 8; ++stage) {
            const std::int64_t before = mean_size(problem, (stage - 1) * 1000, stage * 1000);
            const std::int64_t here = mean_size(problem, stage * 1000, (stage + 1) * 1000);
            QVERIFY(here * 3 < before * 2);
            QVERIFY(here * 3 > before);
        }
    }

    void most_tensors_live_briefly_and_some_are_skips() {
        const Problem problem = model_problem(10'000, 1);
        QVERIFY(count_longer(problem, 20) < 400);
        QVERIFY(count_longer(problem, 200) > 50);
        const auto is_scratch = [](const Buffer& one) { return one.kind == BufferKind::scratch; };
        QVERIFY(std::ranges::count_if(problem.buffers, is_scratch) > 500);
        QVERIFY(std::ranges::all_of(problem.buffers, [&](const Buffer& one) {
            return !is_scratch(one) || length(one.lifetime) == Duration(1) || length(one.lifetime) > Duration(1000);
        }));
        QCOMPARE(std::ranges::count(problem.buffers, BufferKind::output, &Buffer::kind), 1);
    }
};

ARENASCOPE_TEST(ModelProblemTest)
#include "model_problem_test.moc"
