#include "widgets/picture/layout_view/layout_picture.h"

#include <algorithm>
#include <utility>

#include "qt/tasks/released_apart.h"
#include "widgets/picture/layout_view/view_text.h"

namespace arenascope {
namespace {

using Kind = PictureChange::Kind;

/// Takes what belongs to one layout.
void take_layout(LayoutContent& content, const LayoutContent& from) {
    content.layout = from.layout;
    content.risks = from.risks;
    content.moves = from.moves;
    content.profiles = from.profiles;
    content.group = from.group;
    content.is_under_way = from.is_under_way;
    content.overlaps = from.overlaps;
    content.overlap_areas = from.overlap_areas;
    content.placed = from.placed;
    content.placed_words = from.placed_words;
    content.placement_step = from.placement_step;
    content.places = from.places;
    content.proposal = from.proposal;
    content.tone = from.tone;
}

/// Changes what any layout can show.
template <class Change>
void change_both(LayoutContent& shown, LayoutContent& latest, Change change) {
    change(shown);
    change(latest);
}

/// Changes what belongs to the latest layout. True: it is the shown one.
template <class Change>
bool change_latest(LayoutContent& shown, LayoutContent& latest, Change change) {
    const bool is_shown = shown.layout == latest.layout;
    change(latest);
    if (is_shown) {
        change(shown);
    }
    return is_shown;
}

Kind kind_of(OutdatedParts renewed, bool has_other_layout) {
    return renewed.names                      ? Kind::problem
           : has_other_layout                 ? Kind::layout
           : renewed.shapes || renewed.extent ? Kind::containers
           : renewed.tray                     ? Kind::tray
           : renewed.colors || renewed.dimmed ? Kind::colors
                                              : Kind::marks;
}

}  // namespace

LayoutPicture::LayoutPicture(std::function<void(PictureChange)> changed) : changed_(std::move(changed)) {}

void LayoutPicture::report(Kind kind) {
    if (changed_) {
        changed_({kind});
    }
}

PartsRenewal& LayoutPicture::renewal() {
    if (!renewal_) {
        renewal_ = std::make_unique<PartsRenewal>(
            [this] {
                return RenewedParts{latest_, parts_};
            },
            [this](RenewedParts renewed, OutdatedParts outdated) {
                const std::size_t buffers = renewed.content.layout->placements.size();
                if (latest_.layout->placements.size() != buffers) {
                    latest_.layout = renewed.content.layout;
                }
                const bool has_other_layout = content_.layout != renewed.content.layout;
                content_ = latest_;
                if (renewed.content.layout != latest_.layout) {
                    take_layout(content_, renewed.content);
                }
                PictureParts before = std::exchange(parts_, std::move(renewed.parts));
                if (renewal_->waiting().fragmentation) {
                    parts_.fragmentation.reset();
                }
                if (changed_) {
                    changed_({kind_of(outdated, has_other_layout), before.shapes});
                }
                static_cast<void>(released_apart(std::move(before), buffers));
            },
            [this] {
                parts_ = PictureParts();
                parts_.are_there = false;
                parts_.is_out_of_memory = true;
                content_ = latest_;
                report(Kind::problem);
            });
    }
    return *renewal_;
}

void LayoutPicture::set_problem(std::shared_ptr<const Problem> problem) {
    LayoutContent fresh;
    fresh.problem = std::move(problem);
    fresh.is_under_way = latest_.is_under_way;
    fresh.shows_free_areas = latest_.shows_free_areas;
    fresh.beside = latest_.beside;
    fresh.is_editable = latest_.is_editable;
    fresh.unit = latest_.unit;
    fresh.theme = latest_.theme;
    fresh.color_by = latest_.color_by;
    latest_ = std::move(fresh);
    content_ = latest_;
    parts_ = PictureParts();
    parts_.are_there = false;
    renewal().restart();
    report(Kind::problem);
}

void LayoutPicture::set_layout(std::shared_ptr<const Layout> layout,
                               std::shared_ptr<const IndexedVector<BufferIndex, Risk>> risks,
                               std::shared_ptr<const std::vector<Move>> moves, bool is_under_way,
                               std::shared_ptr<const PlanProfiles> profiles) {
    if (!latest_.problem || layout->placements.size() != latest_.problem->buffers.size()) {
        return;
    }
    LayoutContent fresh;
    fresh.layout = std::move(layout);
    if (risks) {
        fresh.risks = std::move(risks);
    }
    fresh.moves = std::move(moves);
    fresh.profiles = std::move(profiles);
    fresh.is_under_way = is_under_way;
    take_layout(latest_, fresh);
    renewal().require({.shapes = true, .tray = true, .colors = true, .group = true, .fragmentation = true});
}

void LayoutPicture::set_group(std::shared_ptr<const std::vector<BufferIndex>> group) {
    if (group || latest_.group) {
        latest_.group = std::move(group);
        renewal().require({.group = true});
    }
}

void LayoutPicture::set_containers(ContainerChoice choice) {
    choice.shows_thin_bands = latest_.containers.shows_thin_bands;
    if (choice == latest_.containers) {
        return;
    }
    latest_.containers = std::move(choice);
    renewal().require({.shapes = true, .tray = true, .group = true, .fragmentation = true});
}

void LayoutPicture::show_thin_bands(bool shown) {
    if (shown != latest_.containers.shows_thin_bands) {
        latest_.containers.shows_thin_bands = shown;
        renewal().require({.shapes = true, .tray = true, .group = true, .fragmentation = true});
    }
}

void LayoutPicture::set_overlaps(std::shared_ptr<const std::vector<Overlap>> pairs,
                                 std::shared_ptr<const std::vector<OverlapArea>> areas) {
    if (change_latest(content_, latest_, [&](LayoutContent& content) {
            content.overlaps = pairs;
            content.overlap_areas = areas;
        })) {
        report(Kind::marks);
    }
}

void LayoutPicture::set_placed(std::optional<BufferIndex> buffer, const QString& words) {
    if (change_latest(content_, latest_, [&](LayoutContent& content) {
            content.placed = buffer;
            content.placed_words = words.toStdString();
        })) {
        report(Kind::marks);
    }
}

void LayoutPicture::set_placement_step(std::optional<PlacementStep> step) {
    if (step != latest_.placement_step &&
        change_latest(content_, latest_, [&](LayoutContent& content) { content.placement_step = step; })) {
        report(Kind::marks);
    }
}

void LayoutPicture::set_places(std::optional<PlaceMarks> places) {
    if (places != latest_.places &&
        change_latest(content_, latest_, [&](LayoutContent& content) { content.places = places; })) {
        report(Kind::marks);
    }
}

void LayoutPicture::set_notes(std::shared_ptr<const std::vector<PinnedNote>> notes, std::optional<std::size_t> chosen) {
    if (notes != latest_.notes || chosen != latest_.chosen_note) {
        change_both(content_, latest_, [&](LayoutContent& content) {
            content.notes = notes;
            content.chosen_note = chosen;
        });
        report(Kind::marks);
    }
}

void LayoutPicture::set_selection(std::vector<BufferIndex> buffers) {
    // An empty selection after an empty one dims nothing else.
    const bool is_other = buffers != latest_.selection;
    change_both(content_, latest_, [&](LayoutContent& content) { content.selection = buffers; });
    if (!is_other || !renewal().require({.dimmed = true})) {
        report(Kind::marks);
    }
}

void LayoutPicture::set_filter(std::vector<bool> passes) {
    const bool is_other = passes != latest_.filter;
    change_both(content_, latest_, [&](LayoutContent& content) { content.filter = passes; });
    if (is_other) {
        renewal().require({.dimmed = true});
    }
}

void LayoutPicture::set_time_cursor(std::optional<Step> step) {
    change_both(content_, latest_, [&](LayoutContent& content) { content.time_cursor = step; });
    report(Kind::marks);
}

void LayoutPicture::set_time_range(std::optional<Lifetime> steps) {
    change_both(content_, latest_, [&](LayoutContent& content) { content.time_range = steps; });
    report(Kind::marks);
}

void LayoutPicture::set_free_areas(bool shown) {
    change_both(content_, latest_, [&](LayoutContent& content) {
        content.shows_free_areas = shown;
        content.pointed_step.reset();
    });
    report(Kind::free_areas);
}

void LayoutPicture::set_picked_core(std::optional<RegionIndex> core) {
    if (core == latest_.picked_core) {
        return;
    }
    change_both(content_, latest_, [&](LayoutContent& content) { content.picked_core = core; });
    parts_.fragmentation.reset();
    renewal().require({.tray = true, .fragmentation = true});
}

void LayoutPicture::set_unit(Unit unit) {
    change_both(content_, latest_, [&](LayoutContent& content) { content.unit = unit; });
    report(Kind::look);
}

void LayoutPicture::change_marks(const std::function<void(LayoutContent&)>& change) {
    if (change_latest(content_, latest_, change)) {
        report(Kind::marks);
    }
}

void LayoutPicture::set_theme(Theme theme) {
    change_both(content_, latest_, [&](LayoutContent& content) { content.theme = theme; });
    report(Kind::look);
    renewal().require({.colors = true});
}

void LayoutPicture::set_color_by(ColorBy by) {
    change_both(content_, latest_, [&](LayoutContent& content) { content.color_by = by; });
    renewal().require({.colors = true});
}

void LayoutPicture::set_beside(const std::optional<PictureBeside>& other, bool is_editable) {
    change_both(content_, latest_, [&](LayoutContent& content) { content.is_editable = is_editable; });
    if (other != latest_.beside) {
        change_both(content_, latest_, [&](LayoutContent& content) { content.beside = other; });
        renewal().require({.extent = true});
    }
}

void LayoutPicture::point_at(std::optional<RegionIndex> core, std::optional<Step> step) {
    if (core != latest_.pointed_core) {
        change_both(content_, latest_, [&](LayoutContent& content) { content.pointed_core = core; });
        if (!latest_.picked_core) {
            parts_.fragmentation.reset();
            if (!renewal().require({.fragmentation = true})) {
                report(Kind::marks);
            }
        }
    }
    if (latest_.shows_free_areas && step != latest_.pointed_step) {
        change_both(content_, latest_, [&](LayoutContent& content) { content.pointed_step = step; });
        if (!latest_.time_cursor) {
            report(Kind::marks);
        }
    }
}

void set_proposal(LayoutPicture& picture, const std::vector<Move>& moves) {
    if (moves != picture.latest().proposal) {
        picture.change_marks([&moves](LayoutContent& content) { content.proposal = moves; });
    }
}

void set_selected_beside(LayoutPicture& picture, const std::optional<View>& selected) {
    if (selected != picture.latest().selected_beside) {
        picture.change_marks([&selected](LayoutContent& content) { content.selected_beside = selected; });
    }
}

void set_address(LayoutPicture& picture, std::optional<AddressMark> address) {
    if (address != picture.latest().address) {
        picture.change_marks([address](LayoutContent& content) { content.address = address; });
    }
}

void set_tone(LayoutPicture& picture, VerdictTone tone) {
    if (tone != picture.latest().tone) {
        picture.change_marks([tone](LayoutContent& content) { content.tone = tone; });
    }
}

std::vector<MemoryRectangle> rectangles_of(const LayoutPicture& picture, std::span<const BufferIndex> buffers) {
    const LayoutContent& content = picture.content();
    return content.problem && picture.parts().are_there
               ? rectangles_of(*content.problem, *content.layout, picture.shapes().shifts, buffers)
               : std::vector<MemoryRectangle>();
}

QString empty_picture_text(const LayoutPicture& picture) {
    const Problem* problem = picture.content().problem.get();
    if (problem == nullptr || picture.shapes().index->size() > 0) {
        return {};
    }
    if (picture.parts().is_out_of_memory) {
        return view_text("There is not enough memory to draw the plan");
    }
    if (!picture.parts().are_there) {
        return drawing_text();
    }
    if (!problem->buffers.empty()) {
        return view_text("No buffer is placed yet");
    }
    const bool is_unknown = problem->graph && !problem->graph->unknown_sizes.empty();
    return is_unknown
               ? view_text("There are no buffers: no tensor has a known size. The tab Import says how to give shapes")
               : view_text("There are no buffers");
}

}  // namespace arenascope
