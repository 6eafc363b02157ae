#include "app/window/window_view.h"

#include <string>
#include <unordered_map>

#include <QAction>
#include <QActionGroup>

#include "app/window/appearance.h"
#include "app/window/plan_commands.h"
#include "app/window/window_actions.h"
#include "app/window/window_modes.h"
#include "widgets/layout_view/layout_view.h"

namespace arenascope {

WindowView::WindowView(Session& session, const WindowActions& actions, LayoutView& view, const Appearance& appearance,
                       WindowModes& modes, PlanCommands& plans, QObject* parent)
    : QObject(parent),
      session_(session),
      actions_(actions),
      view_(view),
      appearance_(appearance),
      modes_(modes),
      plans_(plans) {
    connect(&view_, &LayoutView::view_changed, this, &WindowView::changed);
    connect(&appearance_, &Appearance::color_by_changed, this, &WindowView::changed);
    connect(&modes_, &WindowModes::arranged, this, &WindowView::changed);
    connect(&plans_, &PlanCommands::order_changed, this, &WindowView::changed);
    connect(actions_.free_areas, &QAction::toggled, this, &WindowView::changed);
    connect(&session_.selection(), &Selection::changed, this, &WindowView::changed);
    connect(&session_.selection(), &Selection::cursor_changed, this, &WindowView::changed);
    connect(&session_.plan(), &OpenPlan::layout_changed, this, &WindowView::changed);
}

ViewState WindowView::state() const {
    ViewState state;
    state.mode = name_of(modes_.mode());
    if (!view_.camera().is_fitted()) {
        state.view = view_.camera().view();
    }
    state.cursor = session_.selection().cursor();
    const std::vector<BufferIndex>& selected = session_.selection().buffers();
    if (session_.has_plan() && selected.size() <= ViewState::most_selected) {
        for (const BufferIndex buffer : selected) {
            state.selected.push_back(session_.problem()->buffers[buffer].name);
        }
    }
    state.color_by = name_of(appearance_.color_by());
    state.shows_free_areas = actions_.free_areas->isChecked();
    if (const PlanState& plan = session_.state(); plan.trace) {
        state.frames = plan.trace->frames.size();
        state.frame = plan.frame != FrameIndex::none() ? static_cast<std::int64_t>(plan.frame.value()) : -1;
    }
    const PlanOrder order = plans_.order();
    state.planner = order.planner;
    state.settings = order.settings;
    state.seed = order.seed;
    return state;
}

void WindowView::restore_order(const ViewState& state) {
    PlanOrder order;
    order.planner = state.planner;
    order.settings = state.settings;
    order.seed = state.seed;
    plans_.set_order(order);
}

void WindowView::restore_view(const ViewState& state, bool with_mode) {
    if (!session_.has_plan()) {
        return;
    }
    const auto mode = window_mode_named(state.mode);
    if (with_mode && mode && *mode != WindowMode::compare) {
        modes_.choose(*mode);
    }
    if (const auto by = color_by_named(state.color_by); by && can_color_by(*session_.problem(), *by)) {
        for (QAction* action : actions_.colors->actions()) {
            if (action->data().toInt() == static_cast<int>(*by)) {
                action->trigger();
            }
        }
    }
    restore_step(state);
    std::unordered_map<std::string, BufferIndex> indices;
    if (!state.selected.empty()) {
        for (std::size_t i = 0; i < session_.problem()->buffers.size(); ++i) {
            indices.emplace(session_.problem()->buffers[i].name, BufferIndex(i));
        }
    }
    std::vector<BufferIndex> selected;
    for (const std::string& name : state.selected) {
        if (const auto found = indices.find(name); found != indices.end()) {
            selected.push_back(found->second);
        }
    }
    session_.selection().select(selected);
    session_.selection().set_cursor(state.cursor);
    actions_.free_areas->setChecked(state.shows_free_areas);
    if (state.view) {
        view_.set_view(*state.view);
    }
}

bool WindowView::restore_step(const ViewState& state) {
    const PlanState& plan = session_.state();
    if (!plan.trace || state.frame < 0 || plan.trace->frames.size() != state.frames ||
        static_cast<std::uint64_t>(state.frame) >= state.frames) {
        return false;
    }
    if (plan.edits.empty() && plan.frame != FrameIndex::none()) {
        session_.plan().show_frame(FrameIndex(static_cast<std::size_t>(state.frame)));
    }
    return true;
}

}  // namespace arenascope
