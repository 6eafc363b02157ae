#include "widgets/tables/operator_table/operator_model.h"

#include <algorithm>
#include <numeric>

#include "qt/words/tooltip.h"
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

bool is_number(int column) {
    return column == OperatorModel::step || column == OperatorModel::reads || column == OperatorModel::writes;
}

}  // namespace

OperatorModel::OperatorModel(QObject* parent) : QAbstractTableModel(parent), problem_(std::make_shared<Problem>()) {}

const std::vector<Operator>& OperatorModel::operators() const {
    static const std::vector<Operator> none;
    return problem_->graph ? problem_->graph->operators : none;
}

void OperatorModel::set_problem(std::shared_ptr<const Problem> problem) {
    beginResetModel();
    problem_ = std::move(problem);
    read_bytes_.clear();
    written_bytes_.clear();
    for (const Operator& one : operators()) {
        read_bytes_.push_back(sum_of(*problem_, one.reads));
        written_bytes_.push_back(sum_of(*problem_, one.writes));
    }
    relations_.assign(operators().size(), {});
    count_decimals();
    rebuild_rows();
    endResetModel();
    emit rows_changed();
}

void OperatorModel::set_unit(Unit unit, UnitRule rule) {
    table_unit_.set(unit, rule);
    count_decimals();
    tell_cells_changed(*this);
    emit headerDataChanged(Qt::Horizontal, reads, writes);
}

void OperatorModel::set_filter(const QString& text) {
    beginResetModel();
    filter_ = text.trimmed();
    rebuild_rows();
    endResetModel();
    emit rows_changed();
}

void OperatorModel::set_marked(const std::vector<BufferIndex>& buffers) {
    for (std::size_t i = 0; i < relations_.size(); ++i) {
        relations_[i] = {has_any(operators()[i].writes, buffers), has_any(operators()[i].reads, buffers)};
    }
    tell_cells_changed(*this);
}

void OperatorModel::sort(int column, Qt::SortOrder order) {
    beginResetModel();
    sort_column_ = column < 0 ? step : column;
    sort_order_ = order;
    rebuild_rows();
    endResetModel();
    emit rows_changed();
}

void OperatorModel::count_decimals() {
    table_unit_.forget();
    for (std::size_t i = 0; i < read_bytes_.size(); ++i) {
        table_unit_.add(read_bytes_[i].value());
        table_unit_.add(written_bytes_[i].value());
    }
    unit_ = table_unit_.unit();
    decimals_ = 0;
    for (std::size_t i = 0; i < read_bytes_.size(); ++i) {
        decimals_ = std::max(
            {decimals_, decimals_of(read_bytes_[i].value(), unit_), decimals_of(written_bytes_[i].value(), unit_)});
    }
}

void OperatorModel::rebuild_rows() {
    rows_.clear();
    for (std::size_t i = 0; i < operators().size(); ++i) {
        const auto holds = [&](int column) { return text_of(i, column).contains(filter_, Qt::CaseInsensitive); };
        if (filter_.isEmpty() || holds(name) || holds(type) || holds(feature)) {
            rows_.push_back(i);
        }
    }
    const auto before = [this](std::size_t a, std::size_t b) {
        switch (sort_column_) {
            case reads:
            case writes:
                return amount_of(a, sort_column_) < amount_of(b, sort_column_);
            case name:
            case type:
            case feature:
            case relation:
                return text_of(a, sort_column_) < text_of(b, sort_column_);
            default:
                return a < b;
        }
    };
    // Ties keep execution order in both directions.
    std::stable_sort(rows_.begin(), rows_.end(), [&](std::size_t a, std::size_t b) {
        return sort_order_ == Qt::AscendingOrder ? before(a, b) : before(b, a);
    });
}

int OperatorModel::row_of(OperatorIndex index) const {
    const auto found = std::find(rows_.begin(), rows_.end(), std::size_t{index.value()});
    return found == rows_.end() ? -1 : static_cast<int>(found - rows_.begin());
}

int OperatorModel::first_marked_row() const {
    int first = -1;
    for (std::size_t row = 0; row < rows_.size(); ++row) {
        const Relation& each = relations_[rows_[row]];
        if (each.writes) {
            return static_cast<int>(row);
        }
        if (each.reads && first < 0) {
            first = static_cast<int>(row);
        }
    }
    return first;
}

Bytes OperatorModel::amount_of(std::size_t position, int column) const {
    return column == reads ? read_bytes_[position] : written_bytes_[position];
}

QString OperatorModel::text_of(std::size_t position, int column) const {
    const Operator& one = operators()[position];
    switch (column) {
        case step:
            return grouped_text(one.step.value());
        case name:
            return visible_text(one.name);
        case type:
            return visible_text(one.type);
        case feature:
            return operator_feature_words(one.feature);
        case reads:
        case writes:
            return QString::fromStdString(number_text(amount_of(position, column).value(), unit_, decimals_));
        case relation: {
            const Relation& own = relations_[position];
            return own.writes && own.reads ? tr("both")
                   : own.writes            ? tr("writes")
                   : own.reads             ? tr("reads")
                                           : QString();
        }
        default:
            return {};
    }
}

int OperatorModel::rowCount(const QModelIndex& parent) const {
    return parent.isValid() ? 0 : static_cast<int>(rows_.size());
}

int OperatorModel::columnCount(const QModelIndex& parent) const {
    return parent.isValid() ? 0 : column_count;
}

QVariant OperatorModel::data(const QModelIndex& index, int role) const {
    if (!index.isValid()) {
        return {};
    }
    const std::size_t position = rows_[static_cast<std::size_t>(index.row())];
    switch (role) {
        case Qt::DisplayRole:
            return text_of(position, index.column());
        case Qt::TextAlignmentRole:
            return cell_alignment(is_number(index.column()));
        case Qt::ToolTipRole:
            if (index.column() == reads || index.column() == writes) {
                return exact_bytes(amount_of(position, index.column()).value());
            }
            return plain_tooltip(index.column() == feature ? operator_feature_meaning(operators()[position].feature)
                                                           : text_of(position, index.column()));
        case Qt::FontRole:
            return relations_[position].writes || relations_[position].reads ? QVariant(bold_font()) : QVariant();
        default:
            return {};
    }
}

QVariant OperatorModel::headerData(int section, Qt::Orientation orientation, int role) const {
    if (orientation != Qt::Horizontal) {
        return {};
    }
    if (role == Qt::TextAlignmentRole) {
        return cell_alignment(is_number(section));
    }
    if (role == Qt::ToolTipRole && section == relation) {
        return tr("whether the operator reads or writes the selected buffers");
    }
    if (role != Qt::DisplayRole) {
        return {};
    }
    const QString unit = QString::fromStdString(name_of(unit_));
    switch (section) {
        case step:
            return tr("step");
        case name:
            return tr("operator");
        case type:
            return tr("type");
        case feature:
            return tr("feature");
        case reads:
            return tr("reads %1").arg(unit);
        case writes:
            return tr("writes %1").arg(unit);
        case relation:
            return tr("selected");
        default:
            return {};
    }
}

}  // namespace arenascope
