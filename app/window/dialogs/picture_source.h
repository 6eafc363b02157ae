#pragma once

#include <memory>
#include <string>

#include "app/session/shown_plan.h"
#include "core/picture/plan/page_content.h"
#include "qt/painting/picture_export.h"
#include "widgets/picture/export_options/export_options.h"

namespace arenascope {

class LayoutPicture;

/// What a window shows, as a value. It does not change when the window does, and may be drawn on another thread.
struct PictureSource {
    std::shared_ptr<const ShownPlan> plan;                                ///< owns what `page` points to
    std::shared_ptr<const std::vector<ObjectIndex>> object_numbers = {};  ///< of two plans; likewise
    std::shared_ptr<const std::vector<PinnedNote>> notes = {};            ///< likewise; null: none
    PageContent page;                                                     ///< the whole plan without marks
    PageMarks marks;                                                      ///< those of the window
    View view;                                                            ///< what the window shows of the plan
    bool is_part = false;                                                 ///< it does not show all of it
};

/// The marks of a picture. `filter`: the filter that dims; empty: none.
[[nodiscard]] PageMarks marks_of(const LayoutPicture& picture, const std::string& filter);

/// The page that these choices ask for.
[[nodiscard]] PageContent page_of(const PictureSource& source, const ExportChoices& choices);

[[nodiscard]] PictureSettings settings_of(const ExportChoices& choices);

}  // namespace arenascope
