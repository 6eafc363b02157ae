#include "widgets/plots/buffer_history/buffer_history_view.h"

#include <algorithm>
#include <set>

#include "qt/words/wording.h"
#include "widgets/base/column_fit.h"
#include "widgets/base/enter_choice.h"
#include "widgets/base/section_header.h"
#include "widgets/base/table_look.h"
#include "widgets/base/theme_follower.h"
#include "widgets/plots/buffer_history/history_curve.h"
#include "widgets/plots/buffer_history/history_model.h"

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

/// "3 of 901 steps changed its offset; it is high in 12."
QString history_words(HistorySubject subject, const std::vector<HistoryMoment>& moments) {
    const auto count = [&](auto&& accept) { return grouped_text(std::ranges::count_if(moments, accept)); };
    const QString changed = count([](const HistoryMoment& moment) { return moment.is_changed; });
    const QString all = grouped_text(static_cast<std::int64_t>(moments.size()));
    if (subject == HistorySubject::place) {
        return BufferHistoryView::tr("%1 of %2 steps changed who lies there; it is free in %3.")
            .arg(changed, all, count([](const HistoryMoment& moment) { return moment.holder.isEmpty(); }));
    }
    if (subject == HistorySubject::peak) {
        std::set<QString> carriers;
        for (const HistoryMoment& moment : moments) {
            carriers.insert(moment.holder);
        }
        carriers.erase(QString());
        return BufferHistoryView::tr("%1 of %2 steps changed the peak or who carries it: %3 in all.")
            .arg(changed, all,
                 counted(static_cast<std::int64_t>(carriers.size()), BufferHistoryView::tr("1 buffer"),
                         BufferHistoryView::tr("%1 buffers")));
    }
    const bool has_tiers =
        std::ranges::any_of(moments, [](const HistoryMoment& moment) { return moment.tier.has_value(); });
    return has_tiers
               ? BufferHistoryView::tr("%1 of %2 steps changed its offset; it is high in %3.")
                     .arg(changed, all, count([](const HistoryMoment& moment) { return moment.tier == Tier::high; }))
               : BufferHistoryView::tr("%1 of %2 steps changed its offset.").arg(changed, all);
}

}  // namespace

BufferHistoryView::BufferHistoryView(QWidget* parent)
    : QWidget(parent),
      header_(new SectionHeader(tr("History"), this)),
      curve_(new HistoryCurve(this)),
      words_(new QLabel(this)),
      model_(new HistoryModel(this)),
      view_(new QTableView(this)) {
    words_->setTextFormat(Qt::PlainText);
    words_->setTextInteractionFlags(Qt::TextSelectableByMouse);
    apply_paragraph_look(*words_);
    view_->setModel(model_);
    fit_ = new ColumnFit(*view_, {HistoryModel::holder, HistoryModel::reason}, {HistoryModel::reason});
    view_->setAccessibleName(tr("Steps that changed it"));
    view_->setSelectionMode(QAbstractItemView::SingleSelection);
    view_->setTabKeyNavigation(false);
    choose_with_enter(*view_, [this](const QModelIndex& index) { choose(index.row()); });
    auto* column = new_panel_column(*this);
    column->addWidget(header_);
    column->addWidget(curve_);
    column->addWidget(words_);
    column->addWidget(view_, 1);
    column->addStretch(0);
    connect(curve_, &HistoryCurve::frame_chosen, this, &BufferHistoryView::frame_chosen);
    connect(view_, &QTableView::clicked, this, [this](const QModelIndex& index) { choose(index.row()); });
    follow_theme(*this, [this](Theme theme) {
        apply_panel_look(*this, theme);
        apply_table_look(*view_, theme);
        apply_text_tone(*words_, theme, TextTone::dim);
    });
    set_nothing(tr("Select a buffer to see its history in the run."));
}

void BufferHistoryView::set_history(HistorySubject subject, const QString& name, std::vector<HistoryMoment> moments,
                                    Bytes threshold) {
    header_->set_detail(title_of(subject, name));
    words_->setText(history_words(subject, moments));
    model_->set_moments(subject, moments);
    const bool has_tiers =
        std::ranges::any_of(moments, [](const HistoryMoment& each) { return each.tier.has_value(); });
    const bool has_reasons =
        std::ranges::any_of(moments, [](const HistoryMoment& each) { return !each.reason.isEmpty(); });
    std::vector<int> hidden;
    if (subject == HistorySubject::buffer) {
        hidden.push_back(HistoryModel::holder);
    }
    if (subject == HistorySubject::place) {
        hidden.push_back(HistoryModel::offset);
    }
    if (!has_tiers) {
        hidden.push_back(HistoryModel::tier);
    }
    if (!has_reasons) {
        hidden.push_back(HistoryModel::reason);
    }
    fit_->set_hidden(hidden);
    curve_->set_moments(std::move(moments), threshold);
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

void BufferHistoryView::set_unit(Unit unit, UnitRule rule) {
    model_->set_unit(unit, rule);
}

void BufferHistoryView::choose(int row) {
    emit frame_chosen(model_->row(row).frame);
}

}  // namespace arenascope
