#include "app/window/inspect/place_views.h"

#include <algorithm>
#include <utility>

#include <QDockWidget>

#include "app/session/plan_change.h"
#include "core/model/memory/order_places.h"
#include "core/trace/trace_player.h"
#include "qt/words/visible_text.h"
#include "widgets/tables/place_table/place_table.h"

namespace arenascope {
namespace {

/// With more buffers, a trial is computed only when it is tried: a walk over the rows would keep the processors busy.
constexpr std::size_t most_tried_unasked = 50'000;

/// The buffers that lie elsewhere in `other`.
std::vector<Edit> differences(const Layout& layout, const Layout& other) {
    std::vector<Edit> edits;
    for (std::size_t i = 0; i < layout.placements.size(); ++i) {
        if (layout.placements[i] != other.placements[i] && other.placements[i]) {
            edits.push_back({BufferIndex(i), *other.placements[i]});
        }
    }
    return edits;
}

/// The buffers in the placing order of a step. `places` null: it has none.
std::vector<BufferIndex> order_of(const OrderPlaces* places) {
    std::vector<std::pair<std::uint32_t, BufferIndex>> placed;
    for (std::size_t i = 0; places != nullptr && i < places->place.size(); ++i) {
        if (places->place[i] > 0) {
            placed.emplace_back(places->place[i], i);
        }
    }
    std::ranges::sort(placed);
    std::vector<BufferIndex> order;
    order.reserve(placed.size());
    for (const auto& [place, buffer] : placed) {
        order.push_back(buffer);
    }
    return order;
}

/// How the shown layout was made: by the run under way, if it is a preview. Empty: the file gives it.
std::optional<Provenance> provenance_of_shown(const Session& session) {
    return session.shown()->is_preview ? session.tuning().provenance() : session.state().provenance;
}

QString rule_name(PlacingReason::Rule rule) {
    switch (rule) {
        case PlacingReason::Rule::best_fit:
            return PlaceViews::tr("the smallest place that holds it");
        case PlacingReason::Rule::stacked:
            return PlaceViews::tr("above all that live at the same time");
        case PlacingReason::Rule::above_all:
            return PlaceViews::tr("above everything placed before");
        default:
            return PlaceViews::tr("the lowest place that holds it");
    }
}

}  // namespace

PlaceViews::PlaceViews(const WindowFrame& frame) : WindowPart(frame) {
    connect(&session_.plan(), &OpenPlan::layout_changed, this, &PlaceViews::show_reason);
    connect(&session_.plan(), &OpenPlan::closed, this, &PlaceViews::show_reason);
    connect(&session_.selection(), &Selection::changed, this, &PlaceViews::show_reason);
    // A dock behind the tab of another one counts as visible, so only this signal tells whether it is in sight.
    connect(docks_.places.dock, &QDockWidget::visibilityChanged, this, [this](bool in_sight) {
        is_in_sight_ = in_sight;
        show_reason();
    });
    connect(docks_.places, &PlaceTable::place_chosen, this, [this](std::optional<Offset> offset) {
        view_.picture().set_places(docks_.places->marks());
        show_trial(offset);
    });
    connect(docks_.places, &PlaceTable::try_requested, this, &PlaceViews::try_place);
    connect(docks_.places, &PlaceTable::blocker_chosen, this,
            [this](BufferIndex buffer) { session_.selection().select({buffer}); });
    show_reason();
}

void PlaceViews::show_reason() {
    const auto& selected = session_.selection().buffers();
    if (!is_in_sight_ || selected.size() != 1) {
        task_.abandon();
        show_nothing(selected.empty()       ? tr("Select a buffer to see why it lies where it lies.")
                     : selected.size() == 1 ? QString()
                                            : tr("Select a single buffer to see why it lies where it lies."));
        return;
    }
    const std::shared_ptr<const ShownPlan>& plan = session_.shown();
    const PlanState& state = session_.state();
    const std::optional<Provenance> provenance = provenance_of_shown(session_);
    const bool is_edited_step =
        !plan->is_preview && state.trace && state.frame != FrameIndex::none() && !state.edits.empty();
    const bool is_found = task_.run(
        plan->problem->buffers.size(),
        [problem = plan->problem, layout = plan->layout, places = plan->order, buffer = selected.front(),
         rule = provenance ? placing_rule(*provenance) : std::nullopt, edited = is_edited_step ? state.trace : nullptr,
         frame = state.frame] {
            Found found{std::nullopt, order_of(places.get())};
            found.reason = placing_reason(*problem, *layout, found.order, rule, buffer);
            found.has_order = !found.order.empty();
            if (edited && found.reason && found.reason->rule == PlacingReason::Rule::none) {
                TracePlayer step(*edited);
                step.go_to(frame);
                found.has_order = !step.order().empty();
                const Layout before = step.layout(*problem);
                const auto reason = placing_reason(*problem, before, step.order(), rule, buffer);
                if (reason && before.placements[buffer] == layout->placements[buffer] &&
                    reason->rule != PlacingReason::Rule::none) {
                    found.before_edits = reason->rule;
                }
            }
            return found;
        },
        [this](Found found) { show_found(std::move(found)); });
    if (!is_found) {
        show_nothing(tr("Looking for the reason …"));
    }
}

void PlaceViews::show_nothing(const QString& words) {
    reason_.reset();
    order_.clear();
    docks_.places->set_nothing(words);
    trying_.abandon();
    view_.picture().set_places(docks_.places->marks());
}

void PlaceViews::show_found(Found found) {
    if (!found.reason) {
        show_nothing(tr("It is not placed in this step."));
        return;
    }
    reason_ = std::move(found.reason);
    order_ = std::move(found.order);
    docks_.places->set_reason(session_.shown()->problem, *reason_, origin_words(found));
    trying_.abandon();  // the rows changed; nobody has chosen one yet
    view_.picture().set_places(docks_.places->marks());
}

QString PlaceViews::origin_words(const Found& found) const {
    const std::vector<HandEdit>& edits = *session_.shown()->hand_edits;
    const std::string moved = moved_by_hand(*session_.problem(), reason_->buffer, {}, {}).what;
    if (std::ranges::find(edits, moved, &HandEdit::what) != edits.end()) {
        return tr("It was moved by hand.");
    }
    const std::optional<Provenance> provenance = provenance_of_shown(session_);
    if (!provenance) {
        return tr("The file gives its offset.");
    }
    const QString planner = visible_text(provenance->planner);
    if (found.before_edits) {
        return tr("%1 placed it by its rule, %2. Since then the plan was edited by hand.")
            .arg(planner, rule_name(*found.before_edits));
    }
    return placing_rule(*provenance) && !found.has_order
               ? tr("The order in which %1 placed the buffers is not known.").arg(planner)
               : tr("No rule of %1 tells its place: a search chose it.").arg(planner);
}

void PlaceViews::show_trial(std::optional<Offset> offset) {
    const std::shared_ptr<const ShownPlan>& plan = session_.shown();
    const std::size_t buffers = plan->problem->buffers.size();
    trying_.abandon();
    const bool is_shown =
        offset && reason_ && buffers <= most_tried_unasked &&
        trying_.run(
            buffers,
            [plan, order = order_, reason = *reason_, offset = *offset] {
                const Layout other = placed_otherwise(*plan->problem, *plan->layout, order, reason, offset);
                const std::size_t moved = differences(*plan->layout, other).size();
                return PlaceTrial{offset, peak(*plan->problem, other), plan->figures->peak, moved > 0 ? moved - 1 : 0};
            },
            [this](const PlaceTrial& trial) { docks_.places->set_trial(trial); });
    if (!is_shown) {
        docks_.places->set_trial(std::nullopt);
    }
}

void PlaceViews::try_place(Offset offset) {
    if (reason_) {
        move_by(
            session_.plan(),
            [plan = session_.shown(), order = order_, reason = *reason_, offset](
                const Problem& problem, const Layout& layout, const std::vector<BufferIndex>&) {
                // What was found is about the plan of then.
                return plan->problem.get() == &problem
                           ? differences(layout, placed_otherwise(problem, *plan->layout, order, reason, offset))
                           : std::vector<Edit>();
            },
            {reason_->buffer},
            tr("Move %1").arg(in_a_menu(visible_text(session_.problem()->buffers[reason_->buffer].name))));
    }
}

}  // namespace arenascope
