#include "widgets/base/offered_names.h"

#include <algorithm>
#include <utility>

#include "core/model/memory/called_buffers.h"
#include "qt/words/visible_text.h"

namespace arenascope {

OfferedName OfferedName::of(std::string_view name) {
    const QString text = QString::fromUtf8(name.data(), static_cast<qsizetype>(name.size()));
    return {text, text};
}

QList<OfferedName> offered_names(const Problem& problem, const ShortNames& rule) {
    QList<OfferedName> names;
    names.reserve(static_cast<qsizetype>(problem.buffers.size()));
    for (const Buffer& buffer : problem.buffers) {
        names << OfferedName{OfferedName::of(rule(buffer.name)).shown, OfferedName::of(buffer.name).full};
    }
    return names;
}

void OfferedNames::show_matches(const QList<OfferedName>& names, const QString& typed) {
    const std::string text = typed.toStdString();
    QList<OfferedName> rows;
    for (const OfferedName& name : names) {
        if (name.shown.contains(typed, Qt::CaseInsensitive) || name.full.contains(typed, Qt::CaseInsensitive) ||
            is_shown_as(name.shown.toStdString(), text)) {
            rows << name;
        }
    }
    std::ranges::stable_partition(rows, [&typed](const OfferedName& name) {
        return name.shown.startsWith(typed, Qt::CaseInsensitive) || name.full.startsWith(typed, Qt::CaseInsensitive);
    });
    show_rows(std::move(rows));
}

void OfferedNames::show_rows(QList<OfferedName> rows) {
    beginResetModel();
    rows_ = std::move(rows);
    endResetModel();
}

int OfferedNames::rowCount(const QModelIndex& parent) const {
    return parent.isValid() ? 0 : static_cast<int>(rows_.size());
}

QVariant OfferedNames::data(const QModelIndex& index, int role) const {
    if (!index.isValid()) {
        return {};
    }
    const OfferedName& name = rows_[index.row()];
    switch (role) {
        case Qt::EditRole:
            return name.shown;
        case Qt::DisplayRole:
            return name.shown == name.full ? visible_text(name.shown)
                                           : tr("%1 · %2").arg(visible_text(name.shown), visible_text(name.full));
        default:
            return {};
    }
}

}  // namespace arenascope
