#include "widgets/layout_view/layout_legend.h"

#include "core/picture/moved_marks.h"
#include "core/picture/region_strip.h"
#include "core/picture/takeover_arrow.h"

namespace arenascope {

std::vector<LegendEntry> layout_legend(const LayoutPicture& picture) {
    const LayoutContent& content = picture.content();
    const LayoutShapes& shapes = picture.shapes();
    if (!content.problem) {
        return {};
    }
    const std::size_t moves = content.moves ? content.moves->size() : 0;
    return legend(shapes.coloring, shown_color_by(*content.problem, content.color_by),
                  {.counts = false,
                   .overlaps = content.overlap_areas && !content.overlap_areas->empty(),
                   .absent = shows_bands(shapes.stack),
                   .sharing = sharing_words(*content.layout),
                   .fast = shades_fast_parts(shapes.stack),
                   .transfers = shapes.stack.size() > 1 && !content.problem->transfers.empty(),
                   .takeovers = shows_takeovers(*content.problem, content.selection),
                   .candidates = content.placement_step.has_value(),
                   .objects = content.placement_step && content.placement_step->object,
                   .group = shapes.group.empty() ? 0 : content.group->size(),
                   .moved = shapes.moved.empty() ? 0 : moves,
                   .former = moves > 0 && moves <= few_moved,
                   .threshold = shows_threshold(shapes.stack),
                   .free_areas = free_areas_step(content).has_value()},
                  content.theme);
}

}  // namespace arenascope
