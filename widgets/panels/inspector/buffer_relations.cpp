#include "widgets/panels/inspector/buffer_relations.h"

#include <algorithm>

#include <QCoreApplication>

#include "core/analysis/explain/capacity_breach.h"
#include "core/model/memory/conflict.h"
#include "widgets/panels/inspector/choice_facts.h"
#include "widgets/panels/inspector/takeover_facts.h"

namespace arenascope {
namespace {

QString relation_text(const char* text) {
    return QCoreApplication::translate("arenascope::BufferRelations", text);
}

void add_operators_of(BufferRelations& relations, const Problem& problem, BufferIndex buffer) {
    if (!problem.graph) {
        return;
    }
    for (const Operator& node : problem.graph->operators) {
        if (std::ranges::find(node.writes, buffer) != node.writes.end()) {
            relations.producers.push_back(&node);
        }
        if (std::ranges::find(node.reads, buffer) != node.reads.end()) {
            relations.consumers.push_back(&node);
        }
    }
}

void add_rows(BufferRelations& relations, const Problem& problem, BufferIndex buffer) {
    std::vector<BufferListRow> rows;
    const auto add = [&](BufferIndex other, const QString& note) {
        rows.push_back({other, problem.buffers[other].size, std::nullopt, note});
    };
    const auto& [above, below] = relations.neighbours;
    for (const BufferIndex each : above) {
        add(each, relation_text("touches above"));
    }
    for (const BufferIndex each : below) {
        add(each, relation_text("touches below"));
    }
    const std::vector<BufferIndex> conflicts = conflicts_of(problem, buffer);
    relations.conflicts = conflicts.size();
    for (const BufferIndex other : conflicts) {
        if (!std::ranges::binary_search(above, other) && !std::ranges::binary_search(below, other)) {
            add(other, {});
        }
    }
    relations.rows = buffer_list_rows(std::move(rows));
}

}  // namespace

BufferRelations buffer_relations(const Problem& problem, const Layout& layout, BufferIndex buffer, Unit unit) {
    BufferRelations relations;
    const bool has_place = layout.placements.size() == problem.buffers.size();
    if (has_place) {
        relations.lack = lack_of_room(problem, layout, buffer);
        relations.neighbours = neighbours_of(problem, layout, buffer);
    }
    relations.object = object_fact(layout, buffer, unit);
    relations.shared_steps = shared_steps(problem, buffer);
    relations.takeovers = takeover_facts(problem, buffer);
    add_operators_of(relations, problem, buffer);
    add_rows(relations, problem, buffer);
    return relations;
}

}  // namespace arenascope
