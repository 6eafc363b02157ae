#pragma once

#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "core/picture/plan/drawing.h"
#include "qt/tasks/handled_at_once.h"
#include "tests/support/placed_plan.h"
#include "widgets/picture/layout_view/layout_picture.h"
#include "widgets/picture/layout_view/viewports.h"

namespace arenascope::test {

/// Shows a plan.
inline void show(LayoutPicture& picture, const PlacedPlan& plan) {
    picture.set_problem(std::make_shared<const Problem>(plan.problem));
    picture.set_layout(shared(plan.layout));
}

/// A picture of a plan, without a widget.
inline LayoutPicture shown_picture(const PlacedPlan& plan) {
    LayoutPicture picture;
    show(picture, plan);
    return picture;
}

/// Three buffers over 100 steps: one from step 0 to 100, two above it from 0 to 50 and from 60 to 100.
inline PlacedPlan three_buffers() {
    return placed_plan({{"low", 0, 100, 400, 0}, {"high", 0, 50, 300, 400}, {"later", 60, 100, 300, 600}});
}

/// One buffer in each of two regions.
inline PlacedPlan two_regions() {
    PlacedPlan plan = placed_plan({{"a", 0, 50, 400, 0}, {"b", 0, 100, 400, 0}});
    plan.problem.regions = {Region{"fast"}, Region{"slow"}};
    plan.problem.buffers[1].region = RegionIndex(1);
    plan.layout.placements[1]->region = RegionIndex(1);
    return plan;
}

/// So many buffers that another thread draws them: in 100 lanes, each alive for 10 steps.
inline PlacedPlan crowded_plan() {
    constexpr int lanes = 100;
    std::vector<PlacedBuffer> buffers;
    for (int i = 0; i < static_cast<int>(most_handled_at_once) + 500; ++i) {
        const std::int64_t begin = 10 * (i / lanes);
        buffers.push_back({std::to_string(i), begin, begin + 10, 64, 64 * (i % lanes)});
    }
    return placed_plan(buffers);
}

/// The four parts below each other, each 1000 pixels wide; the containers are 500 high.
inline PlotBoxes plain_boxes() {
    return {{100, 20, 1100, 80}, {100, 100, 1100, 600}, {100, 620, 1100, 720}, {100, 740, 1100, 800}};
}

/// All of a picture in these boxes.
inline Viewports plain_ports(const LayoutPicture& picture) {
    return viewports(picture, picture.shapes().whole, plain_boxes());
}

/// Half of its height for each letter.
inline MeasureText even_measure() {
    return [](std::string_view text, TextStyle style) { return static_cast<double>(text.size()) * style.size / 2; };
}

/// All texts of a drawing, a line each.
inline std::string texts_of(const Drawing& drawing) {
    std::string texts;
    for (const Primitive& primitive : drawing.primitives) {
        if (const auto* text = std::get_if<DrawnText>(&primitive)) {
            texts += text->text + '\n';
        }
    }
    return texts;
}

}  // namespace arenascope::test
