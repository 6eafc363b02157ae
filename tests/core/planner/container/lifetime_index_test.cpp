#include "core/planner/container/lifetime_index.h"

#include <algorithm>
#include <limits>
#include <rapidcheck.h>
#include <vector>

#include "tests/support/test_registry.h"

using namespace arenascope;

namespace {

Problem problem_with(const std::vector<std::pair<Lifetime, std::size_t>>& buffers) {
    Problem problem;
    problem.regions = {{.name = "first"}, {.name = "second"}, {.name = "third"}};
    for (const auto& [lifetime, region] : buffers) {
        Buffer buffer;
        buffer.lifetime = lifetime;
        buffer.size = Bytes(1);
        buffer.region = RegionIndex(region);
        problem.buffers.push_back(buffer);
    }
    return problem;
}

std::vector<BufferIndex> found_by(const LifetimeIndex& index, RegionIndex region, Lifetime lifetime) {
    std::vector<BufferIndex> found;
    index.for_each_overlapping(region, lifetime, [&found](BufferIndex one) { found.push_back(one); });
    std::sort(found.begin(), found.end());
    return found;
}

}  // namespace

class LifetimeIndexTest : public QObject {
    Q_OBJECT

private slots:
    void it_finds_what_a_loop_over_all_buffers_finds() {
        QVERIFY(rc::check("against a loop", [] {
            using rc::gen::inRange;
            const auto lifetime = [] {
                const std::int64_t begin = *inRange(-20, 60);
                return Lifetime{Step(begin), Step(begin + 1 + *inRange(0, 1 << *inRange(0, 7)))};
            };
            std::vector<std::pair<Lifetime, std::size_t>> buffers(*inRange<std::size_t>(0, 60));
            for (auto& buffer : buffers) {
                buffer = {lifetime(), *inRange<std::size_t>(0, 2)};
            }
            const Problem problem = problem_with(buffers);
            const LifetimeIndex index(problem);
            for (std::size_t region = 0; region < problem.regions.size(); ++region) {
                const Lifetime wanted = lifetime();
                std::vector<BufferIndex> expected;
                for (std::size_t i = 0; i < buffers.size(); ++i) {
                    if (buffers[i].second == region && overlap(buffers[i].first, wanted)) {
                        expected.emplace_back(i);
                    }
                }
                RC_ASSERT(found_by(index, RegionIndex(region), wanted) == expected);
            }
        }));
    }

    void lifetimes_may_span_all_64_bits() {
        constexpr Step first(std::numeric_limits<std::int64_t>::min());
        constexpr Step last(std::numeric_limits<std::int64_t>::max());
        const Problem problem =
            problem_with({{{first, last}, 0}, {{first, Step(0)}, 0}, {{Step(0), last}, 0}, {{Step(-1), Step(1)}, 0}});
        const LifetimeIndex index(problem);
        using Found = std::vector<BufferIndex>;
        const auto at = [&](Lifetime lifetime) { return found_by(index, RegionIndex(std::size_t{0}), lifetime); };
        QCOMPARE(at({Step(-1), Step(0)}), (Found{BufferIndex(0), BufferIndex(1), BufferIndex(3)}));
        QCOMPARE(at({Step(5), last}), (Found{BufferIndex(0), BufferIndex(2)}));
    }
};

ARENASCOPE_TEST(LifetimeIndexTest)
#include "lifetime_index_test.moc"
