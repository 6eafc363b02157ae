#include "app/window/shell/window_view.h"

#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

#include "app/window/debug/plan_commands.h"
#include "app/window/shell/window_modes.h"
#include "core/planner/registry.h"

namespace arenascope {
namespace {

/// The buffers with these names, in the order of the names. Linear in the buffers if there are names.
std::vector<BufferIndex> buffers_named(const std::vector<std::string>& names, const Problem& problem) {
    std::unordered_map<std::string_view, BufferIndex> found;
    for (const std::string& name : names) {
        found.emplace(name, BufferIndex::none());
    }
    for (std::size_t i = 0; !names.empty() && i < problem.buffers.size(); ++i) {
        if (const auto wanted = found.find(problem.buffers[i].name); wanted != found.end()) {
            wanted->second = BufferIndex(i);
        }
    }
    std::vector<BufferIndex> buffers;
    for (const std::string& name : names) {
        if (found[name] != BufferIndex::none()) {
            buffers.push_back(found[name]);
        }
    }
    return buffers;
}

}  // namespace

WindowView::WindowView(const WindowFrame& frame, WindowModes& modes, PlanCommands& plans)
    : WindowPart(frame), modes_(modes), plans_(plans) {
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
    order.planner = planner_named(state.planner) ? state.planner : std::string(default_planner);
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
    restore_colors(state);
    restore_step(state);
    session_.selection().select(buffers_named(state.selected, *session_.problem()));
    session_.selection().set_cursor(state.cursor);
    if (state.view) {
        view_.set_view(*state.view);
    }
}

void WindowView::restore_colors(const ViewState& state) {
    const ColorBy by = color_by_named(state.color_by).value_or(default_color_by(*session_.problem()));
    for (QAction* action : actions_.colors->actions()) {
        if (action->data().toInt() == static_cast<int>(by) && by != appearance_.color_by() &&
            can_color_by(*session_.problem(), by)) {
            action->trigger();
        }
    }
    actions_.free_areas->setChecked(state.shows_free_areas);
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
