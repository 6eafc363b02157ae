#include "widgets/tables/candidate_table/candidate_table.h"

#include <utility>

#include "qt/words/tooltip.h"
#include "qt/words/visible_text.h"
#include "qt/words/wording.h"
#include "widgets/base/column_fit.h"
#include "widgets/base/name_delegate.h"
#include "widgets/base/panel_parts.h"

namespace arenascope {

CandidateTable::CandidateTable(QWidget* parent)
    : QWidget(parent),
      header_(new SectionHeader(tr("Candidates"), this)),
      model_(new RowModel<CandidateRow>(this)),
      table_(new QTableView(this)),
      hint_(new Paragraph(this)) {
    hint_->setText(tr("This step has no candidates. Step to a placement of the run to see those of its buffer."));
    add_columns();
    set_up_rows(*table_, *model_, tr("Candidates of the placement"));
    table_->setItemDelegateForColumn(taken_from, new NameDelegate(table_));
    // The rows are in the order of the ranks, so a narrow table says them without their numbers.
    new ColumnFit(*table_, {taken_from}, {number, above, below, waste});
    fill_panel(*this, {header_, table_, hint_});
    connect(table_->selectionModel(), &QItemSelectionModel::selectionChanged, this, [this] {
        if (following_) {
            return;
        }
        const QModelIndexList rows = table_->selectionModel()->selectedRows();
        picked_ = rows.isEmpty() ? std::nullopt : std::optional(static_cast<std::size_t>(rows.front().row()));
        emit picked_changed();
    });
    refresh();
}

void CandidateTable::add_columns() {
    const auto meaning = [this](const CandidateRow& row) {
        return is_chosen(row) ? tr("chosen; its context is dashed in the picture")
                              : tr("not chosen; select it to see its context in the picture");
    };
    model_->set_bold([this](const CandidateRow& row) { return is_chosen(row); });
    model_->set_columns({
        {.title = tr("no."),
         .meaning =
             plain_tooltip(tr("rank among the candidates: least height first, then least waste, then lowest offset")),
         .text = [](const CandidateRow& row) { return grouped_text(row.number + 1); },
         .tooltip = meaning},
        {.title = tr("offset %1"),
         .meaning = plain_tooltip(tr("offset of the area")),
         .amount = [](const CandidateRow& row) { return row.offset.value(); },
         .tooltip = meaning},
        {.title = tr("height %1"),
         .meaning =
             plain_tooltip(tr("highest tail of the core in the best combination with this candidate and its context")),
         .amount = [](const CandidateRow& row) { return row.figures.height.value(); },
         .tooltip = meaning},
        {.title = tr("waste %1"),
         .meaning = plain_tooltip(tr("free bytes next to the area that are too few for any buffer of the context")),
         .amount = [](const CandidateRow& row) { return row.figures.waste.value(); },
         .tooltip = meaning},
        {.title = tr("below %1"),
         .meaning = plain_tooltip(tr("free bytes directly below the area")),
         .amount = [](const CandidateRow& row) { return row.figures.below.value(); },
         .tooltip = meaning},
        {.title = tr("above %1"),
         .meaning = plain_tooltip(tr("free bytes directly above the area")),
         .amount = [](const CandidateRow& row) { return row.figures.above.value_or(Bytes(0)).value(); },
         .text =
             [this](const CandidateRow& row) {
                 return row.figures.above ? model_->in_unit(row.figures.above->value(), above) : tr("no limit");
             },
         .tooltip = meaning},
        {.title = tr("takes over from"),
         .meaning = plain_tooltip(tr("released buffer whose area is handed over")),
         .is_figure = false,
         .text = [this](const CandidateRow& row) { return giver(row); },
         .tooltip =
             [this, meaning](const CandidateRow& row) {
                 // A narrow table elides the name.
                 return row.figures.taken_from == BufferIndex::none() ? meaning(row)
                                                                      : giver(row) + QLatin1Char('\n') + meaning(row);
             }},
    });
}

QString CandidateTable::giver(const CandidateRow& row) const {
    const BufferIndex giver = row.figures.taken_from;
    return giver == BufferIndex::none() ? tr("–") : visible_text(problem_->buffers[giver].name);
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
    following_ = true;
    model_->set_unit(unit);
    following_ = false;
    refresh();
}

bool CandidateTable::has_candidates() const {
    return step_ && problem_ && !step_->candidates.empty() && step_->figures.size() == step_->candidates.size();
}

void CandidateTable::refresh() {
    const bool has_figures = has_candidates();
    table_->setVisible(has_figures);
    hint_->setVisible(!has_figures);
    std::vector<CandidateRow> rows;
    for (std::size_t i = 0; has_figures && i < step_->candidates.size(); ++i) {
        rows.push_back({i, step_->candidates[i], step_->figures[i]});
    }
    following_ = true;
    model_->update_rows(std::move(rows));
    if (picked_) {
        table_->selectRow(static_cast<int>(*picked_));
    } else {
        table_->clearSelection();
    }
    following_ = false;
    header_->set_detail(has_figures ? visible_text(problem_->buffers[step_->buffer].name) : QString());
}

}  // namespace arenascope
