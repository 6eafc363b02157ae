#include "tests/window_bench/measured_frames.h"

#include <algorithm>
#include <functional>
#include <limits>

#include <QElapsedTimer>
#include <QImage>
#include <QPainter>

#include "qt/painting/picture_painter.h"
#include "widgets/picture/layout_view/picture_ground.h"
#include "widgets/picture/layout_view/picture_parts.h"

namespace arenascope::bench {
namespace {

constexpr int picture_width = 1600;
constexpr int picture_height = 900;
constexpr int few_runs = 5;
constexpr int many_runs = 20;  ///< of what takes some milliseconds

double milliseconds(const std::function<void()>& work) {
    QElapsedTimer timer;
    timer.start();
    work();
    return static_cast<double>(timer.nsecsElapsed()) / 1e6;
}

/// The fastest of some runs, because noise only adds time.
double quickest(int runs, const std::function<void()>& work) {
    double least = std::numeric_limits<double>::max();
    for (int i = 0; i < runs; ++i) {
        least = std::min(least, milliseconds(work));
    }
    return least;
}

}  // namespace

double filled_rectangles(std::size_t count) {
    QImage image(picture_width, picture_height, QImage::Format_ARGB32_Premultiplied);
    QPainter painter(&image);
    return quickest(few_runs, [&] {
        for (std::size_t i = 0; i < count; ++i) {
            const int x = static_cast<int>(i * picture_width / count);
            painter.fillRect(QRect(x, static_cast<int>(i * 7919 % 880), 3, 9),
                             QColor(static_cast<int>(i % 200), 80, 90));
        }
    });
}

void measure_frames(const ShownPlan& plan, const PrintFigure& print) {
    LayoutContent content;
    content.problem = plan.problem;
    content.layout = plan.layout;
    content.risks = plan.risks;
    content.profiles = plan.profiles;
    PictureParts parts;
    print("picture parts: worker", milliseconds([&] { renew(parts, content, all_parts); }));
    GroundOrder order;
    order.index = parts.shapes->index;
    order.coloring = parts.coloring;
    order.dimmed = parts.dimmed;
    order.shapes = parts.shapes;
    order.port = {parts.shapes->whole, {0, 0, picture_width, picture_height}};
    std::shared_ptr<const PictureLevels> levels;
    print("levels of detail: worker", milliseconds([&] { levels = picture_levels(order); }));
    const auto frame = [&](int runs, const PictureLevels* used) {
        return quickest(runs, [&] { (void)picture_ground(order, used, {}, picture_text_measure()); });
    };
    print("frame at rest without levels: worker", frame(few_runs, nullptr));
    const double exact = frame(many_runs, levels.get());
    print("frame at rest, whole plan: worker", exact);
    print("frame at rest, as a share of the fillRects", 100 * exact / filled_rectangles(plan.problem->buffers.size()));
}

}  // namespace arenascope::bench
