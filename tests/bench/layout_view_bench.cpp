#include <memory>
#include <vector>

#include <QCoreApplication>
#include <QImage>
#include <QPainter>
#include <qcustomplot.h>

#include <benchmark/benchmark.h>

#include "core/model/tiers/rectangle_classifier.h"
#include "qt/painting/picture_painter.h"
#include "tests/bench/bar.h"
#include "tests/bench/crowded_problem.h"
#include "tests/support/rectangle_placer.h"
#include "widgets/picture/layout_view/layout_view.h"
#include "widgets/picture/layout_view/picture_ground.h"

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

/// Nearly everything is in view, and another part of the plan in each drawing.
void replot_of_a_million(benchmark::State& state) {
    const Plan& plan = plan_of_a_million();
    LayoutView view;
    view.resize(1000, 620);
    view.show();
    view.picture().set_problem(plan.problem);
    view.picture().set_layout(plan.layout, plan.risks);
    while (!view.picture().parts().are_there) {
        QCoreApplication::processEvents();
    }
    auto* plot = view.findChild<QCustomPlot*>();
    const View whole = view.camera().whole();
    double share = 0.99;
    for (auto unused : state) {
        view.set_view({{whole.steps.from, whole.steps.to * share}, whole.bytes});
        share -= 0.01;
        plot->replot();
    }
}
BENCHMARK(replot_of_a_million)->Iterations(1)->Repetitions(7)->Unit(benchmark::kMillisecond);

/// The ground of the whole plan, as another thread computes it.
void exact_frame_of_a_million(benchmark::State& state) {
    const Plan& plan = plan_of_a_million();
    LayoutContent content;
    content.problem = plan.problem;
    content.layout = plan.layout;
    content.risks = plan.risks;
    PictureParts parts;
    renew(parts, content, all_parts);
    const GroundOrder order{.index = parts.shapes->index,
                            .coloring = parts.coloring,
                            .dimmed = parts.dimmed,
                            .shapes = parts.shapes,
                            .port = {parts.shapes->whole, {0, 0, 1600, 900}}};
    const auto levels = picture_levels(order);
    const MeasureText measure = picture_text_measure();
    for (auto unused : state) {
        benchmark::DoNotOptimize(picture_ground(order, levels.get(), {}, measure));
    }
}
BENCHMARK(exact_frame_of_a_million)->Iterations(1)->Repetitions(7)->Unit(benchmark::kMillisecond);

void fill_of_a_million(benchmark::State& state) {
    QImage image(1600, 900, QImage::Format_ARGB32_Premultiplied);
    QPainter painter(&image);
    for (auto unused : state) {
        for (int i = 0; i < 1'000'000; ++i) {
            painter.fillRect(QRect(i % 1597, i % 887, 3, 9), QColor(i % 200, 80, 90));
        }
    }
}
BENCHMARK(fill_of_a_million)->Iterations(1)->Repetitions(7)->Unit(benchmark::kMillisecond);

/// 50 ms if the sort takes 145 ms.
[[maybe_unused]] const bool replot_bar_set = set_bar(
    {"replot of a layout of 10^6 buffers, moved / sort", "replot_of_a_million", "sort", Bar::Kind::at_most, 0.35});
[[maybe_unused]] const bool frame_bar_set =
    set_bar({"exact frame of 10^6 buffers / fillRect of each", "exact_frame_of_a_million", "fill_of_a_million",
             Bar::Kind::at_most, 0.2});

}  // namespace
}  // namespace arenascope::bench
