#include "widgets/tables/iteration_list/iteration_model.h"

#include <algorithm>
#include <string_view>
#include <utility>

#include <QGuiApplication>
#include <QPainter>
#include <QPixmap>

#include "core/trace/trace_player.h"
#include "qt/painting/theme.h"
#include "qt/words/meaning.h"
#include "qt/words/tooltip.h"
#include "qt/words/visible_text.h"
#include "qt/words/wording.h"

namespace arenascope {
namespace {

/// The number of buffers that a frame placed for the first time, and the number that it moved.
struct MoveCounts {
    std::int64_t placed = 0;
    std::int64_t moved = 0;
};

/// Whether the passes are about several regions. The name of a single one carries no information.
bool has_several_regions(const Trace& trace) {
    return std::ranges::any_of(trace.roots, [&trace](FrameIndex root) {
        return region_of(trace, root) != region_of(trace, trace.roots.front());
    });
}

MoveCounts counts_of(const ChangeCounts& changes) {
    return {std::int64_t{changes.placed}, std::int64_t{changes.moves} - std::int64_t{changes.placed}};
}

}  // namespace

IterationModel::IterationModel(QObject* parent)
    : QAbstractItemModel(parent),
      trace_(std::make_shared<Trace>()),
      columns_{{.title = tr("no."),
                .meaning = plain_tooltip(tr("the number of the pass, iteration, group or other step of the run")),
                .is_figure = false,
                .text = [this](FrameIndex at) { return number_words(at); },
                .tooltip = [this](FrameIndex at) { return tooltip(at); }},
               {.title = tr("peak %1"),
                .meaning = plain_tooltip(tr("the highest tail; of a group, the highest tail in the group")),
                .text = [this](FrameIndex at) { return peak_text(at); },
                .tooltip = [this](FrameIndex at) { return tooltip(at); }},
               {.title = tr("change"),
                .meaning = plain_tooltip(tr("the peak, compared with the row before")),
                .text = [this](FrameIndex at) { return change_text(at); },
                .tooltip = [this](FrameIndex at) { return tooltip(at); }},
               {.title = tr("moved"),
                .meaning = plain_tooltip(tr("buffers with another offset than in the row before")),
                .text = [this](FrameIndex at) { return moved_text(at); },
                .tooltip = [this](FrameIndex at) { return tooltip(at); }},
               {.title = tr("notes"),
                .meaning = plain_tooltip(tr("what the frame did, and why it ended")),
                .is_figure = false,
                .text = [this](FrameIndex at) { return note(at); },
                .tooltip = [this](FrameIndex at) { return tooltip(at); }}} {}

void IterationModel::set_trace(std::shared_ptr<const Trace> trace, std::vector<std::string> region_names) {
    beginResetModel();
    trace_ = trace ? std::move(trace) : std::make_shared<const Trace>();
    // A single pass carries no information, so its iterations are at the top level.
    const bool one_pass = trace_->roots.size() == 1 && frame(trace_->roots.front()).kind == FrameKind::pass;
    top_ = one_pass ? frame(trace_->roots.front()).children : trace_->roots;
    row_of_frame_.assign(trace_->frames.size(), 0);
    titles_ = StepTitles(*trace_);
    cut_short_ = cut_short_frames(*trace_);
    marks_ = {};
    region_names_ = has_several_regions(*trace_) ? std::move(region_names) : std::vector<std::string>();
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

void IterationModel::set_marks(const std::vector<FrameIndex>& frames) {
    emit layoutAboutToBeChanged();
    marks_ =
        frames.empty() ? IndexedVector<FrameIndex, Mark>() : IndexedVector<FrameIndex, Mark>(trace_->frames.size());
    for (const FrameIndex marked : frames) {
        marks_[marked] = Mark::here;
        for (FrameIndex around = frame(marked).parent; around != FrameIndex::none(); around = frame(around).parent) {
            marks_[around] = std::max(marks_[around], Mark::inside);
        }
    }
    emit layoutChanged();
}

QVariant IterationModel::dot(Mark mark) const {
    constexpr int side = 8;
    QPixmap pixmap(side, side);
    pixmap.fill(Qt::transparent);  // of a row without a mark, so that all numbers stand in line
    if (mark != Mark::none) {
        QPainter painter(&pixmap);
        painter.setRenderHint(QPainter::Antialiasing);
        const QColor color = qt_color(palette(theme_of(QGuiApplication::palette())).hit);
        painter.setPen(color);
        painter.setBrush(mark == Mark::here ? QBrush(color) : QBrush());
        painter.drawEllipse(QRectF(1, 1, side - 2, side - 2));
    }
    return pixmap;
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
    change_decimals_ = 0;
    for (std::size_t i = 0; i < trace_->frames.size(); ++i) {
        const Offset own = trace_->frames[i].peak;
        decimals_ = std::max(decimals_, decimals_of(own.value(), unit_));
        if (const auto change = change_of_peak(FrameIndex(i))) {
            change_decimals_ = std::max(change_decimals_, decimals_of(change->value(), unit_));
        }
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

bool IterationModel::has_nested_rows() const {
    return std::any_of(top_.begin(), top_.end(), [this](FrameIndex index) { return !frame(index).children.empty(); });
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
    if (const auto told = told_cell(columns_[static_cast<std::size_t>(index.column())], at, role)) {
        return *told;
    }
    switch (role) {
        case Qt::DecorationRole:
            return index.column() == number && !marks_.empty() ? dot(marks_[at]) : QVariant();
        case Qt::FontRole:
            return trace_->result == at ? QVariant(bold_font()) : QVariant();
        case Qt::AccessibleTextRole:
            return index.column() == number ? QString::fromStdString(titles_.name(at)) : QVariant();
        default:
            return {};
    }
}

QVariant IterationModel::headerData(int section, Qt::Orientation orientation, int role) const {
    return orientation == Qt::Horizontal ? title_cell(columns_[static_cast<std::size_t>(section)], role, unit_)
                                         : QVariant();
}

const std::vector<FrameIndex>& IterationModel::children_of(const QModelIndex& parent) const {
    return parent.isValid() ? frame(frame_at(parent)).children : top_;
}

QString IterationModel::peak_text(FrameIndex index) const {
    // A layout cut short has a highest tail, but no peak to compare.
    return cut_short_[index] ? tr("–")
                             : QString::fromStdString(number_text(frame(index).peak.value(), unit_, decimals_));
}

std::optional<Bytes> IterationModel::change_of_peak(FrameIndex index) const {
    const Frame& shown = frame(index);
    const FrameIndex before = shown.previous;
    // Groups hold other buffers, and passes may be over other regions.
    if (before == FrameIndex::none() || shown.kind == FrameKind::group || cut_short_[index] || cut_short_[before] ||
        region_of(*trace_, index) != region_of(*trace_, before)) {
        return std::nullopt;
    }
    return shown.peak - frame(before).peak;
}

QString IterationModel::number_words(FrameIndex index) const {
    const QString number = grouped_text(titles_.number(index));
    return frame(index).kind == FrameKind::pass ? tr("pass %1").arg(number) : number;
}

QString IterationModel::change_text(FrameIndex index) const {
    const auto change = change_of_peak(index);
    if (!change) {
        return {};
    }
    const std::int64_t bytes = change->value();
    if (bytes == 0) {
        return QStringLiteral("0");
    }
    return (bytes > 0 ? QStringLiteral("+") : QString()) +
           QString::fromStdString(number_text(bytes, unit_, change_decimals_));
}

QString IterationModel::title(FrameIndex index) const {
    const QString text = note(index);
    const QString name = QString::fromStdString(titles_.name(index));
    return text.isEmpty() ? name : QStringLiteral("%1\n%2").arg(name, text);
}

QString IterationModel::note(FrameIndex index) const {
    const Frame& shown = frame(index);
    QStringList parts;
    // The distinguishing part comes first, because a narrow list elides the end.
    if (trace_->result == index) {
        parts << tr("result");
    }
    if (is_inner(shown.kind)) {
        parts << frame_kind_words(shown.kind);
    }
    if (shown.kind == FrameKind::pass && !shown.note.empty()) {
        const bool names_region = shown.region.value() < region_names_.size();
        parts << (names_region ? visible_text(region_names_[shown.region.value()]) + QStringLiteral(": ") : QString()) +
                     visible_text(shown.note);
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
        parts << counted(shown.members.size(), tr("1 buffer"), tr("%1 buffers"));
    }
    if (shown.kind == FrameKind::iteration && !shown.children.empty()) {
        std::size_t rearranged = 0;
        for (const FrameIndex group : shown.children) {
            rearranged += frame(group).children.size() > 1 ? 1 : 0;
        }
        QString groups = counted(shown.children.size(), tr("1 group"), tr("%1 groups"));
        if (rearranged > 0) {
            groups += counted(rearranged, tr(", 1 rearranged"), tr(", %1 rearranged"));
        }
        parts << groups;
    }
    return parts.join(QStringLiteral(" · "));
}

bool IterationModel::is_anything_moved() const {
    for (std::size_t i = 0; i < trace_->frames.size(); ++i) {
        if (counts_of(trace_->changes.counts(FrameIndex(i))).moved > 0) {
            return true;
        }
    }
    return false;
}

QString IterationModel::moved_text(FrameIndex index) const {
    const MoveCounts counts = counts_of(trace_->changes.counts(index));
    // The first placement of a buffer is no move, and neither is a removal by a stop.
    return cut_short_[index] || (counts.moved == 0 && counts.placed > 0) ? QString() : grouped_text(counts.moved);
}

QString IterationModel::tooltip(FrameIndex index) const {
    const Frame& shown = frame(index);
    if (cut_short_[index]) {
        return tr("%1\nstopped before all buffers were placed").arg(title(index));
    }
    QStringList lines{title(index), tr("peak %1").arg(exact_bytes(shown.peak.value()))};
    if (!marks_.empty() && marks_[index] != Mark::none) {
        lines << (marks_[index] == Mark::here ? tr("a breakpoint stops here") : tr("a breakpoint stops inside"));
    }
    if (const auto change = change_of_peak(index)) {
        const std::int64_t bytes = change->value();
        lines << (bytes == 0
                      ? tr("the same peak as in the row before")
                      : (bytes > 0 ? tr("%1 higher than in the row before") : tr("%1 lower than in the row before"))
                            .arg(exact_bytes(bytes > 0 ? bytes : -bytes)));
    }
    if (shown.goal != Goal::none) {
        lines << tr("ended: %1").arg(goal_words(shown.goal));
        if (const QString meaning = goal_meaning(shown.goal); !meaning.isEmpty()) {
            lines << meaning;
        }
    }
    if (shown.attempts > 0) {
        lines << counted(shown.attempts, tr("1 try"), tr("%1 tries"));
    }
    const MoveCounts counts = counts_of(trace_->changes.counts(index));
    if (counts.placed > 0) {
        lines << counted(counts.placed, tr("1 buffer placed"), tr("%1 buffers placed"));
    }
    if (counts.moved > 0 || counts.placed == 0) {
        lines << counted(counts.moved, tr("1 buffer moved since previous"), tr("%1 buffers moved since previous"));
    }
    return lines.join(QLatin1Char('\n'));
}

}  // namespace arenascope
