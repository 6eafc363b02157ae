#include <memory>
#include <vector>

#include <qcustomplot.h>

#include <benchmark/benchmark.h>

#include "core/planner/tuner/rectangle_classifier.h"
#include "tests/bench/bar.h"
#include "tests/bench/crowded_problem.h"
#include "tests/support/rectangle_placer.h"
#include "widgets/layout_view/layout_view.h"

namespace arenascope::bench {
namespace {

/// A million buffers, placed.
struct Plan {
    std::shared_ptr<const Problem> problem;
    std::shared_ptr<const Layout> layout;
    std::shared_ptr<const IndexedVector<BufferIndex, Risk>> risks;
};

const Plan& plan_of_a_million() {
    static const Plan plan = [] {
        Plan made;
        made.problem = std::make_shared<const Problem>(crowded_problem(1'000'000, 100));
        std::vector<BufferIndex> order(made.problem->buffers.size());
        for (std::size_t i = 0; i < order.size(); ++i) {
            order[i] = BufferIndex(i);
        }
        made.layout =
            std::make_shared<const Layout>(test::place_in_order(*made.problem, order, PlacingRule::lowest_fit));
        made.risks = std::make_shared<const IndexedVector<BufferIndex, Risk>>(classify(*made.problem, *made.layout));
        return made;
    }();
    return plan;
}

/// Everything is in view, and nothing is cached from an earlier drawing.
void replot_of_a_million(benchmark::State& state) {
    const Plan& plan = plan_of_a_million();
    LayoutView view;
    view.resize(1000, 620);
    view.show();
    view.picture().set_problem(plan.problem);
    view.picture().set_layout(plan.layout, plan.risks);
    auto* plot = view.findChild<QCustomPlot*>();
    for (auto unused : state) {
        plot->replot();
    }
}
BENCHMARK(replot_of_a_million)->Iterations(1)->Repetitions(7)->Unit(benchmark::kMillisecond);

/// 50 ms if the sort takes 145 ms.
[[maybe_unused]] const bool bar_set = set_bar({"replot of a layout of 10^6 buffers, all in view / sort",
                                               "replot_of_a_million", "sort", Bar::Kind::at_most, 0.35});

}  // namespace
}  // namespace arenascope::bench
