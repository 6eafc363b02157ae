#include "widgets/tables/buffer_table/buffer_table.h"

#include <algorithm>
#include <array>
#include <utility>

#include <QAction>
#include <QClipboard>
#include <QGuiApplication>
#include <QHeaderView>
#include <QKeyEvent>
#include <QScrollBar>

#include "core/model/memory/called_buffers.h"
#include "qt/tasks/handled_at_once.h"
#include "qt/words/wording.h"
#include "widgets/base/even_table.h"
#include "widgets/base/name_delegate.h"
#include "widgets/base/panel_parts.h"

namespace arenascope {
namespace {

/// A selection of more runs of rows is marked up to there only: the selection of a view takes time for the square.
constexpr std::size_t most_marked_runs = 256;
/// Long names get this much room before columns that follow from other columns or from the file are shown.
constexpr int wanted_name_letters = 20;
/// In a narrow table, names keep this many letters, or fewer so that the sizes are in sight. It scrolls sideways then.
constexpr int narrow_name_letters = 14;
constexpr int least_name_letters = 12;

/// The rows that tell how wide a column is. In a large plan, more would take too long, and are but a part of all
/// anyway.
constexpr int many_rows = 256;
constexpr int few_rows = 64;

/// Each element once, in ascending order.
template <class T>
std::vector<T> in_ascending_order(std::vector<T> list) {
    if (!std::ranges::is_sorted(list)) {
        std::ranges::sort(list);
    }
    list.erase(std::unique(list.begin(), list.end()), list.end());
    return list;
}

/// Shown if they tell something and there is room; the first gives way first.
constexpr std::array<BufferModel::Column, 7> optional_columns{
    BufferModel::reordered, BufferModel::order,  BufferModel::overlap, BufferModel::alignment,
    BufferModel::address,   BufferModel::memory, BufferModel::tail};

}  // namespace

BufferTable::BufferTable(QWidget* parent)
    : QWidget(parent),
      model_(new BufferModel(this)),
      header_(new SectionHeader(tr("Buffers"), this)),
      filter_field_(new QLineEdit(this)),
      filter_error_(new Paragraph(this, TextTone::risk)),
      view_(new EvenTable(this)),
      swatches_(new SwatchDelegate(this)) {
    build();
    fitting_.setSingleShot(true);
    connect(&fitting_, &QTimer::timeout, this, &BufferTable::fit_columns);
    connect(model_, &BufferModel::rows_about_to_change, this, [this] {
        restoring_ = true;
        scroll_ = view_->verticalScrollBar()->value();
    });
    connect(model_, &BufferModel::rows_changed, this, [this] {
        restore_selection();
        view_->verticalScrollBar()->setValue(scroll_);
        show_count();
    });
    connect(model_, &BufferModel::passing_changed, this, [this](const BufferRows::Bits& passing) {
        applied_filter_ = wanted_filter_;
        emit filter_changed(passing);
    });
    connect(model_, &BufferModel::arranged, this, &BufferTable::take_rows);
    connect(model_, &BufferModel::widths_changed, this, &BufferTable::fit_columns);
    connect(view_->selectionModel(), &QItemSelectionModel::selectionChanged, this, &BufferTable::take_selection);
    connect(view_, &QTableView::activated, this,
            [this](const QModelIndex& index) { emit activated(model_->buffer_at(index.row())); });
    connect(filter_field_, &QLineEdit::textChanged, this, &BufferTable::apply_filter);
    show_count();
}

void BufferTable::build() {
    set_up_filter(*filter_field_, *view_, tr("Filter of the buffers"),
                  tr("Filter: part of a name, or size>64k tier=high"));
    filter_field_->setToolTip(tr("Part of a name, or conditions over %1.").arg([] {
        QStringList names;
        for (const std::string& field : buffer_fields()) {
            names << QString::fromStdString(field);
        }
        return names.join(QStringLiteral(", "));
    }()));
    filter_field_->installEventFilter(this);
    view_->viewport()->installEventFilter(this);
    filter_error_->setTextInteractionFlags(Qt::TextSelectableByMouse);
    filter_error_->setContentsMargins(12, 0, 12, 4);
    filter_error_->hide();

    set_up_rows(*view_, *model_, tr("Buffers"));
    view_->setTextElideMode(Qt::ElideMiddle);
    view_->setItemDelegateForColumn(BufferModel::name, new NameDelegate(view_));
    view_->setItemDelegateForColumn(BufferModel::tier, swatches_);
    view_->setSelectionMode(QAbstractItemView::ExtendedSelection);
    view_->horizontalHeader()->setSectionResizeMode(QHeaderView::Interactive);
    view_->horizontalHeader()->setSectionResizeMode(BufferModel::name, QHeaderView::Stretch);
    view_->horizontalHeader()->setSortIndicator(-1, Qt::AscendingOrder);
    view_->setSortingEnabled(true);
    auto* copy = new QAction(tr("&Copy rows"), this);
    copy->setShortcut(QKeySequence::Copy);
    copy->setShortcutContext(Qt::WidgetShortcut);
    connect(copy, &QAction::triggered, this, &BufferTable::copy_selected_rows);
    view_->addAction(copy);
    view_->setContextMenuPolicy(Qt::ActionsContextMenu);

    fill_panel(*this, {header_, new_field_row(*filter_field_), filter_error_, view_});
    setFocusProxy(view_);
}

void BufferTable::set_plan(std::shared_ptr<const Problem> problem, std::shared_ptr<const Layout> layout,
                           std::shared_ptr<const IndexedVector<BufferIndex, Risk>> risks,
                           std::shared_ptr<const OrderPlaces> order, bool reorders) {
    const auto order_columns = [this] {
        return std::pair(model_->is_of_use(BufferModel::order), model_->is_of_use(BufferModel::reordered));
    };
    const auto before = order_columns();
    const bool other = &model_->problem() != problem.get();
    if (other) {
        selection_.clear();
    }
    model_->set_plan(std::move(problem), std::move(layout), std::move(risks), std::move(order), reorders);
    restoring_ = false;
    if (other || before != order_columns()) {
        is_large(model_->problem()) ? fitting_.start() : fit_columns();
    }
    show_count();
}

void BufferTable::show_useful_columns() {
    for (int column = 0; column < BufferModel::column_count; ++column) {
        view_->setColumnHidden(column, !model_->is_of_use(static_cast<BufferModel::Column>(column)));
    }
}

void BufferTable::fit_columns() {
    fitting_.stop();
    show_useful_columns();
    view_->setColumnHidden(BufferModel::overlap, true);
    view_->horizontalHeader()->setResizeContentsPrecision(is_large(model_->problem()) ? few_rows : many_rows);
    view_->resizeColumnsToContents();
    names_width_ = static_cast<QAbstractItemView*>(view_)->sizeHintForColumn(BufferModel::name);
    // Tiers change with every layout, so the column fits the longest tier, not the current ones.
    const QString longest = risk_words({Tier::medium, Cause::beside});
    view_->setColumnWidth(BufferModel::tier, fontMetrics().horizontalAdvance(longest) + 2 * fontMetrics().height());
    for (int column = BufferModel::size; column < BufferModel::column_count; ++column) {
        view_->setColumnWidth(column, view_->columnWidth(column) + column_gap);
    }
    // Its cells take long to find for many buffers, so they do not tell its width.
    view_->setColumnWidth(BufferModel::overlap, view_->columnWidth(BufferModel::conflicts));
    fit_names();
}

void BufferTable::fit_names() {
    QHeaderView& header = *view_->horizontalHeader();
    const int letter = fontMetrics().averageCharWidth();
    const auto room = [&] {
        return view_->viewport()->width() - header.length() + header.sectionSize(BufferModel::name);
    };
    show_useful_columns();
    const int beside = header.sectionSize(BufferModel::tier) + header.sectionSize(BufferModel::size);
    const int least = column_gap + std::clamp(view_->viewport()->width() - beside - column_gap,
                                              least_name_letters * letter, narrow_name_letters * letter);
    const int wanted = std::max(least, std::min(names_width_ + column_gap, wanted_name_letters * letter));
    for (const BufferModel::Column column : optional_columns) {
        if (room() < wanted) {
            view_->setColumnHidden(column, true);
        }
    }
    const bool has_room = room() >= least;
    header.setSectionResizeMode(BufferModel::name, has_room ? QHeaderView::Stretch : QHeaderView::Interactive);
    if (!has_room) {
        header.resizeSection(BufferModel::name, least);
    }
}

void BufferTable::set_unit(Unit unit) {
    model_->set_unit(unit);
}

void BufferTable::set_selection(const std::vector<BufferIndex>& selection) {
    if (selection == selection_) {
        return;
    }
    selection_ = selection;
    restore_selection();
    scroll_to_selection();
}

bool BufferTable::scroll_to_selection() {
    const auto shown = std::find_if(selection_.begin(), selection_.end(),
                                    [this](BufferIndex buffer) { return model_->row_of(buffer) >= 0; });
    if (shown != selection_.end()) {
        view_->scrollTo(model_->index(model_->row_of(*shown), 0));
    }
    return shown != selection_.end();
}

void BufferTable::set_filter_text(const QString& text) {
    filter_field_->setText(text);
}

void BufferTable::focus_filter() {
    filter_field_->setFocus(Qt::ShortcutFocusReason);
    filter_field_->selectAll();
}

bool BufferTable::settle() {
    if (model_->is_arranging()) {
        model_->set_watched(true);
    }
    return !model_->is_arranging();
}

std::optional<FoundRow> BufferTable::find(bool forward) {
    const int count = model_->rowCount();
    if (count == 0 || filter_error_->isVisibleTo(this)) {
        return std::nullopt;
    }
    const std::vector<int> rows = selected_rows();
    const int from = rows.empty() ? (forward ? -1 : count) : (forward ? rows.back() : rows.front());
    const int to = (from + (forward ? 1 : -1) + count) % count;
    const BufferIndex buffer = model_->buffer_at(to);
    if (selection_ != std::vector<BufferIndex>{buffer}) {
        set_selection({buffer});
        emit selection_changed(selection_);
    }
    return FoundRow{buffer, to + 1, count, !rows.empty() && (forward ? to <= from : to >= from)};
}

bool BufferTable::eventFilter(QObject* watched, QEvent* event) {
    if (watched == view_->viewport() && event->type() == QEvent::Resize) {
        fit_names();
    }
    if (watched == filter_field_ && event->type() == QEvent::KeyPress) {
        const auto& press = *static_cast<QKeyEvent*>(event);
        if (press.key() == Qt::Key_Return || press.key() == Qt::Key_Enter) {
            emit find_requested(!press.modifiers().testFlag(Qt::ShiftModifier));
            return true;
        }
    }
    return QWidget::eventFilter(watched, event);
}

void BufferTable::apply_filter() {
    const std::string text = filter_field_->text().trimmed().toStdString();
    auto filter = BufferFilter::parse(text);
    // A name may look like an expression, such as "model.py:27 forward#7" or "f(x)".
    const Problem& problem = model_->problem();
    const bool may_be_name = !text.empty() && (!filter || !is_large(problem));
    if (may_be_name && !buffers_called(problem, text, &model_->names().rule()).empty()) {
        filter = BufferFilter::of_name(text);
    }
    filter_error_->setVisible(!filter);
    if (!filter) {
        const Error& error = filter.error();
        filter_error_->setText(QString::fromStdString(to_string(error)));
        return;
    }
    wanted_filter_ = filter->accepts_all() ? QString() : filter_field_->text();
    goes_to_selection_ = true;
    model_->set_filter(std::move(*filter));
    show_count();
}

void BufferTable::take_rows() {
    applied_filter_ = wanted_filter_;
    if (std::exchange(goes_to_selection_, false) && !scroll_to_selection()) {
        view_->scrollToTop();
    }
    show_count();
    emit settled();
}

void BufferTable::show_count() {
    const auto all = static_cast<std::int64_t>(model_->buffer_count());
    const QString count =
        tr("%1 of %2 shown")
            .arg(model_->is_arranging() ? tr("…") : grouped_text(model_->rowCount()), grouped_text(all));
    const QString names = model_->names().note();
    header_->set_detail(names.isEmpty() ? count : tr("%1 · %2").arg(names, count));
}

void BufferTable::take_selection() {
    if (restoring_) {
        return;
    }
    std::vector<BufferIndex> selected;
    for (const QItemSelectionRange& range : view_->selectionModel()->selection()) {
        for (int row = range.top(); row <= range.bottom(); ++row) {
            selected.push_back(model_->buffer_at(row));
        }
    }
    selection_ = in_ascending_order(std::move(selected));
    emit selection_changed(selection_);
}

std::vector<int> BufferTable::selected_rows() const {
    std::vector<int> rows;
    for (const BufferIndex buffer : selection_) {
        if (const int row = model_->row_of(buffer); row >= 0) {
            rows.push_back(row);
        }
    }
    return in_ascending_order(std::move(rows));
}

void BufferTable::restore_selection() {
    const std::vector<int> rows = selected_rows();
    // One range for each run of rows, so selecting all rows gives a single range.
    QItemSelection ranges;
    std::size_t runs = 0;
    for (std::size_t i = 0; i < rows.size() && runs < most_marked_runs; ++runs) {
        std::size_t last = i;
        while (last + 1 < rows.size() && rows[last + 1] == rows[last] + 1) {
            ++last;
        }
        ranges.select(model_->index(rows[i], 0), model_->index(rows[last], BufferModel::column_count - 1));
        i = last + 1;
    }
    restoring_ = true;
    view_->selectionModel()->select(ranges, QItemSelectionModel::ClearAndSelect);
    if (!rows.empty()) {
        view_->selectionModel()->setCurrentIndex(model_->index(rows.front(), 0), QItemSelectionModel::NoUpdate);
    }
    restoring_ = false;
}

void BufferTable::copy_selected_rows() const {
    QStringList lines;
    const auto line_of = [this](auto&& cell) {
        QStringList cells;
        for (int column = 0; column < BufferModel::column_count; ++column) {
            // Includes columns hidden for lack of room.
            if (model_->is_of_use(static_cast<BufferModel::Column>(column))) {
                cells << cell(column);
            }
        }
        return cells.join(QLatin1Char('\t'));
    };
    lines << line_of(
        [this](int column) { return model_->headerData(column, Qt::Horizontal, Qt::DisplayRole).toString(); });
    for (const int row : selected_rows()) {
        lines << line_of([&](int column) {
            return column == BufferModel::name ? model_->names().full(model_->buffer_at(row))
                                               : model_->index(row, column).data().toString();
        });
    }
    QGuiApplication::clipboard()->setText(lines.join(QLatin1Char('\n')));
}

}  // namespace arenascope
