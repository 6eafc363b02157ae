#include "widgets/plots/buffer_history/buffer_history_view.h"

#include <algorithm>
#include <ranges>
#include <set>

#include "qt/words/wording.h"
#include "widgets/base/column_fit.h"
#include "widgets/base/panel_parts.h"
#include "widgets/base/section_header.h"
#include "widgets/plots/buffer_history/history_curve.h"

namespace arenascope {
namespace {

QString title_of(HistorySubject subject, const QString& name) {
    switch (subject) {
        case HistorySubject::buffer:
            return BufferHistoryView::tr("offset of %1").arg(name);
        case HistorySubject::place:
            return name;
        case HistorySubject::peak:
            return BufferHistoryView::tr("peak");
    }
    return {};
}

/// How many steps changed the subject, and of how many: those before it was first there are no change.
struct ChangeCount {
    std::ptrdiff_t changed = 0;
    std::ptrdiff_t later = 0;  ///< steps after the first one, of a buffer after the one that placed it first
};

ChangeCount changes_of_offset(const std::vector<HistoryMoment>& moments) {
    ChangeCount count;
    std::optional<Offset> last;
    for (const HistoryMoment& moment : moments) {
        count.later += last ? 1 : 0;
        count.changed += last && moment.offset && *moment.offset != *last ? 1 : 0;
        last = moment.offset ? moment.offset : last;
    }
    return count;
}

ChangeCount changes_after_first(const std::vector<HistoryMoment>& moments) {
    const auto later = moments | std::views::drop(1);
    return {std::ranges::count_if(later, &HistoryMoment::is_changed), std::ranges::distance(later)};
}

/// "3 of 900 steps after its first placement changed its offset; it is high in 12."
QString history_words(HistorySubject subject, const std::vector<HistoryMoment>& moments) {
    const auto count = [&](auto&& accept) { return grouped_text(std::ranges::count_if(moments, accept)); };
    const ChangeCount changes =
        subject == HistorySubject::buffer ? changes_of_offset(moments) : changes_after_first(moments);
    const QString changed = grouped_text(changes.changed);
    const QString later = grouped_text(changes.later);
    if (subject == HistorySubject::place) {
        return BufferHistoryView::tr("%1 of %2 steps after the first changed who lies there; it is free in %3.")
            .arg(changed, later, count([](const HistoryMoment& moment) { return moment.holder.isEmpty(); }));
    }
    if (subject == HistorySubject::peak) {
        std::set<QString> carriers;
        for (const HistoryMoment& moment : moments) {
            carriers.insert(moment.holder);
        }
        carriers.erase(QString());
        return BufferHistoryView::tr("%1 of %2 steps after the first changed the peak or who carries it: %3 in all.")
            .arg(changed, later,
                 counted(carriers.size(), BufferHistoryView::tr("1 buffer"), BufferHistoryView::tr("%1 buffers")));
    }
    const bool has_tiers =
        std::ranges::any_of(moments, [](const HistoryMoment& moment) { return moment.tier.has_value(); });
    const QString words = BufferHistoryView::tr("%1 of %2 steps after its first placement changed its offset");
    return has_tiers ? BufferHistoryView::tr("%1; it is high in %2.")
                           .arg(words.arg(changed, later),
                                count([](const HistoryMoment& moment) { return moment.tier == Tier::high; }))
                     : words.arg(changed, later) + QLatin1Char('.');
}

/// The steps at which the subject changed, in time order: a buffer was placed, moved, taken away or got another tier; a
/// place got another holder; the peak or who carried it is another.
std::vector<HistoryMoment> changes_in(const std::vector<HistoryMoment>& moments) {
    std::vector<HistoryMoment> changes;
    for (std::size_t i = 0; i < moments.size(); ++i) {
        const bool has_other_tier = i > 0 && moments[i].tier != moments[i - 1].tier;
        if (moments[i].is_changed || has_other_tier) {
            changes.push_back(moments[i]);
        }
    }
    return changes;
}

}  // namespace

BufferHistoryView::BufferHistoryView(QWidget* parent)
    : QWidget(parent),
      header_(new SectionHeader(tr("History"), this)),
      curve_(new HistoryCurve(this)),
      words_(new Paragraph(this)),
      model_(new RowModel<HistoryMoment>(this)),
      view_(new QTableView(this)) {
    words_->setTextInteractionFlags(Qt::TextSelectableByMouse);
    add_columns();
    set_up_rows(*view_, *model_, tr("Steps that changed it"));
    fit_ = new ColumnFit(*view_, {HistoryColumn::holder, HistoryColumn::reason}, {HistoryColumn::reason});
    choose_rows(*view_, [this](const QModelIndex& index) { emit frame_chosen(model_->row(index.row()).frame); });
    fill_panel(*this, {header_, curve_, words_, view_});
    connect(curve_, &HistoryCurve::frame_chosen, this, &BufferHistoryView::frame_chosen);
    set_nothing(tr("Select a buffer to see its history in the run."));
}

void BufferHistoryView::add_columns() {
    model_->set_columns({
        {.title = tr("step"), .text = [](const HistoryMoment& moment) { return moment.step; }, .repeats_text = true},
        {.amount =
             [](const HistoryMoment& moment) {
                 return moment.offset ? std::optional(moment.offset->value()) : std::nullopt;
             },
         .text =
             [this](const HistoryMoment& moment) {
                 return moment.offset ? model_->in_unit(moment.offset->value(), HistoryColumn::offset)
                                      : tr("not placed");
             },
         .repeats_text = true},
        {.is_figure = false,
         .text =
             [this](const HistoryMoment& moment) {
                 return moment.holder.isEmpty() && subject_ == HistorySubject::place ? tr("free") : moment.holder;
             },
         .repeats_text = true},
        {.title = tr("tier"),
         .is_figure = false,
         .text = [](const HistoryMoment& moment) { return moment.tier ? tier_words(*moment.tier) : QString(); },
         .repeats_text = true},
        {.title = tr("reason"),
         .is_figure = false,
         .text = [](const HistoryMoment& moment) { return moment.reason; },
         .repeats_text = true},
    });
}

void BufferHistoryView::set_history(HistorySubject subject, const QString& name,
                                    const std::vector<HistoryMoment>& moments, Bytes threshold) {
    header_->set_detail(title_of(subject, name));
    words_->setText(history_words(subject, moments));
    subject_ = subject;
    const bool is_peak = subject == HistorySubject::peak;
    model_->column(HistoryColumn::offset).title = is_peak ? tr("peak %1") : tr("offset %1");
    model_->column(HistoryColumn::holder).title = is_peak ? tr("carried by") : tr("who lay there");
    model_->set_rows(changes_in(moments));
    const bool has_tiers =
        std::ranges::any_of(moments, [](const HistoryMoment& each) { return each.tier.has_value(); });
    const bool has_reasons =
        std::ranges::any_of(moments, [](const HistoryMoment& each) { return !each.reason.isEmpty(); });
    std::vector<int> hidden;
    if (subject == HistorySubject::buffer) {
        hidden.push_back(HistoryColumn::holder);
    }
    if (subject == HistorySubject::place) {
        hidden.push_back(HistoryColumn::offset);
    }
    if (!has_tiers) {
        hidden.push_back(HistoryColumn::tier);
    }
    if (!has_reasons) {
        hidden.push_back(HistoryColumn::reason);
    }
    fit_->set_hidden(hidden);
    curve_->set_moments(moments, threshold);
    curve_->setVisible(subject != HistorySubject::place);
    view_->show();
}

void BufferHistoryView::set_nothing(const QString& words) {
    header_->set_detail({});
    words_->setText(words);
    curve_->hide();
    view_->hide();
}

void BufferHistoryView::set_current(FrameIndex frame) {
    curve_->set_current(frame);
}

void BufferHistoryView::set_unit(Unit unit) {
    model_->set_unit(unit);
}

}  // namespace arenascope
