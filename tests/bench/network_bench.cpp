#include <memory>
#include <string>
#include <utility>
#include <vector>

#include <QFontMetricsF>
#include <QGuiApplication>
#include <QImage>
#include <QPainter>

#include <benchmark/benchmark.h>

#include "core/picture/network/layered_layout.h"
#include "core/picture/network/network_diagram.h"
#include "tests/bench/bar.h"
#include "widgets/picture/network_view/network_content.h"
#include "widgets/picture/network_view/network_painter.h"

namespace arenascope::bench {
namespace {

constexpr std::size_t operator_count = 1'000;

/// Cells of five operators, as in a vision network: four branches from one tensor, and their concatenation.
std::shared_ptr<const Problem> network_of_a_thousand() {
    Problem problem;
    problem.graph.emplace();
    const auto add_buffer = [&](const std::string& name, std::size_t begin, std::size_t end) {
        Buffer& made = problem.buffers.emplace_back();
        made.name = name;
        made.size = Bytes(1'024);
        made.lifetime = {Step(static_cast<std::int64_t>(begin)), Step(static_cast<std::int64_t>(end))};
        return BufferIndex(problem.buffers.size() - 1);
    };
    BufferIndex below = add_buffer("image", 0, 5);
    std::vector<BufferIndex> branches;
    for (std::size_t i = 0; i < operator_count; ++i) {
        const bool joins = i % 5 == 4;
        Operator& node = problem.graph->operators.emplace_back();
        node.name = (joins ? "concat" : "conv") + std::to_string(i);
        node.type = joins ? "Concat" : "Conv";
        node.step = Step(static_cast<std::int64_t>(i));
        node.reads = joins ? std::exchange(branches, {}) : std::vector<BufferIndex>{below};
        const BufferIndex written = add_buffer("tensor" + std::to_string(i), i, i + 6);
        node.writes = {written};
        joins ? void(below = written) : branches.push_back(written);
    }
    return std::make_shared<const Problem>(std::move(problem));
}

void layout_of_a_network_of_a_thousand(benchmark::State& state) {
    NetworkContent content;
    content.set_problem(network_of_a_thousand(), QFontMetricsF(QGuiApplication::font()));
    for (auto unused : state) {
        benchmark::DoNotOptimize(layered_layout(content.diagram(), content.extents()));
    }
}
BENCHMARK(layout_of_a_network_of_a_thousand)->Iterations(1)->Repetitions(7)->Unit(benchmark::kMillisecond);

/// A frame with everything in view.
void frame_of_a_network_of_a_thousand(benchmark::State& state) {
    NetworkContent content;
    content.set_problem(network_of_a_thousand(), QFontMetricsF(QGuiApplication::font()));
    content.set_geometry(layered_layout(content.diagram(), content.extents()));
    QImage image(1400, 900, QImage::Format_ARGB32_Premultiplied);
    DiagramCamera camera;
    camera.fit({content.geometry().width, content.geometry().height}, image.size());
    for (auto unused : state) {
        QPainter painter(&image);
        NetworkPainter(painter, content, camera, palette(Theme::light)).paint({}, QRectF(image.rect()));
    }
}
BENCHMARK(frame_of_a_network_of_a_thousand)->Iterations(1)->Repetitions(7)->Unit(benchmark::kMillisecond);

[[maybe_unused]] const bool layout_bar_set = set_bar(
    {"layout of a network of 1,000 operators", "layout_of_a_network_of_a_thousand", "sort", Bar::Kind::within, 2});
[[maybe_unused]] const bool frame_bar_set =
    set_bar({"frame of a network of 1,000 operators, all in view", "frame_of_a_network_of_a_thousand", "sort",
             Bar::Kind::within, 0.016});

}  // namespace
}  // namespace arenascope::bench
