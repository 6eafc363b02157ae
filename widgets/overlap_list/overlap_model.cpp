#include "widgets/overlap_list/overlap_model.h"

#include "widgets/style/wording.h"

namespace arenascope {

OverlapModel::OverlapModel(QObject* parent) : QAbstractTableModel(parent), problem_(std::make_shared<Problem>()) {}

void OverlapModel::set_report(std::shared_ptr<const Problem> problem, CheckReport report) {
    beginResetModel();
    problem_ = std::move(problem);
    report_ = std::move(report);
    endResetModel();
}

void OverlapModel::set_unit(Unit unit) {
    beginResetModel();
    unit_ = unit;
    endResetModel();
}

const Overlap* OverlapModel::overlap_at(int row) const {
    const auto position = static_cast<std::size_t>(row);
    return position < report_.overlaps.size() ? &report_.overlaps[position] : nullptr;
}

BufferIndex OverlapModel::buffer_at(int row) const {
    const Overlap* pair = overlap_at(row);
    return pair != nullptr ? pair->a : single_at(row).buffer;
}

int OverlapModel::rowCount(const QModelIndex& parent) const {
    return parent.isValid() ? 0
                            : static_cast<int>(report_.overlaps.size() + report_.misaligned.size() +
                                               report_.outside.size() + report_.unplaced.size());
}

int OverlapModel::columnCount(const QModelIndex& parent) const {
    return parent.isValid() ? 0 : column_count;
}

QVariant OverlapModel::data(const QModelIndex& index, int role) const {
    if (!index.isValid()) {
        return {};
    }
    const Overlap* pair = overlap_at(index.row());
    switch (role) {
        case Qt::TextAlignmentRole:
            return static_cast<int>(Qt::AlignVCenter | (index.column() <= second ? Qt::AlignLeft : Qt::AlignRight));
        case Qt::ToolTipRole:
            return pair == nullptr
                       ? QVariant()
                       : tr("%1 and %2 share %3 at steps %4, bytes %5 to %6")
                             .arg(name(pair->a), name(pair->b), exact_bytes(arenascope::size(pair->bytes).value()),
                                  lifetime_text(pair->steps), grouped_text(pair->bytes.from.value()),
                                  grouped_text(pair->bytes.to.value()));
        case Qt::DisplayRole:
            break;
        default:
            return {};
    }
    if (pair != nullptr) {
        return pair_text(*pair, index.column());
    }
    const Single single = single_at(index.row());
    return index.column() == finding ? single.what : (index.column() == first ? name(single.buffer) : QString());
}

QVariant OverlapModel::headerData(int section, Qt::Orientation orientation, int role) const {
    if (orientation != Qt::Horizontal) {
        return {};
    }
    if (role == Qt::TextAlignmentRole) {
        return static_cast<int>(Qt::AlignVCenter | (section <= second ? Qt::AlignLeft : Qt::AlignRight));
    }
    if (role != Qt::DisplayRole) {
        return {};
    }
    const QString unit = QString::fromStdString(name_of(unit_));
    switch (section) {
        case finding:
            return tr("finding");
        case first:
            return tr("buffer");
        case second:
            return tr("and");
        case steps:
            return tr("shared steps");
        case bytes:
            return tr("shared bytes %1").arg(unit);
        case amount:
            return tr("amount %1").arg(unit);
        default:
            return {};
    }
}

OverlapModel::Single OverlapModel::single_at(int row) const {
    std::size_t position = static_cast<std::size_t>(row) - report_.overlaps.size();
    if (position < report_.misaligned.size()) {
        return {report_.misaligned[position], tr("misaligned")};
    }
    position -= report_.misaligned.size();
    if (position < report_.outside.size()) {
        return {report_.outside[position], tr("outside its region")};
    }
    position -= report_.outside.size();
    return {report_.unplaced[position], tr("not placed")};
}

QString OverlapModel::name(BufferIndex buffer) const {
    return QString::fromStdString(problem_->buffers[buffer.value()].name);
}

QString OverlapModel::pair_text(const Overlap& overlap, int column) const {
    const auto number = [this](std::int64_t value) { return QString::fromStdString(number_text(value, unit_)); };
    switch (column) {
        case finding:
            return tr("overlap");
        case first:
            return name(overlap.a);
        case second:
            return name(overlap.b);
        case steps:
            return lifetime_text(overlap.steps);
        case bytes:
            return QStringLiteral("[%1, %2)").arg(number(overlap.bytes.from.value()), number(overlap.bytes.to.value()));
        case amount:
            return number(arenascope::size(overlap.bytes).value());
        default:
            return {};
    }
}

}  // namespace arenascope
