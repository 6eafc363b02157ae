#include "app/window/inspect/walk_commands.h"

#include <algorithm>
#include <utility>

#include "qt/words/visible_text.h"
#include "qt/words/wording.h"
#include "widgets/picture/layout_view/view_target.h"

namespace arenascope {
namespace {

/// The regions whose buffers the picture shows one by one, from the bottom up.
std::vector<RegionIndex> walked_regions(const LayoutPicture& picture) {
    std::vector<RegionIndex> regions;
    for (const Container& container : picture.shapes().stack) {
        if (!container.is_folded && container.folded_bands == 0) {
            regions.push_back(container.region);
        }
    }
    return regions;
}

/// Why a walk cannot begin at a buffer: its memory is folded. Empty: it can.
QString folded_words(const LayoutPicture& picture, const Problem& problem, BufferIndex buffer) {
    const RegionIndex region = problem.buffers[buffer].region;
    const std::vector<RegionIndex> walked = walked_regions(picture);
    return std::ranges::find(walked, region) != walked.end()
               ? QString()
               : WalkCommands::tr("%1 lies in %2, which is folded or hidden.")
                     .arg(visible_text(problem.buffers[buffer].name), visible_text(problem.regions[region].name));
}

QString end_words(WalkDirection direction, Step step) {
    switch (direction) {
        case WalkDirection::above:
            return WalkCommands::tr("No buffer lies above it at step %1.").arg(grouped_text(step.value()));
        case WalkDirection::below:
            return WalkCommands::tr("No buffer lies below it at step %1.").arg(grouped_text(step.value()));
        case WalkDirection::earlier:
            return WalkCommands::tr("No buffer begins earlier.");
        case WalkDirection::later:
            return WalkCommands::tr("No buffer begins later.");
    }
    return {};
}

}  // namespace

WalkCommands::WalkCommands(const WindowFrame& frame) : WindowPart(frame) {
    for (const auto& [action, direction] : {std::pair{actions_.walk_above, WalkDirection::above},
                                            {actions_.walk_below, WalkDirection::below},
                                            {actions_.walk_earlier, WalkDirection::earlier},
                                            {actions_.walk_later, WalkDirection::later}}) {
        view_.addAction(action);
        connect(action, &QAction::triggered, this, [this, to = direction] { walk(to); });
    }
    connect(actions_.next_carrier, &QAction::triggered, this, [this] { walk_carriers(true); });
    connect(actions_.previous_carrier, &QAction::triggered, this, [this] { walk_carriers(false); });
}

Step WalkCommands::wanted_step() const {
    const auto& place = session_.shown()->figures->peak_place;
    return session_.selection().cursor().value_or(place ? place->step
                                                        : session_.shown()->profiles->deciding().peak_step);
}

BufferIndex WalkCommands::first_of_walk(WalkDirection direction, Step step) const {
    if (!session_.selection().cursor()) {
        if (const std::vector<BufferIndex> carrying = carriers(); !carrying.empty()) {
            return carrying.front();
        }
    }
    const ShownPlan& plan = *session_.shown();
    const WalkEnds ends = walk_ends(*plan.problem, *plan.layout, walked_regions(view_.picture()), step);
    return direction == WalkDirection::below ? ends.highest : ends.lowest;
}

void WalkCommands::walk(WalkDirection direction) {
    const ShownPlan& plan = *session_.shown();
    if (view_.picture().content().problem != plan.problem) {
        notices_.inform(tr("The picture is still being drawn."));
        return;
    }
    const std::vector<BufferIndex>& selected = session_.selection().buffers();
    const Step wanted = wanted_step();
    const auto step =
        selected.empty() ? std::nullopt : nearest_step_in_use(plan.problem->buffers[selected.front()], wanted);
    const bool is_placed = step && plan.layout->placements[selected.front()];
    if (is_placed) {
        if (const QString folded = folded_words(view_.picture(), *plan.problem, selected.front()); !folded.isEmpty()) {
            notices_.inform(folded);
            return;
        }
    }
    const BufferIndex next = is_placed ? next_in_walk(*plan.problem, *plan.layout, walked_regions(view_.picture()),
                                                      selected.front(), direction, *step)
                                       : first_of_walk(direction, wanted);
    if (next != BufferIndex::none()) {
        choose(next, step.value_or(wanted));
    } else {
        notices_.inform(
            is_placed
                ? end_words(direction, *step)
                : tr("No buffer that is drawn by itself is in use at step %1.").arg(grouped_text(wanted.value())));
    }
}

std::vector<BufferIndex> WalkCommands::carriers() const {
    std::vector<BufferIndex> all;
    if (const auto& explanation = session_.shown()->explanation) {
        for (const PeakChainLink& link : explanation->chain) {
            all.push_back(link.buffer);
        }
        std::ranges::reverse(all);
    }
    return all;
}

void WalkCommands::walk_carriers(bool forward) {
    const std::vector<BufferIndex> all = carriers();
    if (all.empty()) {
        notices_.inform(tr("It is not known which buffers carry the peak."));
        return;
    }
    const std::vector<BufferIndex>& selected = session_.selection().buffers();
    const auto here = selected.empty() ? all.end() : std::ranges::find(all, selected.front());
    const auto last = all.size() - 1;
    const auto position = static_cast<std::size_t>(here - all.begin());
    const std::size_t next = here == all.end() ? (forward ? 0 : last)
                             : forward         ? (position == last ? 0 : position + 1)
                                               : (position == 0 ? last : position - 1);
    const auto& place = session_.shown()->figures->peak_place;
    choose(all[next], place ? place->step : wanted_step());
}

void WalkCommands::choose(BufferIndex buffer, Step wanted) {
    const auto step = nearest_step_in_use(session_.shown()->problem->buffers[buffer], wanted);
    session_.selection().set_cursor(step.value_or(wanted));
    session_.selection().select({buffer});
    const Problem& problem = *session_.shown()->problem;
    if (const QString folded = folded_words(view_.picture(), problem, buffer); !folded.isEmpty()) {
        notices_.inform(folded);
    }
    view_.set_view(view_with_selection(view_.picture(), view_.camera().view()));
}

}  // namespace arenascope
