#include "widgets/iteration_list/iteration_model.h"

#include <algorithm>
#include <string_view>

#include "core/trace/trace_player.h"
#include "widgets/style/table_cells.h"
#include "widgets/style/tooltip.h"
#include "widgets/style/visible_text.h"
#include "widgets/style/wording.h"

namespace arenascope {
namespace {

/// The number of buffers that a frame placed for the first time, and the number that it moved.
struct MoveCounts {
    std::int64_t placed = 0;
    std::int64_t moved = 0;
};

/// The length of the region name at the front of every pass's note ("sram: width, desc"), if all passes share one
/// region. Such a name carries no information.
std::size_t common_region(const Trace& trace) {
    std::string_view common;
    for (const FrameIndex root : trace.roots) {
        const std::string_view region = region_of(trace, root);
        if (region.empty() || (!common.empty() && region != common)) {
            return 0;
        }
        common = region;
    }
    return common.empty() ? 0 : common.size() + std::string_view(": ").size();
}

MoveCounts counts_of(const Frame& frame) {
    const auto placed =
        std::count_if(frame.moves.begin(), frame.moves.end(), [](const Move& move) { return !move.from; });
    return {placed, static_cast<std::int64_t>(frame.moves.size()) - placed};
}

}  // namespace

IterationModel::IterationModel(QObject* parent) : QAbstractItemModel(parent), trace_(std::make_shared<Trace>()) {}

void IterationModel::set_trace(std::shared_ptr<const Trace> trace) {
    beginResetModel();
    trace_ = trace ? std::move(trace) : std::make_shared<const Trace>();
    // A single pass carries no information, so its iterations are at the top level.
    const bool one_pass = trace_->roots.size() == 1 && frame(trace_->roots.front()).kind == FrameKind::pass;
    top_ = one_pass ? frame(trace_->roots.front()).children : trace_->roots;
    row_of_frame_.assign(trace_->frames.size(), 0);
    cut_short_ = cut_short_frames(*trace_);
    region_letters_ = common_region(*trace_);
    const auto number = [this](const std::vector<FrameIndex>& siblings) {
        for (std::size_t row = 0; row < siblings.size(); ++row) {
            row_of_frame_[siblings[row]] = static_cast<std::uint32_t>(row);
        }
    };
    number(trace_->roots);
    for (const Frame& each : trace_->frames) {
        number(each.children);
    }
    count_decimals();
    endResetModel();
}

void IterationModel::set_unit(Unit unit) {
    unit_ = unit;
    count_decimals();
    emit layoutAboutToBeChanged();
    emit layoutChanged();
    emit headerDataChanged(Qt::Horizontal, 0, column_count - 1);
}

void IterationModel::count_decimals() {
    decimals_ = 0;
    for (const Frame& each : trace_->frames) {
        decimals_ = std::max(decimals_, decimals_of(each.peak.value(), unit_));
    }
}

QModelIndex IterationModel::index_of(FrameIndex wanted) const {
    if (wanted.value() >= trace_->frames.size()) {
        return {};
    }
    const bool hidden_pass = frame(wanted).kind == FrameKind::pass && trace_->roots.size() == 1;
    return hidden_pass ? QModelIndex() : createIndex(static_cast<int>(row_of_frame_[wanted]), 0, wanted.value());
}

FrameIndex IterationModel::frame_at(const QModelIndex& index) {
    return index.isValid() ? FrameIndex(static_cast<std::size_t>(index.internalId())) : FrameIndex::none();
}

QModelIndex IterationModel::index(int row, int column, const QModelIndex& parent) const {
    const auto& children = children_of(parent);
    if (row < 0 || static_cast<std::size_t>(row) >= children.size() || column < 0 || column >= column_count) {
        return {};
    }
    return createIndex(row, column, children[static_cast<std::size_t>(row)].value());
}

QModelIndex IterationModel::parent(const QModelIndex& index) const {
    return index.isValid() ? index_of(frame(frame_at(index)).parent) : QModelIndex();
}

int IterationModel::rowCount(const QModelIndex& parent) const {
    return parent.column() > 0 ? 0 : static_cast<int>(children_of(parent).size());
}

int IterationModel::columnCount(const QModelIndex& /*parent*/) const {
    return column_count;
}

QVariant IterationModel::data(const QModelIndex& index, int role) const {
    if (!index.isValid()) {
        return {};
    }
    const FrameIndex at = frame_at(index);
    switch (role) {
        case Qt::DisplayRole:
            switch (index.column()) {
                case step:
                    return title(at);
                case moved:
                    return moved_text(at);
                default:
                    return peak_text(at);
            }
        case Qt::ToolTipRole:
            return plain_tooltip(tooltip(at));
        case Qt::FontRole:
            return trace_->result == at ? QVariant(bold_font()) : QVariant();
        case Qt::TextAlignmentRole:
            return cell_alignment(index.column() != step);
        default:
            return {};
    }
}

QVariant IterationModel::headerData(int section, Qt::Orientation orientation, int role) const {
    if (orientation != Qt::Horizontal) {
        return {};
    }
    if (role == Qt::TextAlignmentRole) {
        return cell_alignment(section != step);
    }
    if (role != Qt::DisplayRole) {
        return {};
    }
    switch (section) {
        case step:
            return tr("step");
        case moved:
            return tr("moved");
        default:
            return tr("peak %1").arg(QString::fromStdString(name_of(unit_)));
    }
}

const std::vector<FrameIndex>& IterationModel::children_of(const QModelIndex& parent) const {
    return parent.isValid() ? frame(frame_at(parent)).children : top_;
}

QString IterationModel::peak_text(FrameIndex index) const {
    // A layout cut short has a highest tail, but no peak to compare.
    return cut_short_[index] ? tr("–")
                             : QString::fromStdString(number_text(frame(index).peak.value(), unit_, decimals_));
}

QString IterationModel::title(FrameIndex index) const {
    const Frame& shown = frame(index);
    const std::uint32_t row = row_of_frame_[index];
    // Iterations count from 0, which is the first placement. Placements after an iteration also count from 0. All other
    // frames count from 1.
    // A placement's note contains the buffer and its place.
    const bool follows_iteration =
        shown.parent == FrameIndex::none() && frame(trace_->roots.front()).kind == FrameKind::iteration;
    const QString name =
        shown.kind == FrameKind::iteration ? QString::number(row)
        : shown.kind == FrameKind::placement && !shown.note.empty()
            ? grouped_text(std::int64_t{row} + (follows_iteration ? 0 : 1))
            : QStringLiteral("%1 %2").arg(frame_kind_words(shown.kind), grouped_text(std::int64_t{row} + 1));
    const QString text = note(index);
    return text.isEmpty() ? name : QStringLiteral("%1  %2").arg(name, text);
}

QString IterationModel::note(FrameIndex index) const {
    const Frame& shown = frame(index);
    QStringList parts;
    // The distinguishing part comes first, because a narrow list elides the end.
    if (trace_->result == index) {
        parts << tr("result");
    }
    if (shown.kind == FrameKind::pass && !shown.note.empty()) {
        parts << visible_text(shown.note.substr(region_letters_));
    }
    if (cut_short_[index]) {
        parts << tr("cut short");
    } else if (shown.goal != Goal::none && shown.kind != FrameKind::group && shown.kind != FrameKind::rearrangement) {
        parts << goal_label(shown.goal);
    }
    if (!shown.note.empty() && shown.kind != FrameKind::pass) {
        parts << visible_text(shown.note);
    } else if (shown.kind == FrameKind::iteration && row_of_frame_[index] == 0) {
        parts << tr("first placement");
    }
    if (shown.kind == FrameKind::group) {
        parts << counted(static_cast<std::int64_t>(shown.members.size()), tr("1 buffer"), tr("%1 buffers"));
    }
    if (shown.kind == FrameKind::iteration && !shown.children.empty()) {
        std::size_t rearranged = 0;
        for (const FrameIndex group : shown.children) {
            rearranged += frame(group).children.size() > 1 ? 1 : 0;
        }
        QString groups = counted(static_cast<std::int64_t>(shown.children.size()), tr("1 group"), tr("%1 groups"));
        if (rearranged > 0) {
            groups += counted(static_cast<std::int64_t>(rearranged), tr(", 1 rearranged"), tr(", %1 rearranged"));
        }
        parts << groups;
    }
    if (shown.kind == FrameKind::iteration && shown.previous != FrameIndex::none() &&
        frame(shown.previous).peak == shown.peak && !cut_short_[index]) {
        parts << tr("same peak");
    }
    return parts.join(QStringLiteral(" · "));
}

bool IterationModel::is_anything_moved() const {
    return std::any_of(trace_->frames.begin(), trace_->frames.end(),
                       [](const Frame& each) { return counts_of(each).moved > 0; });
}

QString IterationModel::moved_text(FrameIndex index) const {
    const MoveCounts counts = counts_of(frame(index));
    // The first placement of a buffer is no move, and neither is a removal by a stop.
    return cut_short_[index] || (counts.moved == 0 && counts.placed > 0) ? QString() : grouped_text(counts.moved);
}

QString IterationModel::tooltip(FrameIndex index) const {
    const Frame& shown = frame(index);
    if (cut_short_[index]) {
        return tr("%1\nstopped before all buffers were placed").arg(title(index));
    }
    QStringList lines{title(index), tr("peak %1").arg(exact_bytes(shown.peak.value()))};
    if (shown.goal != Goal::none) {
        lines << tr("ended: %1").arg(goal_words(shown.goal));
    }
    if (shown.attempts > 0) {
        lines << counted(static_cast<std::int64_t>(shown.attempts), tr("1 try"), tr("%1 tries"));
    }
    const MoveCounts counts = counts_of(shown);
    if (counts.placed > 0) {
        lines << counted(counts.placed, tr("1 buffer placed"), tr("%1 buffers placed"));
    }
    if (counts.moved > 0 || counts.placed == 0) {
        lines << counted(counts.moved, tr("1 buffer moved"), tr("%1 buffers moved"));
    }
    return lines.join(QLatin1Char('\n'));
}

}  // namespace arenascope
