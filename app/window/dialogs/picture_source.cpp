#include "app/window/dialogs/picture_source.h"

#include "widgets/picture/layout_view/layout_picture.h"

namespace arenascope {

PageMarks marks_of(const LayoutPicture& picture, const std::string& filter) {
    const LayoutContent& content = picture.latest();
    PageMarks marks;
    marks.dimmed = picture.parts().dimmed;
    marks.filter = content.filter.empty() ? std::string() : filter;
    marks.selected = content.selection;
    marks.time_cursor = content.time_cursor;
    marks.time_range = content.time_range;
    marks.placed = content.placed;
    marks.placed_words = content.placed_words;
    return marks;
}

PageContent page_of(const PictureSource& source, const ExportChoices& choices) {
    PageContent page = source.page;
    if (!choices.title.isEmpty()) {
        page.title = choices.title.toStdString();
    }
    if (choices.extent == ExportChoices::Extent::what_is_seen) {
        page.view = source.view;
    }
    if (choices.marks) {
        page.marks = source.marks;
    }
    page.has_legend = choices.legend;
    page.has_caption = choices.caption;
    if (!choices.notes) {
        page.pinned_notes = {};
    }
    return page;
}

PictureSettings settings_of(const ExportChoices& choices) {
    return {static_cast<double>(choices.width), static_cast<double>(choices.height), choices.scale, choices.theme,
            choices.format == ExportChoices::Format::pdf ? choices.paper : Paper::none};
}

}  // namespace arenascope
