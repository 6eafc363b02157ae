#include "core/planner/exact/component_search.h"

#include "tests/support/random_problem.h"
#include "tests/support/test_registry.h"

using namespace arenascope;
using namespace arenascope::test;

namespace {

/// Two buffers alive at the same time, and a known layout with holes below both.
const Problem problem = problem_of({buffer("a", 0, 2, 4), buffer("b", 1, 3, 2)});
const std::vector<std::int64_t> known{10, 3};

/// The offsets of the two buffers after a start from the known layout, and their peak.
struct Started {
    std::vector<BufferIndex> order;
    std::vector<Offset> offsets;
    std::int64_t peak = 0;
};

Started started(const StopToken& stop) {
    const Component component = components(problem, RegionIndex(0)).front();
    RectangleContainer container(problem, RegionIndex(0));
    StopPoll poll(stop);
    std::uint64_t visits = 0;
    const ComponentSetting setting{
        .problem = problem, .container = container, .capacity = {}, .poll = poll, .visits = visits};
    ComponentSearch search(setting, component);
    search.start(known);
    return {search.order(), search.offsets(), search.peak()};
}

}  // namespace

class ComponentSearchTest : public QObject {
    Q_OBJECT

private slots:
    void starts_from_a_known_layout_without_its_holes() {
        const Started start = started([] { return false; });
        QCOMPARE(start.order, (std::vector{BufferIndex(1), BufferIndex(0)}));
        QCOMPARE(start.offsets, (std::vector{Offset(0), Offset(2)}));
        QCOMPARE(start.peak, std::int64_t{6});
    }

    void keeps_the_known_layout_as_it_is_if_the_run_is_stopped() {
        const Started start = started([] { return true; });
        QCOMPARE(start.order, (std::vector{BufferIndex(1), BufferIndex(0)}));
        QCOMPARE(start.offsets, (std::vector{Offset(3), Offset(10)}));
        QCOMPARE(start.peak, std::int64_t{14});
    }
};

ARENASCOPE_TEST(ComponentSearchTest)
#include "component_search_test.moc"
