#include "widgets/tables/place_table/place_table.h"

#include <algorithm>
#include <utility>

#include "qt/words/shown_names.h"
#include "qt/words/wording.h"
#include "widgets/base/column_fit.h"
#include "widgets/base/enter_choice.h"
#include "widgets/base/section_header.h"
#include "widgets/base/table_look.h"
#include "widgets/base/theme_follower.h"
#include "widgets/tables/place_table/place_model.h"

namespace arenascope {
namespace {

using Rule = PlacingReason::Rule;

/// The rule in the heading.
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

std::size_t place_count(const PlacingReason& reason) {
    return reason.places.size();
}

}  // namespace

PlaceTable::PlaceTable(QWidget* parent)
    : QWidget(parent),
      problem_(std::make_shared<Problem>()),
      header_(new SectionHeader(tr("Why Here"), this)),
      words_(new QLabel(this)),
      model_(new PlaceModel(this)),
      view_(new QTableView(this)),
      trial_words_(new QLabel(this)) {
    words_->setTextFormat(Qt::PlainText);
    words_->setTextInteractionFlags(Qt::TextSelectableByMouse);
    words_->setAccessibleName(tr("Why the selected buffer lies here"));
    apply_paragraph_look(*words_);
    trial_words_->setTextFormat(Qt::RichText);
    trial_words_->setAccessibleName(tr("What another place would give"));
    apply_paragraph_look(*trial_words_);
    view_->setModel(model_);
    new ColumnFit(*view_, {PlaceModel::between}, {PlaceModel::room});
    view_->setAccessibleName(tr("Places of the selected buffer"));
    view_->setSelectionMode(QAbstractItemView::SingleSelection);
    view_->setTabKeyNavigation(false);
    choose_with_enter(*view_, [this](const QModelIndex& index) {
        const PlaceRow& current = model_->row(index.row());
        if (!current.place) {
            emit blocker_chosen(current.by);
        } else if (trial_) {
            emit try_requested(trial_->offset);
        }
    });
    auto* column = new_panel_column(*this);
    column->addWidget(header_);
    column->addWidget(words_);
    column->addWidget(view_, 1);
    column->addWidget(trial_words_);
    column->addStretch(0);
    connect(view_->selectionModel(), &QItemSelectionModel::currentRowChanged, this,
            [this](const QModelIndex& row) { choose(row.row()); });
    connect(view_, &QTableView::doubleClicked, this, [this](const QModelIndex& index) {
        const PlaceRow& row = model_->row(index.row());
        if (!row.place) {
            emit blocker_chosen(row.by);
        }
    });
    connect(trial_words_, &QLabel::linkActivated, this, [this] { emit try_requested(trial_->offset); });
    follow_theme(*this, [this](Theme theme) {
        apply_panel_look(*this, theme);
        apply_table_look(*view_, theme);
        apply_text_tone(*words_, theme, TextTone::dim);
        apply_text_tone(*trial_words_, theme, TextTone::dim);
        // A text that stands keeps the colour that its link had.
        trial_words_->clear();
        set_trial(trial_);
    });
    set_nothing(tr("Select a buffer to see why it lies where it lies."));
}

void PlaceTable::set_reason(std::shared_ptr<const Problem> problem, const PlacingReason& reason,
                            const QString& origin) {
    problem_ = std::move(problem);
    reason_ = reason;
    origin_ = origin;
    model_->set_reason(problem_, reason);
    refresh();
    view_->setCurrentIndex(model_->index(model_->taken_row(), 0));
    set_trial(std::nullopt);
}

void PlaceTable::set_nothing(const QString& words) {
    reason_.reset();
    origin_ = words;
    model_->clear();
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
        sentences << counted(static_cast<std::int64_t>(trial_->moved), tr("1 buffer after it would move."),
                             tr("%1 buffers after it would move."));
    }
    sentences << (peak == 0  ? tr("The peak would stay.")
                  : peak < 0 ? tr("The peak would be %1 lower.").arg(amount(-peak))
                             : tr("The peak would be %1 higher.").arg(amount(peak)));
    sentences << tr("<a href=\"try\">Try</a>");
    trial_words_->setText(sentences.join(QLatin1Char(' ')));
    trial_words_->setTextInteractionFlags(Qt::TextBrowserInteraction);
    trial_words_->show();
}

void PlaceTable::set_unit(Unit unit, UnitRule rule) {
    unit_ = unit;
    const int row = view_->currentIndex().row();
    model_->set_unit(unit, rule);
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
                .arg(others_words(),
                     counted(static_cast<std::int64_t>(place_count(*reason_)), tr("1 place holds"),
                             tr("%1 places hold")),
                     size);
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
    return QString::fromStdString(amount_text(bytes, unit_));
}

}  // namespace arenascope
