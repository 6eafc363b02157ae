#include "core/model/memory/step_list.h"

#include <algorithm>
#include <limits>
#include <rapidcheck.h>

#include "tests/support/counted_memory.h"
#include "tests/support/test_registry.h"

using namespace arenascope;
using namespace arenascope::test;

class StepListTest : public QObject {
    Q_OBJECT

private slots:
    void takes_four_bytes_a_step() {
        constexpr std::size_t count = 10'000;
        const CountedMemory memory;
        StepList steps;
        steps.reserve(count);
        for (std::size_t i = 0; i < count; ++i) {
            steps.push_back(Step(static_cast<std::int64_t>(1'000'000'000'000 + 7 * i)));
        }
        QCOMPARE(steps.back(), Step(1'000'000'000'000 + 7 * 9'999));
        QVERIFY(memory.most() <= 4 * count + 100);
    }

    void holds_any_steps() {
        constexpr std::int64_t lowest = std::numeric_limits<std::int64_t>::min();
        constexpr std::int64_t highest = std::numeric_limits<std::int64_t>::max();
        const StepList steps{Step(lowest), Step(lowest + 1), Step(0), Step(highest)};
        QCOMPARE(steps.size(), std::size_t{4});
        QVERIFY(steps[0] == Step(lowest) && steps[1] == Step(lowest + 1) && steps[2] == Step(0));
        QCOMPARE(steps.back(), Step(highest));
        QVERIFY(StepList().empty() && StepList() == StepList{} && !(steps == StepList{}));
    }

    void is_read_and_searched_like_a_vector() {
        QVERIFY(rc::check([] {
            const auto count = *rc::gen::inRange<std::size_t>(0, 40);
            const auto farthest = *rc::gen::element<std::int64_t>(3, 1'000'000'000, 4'000'000'000'000);
            std::vector<Step> expected;
            StepList steps;
            std::int64_t step = *rc::gen::inRange<std::int64_t>(-50, 50);
            for (std::size_t i = 0; i < count; ++i) {
                expected.push_back(Step(step));
                steps.push_back(Step(step));
                step += *rc::gen::inRange<std::int64_t>(1, farthest);
            }
            RC_ASSERT(std::equal(steps.begin(), steps.end(), expected.begin(), expected.end()));
            const Step wanted(*rc::gen::inRange<std::int64_t>(-60, step + 2));
            RC_ASSERT(std::upper_bound(steps.begin(), steps.end(), wanted) - steps.begin() ==
                      std::upper_bound(expected.begin(), expected.end(), wanted) - expected.begin());
            RC_ASSERT(std::lower_bound(steps.begin(), steps.end(), wanted) - steps.begin() ==
                      std::lower_bound(expected.begin(), expected.end(), wanted) - expected.begin());
        }));
    }
};

ARENASCOPE_TEST(StepListTest)
#include "step_list_test.moc"
