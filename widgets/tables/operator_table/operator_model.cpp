#include "widgets/tables/operator_table/operator_model.h"

#include <algorithm>
#include <utility>

#include "qt/words/visible_text.h"
#include "qt/words/wording.h"
#include "widgets/base/table_cells.h"

namespace arenascope {
namespace {

Bytes sum_of(const Problem& problem, std::vector<BufferIndex> buffers) {
    std::sort(buffers.begin(), buffers.end());
    buffers.erase(std::unique(buffers.begin(), buffers.end()), buffers.end());
    Bytes sum;
    for (const BufferIndex buffer : buffers) {
        sum = sum + problem.buffers[buffer].size;
    }
    return sum;
}

bool has_any(const std::vector<BufferIndex>& buffers, const std::vector<BufferIndex>& wanted) {
    return std::any_of(buffers.begin(), buffers.end(), [&](BufferIndex buffer) {
        return std::find(wanted.begin(), wanted.end(), buffer) != wanted.end();
    });
}

}  // namespace

OperatorModel::OperatorModel(QObject* parent)
    : RowModel(parent, UnitChange::repaints), problem_(std::make_shared<Problem>()) {
    set_columns({
        {.title = tr("step"),
         .text = [this](OperatorIndex one) { return grouped_text(operators()[one].step.value()); },
         .repeats_text = true,
         .sort_key = [](OperatorIndex one) { return one.value(); }},
        {.title = tr("operator"),
         .is_figure = false,
         .text = [this](OperatorIndex one) { return visible_text(operators()[one].name); },
         .repeats_text = true},
        {.title = tr("type"),
         .is_figure = false,
         .text = [this](OperatorIndex one) { return visible_text(operators()[one].type); },
         .repeats_text = true},
        {.title = tr("feature"),
         .is_figure = false,
         .text = [this](OperatorIndex one) { return operator_feature_words(operators()[one].feature); },
         .tooltip = [this](OperatorIndex one) { return operator_feature_meaning(operators()[one].feature); }},
        {.title = tr("reads %1"), .amount = [this](OperatorIndex one) { return read_bytes_[one].value(); }},
        {.title = tr("writes %1"), .amount = [this](OperatorIndex one) { return written_bytes_[one].value(); }},
        {.title = tr("selected"),
         .meaning = tr("whether the operator reads or writes the selected buffers"),
         .is_figure = false,
         .text = [this](OperatorIndex one) { return relation_words(one); },
         .repeats_text = true},
    });
}

const IndexedVector<OperatorIndex, Operator>& OperatorModel::operators() const {
    static const IndexedVector<OperatorIndex, Operator> none;
    return problem_->graph ? problem_->graph->operators : none;
}

void OperatorModel::set_problem(std::shared_ptr<const Problem> problem) {
    problem_ = std::move(problem);
    all_.clear();
    read_bytes_.clear();
    written_bytes_.clear();
    for (const Operator& one : operators()) {
        all_.push_back(OperatorIndex(all_.size()));
        read_bytes_.push_back(sum_of(*problem_, one.reads));
        written_bytes_.push_back(sum_of(*problem_, one.writes));
    }
    relations_.assign(operators().size(), {});
    show_rows();
}

void OperatorModel::set_filter(const QString& text) {
    filter_ = text.trimmed();
    show_rows();
}

void OperatorModel::set_marked(const std::vector<BufferIndex>& buffers) {
    for (std::size_t i = 0; i < relations_.size(); ++i) {
        relations_[i] = {has_any(operators()[i].writes, buffers), has_any(operators()[i].reads, buffers)};
    }
    tell_cells_changed(*this);
}

void OperatorModel::sort(int column, Qt::SortOrder order) {
    sort_column_ = column < 0 ? step : column;
    sort_order_ = order;
    show_rows();
}

void OperatorModel::show_rows() {
    std::vector<OperatorIndex> shown;
    for (const OperatorIndex one : all_) {
        const auto holds = [&](int column) { return text_of(one, column).contains(filter_, Qt::CaseInsensitive); };
        if (filter_.isEmpty() || holds(name) || holds(type) || holds(feature)) {
            shown.push_back(one);
        }
    }
    // Ties keep execution order in both directions.
    sort_rows(shown, sort_column_, sort_order_);
    set_rows(std::move(shown));
    emit rows_changed();
}

int OperatorModel::row_of(OperatorIndex index) const {
    const auto found = std::ranges::find(rows(), index);
    return found == rows().end() ? -1 : static_cast<int>(found - rows().begin());
}

int OperatorModel::first_marked_row() const {
    const auto first = [this](bool Relation::*marked) {
        const auto found = std::ranges::find_if(rows(), [&](OperatorIndex one) { return relations_[one].*marked; });
        return found == rows().end() ? -1 : static_cast<int>(found - rows().begin());
    };
    const int writing = first(&Relation::writes);
    return writing >= 0 ? writing : first(&Relation::reads);
}

QString OperatorModel::relation_words(OperatorIndex one) const {
    const Relation& own = relations_[one];
    return own.writes && own.reads ? tr("both") : own.writes ? tr("writes") : own.reads ? tr("reads") : QString();
}

}  // namespace arenascope
