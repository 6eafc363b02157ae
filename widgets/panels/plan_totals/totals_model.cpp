#include "widgets/panels/plan_totals/totals_model.h"

#include <utility>

#include "qt/words/grouping_words.h"
#include "qt/words/wording.h"

namespace arenascope {
namespace {

std::int64_t growth(const GroupTotal& total) {
    return (total.second.at_peak - total.first.at_peak).value();
}

QString buffers_text(const GroupTotal& total) {
    const QString first = grouped_text(static_cast<std::int64_t>(total.first.buffers));
    const QString second = grouped_text(static_cast<std::int64_t>(total.second.buffers));
    return first == second ? first : TotalsModel::tr("%1 → %2").arg(first, second);
}

}  // namespace

TotalsModel::TotalsModel(QObject* parent) : RowModel(parent) {
    const QString meaning =
        tr("bytes of the group at the plan's own step with the highest live size; bytes that buffers share count once");
    const auto sizes = [this](const GroupTotal& total) { return all_sizes(total); };
    set_columns({
        {.title = grouping_words(by_),
         .is_figure = false,
         .text = [this](const GroupTotal& total) { return group_words(total.name, by_); },
         .tooltip = sizes},
        {.title = tr("buffers"), .text = buffers_text, .tooltip = sizes},
        {.title = tr("at peak A %1"),
         .meaning = meaning,
         .amount = [](const GroupTotal& total) { return total.first.at_peak.value(); }},
        {.title = tr("at peak B"),
         .meaning = meaning,
         .amount = [](const GroupTotal& total) { return total.second.at_peak.value(); }},
        {.title = tr("change"),
         .amount = growth,
         .weight = AmountWeight::nothing,
         .text = [this](const GroupTotal& total) { return change_text(total); }},
    });
}

void TotalsModel::set_totals(std::vector<GroupTotal> totals, GroupBy by) {
    by_ = by;
    column(name).title = grouping_words(by);
    set_rows(std::move(totals));
}

QString TotalsModel::change_text(const GroupTotal& total) const {
    const QString figure = in_unit(growth(total), change);
    return growth(total) > 0 ? QLatin1Char('+') + figure : figure;
}

QString TotalsModel::all_sizes(const GroupTotal& total) const {
    return tr("%1\nall sizes in A: %2\nall sizes in B: %3")
        .arg(group_words(total.name, by_), exact_bytes(total.first.bytes.value()),
             exact_bytes(total.second.bytes.value()));
}

}  // namespace arenascope
