#include "widgets/layout_view/layout_picture.h"

#include <algorithm>
#include <utility>

#include "core/picture/group_marks.h"
#include "widgets/layout_view/view_text.h"
#include "widgets/style/shown_names.h"

namespace arenascope {

using Kind = PictureChange::Kind;

LayoutPicture::LayoutPicture(std::function<void(PictureChange)> changed) : changed_(std::move(changed)) {}

void LayoutPicture::report(Kind kind) {
    if (changed_) {
        changed_({kind, {}});
    }
}

void LayoutPicture::rearrange(Kind kind) {
    PictureChange change{kind, std::move(shapes_.rectangles)};
    index_.reset();
    tray_index_.reset();
    shapes_ = layout_shapes(content_);
    if (changed_) {
        changed_(std::move(change));
    }
}

void LayoutPicture::set_problem(std::shared_ptr<const Problem> problem) {
    LayoutContent fresh;
    if (problem) {
        fresh.layout = std::make_shared<const Layout>(empty_layout(*problem));
        fresh.names = shown_rule(problem);
    }
    fresh.problem = std::move(problem);
    fresh.is_under_way = content_.is_under_way;
    fresh.shows_free_areas = content_.shows_free_areas;
    fresh.least_extent = content_.least_extent;
    fresh.is_editable = content_.is_editable;
    fresh.unit = content_.unit;
    fresh.theme = content_.theme;
    fresh.color_by = content_.color_by;
    content_ = std::move(fresh);
    dimmed_.clear();
    rearrange(Kind::problem);
}

void LayoutPicture::set_layout(std::shared_ptr<const Layout> layout,
                               std::shared_ptr<const IndexedVector<BufferIndex, Risk>> risks,
                               std::shared_ptr<const std::vector<Move>> moves, bool is_under_way) {
    if (!content_.problem || layout->placements.size() != content_.problem->buffers.size()) {
        return;
    }
    content_.layout = std::move(layout);
    content_.risks = risks ? std::move(risks) : LayoutContent().risks;
    content_.moves = std::move(moves);
    content_.group.reset();
    content_.is_under_way = is_under_way;
    content_.overlaps.reset();
    content_.overlap_areas.reset();
    content_.placement_step.reset();
    content_.places.reset();
    content_.proposal.clear();
    content_.placed.reset();
    rearrange(Kind::layout);
}

void LayoutPicture::set_group(std::shared_ptr<const std::vector<BufferIndex>> group) {
    if (!group && !content_.group) {
        return;
    }
    content_.group = std::move(group);
    shapes_.group = content_.group ? group_rectangles(*content_.group, *content_.layout, shapes_.rectangles)
                                   : std::vector<MemoryRectangle>();
    report(Kind::marks);
}

void LayoutPicture::set_containers(ContainerChoice choice) {
    choice.shows_thin_bands = content_.containers.shows_thin_bands;
    if (choice == content_.containers) {
        return;
    }
    content_.containers = std::move(choice);
    rearrange(Kind::containers);
}

void LayoutPicture::show_thin_bands(bool shown) {
    if (shown != content_.containers.shows_thin_bands) {
        content_.containers.shows_thin_bands = shown;
        rearrange(Kind::containers);
    }
}

void LayoutPicture::set_overlaps(std::shared_ptr<const std::vector<Overlap>> pairs,
                                 std::shared_ptr<const std::vector<OverlapArea>> areas) {
    content_.overlaps = std::move(pairs);
    content_.overlap_areas = std::move(areas);
    report(Kind::marks);
}

void LayoutPicture::set_placed(std::optional<BufferIndex> buffer, const QString& words) {
    content_.placed = buffer;
    content_.placed_words = words.toStdString();
    report(Kind::marks);
}

void LayoutPicture::set_placement_step(std::optional<PlacementStep> step) {
    if (step != content_.placement_step) {
        content_.placement_step = std::move(step);
        report(Kind::marks);
    }
}

void LayoutPicture::set_places(std::optional<PlaceMarks> places) {
    if (places != content_.places) {
        content_.places = std::move(places);
        report(Kind::marks);
    }
}

void LayoutPicture::set_proposal(std::vector<Move> moves) {
    if (moves != content_.proposal) {
        content_.proposal = std::move(moves);
        report(Kind::marks);
    }
}

void LayoutPicture::set_notes(std::shared_ptr<const std::vector<PinnedNote>> notes, std::optional<std::size_t> chosen) {
    if (notes != content_.notes || chosen != content_.chosen_note) {
        content_.notes = std::move(notes);
        content_.chosen_note = chosen;
        report(Kind::marks);
    }
}

void LayoutPicture::set_selection(std::vector<BufferIndex> buffers) {
    content_.selection = std::move(buffers);
    dimmed_ = dimmed_buffers(content_);
    report(Kind::colors);
}

void LayoutPicture::set_filter(std::vector<bool> passes) {
    content_.filter = std::move(passes);
    dimmed_ = dimmed_buffers(content_);
    report(Kind::colors);
}

void LayoutPicture::set_time_cursor(std::optional<Step> step) {
    content_.time_cursor = step;
    report(Kind::marks);
}

void LayoutPicture::set_time_range(std::optional<Lifetime> steps) {
    content_.time_range = steps;
    report(Kind::marks);
}

void LayoutPicture::set_free_areas(bool shown) {
    content_.shows_free_areas = shown;
    content_.pointed_step.reset();
    report(Kind::free_areas);
}

void LayoutPicture::set_picked_core(std::optional<RegionIndex> core) {
    if (core == content_.picked_core) {
        return;
    }
    content_.picked_core = core;
    shapes_.fragmentation = live_fragmentation(shapes_, content_);
    shapes_.tray = shown_tray(content_);
    tray_index_.reset();
    report(Kind::tray);
}

void LayoutPicture::set_unit(Unit unit) {
    content_.unit = unit;
    report(Kind::look);
}

void LayoutPicture::set_theme(Theme theme) {
    content_.theme = theme;
    color(shapes_, content_);
    report(Kind::look);
}

void LayoutPicture::set_color_by(ColorBy by) {
    content_.color_by = by;
    color(shapes_, content_);
    report(Kind::colors);
}

void LayoutPicture::set_beside(const std::optional<View>& least_extent, bool is_editable) {
    content_.is_editable = is_editable;
    if (least_extent != content_.least_extent) {
        content_.least_extent = least_extent;
        rearrange(Kind::containers);
    }
}

void LayoutPicture::point_at(std::optional<RegionIndex> core, std::optional<Step> step) {
    if (core != content_.pointed_core) {
        content_.pointed_core = core;
        if (!content_.picked_core) {
            shapes_.fragmentation = live_fragmentation(shapes_, content_);
            report(Kind::marks);
        }
    }
    if (content_.shows_free_areas && step != content_.pointed_step) {
        content_.pointed_step = step;
        if (!content_.time_cursor) {
            report(Kind::marks);
        }
    }
}

const HitIndex& LayoutPicture::index() const {
    if (!index_) {
        index_.emplace(shapes_.rectangles);
    }
    return *index_;
}

const HitIndex& LayoutPicture::tray_index() const {
    if (!tray_index_) {
        tray_index_.emplace(shapes_.tray.rectangles);
    }
    return *tray_index_;
}

QString empty_picture_text(const LayoutPicture& picture) {
    const Problem* problem = picture.content().problem.get();
    if (problem == nullptr || !picture.shapes().rectangles.empty()) {
        return {};
    }
    if (!problem->buffers.empty()) {
        return view_text("No buffer is placed yet");
    }
    const bool is_unknown = problem->graph && !problem->graph->unknown_sizes.empty();
    return is_unknown ? view_text("There are no buffers: no tensor has a known size")
                      : view_text("There are no buffers");
}

}  // namespace arenascope
