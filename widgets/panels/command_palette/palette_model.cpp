#include "widgets/panels/command_palette/palette_model.h"

#include <utility>

#include "qt/words/tooltip.h"
#include "qt/words/visible_text.h"
#include "qt/words/wording.h"

namespace arenascope {

void PaletteModel::set_results(std::shared_ptr<const PaletteContent> content, PaletteResults results) {
    beginResetModel();
    content_ = std::move(content);
    results_ = std::move(results);
    pattern_ = FuzzyPattern(results_.pattern);
    endResetModel();
}

const PaletteEntry& PaletteModel::entry_at(int row) const {
    return results_.entries[static_cast<std::size_t>(row)];
}

int PaletteModel::rowCount(const QModelIndex& parent) const {
    return parent.isValid() ? 0 : static_cast<int>(results_.entries.size());
}

QVariant PaletteModel::data(const QModelIndex& index, int role) const {
    if (!index.isValid()) {
        return {};
    }
    const PaletteEntry& entry = entry_at(index.row());
    switch (role) {
        case Qt::DisplayRole:
            return title(entry);
        case Qt::ToolTipRole:
            return plain_tooltip(tr("%1\n%2").arg(full_title(entry), detail_of(entry)).trimmed());
        case Qt::AccessibleTextRole:
            return spoken(entry);
        case sign:
            return QChar::fromLatin1(sign_of(entry.kind));
        case detail:
            return detail_with_name(entry);
        case menus_length: {
            const bool is_command = entry.kind == PaletteKind::commands;
            const auto own = [&] { return visible_text(content_->commands[entry.number].text).size(); };
            return is_command ? title(entry).size() - own() : qsizetype{0};
        }
        case is_available:
            return can_choose(entry);
        default:
            return {};
    }
}

QString PaletteModel::full_title(const PaletteEntry& entry) const {
    const std::string full = full_name_of(*content_, entry);
    return full.empty() ? title(entry) : visible_text(full);
}

QString PaletteModel::title(const PaletteEntry& entry) const {
    return visible_text(title_of(*content_, entry));
}

bool PaletteModel::can_choose(const PaletteEntry& entry) const {
    return entry.kind != PaletteKind::commands || content_->commands[static_cast<std::size_t>(entry.number)].is_enabled;
}

QString PaletteModel::command_detail(const PaletteCommand& command) const {
    QStringList parts;
    if (command.is_checked) {
        parts << tr("✓");
    }
    if (!command.is_enabled) {
        parts << (command.why_not.isEmpty() ? tr("not available now") : command.why_not);
    }
    if (!command.keys.isEmpty()) {
        parts << command.keys;
    }
    return parts.join(tr(" · "));
}

QString PaletteModel::buffer_detail(BufferIndex buffer) const {
    const Buffer& one = content_->problem->buffers[buffer];
    QStringList parts{amount_words(one.size.value(), content_->unit), tr("steps %1").arg(lifetime_text(one.lifetime))};
    const auto& placements = content_->layout->placements;
    if (buffer.value() >= placements.size() || !placements[buffer]) {
        parts << tr("not placed");
    } else if (content_->risks && buffer.value() < content_->risks->size()) {
        parts << risk_words((*content_->risks)[buffer]);
    }
    return parts.join(tr(" · "));
}

QString PaletteModel::detail_of(const PaletteEntry& entry) const {
    const auto position = static_cast<std::size_t>(entry.number);
    switch (entry.kind) {
        case PaletteKind::commands:
            return command_detail(content_->commands[position]);
        case PaletteKind::buffers:
            return buffer_detail(BufferIndex(position));
        case PaletteKind::operators:
            return tr("step %1").arg(grouped_text(content_->problem->graph->operators[position].step.value()));
        case PaletteKind::steps:
            return tr("step");
    }
    return {};
}

QString PaletteModel::detail_with_name(const PaletteEntry& entry) const {
    const std::string full = full_name_of(*content_, entry);
    return full.empty() ? detail_of(entry) : tr("%1 · %2").arg(detail_of(entry), visible_text(full));
}

QString PaletteModel::spoken(const PaletteEntry& entry) const {
    const QString what = [&] {
        switch (entry.kind) {
            case PaletteKind::commands:
                return tr("Command %1");
            case PaletteKind::buffers:
                return tr("Buffer %1");
            case PaletteKind::operators:
                return tr("Operator %1");
            case PaletteKind::steps:
                return tr("Step %1");
        }
        return QString();
    }();
    const QString name = what.arg(title(entry));
    const QString more = entry.kind == PaletteKind::steps ? QString() : detail_of(entry);
    return more.isEmpty() ? name : tr("%1, %2").arg(name, more);
}

}  // namespace arenascope
