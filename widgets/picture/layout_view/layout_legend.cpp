#include "widgets/picture/layout_view/layout_legend.h"

#include <algorithm>
#include <utility>

#include "core/picture/plan/moved_marks.h"
#include "core/picture/plan/region_strip.h"
#include "core/picture/plan/takeover_arrow.h"

namespace arenascope {

std::vector<LegendEntry> layout_legend(const LayoutPicture& picture) {
    const LayoutContent& content = picture.content();
    const LayoutShapes& shapes = picture.shapes();
    if (!content.problem || !picture.parts().are_there) {
        return {};
    }
    const std::size_t moves = content.moves ? content.moves->size() : 0;
    const PictureParts& parts = picture.parts();
    return legend(*parts.coloring, parts.color_by,
                  {.counts = false,
                   .overlaps = content.overlap_areas && !content.overlap_areas->empty(),
                   .absent = shows_bands(shapes.stack),
                   .sharing = sharing_words(*content.layout),
                   .fast = shades_fast_parts(shapes.stack),
                   .transfers = shapes.stack.size() > 1 && !content.problem->transfers.empty(),
                   .takeovers = shows_takeovers(*content.problem, content.selection),
                   .candidates = content.placement_step.has_value(),
                   .objects = content.placement_step && content.placement_step->object,
                   .group = parts.group->empty() ? 0 : content.group->size(),
                   .moved = shapes.moved->size() == 0 ? 0 : moves,
                   .former = moves > 0 && moves <= few_moved,
                   .threshold = shows_threshold(shapes.stack),
                   .free_areas = free_areas_step(content).has_value()},
                  content.theme);
}

std::vector<LegendEntry> joined_legends(std::vector<LegendEntry> first, std::vector<LegendEntry> second) {
    if (second.empty()) {
        return first;
    }
    for (LegendEntry& entry : second) {
        const bool is_known =
            std::ranges::any_of(first, [&entry](const LegendEntry& known) { return known.name == entry.name; });
        if (!is_known) {
            first.push_back(std::move(entry));
        }
    }
    std::ranges::stable_sort(
        first, [](const LegendEntry& a, const LegendEntry& b) { return a.risk && (!b.risk || *a.risk > *b.risk); });
    return first;
}

}  // namespace arenascope
