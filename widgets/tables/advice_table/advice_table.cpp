#include "widgets/tables/advice_table/advice_table.h"

#include <algorithm>
#include <utility>

#include "qt/words/tooltip.h"
#include "qt/words/visible_text.h"
#include "qt/words/wording.h"
#include "widgets/base/column_fit.h"
#include "widgets/base/panel_parts.h"
#include "widgets/base/section_header.h"
#include "widgets/tables/advice_table/frontier_plot.h"
#include "widgets/tables/advice_table/lever_choice.h"
#include "widgets/tables/advice_table/lever_words.h"

namespace arenascope {
namespace {

constexpr int lever_letters = 14;

bool has_sharing(const AdviceOption& option) {
    return std::ranges::find(option.levers, Lever::sharing) != option.levers.end();
}

/// What the levers of a row do, one line each, and the command.
QString option_words(const AdviceOption& option) {
    QStringList lines;
    for (const Lever lever : option.levers) {
        lines << lever_meaning(lever);
    }
    lines << AdviceTable::tr("theoretical threshold %1").arg(exact_bytes(option.threshold.value()));
    lines << visible_text(option.command);
    return lines.join(QLatin1Char('\n'));
}

}  // namespace

AdviceTable::AdviceTable(QWidget* parent)
    : QWidget(parent),
      advice_(std::make_shared<Advice>()),
      header_(new SectionHeader(tr("What Would Make It Fit"), this)),
      words_(new Paragraph(this, TextTone::dim, Qt::RichText)),
      model_(new RowModel<const AdviceOption*>(this)),
      plot_(new FrontierPlot(this)),
      view_(new QTableView(this)),
      choice_(new LeverChoice(this)),
      choose_(new QPushButton(tr("&Levers"), this)),
      compare_(new QPushButton(tr("&Compare"), this)),
      apply_(new QPushButton(tr("&Take This Network"), this)) {
    words_->setTextInteractionFlags(Qt::TextBrowserInteraction);
    words_->setAccessibleName(tr("What would make it fit"));
    add_columns();
    set_up_rows(*view_, *model_, tr("Ways to run the network"));
    new ColumnFit(*view_, {AdviceColumn::levers}, {AdviceColumn::traffic, AdviceColumn::bound, AdviceColumn::peak},
                  lever_letters);
    choose_with_enter(*view_, [this](const QModelIndex&) { emit compare_requested(); });
    fill_panel(*this,
               {header_, words_, choice_, plot_, view_, new_button_row({compare_, apply_, choose_}, panel_margins)});
    choose_->setCheckable(true);
    choose_->setToolTip(plain_tooltip(tr("What may be tried, for how much more work, and with which second memory")));
    choice_->hide();
    connect(choose_, &QPushButton::toggled, choice_, &QWidget::setVisible);
    connect(choice_, &LeverChoice::changed, this, &AdviceTable::wish_changed);
    connect(plot_, &FrontierPlot::option_chosen, this, &AdviceTable::choose);
    connect(plot_, &FrontierPlot::capacity_dragged, this, [this](Bytes capacity) { take_capacity(capacity); });
    connect(plot_, &FrontierPlot::capacity_chosen, this, &AdviceTable::capacity_chosen);
    connect(view_->selectionModel(), &QItemSelectionModel::currentRowChanged, this, [this](const QModelIndex& row) {
        plot_->set_selected(row.isValid() ? std::optional(static_cast<std::size_t>(row.row())) : std::nullopt);
        refresh_buttons();
    });
    connect(view_, &QTableView::doubleClicked, this, &AdviceTable::compare_requested);
    connect(compare_, &QPushButton::clicked, this, &AdviceTable::compare_requested);
    connect(apply_, &QPushButton::clicked, this, &AdviceTable::apply_requested);
    connect(words_, &QLabel::linkActivated, this, [this](const QString& link) {
        link == QLatin1String("stop") ? emit stop_requested() : emit search_requested();
    });
    refresh();
}

void AdviceTable::add_columns() {
    const auto told = [](const AdviceOption* one) { return option_words(*one); };
    model_->set_columns({
        {.title = tr("levers"),
         .meaning = tr("What is changed. Only types change the results of the network."),
         .is_figure = false,
         .text = [](const AdviceOption* one) { return lever_words(*one); },
         .tooltip = told},
        {.title = tr("peak %1"), .amount = [](const AdviceOption* one) { return one->peak.value(); }},
        {.title = tr("bound %1"),
         .meaning = tr("No layout of this network is lower."),
         .amount = [](const AdviceOption* one) { return one->lower_bound.value(); }},
        {.title = tr("extra work"),
         .meaning = tr("Multiplications that are made twice, as a share of those of the network."),
         .text = [](const AdviceOption* one) { return percent_words(one->extra_work / 100); }},
        {.title = tr("traffic B"),
         .meaning = tr("Bytes that a run moves more than today; negative: fewer."),
         .text = [](const AdviceOption* one) { return grouped_text(one->traffic); }},
    });
    model_->set_bold([](const AdviceOption* one) { return one->fits.value_or(false); });
}

void AdviceTable::set_rows(std::shared_ptr<const Advice> advice) {
    // The rows that are shown until then lie in the advice before.
    const std::shared_ptr<const Advice> before = std::exchange(advice_, std::move(advice));
    model_->set_rows(pointers_to(advice_->options));
    plot_->set_advice(advice_);
}

void AdviceTable::set_capacity(std::optional<Bytes> capacity) {
    plot_->set_capacity(capacity);
    take_capacity(capacity);
}

void AdviceTable::take_capacity(std::optional<Bytes> capacity) {
    if (advice_->options.empty()) {
        return;
    }
    const int row = view_->currentIndex().row();
    set_rows(std::make_shared<const Advice>(with_capacity(*advice_, capacity)));
    refresh();
    choose(static_cast<std::size_t>(row));
}

void AdviceTable::choose(std::size_t option) {
    view_->setCurrentIndex(model_->index(static_cast<int>(option), 0));
}

void AdviceTable::set_nothing(const QString& words, bool can_search) {
    nothing_ = words;
    choose_->setVisible(can_search);
    choice_->setVisible(can_search && choose_->isChecked());
    link_ = can_search ? tr(" <a href=\"search\">Look for it</a>") : QString();
    set_rows(std::make_shared<Advice>());
    refresh();
}

void AdviceTable::set_progress(const QString& words) {
    nothing_ = words;
    link_ = tr(" <a href=\"stop\">Stop</a>");
    if (!advice_->options.empty()) {
        set_rows(std::make_shared<Advice>());
    }
    refresh();
}

void AdviceTable::set_advice(std::shared_ptr<const Advice> advice) {
    link_.clear();
    set_rows(std::move(advice));
    refresh();
    const AdviceOption* fitting = advice_->cheapest_that_fits();
    const AdviceOption* best = fitting != nullptr ? fitting : &advice_->lowest();
    choose(static_cast<std::size_t>(best - advice_->options.data()));
}

void AdviceTable::set_unit(Unit unit) {
    unit_ = unit;
    const int row = view_->currentIndex().row();
    model_->set_unit(unit);
    plot_->set_unit(unit);
    refresh();
    view_->setCurrentIndex(model_->index(row, 0));
}

const AdviceOption* AdviceTable::chosen() const {
    const int row = view_->currentIndex().row();
    return row >= 0 && row < model_->rowCount() ? model_->row(row) : nullptr;
}

void AdviceTable::refresh_buttons() {
    const AdviceOption* one = chosen();
    compare_->setEnabled(one != nullptr && !one->levers.empty());
    apply_->setEnabled(one != nullptr && !one->levers.empty());
    const bool shares = one != nullptr && has_sharing(*one);
    apply_->setToolTip(plain_tooltip(
        shares
            ? tr("Imports the file with these levers, and plans it by operator-sharing. Undo returns to today's plan.")
            : tr("Imports the file with these levers. Undo returns to today's network.")));
}

void AdviceTable::refresh() {
    const bool has_rows = model_->rowCount() > 0;
    view_->setVisible(has_rows);
    plot_->setVisible(model_->rowCount() > 1);
    compare_->setVisible(has_rows);
    apply_->setVisible(has_rows);
    refresh_buttons();
    header_->set_detail(has_rows ? grouped_text(model_->rowCount()) : QString());
    words_->setText((has_rows ? answer() : nothing_).toHtmlEscaped() + link_);
}

Expected<LeverWish> AdviceTable::wish() const {
    return choice_->wish();
}

QString AdviceTable::best_lever_words(Offset peak) const {
    const AdviceOption* best = nullptr;
    for (const AdviceOption& option : advice_->options) {
        const bool is_alone = option.levers.size() == 1 && option.types == ActivationType::as_in_file;
        if (is_alone && option.peak < peak && (best == nullptr || option.peak < best->peak)) {
            best = &option;
        }
    }
    return best == nullptr ? tr("No single lever lowers it")
                           : tr("%1 would give %2").arg(lever_words(*best), amount_words(best->peak.value(), unit_));
}

QString AdviceTable::answer() const {
    const AdviceOption& plain = advice_->options.front();
    const AdviceOption& lowest = advice_->lowest();
    const auto told = [this](const AdviceOption& option) {
        const QString amount = amount_words(option.peak.value(), unit_);
        const QString words = option.extra_work > 0
                                  ? tr("%1 by %2, with %3 more multiplications")
                                        .arg(amount, lever_words(option), percent_words(option.extra_work / 100))
                                  : tr("%1 by %2").arg(amount, lever_words(option));
        return option.types == ActivationType::as_in_file ? words : tr("%1 and other results").arg(words);
    };
    QString text;
    if (const AdviceOption* fitting = advice_->cheapest_that_fits()) {
        text = fitting == &plain ? tr("It fits as it is, with %1.").arg(amount_words(plain.peak.value(), unit_))
                                 : tr("It fits with %1.").arg(told(*fitting));
    } else if (lowest.levers.empty()) {
        text = plain.fits ? tr("Nothing that was tried fits, and no lever lowers the peak.")
                          : tr("No lever that was tried lowers the peak.");
    } else {
        text = plain.fits ? tr("Nothing that was tried fits. The lowest needs %1.").arg(told(lowest))
                          : tr("The lowest needs %1.").arg(told(lowest));
    }
    for (const std::string& note : advice_->notes) {
        text += QLatin1Char(' ') + tr("Left out %1.").arg(visible_text(note));
    }
    return advice_->is_complete ? text : text + QLatin1Char(' ') + tr("The search was stopped.");
}

}  // namespace arenascope
