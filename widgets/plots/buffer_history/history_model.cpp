#include "widgets/plots/buffer_history/history_model.h"

#include <optional>
#include <utility>

#include "qt/words/wording.h"

namespace arenascope {

HistoryModel::HistoryModel(QObject* parent) : RowModel(parent) {
    set_columns({
        {.title = tr("step"), .text = [](const HistoryMoment& moment) { return moment.step; }, .repeats_text = true},
        {.amount =
             [](const HistoryMoment& moment) {
                 return moment.offset ? std::optional(moment.offset->value()) : std::nullopt;
             },
         .text =
             [this](const HistoryMoment& moment) {
                 return moment.offset ? in_unit(moment.offset->value(), offset) : tr("not placed");
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
    set_moments(subject_, {});
}

void HistoryModel::set_moments(HistorySubject subject, const std::vector<HistoryMoment>& moments) {
    subject_ = subject;
    column(offset).title = subject == HistorySubject::peak ? tr("peak %1") : tr("offset %1");
    column(holder).title = subject == HistorySubject::peak ? tr("carried by") : tr("who lay there");
    std::vector<HistoryMoment> rows;
    for (std::size_t i = 0; i < moments.size(); ++i) {
        const bool has_other_tier = i > 0 && moments[i].tier != moments[i - 1].tier;
        if (moments[i].is_changed || has_other_tier) {
            rows.push_back(moments[i]);
        }
    }
    set_rows(std::move(rows));
}

}  // namespace arenascope
