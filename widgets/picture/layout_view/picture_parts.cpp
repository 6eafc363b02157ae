#include "widgets/picture/layout_view/picture_parts.h"

#include <algorithm>
#include <utility>

#include "core/base/threads/worker_threads.h"
#include "core/picture/plan/moved_marks.h"
#include "qt/tasks/handled_at_once.h"
#include "qt/tasks/released_apart.h"
#include "qt/words/shown_names.h"

namespace arenascope {
namespace {

template <class Part>
std::shared_ptr<const Part> kept(Part part) {
    return std::make_shared<const Part>(std::move(part));
}

ShownTray tray_with_index(const LayoutContent& content) {
    ShownTray shown;
    const auto& placements = content.layout->placements;
    shown.unplaced = static_cast<std::size_t>(std::count(placements.begin(), placements.end(), std::nullopt));
    if (shown.unplaced > 0) {
        shown.tray = shown_tray(content);
        shown.index = released_apart(std::make_unique<const HitIndex>(shown.tray.rectangles), shown.unplaced);
    }
    return shown;
}

Coloring placed_coloring(const LayoutContent& content, ColorBy by) {
    Coloring colors = coloring(*content.problem, *content.risks, by, content.theme);
    count_placed(colors, *content.layout);
    return colors;
}

void renew_colors(PictureParts& parts, const LayoutContent& content) {
    parts.color_by = shown_color_by(*content.problem, content.color_by);
    parts.coloring = released_apart(placed_coloring(content, parts.color_by), content.problem->buffers.size());
    // Without a tray, nothing has its colours.
    parts.tray_coloring = kept(parts.tray->unplaced > 0 ? tray_coloring(*content.problem, content.theme) : Coloring());
}

std::vector<bool> selected_buffers(const LayoutContent& content) {
    std::vector<bool> selected;
    if (content.selection.size() > most_outlined) {
        selected.resize(content.problem->buffers.size());
        for (const BufferIndex buffer : content.selection) {
            selected[buffer.value()] = true;
        }
    }
    return selected;
}

std::vector<MemoryRectangle> shown_group(const LayoutContent& content, const LayoutShapes& shapes) {
    return content.group && tells_group(*content.group, *content.layout)
               ? rectangles_of(*content.problem, *content.layout, shapes.shifts, *content.group)
               : std::vector<MemoryRectangle>();
}

}  // namespace

OutdatedParts joined(OutdatedParts a, OutdatedParts b) {
    return {a.names || b.names,   a.shapes || b.shapes, a.extent || b.extent, a.tray || b.tray,
            a.colors || b.colors, a.dimmed || b.dimmed, a.group || b.group,   a.fragmentation || b.fragmentation};
}

void renew(PictureParts& parts, const LayoutContent& content, OutdatedParts outdated) {
    if (!content.problem) {
        parts = PictureParts();
        return;
    }
    parts.are_there = true;
    if (outdated.names) {
        parts.names = kept(shown_rule(content.problem));
    }
    if (outdated.tray) {
        parts.tray = released_apart(tray_with_index(content), content.layout->placements.size());
    }
    // Shapes and colours share nothing, and are the most work.
    bool has_colors = !outdated.colors;
    WorkerThreads colors(outdated.shapes && outdated.colors && is_large(*content.problem) ? 1 : 0,
                         [&](std::size_t /*thread*/) {
                             renew_colors(parts, content);
                             has_colors = true;
                         });
    if (outdated.shapes) {
        parts.shapes = kept(layout_shapes(content));
    } else if (outdated.extent) {
        LayoutShapes shapes = *parts.shapes;
        shapes.whole = content.beside ? joined(shapes.own, content.beside->extent) : shapes.own;
        parts.shapes = kept(std::move(shapes));
    }
    colors.join();
    if (!has_colors) {
        renew_colors(parts, content);
    }
    if (outdated.dimmed) {
        parts.dimmed = kept(dimmed_buffers(content));
        parts.selected = kept(selected_buffers(content));
    }
    if (outdated.group) {
        parts.group = kept(shown_group(content, *parts.shapes));
    }
    if (outdated.fragmentation) {
        auto found = live_fragmentation(*parts.shapes, content);
        parts.fragmentation = found ? kept(std::move(*found)) : nullptr;
    }
}

}  // namespace arenascope
