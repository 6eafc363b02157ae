#include "app/window/network/usage_graph_commands.h"

#include <utility>

#include "app/session/plan_change.h"
#include "app/window/frame/action_reason.h"
#include "core/model/network/takeovers.h"

namespace arenascope {

UsageGraphCommands::UsageGraphCommands(const WindowFrame& frame) : WindowPart(frame) {
    connect(&session_.plan(), &OpenPlan::plan_changed, this, &UsageGraphCommands::enable);
    connect(&session_.plan(), &OpenPlan::closed, this, &UsageGraphCommands::enable);
    connect(&session_.selection(), &Selection::changed, this, &UsageGraphCommands::enable);
    connect(actions_.derive_usage_graph, &QAction::triggered, this, &UsageGraphCommands::derive);
    connect(actions_.drop_usage_graph, &QAction::triggered, this, &UsageGraphCommands::drop);
    connect(actions_.takeover, &QAction::triggered, this, &UsageGraphCommands::toggle_takeover);
    explain(*actions_.derive_usage_graph, tr("This plan has no operators to derive it from."));
    explain(*actions_.drop_usage_graph, tr("This plan has no usage graph."));
    explain(*actions_.takeover, tr("Select two buffers, of which one begins after the other has ended."));
    enable();
}

void UsageGraphCommands::enable() const {
    const bool has_plan = session_.has_plan();
    actions_.derive_usage_graph->setEnabled(has_plan && session_.problem()->graph.has_value());
    actions_.drop_usage_graph->setEnabled(has_plan && session_.problem()->usage_graph.has_value());
    const auto pair = selected_pair();
    actions_.takeover->setEnabled(pair.has_value());
    actions_.set_takeover_allowed(!pair || is_allowed(pair->first, pair->second));
}

std::optional<std::pair<BufferIndex, BufferIndex>> UsageGraphCommands::selected_pair() const {
    const std::vector<BufferIndex>& selected = session_.selection().buffers();
    if (!session_.has_plan() || selected.size() != 2 ||
        !can_take_over(*session_.problem(), selected.front(), selected.back())) {
        return std::nullopt;
    }
    return std::pair(selected.front(), selected.back());
}

bool UsageGraphCommands::is_allowed(BufferIndex a, BufferIndex b) const {
    const auto& graph = session_.problem()->usage_graph;
    return !graph || has_takeover(*graph, a, b);
}

void UsageGraphCommands::set(FindGraph find, const QString& text) {
    describe_plan(
        session_.plan(),
        [find = std::move(find)](const Problem& problem) -> Expected<Problem> {
            auto graph = find(problem);
            if (!graph) {
                return failure(std::move(graph.error()));
            }
            Problem other = problem;
            other.usage_graph = std::move(*graph);
            return other;
        },
        text, [this](const Error& error) { notices_.report(error); });
}

void UsageGraphCommands::derive() {
    set(
        [](const Problem& problem) {
            return takeovers_by_reachability(problem).map(
                [](UsageGraph graph) { return std::optional(std::move(graph)); });
        },
        tr("Derive Usage Graph"));
}

void UsageGraphCommands::drop() {
    set([](const Problem&) { return Expected<std::optional<UsageGraph>>(std::nullopt); }, tr("Remove Usage Graph"));
}

void UsageGraphCommands::toggle_takeover() {
    const auto pair = selected_pair();
    if (!pair) {
        return;
    }
    const bool allowed = is_allowed(pair->first, pair->second);
    set(
        [pair = *pair, allowed, seen = session_.problem()](const Problem& problem) {
            auto graph =
                problem.usage_graph ? Expected<UsageGraph>(*problem.usage_graph) : takeovers_by_lifetime(problem);
            const bool is_same = &problem == seen.get();  // otherwise the pair may be gone
            return std::move(graph).map([&](UsageGraph known) {
                if (is_same) {
                    set_takeover(known, problem, pair.first, pair.second, !allowed);
                }
                return is_same ? std::optional(std::move(known)) : problem.usage_graph;
            });
        },
        allowed ? tr("Forbid Takeover") : tr("Allow Takeover"));
}

}  // namespace arenascope
