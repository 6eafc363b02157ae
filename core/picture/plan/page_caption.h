#pragma once

#include <string>
#include <vector>

#include "core/base/text/amount.h"
#include "core/model/memory/short_names.h"
#include "core/picture/plan/container.h"
#include "core/picture/plan/page_content.h"

namespace arenascope {

/// The caption of a page. It begins with the verdict. Then comes what the picture leaves out or marks: its part of the
/// plan, what is dimmed, the time cursor, the selection. Then come the note, sizes that are not certain, hidden
/// memories, what the names lack, and the planner with its options. Empty: there is nothing to say. `stack`: the
/// containers of the page. `names`: the rule of its names.
[[nodiscard]] std::string page_caption(const PageContent& content, const ShortNames& names,
                                       const std::vector<Container>& stack, Unit unit);

/// The part of a plan that a view shows, such as "steps 4 to 9 of 0 to 20, offsets 0 KiB to 64 KiB of 0 KiB to 96 KiB".
/// Empty: the view shows all of it. With several memories it gives the number of those in view.
[[nodiscard]] std::string part_text(const View& view, const View& whole, const std::vector<Container>& stack,
                                    Unit unit);

/// What the legend of a page tells besides its colours, if these buffers are selected. Linear.
[[nodiscard]] LegendMarks legend_marks(const PageContent& content, const std::vector<Container>& stack,
                                       std::span<const BufferIndex> selected);

}  // namespace arenascope
