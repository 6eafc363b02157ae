#include "widgets/picture/layout_view/tray_drawing.h"

#include <algorithm>

#include "core/base/text/amount.h"
#include "core/picture/plan/axis_drawing.h"
#include "core/picture/plan/scene.h"
#include "widgets/picture/layout_view/view_text.h"

namespace arenascope {

QString tray_title(const LayoutPicture& picture) {
    const LayoutContent& content = picture.content();
    const auto count = static_cast<std::int64_t>(picture.parts().tray->unplaced);
    const auto shown = static_cast<std::int64_t>(picture.parts().tray->tray.rectangles.size());
    const auto number = [](std::int64_t value) { return QString::fromStdString(grouped(value)); };
    QString title = content.is_under_way
                        ? (count == 1 ? view_text("1 buffer comes later") : view_text("%1 buffers come later"))
                    : count == 1 ? view_text("1 buffer is not placed")
                                 : view_text("%1 buffers are not placed");
    title = count == 1 ? title : title.arg(number(count));
    if (shown < count) {
        title += view_text(", %1 of them on the shown cores").arg(number(shown));
    }
    return title;
}

Drawing tray_drawing(const LayoutPicture& picture, const Viewport& port, std::int32_t scale, GroundCache& cache,
                     const MeasureText& measure) {
    Drawing drawing;
    const LayoutContent& content = picture.content();
    const PictureParts& parts = picture.parts();
    const Tray& tray = parts.tray->tray;
    if (!content.problem || tray.lanes == 0) {
        return drawing;
    }
    const GroundOrder order{.index = parts.tray->index,
                            .coloring = parts.tray_coloring,
                            .dimmed = parts.dimmed,
                            .shapes = nullptr,
                            .port = port,
                            .scale = scale,
                            .unit = content.unit,
                            .theme = content.theme};
    const auto ground = ground_for(cache, order, {}, measure);
    const auto selected = rectangles_of(tray.rectangles, content.selection);
    Scene scene;
    scene.problem = content.problem.get();
    scene.coloring = parts.tray_coloring.get();
    scene.dimmed = *parts.dimmed;
    scene.selected = selected;
    scene.viewport = port;
    scene.unit = content.unit;
    scene.theme = content.theme;
    scene.scale = scale;
    scene.measure = &measure;
    scene.names = parts.names.get();
    draw(drawing, scene, ground->scene);
    drawing.primitives.emplace_back(ClipBegin{port.box});
    draw_time_cursor(drawing, content.time_cursor, port, palette(content.theme));
    drawing.primitives.emplace_back(ClipEnd{});
    drawing.primitives.emplace_back(DrawnText{{port.box.left, port.box.top - line_height(tray_title_style) / 2 - 2},
                                              tray_title(picture).toStdString(),
                                              tray_title_style,
                                              palette(content.theme).dim,
                                              DrawnText::Align::left,
                                              false});
    return drawing;
}

}  // namespace arenascope
