#include "widgets/tables/segment_table/segment_model.h"

#include <algorithm>
#include <string_view>
#include <utility>

#include "core/model/memory/allocator_history.h"
#include "qt/words/visible_text.h"
#include "qt/words/wording.h"

namespace arenascope {

SegmentModel::SegmentModel(QObject* parent) : RowModel(parent), problem_(std::make_shared<Problem>()) {
    set_columns({
        {.title = tr("segment"),
         .is_figure = false,
         .text =
             [this](const SegmentUse& use) {
                 // The heading of the column says what the name leaves out.
                 return visible_text(address_name(problem_->history->segments[use.segment].name)) + QLatin1Char('\n') +
                        holders(use);
             },
         .tooltip = [this](const SegmentUse& use) { return place_words(use); }},
        {.title = tr("size %1"),
         .amount = [](const SegmentUse& use) { return use.mapped.value(); },
         .has_own_decimals = true},
        {.title = tr("free %1"),
         .amount = [](const SegmentUse& use) { return use.free.value(); },
         .has_own_decimals = true,
         .tooltip =
             [](const SegmentUse& use) {
                 return tr("%1 free, the largest piece %2")
                     .arg(exact_bytes(use.free.value()), exact_bytes(use.largest_piece.value()));
             }},
    });
}

void SegmentModel::set_uses(std::shared_ptr<const Problem> problem, std::vector<SegmentUse> uses) {
    if (problem != problem_) {
        makers_ = makers_of(*problem);
        problem_ = std::move(problem);
    }
    set_rows(std::move(uses));
}

QStringList SegmentModel::makers(const SegmentUse& use, std::size_t most) const {
    const std::vector<MakerCount> holders = makers_among(makers_, use.held_by);
    QStringList lines;
    for (std::size_t i = 0; i < std::min(holders.size(), most); ++i) {
        const QString maker = maker_name(makers_.makers[holders[i].maker]);
        lines << (holders[i].count > 1
                      ? tr("%1 ×%2").arg(maker, grouped_text(static_cast<std::int64_t>(holders[i].count)))
                      : maker);
    }
    if (holders.size() > most) {
        lines << tr("…");
    }
    return lines;
}

QString SegmentModel::holders(const SegmentUse& use) const {
    return use.held_by.empty()
               ? tr("unused, can be released")
               : tr("held by %1: %2")
                     .arg(grouped_text(static_cast<std::int64_t>(use.held_by.size())), makers(use, 2).join(tr(", ")));
}

QString SegmentModel::place_words(const SegmentUse& use) const {
    const AllocatorSegment& each = problem_->history->segments[use.segment];
    const QString place =
        tr("%1 at %2, stream %3")
            .arg(visible_text(each.name), QString::fromStdString(number_text(each.base, Unit::hexadecimal)))
            .arg(each.stream);
    return (each.pool.empty() ? place : tr("%1, pool %2").arg(place, visible_text(each.pool))) + QLatin1Char('\n') +
           holding_words(use);
}

QString SegmentModel::holding_words(const SegmentUse& use) const {
    constexpr std::size_t most_listed = 12;
    return use.held_by.empty() ? tr("no allocation lies in it, so it can go back to the device")
                               : counted(static_cast<std::int64_t>(use.held_by.size()),
                                         tr("1 allocation keeps it from going back to the device:"),
                                         tr("%1 allocations keep it from going back to the device:")) +
                                     QLatin1Char('\n') + makers(use, most_listed).join(QLatin1Char('\n'));
}

}  // namespace arenascope
