#include "widgets/tables/place_table/place_table.h"

#include <algorithm>
#include <utility>

#include "qt/words/wording.h"
#include "widgets/base/column_fit.h"
#include "widgets/base/panel_parts.h"
#include "widgets/base/section_header.h"

namespace arenascope {
namespace {

using Rule = PlacingReason::Rule;

/// A rule in few words, for the heading of the table.
QString short_rule(Rule rule) {
    switch (rule) {
        case Rule::pinned:
            return PlaceTable::tr("pinned");
        case Rule::lowest_fit:
            return PlaceTable::tr("lowest fit");
        case Rule::best_fit:
            return PlaceTable::tr("smallest gap");
        case Rule::stacked:
            return PlaceTable::tr("stacked");
        case Rule::above_all:
            return PlaceTable::tr("above all");
        case Rule::none:
            break;
    }
    return PlaceTable::tr("no rule");
}

/// A rule that compares places, so that lower offsets were not tried one by one.
bool compares_places(const PlacingReason& reason) {
    return reason.rule == PlacingReason::Rule::best_fit;
}

bool is_open(const FreePlace& place) {
    return place.above == BufferIndex::none();
}

bool is_taken(const PlaceRow& row) {
    return row.place && row.place->is_taken;
}

int decimals_of_bytes(const PlaceRow& row, Unit unit) {
    const int of_offset = decimals_of(row.offset.value(), unit);
    return row.place ? std::max({of_offset, decimals_of(row.place->bytes.from.value(), unit),
                                 decimals_of(row.place->bytes.to.value(), unit)})
                     : of_offset;
}

QString offset_words(const PlaceRow& row) {
    const QString offset = exact_bytes(row.offset.value());
    return row.place ? PlaceTable::tr("offset %1 in it").arg(offset) : offset;
}

}  // namespace

PlaceTable::PlaceTable(QWidget* parent)
    : QWidget(parent),
      problem_(std::make_shared<Problem>()),
      header_(new SectionHeader(tr("Why Here"), this)),
      words_(new Paragraph(this)),
      model_(new RowModel<PlaceRow>(this)),
      view_(new QTableView(this)),
      trial_words_(new Paragraph(this, TextTone::dim, Qt::RichText)) {
    words_->setTextInteractionFlags(Qt::TextSelectableByMouse);
    words_->setAccessibleName(tr("Why the selected buffer lies here"));
    trial_words_->setAccessibleName(tr("What another place would give"));
    add_columns();
    set_up_rows(*view_, *model_, tr("Places of the selected buffer"));
    new ColumnFit(*view_, {PlaceColumn::between}, {PlaceColumn::room});
    choose_with_enter(*view_, [this](const QModelIndex& index) {
        const PlaceRow& current = model_->row(index.row());
        if (!current.place) {
            emit blocker_chosen(current.by);
        } else if (trial_) {
            emit try_requested(trial_->offset);
        }
    });
    fill_panel(*this, {header_, words_, view_, trial_words_});
    connect(view_->selectionModel(), &QItemSelectionModel::currentRowChanged, this,
            [this](const QModelIndex& row) { choose(row.row()); });
    connect(view_, &QTableView::doubleClicked, this, [this](const QModelIndex& index) {
        const PlaceRow& row = model_->row(index.row());
        if (!row.place) {
            emit blocker_chosen(row.by);
        }
    });
    connect(trial_words_, &QLabel::linkActivated, this, [this] { emit try_requested(trial_->offset); });
    set_nothing(tr("Select a buffer to see why it lies where it lies."));
}

void PlaceTable::add_columns() {
    model_->set_bold(is_taken);
    model_->set_columns({
        {.title = tr("place %1"),
         .amount = [](const PlaceRow& row) { return row.offset.value(); },
         .decimals = decimals_of_bytes,
         .text = [this](const PlaceRow& row) { return bytes_text(row); },
         .tooltip = offset_words},
        {.title = tr("free %1"),
         .text =
             [this](const PlaceRow& row) {
                 return row.place && !is_open(*row.place)
                            ? model_->in_unit(arenascope::size(row.place->bytes).value(), PlaceColumn::room)
                            : QString();
             },
         .tooltip = offset_words},
        {.title = tr("between"),
         .is_figure = false,
         .text = [this](const PlaceRow& row) { return between_text(row); },
         .tooltip =
             [this](const PlaceRow& row) {
                 return row.place ? neighbours(*row.place, true) : tr("blocked by %1").arg(names_.full(row.by));
             }},
    });
}

QString PlaceTable::neighbours(const FreePlace& place, bool in_full) const {
    const auto name = [&](BufferIndex buffer, const QString& none) {
        return buffer == BufferIndex::none() ? none : in_full ? names_.full(buffer) : names_(buffer);
    };
    return tr("%1 · %2").arg(name(place.below, tr("bottom")), name(place.above, tr("nothing above")));
}

QString PlaceTable::bytes_text(const PlaceRow& row) const {
    const auto text = [this](Offset offset) { return model_->in_unit(offset.value(), PlaceColumn::bytes); };
    if (!row.place) {
        return text(row.offset);
    }
    const AddressRange& range = row.place->bytes;
    return is_open(*row.place) ? tr("%1 – …").arg(text(range.from))
                               : tr("%1 – %2").arg(text(range.from), text(range.to));
}

QString PlaceTable::between_text(const PlaceRow& row) const {
    if (!row.place) {
        return tr("blocked by %1").arg(names_(row.by));
    }
    const QString words = neighbours(*row.place, false);
    return row.place->is_taken ? tr("%1, taken").arg(words) : words;
}

std::vector<PlaceRow> PlaceTable::rows_of(const PlacingReason& reason) {
    std::vector<PlaceRow> rows;
    for (const FreePlace& place : reason.places) {
        rows.push_back({place, place.lowest});
    }
    if (!compares_places(reason)) {
        for (const BlockedOffset& blocked : reason.blocked) {
            rows.push_back({std::nullopt, blocked.offset, blocked.by});
        }
    }
    std::ranges::stable_sort(rows, {}, &PlaceRow::offset);
    return rows;
}

void PlaceTable::set_reason(std::shared_ptr<const Problem> problem, const PlacingReason& reason,
                            const QString& origin) {
    problem_ = std::move(problem);
    reason_ = reason;
    origin_ = origin;
    names_.set_problem(problem_);
    model_->set_rows(rows_of(reason));
    refresh();
    // A buffer that overlaps others has no place of its own.
    view_->setCurrentIndex(model_->index(model_->row_of(true, is_taken), 0));
    set_trial(std::nullopt);
}

void PlaceTable::set_nothing(const QString& words) {
    reason_.reset();
    origin_ = words;
    model_->set_rows({});
    refresh();
    set_trial(std::nullopt);
}

void PlaceTable::set_trial(std::optional<PlaceTrial> trial) {
    trial_ = trial;
    if (!trial_ || !reason_) {
        trial_words_->hide();
        return;
    }
    const std::int64_t tail = trial_->offset.value() - reason_->offset.value();
    const std::int64_t peak = trial_->peak.value() - trial_->now.value();
    QStringList sentences;
    sentences << (tail < 0 ? tr("There it would end %1 lower.") : tr("There it would end %1 higher."))
                     .arg(amount(std::abs(tail)));
    if (trial_->moved > 0) {
        sentences << counted(trial_->moved, tr("1 buffer after it would move."), tr("%1 buffers after it would move."));
    }
    sentences << (peak == 0  ? tr("The peak would stay.")
                  : peak < 0 ? tr("The peak would be %1 lower.").arg(amount(-peak))
                             : tr("The peak would be %1 higher.").arg(amount(peak)));
    sentences << tr("<a href=\"try\">Try</a>");
    trial_words_->setText(sentences.join(QLatin1Char(' ')));
    trial_words_->setTextInteractionFlags(Qt::TextBrowserInteraction);
    trial_words_->show();
}

void PlaceTable::set_unit(Unit unit) {
    unit_ = unit;
    const int row = view_->currentIndex().row();
    model_->set_unit(unit);
    refresh();
    view_->setCurrentIndex(model_->index(row, 0));
}

std::optional<PlaceMarks> PlaceTable::marks() const {
    if (!reason_ || reason_->rule == Rule::pinned) {
        return std::nullopt;
    }
    PlaceMarks marks{reason_->buffer, {}, {}};
    const int current = view_->currentIndex().row();
    for (std::size_t i = 0; i < model_->rows().size(); ++i) {
        const PlaceRow& row = model_->rows()[i];
        if (!row.place) {
            continue;
        }
        if (static_cast<int>(i) == current) {
            marks.chosen = marks.places.size();
        }
        marks.places.push_back(row.place->bytes);
    }
    return marks;
}

void PlaceTable::refresh() {
    const bool has_rows = reason_ && reason_->rule != Rule::pinned;
    view_->setVisible(has_rows);
    header_->set_detail(reason_ ? short_rule(reason_->rule) : QString());
    words_->setText(reason_ ? rule_words() : origin_);
}

void PlaceTable::choose(int row) {
    if (row < 0 || !reason_) {
        return;
    }
    const PlaceRow& chosen = model_->row(row);
    const bool is_other = chosen.place && !chosen.place->is_taken && reason_->rule != Rule::pinned;
    emit place_chosen(is_other ? std::optional(chosen.offset) : std::nullopt);
}

/// "among 38 buffers alive at the same time and placed before it".
QString PlaceTable::others_words() const {
    const auto others = static_cast<std::int64_t>(reason_->others);
    return reason_->among == PlacingReason::Among::placed_before
               ? counted(others, tr("1 buffer that lives at the same time was placed before it"),
                         tr("%1 buffers that live at the same time were placed before it"))
               : counted(others, tr("1 buffer lives at the same time"), tr("%1 buffers live at the same time"));
}

QString PlaceTable::rule_words() const {
    const QString size = amount(problem_->buffers[reason_->buffer].size.value());
    switch (reason_->rule) {
        case Rule::pinned:
            return tr("It is pinned: its offset is given, and planners keep it.");
        case Rule::lowest_fit:
            return tr("%1. The rule takes the lowest place that holds its %2.").arg(others_words(), size);
        case Rule::best_fit:
            return tr("%1. %2 its %3; the rule takes the smallest.")
                .arg(others_words(), counted(reason_->places.size(), tr("1 place holds"), tr("%1 places hold")), size);
        case Rule::stacked:
            return tr("%1. The rule puts it above all of them.").arg(others_words());
        case Rule::above_all:
            return tr("The rule puts it above everything placed before, so that no byte is used twice.");
        case Rule::none:
            break;
    }
    const auto taken = std::ranges::find_if(reason_->places, &FreePlace::is_taken);
    const QString found = taken == reason_->places.end()     ? tr("it overlaps some of them")
                          : taken == reason_->places.begin() ? tr("in this layout they block every lower offset")
                                                             : tr("a lower place is free, too");
    return tr("%1 %2; %3.").arg(origin_, others_words(), found);
}

QString PlaceTable::amount(std::int64_t bytes) const {
    return amount_words(bytes, unit_);
}

}  // namespace arenascope
