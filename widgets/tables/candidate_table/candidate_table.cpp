#include "widgets/tables/candidate_table/candidate_table.h"

#include <algorithm>
#include <utility>

#include <QHeaderView>

#include "qt/words/tooltip.h"
#include "qt/words/visible_text.h"
#include "qt/words/wording.h"
#include "widgets/base/column_fit.h"
#include "widgets/base/name_delegate.h"
#include "widgets/base/table_cells.h"
#include "widgets/base/table_look.h"
#include "widgets/base/theme_follower.h"

namespace arenascope {

CandidateTable::CandidateTable(QWidget* parent)
    : QWidget(parent),
      header_(new SectionHeader(tr("Candidates"), this)),
      table_(new QTableWidget(0, column_count, this)),
      hint_(new QLabel(tr("This step has no candidates. Step to a placement of the run to see those of its buffer."),
                       this)) {
    table_->setAccessibleName(tr("Candidates of the placement"));
    table_->setSelectionBehavior(QAbstractItemView::SelectRows);
    table_->setSelectionMode(QAbstractItemView::SingleSelection);
    table_->setEditTriggers(QAbstractItemView::NoEditTriggers);
    table_->setTabKeyNavigation(false);
    table_->verticalHeader()->hide();
    table_->setItemDelegateForColumn(taken_from, new NameDelegate(table_));
    // The rows are in the order of the ranks, so a narrow table says them without their numbers.
    new ColumnFit(*table_, {taken_from}, {number, above, below, waste});
    hint_->setTextFormat(Qt::PlainText);
    apply_paragraph_look(*hint_);
    auto* column = new_panel_column(*this);
    column->addWidget(header_);
    column->addWidget(table_, 1);
    column->addWidget(hint_);
    column->addStretch();
    connect(table_, &QTableWidget::itemSelectionChanged, this, [this] {
        if (following_) {
            return;
        }
        const QList<QTableWidgetItem*> cells = table_->selectedItems();
        picked_ = cells.isEmpty() ? std::nullopt : std::optional(static_cast<std::size_t>(cells.front()->row()));
        emit picked_changed();
    });
    follow_theme(*this, [this](Theme theme) {
        apply_panel_look(*this, theme);
        apply_table_look(*table_, theme);
        apply_text_tone(*hint_, theme, TextTone::dim);
    });
    refresh();
}

void CandidateTable::set_step(std::shared_ptr<const Problem> problem, std::optional<PlacementStep> step) {
    const bool is_same = problem == problem_ && step == step_;
    problem_ = std::move(problem);
    step_ = std::move(step);
    if (!is_same) {
        picked_.reset();
        refresh();
    }
}

void CandidateTable::set_unit(Unit unit) {
    unit_ = unit;
    refresh();
}

QString CandidateTable::cell(int row, Column column) const {
    const QTableWidgetItem* item = table_->item(row, column);
    return item == nullptr ? QString() : item->text();
}

bool CandidateTable::has_candidates() const {
    return step_ && problem_ && !step_->candidates.empty() && step_->figures.size() == step_->candidates.size();
}

void CandidateTable::refresh() {
    const bool has_figures = has_candidates();
    table_->setVisible(has_figures);
    hint_->setVisible(!has_figures);
    following_ = true;
    count_decimals();
    show_headings();
    table_->setRowCount(has_figures ? static_cast<int>(step_->candidates.size()) : 0);
    for (int row = 0; row < table_->rowCount(); ++row) {
        fill_row(row);
    }
    if (picked_) {
        table_->selectRow(static_cast<int>(*picked_));
    } else {
        table_->clearSelection();
    }
    following_ = false;
    header_->set_detail(has_figures ? visible_text(problem_->buffers[step_->buffer].name) : QString());
}

void CandidateTable::count_decimals() {
    decimals_ = 0;
    if (!step_) {
        return;
    }
    const auto count = [this](std::int64_t amount) { decimals_ = std::max(decimals_, decimals_of(amount, unit_)); };
    for (const Offset candidate : step_->candidates) {
        count(candidate.value());
    }
    for (const PlacementStep::Figures& figures : step_->figures) {
        count(figures.height.value());
        count(figures.waste.value());
        count(figures.below.value());
        count(figures.above.value_or(Bytes(0)).value());
    }
}

void CandidateTable::fill_row(int row) {
    const auto position = static_cast<std::size_t>(row);
    const PlacementStep::Figures& figures = step_->figures[position];
    const auto bytes = [this](std::int64_t amount) {
        return QString::fromStdString(number_text(amount, unit_, decimals_));
    };
    const BufferIndex giver = figures.taken_from;
    const QString name = giver == BufferIndex::none() ? tr("–") : visible_text(problem_->buffers[giver].name);
    const QString texts[column_count] = {grouped_text(row + 1),
                                         bytes(step_->candidates[position].value()),
                                         bytes(figures.height.value()),
                                         bytes(figures.waste.value()),
                                         bytes(figures.below.value()),
                                         figures.above ? bytes(figures.above->value()) : tr("no limit"),
                                         name};
    const QString meaning = position == step_->chosen ? tr("chosen; its context is dashed in the picture")
                                                      : tr("not chosen; select it to see its context in the picture");
    for (int column = 0; column < column_count; ++column) {
        auto* item = new QTableWidgetItem(texts[column]);
        item->setTextAlignment(Qt::Alignment::fromInt(cell_alignment(column != taken_from)));
        if (position == step_->chosen) {
            item->setFont(bold_font());
        }
        // A narrow table elides the name.
        const bool has_name = column == taken_from && giver != BufferIndex::none();
        item->setToolTip(plain_tooltip(has_name ? name + QLatin1Char('\n') + meaning : meaning));
        table_->setItem(row, column, item);
    }
}

void CandidateTable::show_headings() {
    for (int column = 0; column < column_count; ++column) {
        auto* item = new QTableWidgetItem(heading(column));
        item->setToolTip(plain_tooltip(heading_meaning(column)));
        item->setTextAlignment(Qt::Alignment::fromInt(cell_alignment(column != taken_from)));
        table_->setHorizontalHeaderItem(column, item);
    }
}

QString CandidateTable::heading(int column) const {
    const QString unit = QString::fromStdString(name_of(unit_));
    switch (column) {
        case number:
            return tr("no.");
        case offset:
            return tr("offset %1").arg(unit);
        case height:
            return tr("height %1").arg(unit);
        case waste:
            return tr("waste %1").arg(unit);
        case below:
            return tr("below %1").arg(unit);
        case above:
            return tr("above %1").arg(unit);
        default:
            return tr("takes over from");
    }
}

QString CandidateTable::heading_meaning(int column) const {
    switch (column) {
        case number:
            return tr("rank among the candidates: least height first, then least waste, then lowest offset");
        case offset:
            return tr("offset of the area");
        case height:
            return tr("highest tail of the core in the best combination with this candidate and its context");
        case waste:
            return tr("free bytes next to the area that are too few for any buffer of the context");
        case below:
            return tr("free bytes directly below the area");
        case above:
            return tr("free bytes directly above the area");
        default:
            return tr("released buffer whose area is handed over");
    }
}

}  // namespace arenascope
