#include "widgets/tables/improvement_table/improvement_model.h"

#include <algorithm>
#include <utility>

#include "qt/words/wording.h"

namespace arenascope {

ImprovementModel::ImprovementModel(QObject* parent)
    : RowModel(parent), problem_(std::make_shared<Problem>()), report_(std::make_shared<ImprovementReport>()) {
    const auto told_moves = [this](const Improvement* one) { return move_words(*one); };
    set_columns({
        {.title = tr("change"),
         .is_figure = false,
         .text = [this](const Improvement* one) { return change_words(*one, false); },
         .tooltip = told_moves},
        {.title = tr("peak %1"), .amount = [](const Improvement* one) { return one->peak.value(); }},
        {.title = tr("lower %1"),
         .amount = [this](const Improvement* one) { return gain(*one); },
         .weight = AmountWeight::decimals},
        {.title = tr("moves"),
         .text = [](const Improvement* one) { return grouped_text(static_cast<std::int64_t>(one->moves.size())); },
         .tooltip = told_moves},
        {.title = tr("moved %1"),
         .amount = [](const Improvement* one) { return one->moved.value(); },
         .weight = AmountWeight::decimals},
    });
}

void ImprovementModel::set_report(std::shared_ptr<const Problem> problem,
                                  std::shared_ptr<const ImprovementReport> report) {
    problem_ = std::move(problem);
    names_.set_problem(problem_);
    // The rows that are shown until then lie in the report before.
    const std::shared_ptr<const ImprovementReport> before = std::exchange(report_, std::move(report));
    set_rows(pointers_to(report_->improvements));
}

void ImprovementModel::clear() {
    set_report(problem_, std::make_shared<ImprovementReport>());
}

std::int64_t ImprovementModel::gain(const Improvement& one) const {
    const std::int64_t of_plan = (report_->peak - one.peak).value();
    const bool is_told = of_plan > 0 || one.region != report_->region;
    return is_told ? of_plan : (report_->region_peak - one.region_peak).value();
}

QString ImprovementModel::change_words(const Improvement& one, bool in_full) const {
    const auto name = [&](BufferIndex buffer) { return in_full ? names_.full(buffer) : names_(buffer); };
    switch (one.kind) {
        case ImprovementKind::move:
            return tr("Move %1").arg(name(one.buffer));
        case ImprovementKind::swap:
            return tr("Swap %1 and %2").arg(name(one.buffer), name(one.partner));
        case ImprovementKind::together:
            return tr("Place all at the peak again");
        case ImprovementKind::reinsertion:
            break;
    }
    return one.partner == BufferIndex::none() ? tr("Place %1 last").arg(name(one.buffer))
                                              : tr("Place %1 before %2").arg(name(one.buffer), name(one.partner));
}

QString ImprovementModel::move_words(const Improvement& one) const {
    constexpr std::size_t most_told = 4;
    QStringList lines{change_words(one, true)};
    for (std::size_t i = 0; i < std::min(most_told, one.moves.size()); ++i) {
        const Move& move = one.moves[i];
        lines << tr("%1: from %2 to %3")
                     .arg(names_.full(move.buffer), exact_bytes(move.from->value()), exact_bytes(move.to->value()));
    }
    if (one.moves.size() > most_told) {
        lines << counted(static_cast<std::int64_t>(one.moves.size() - most_told), tr("and 1 more"), tr("and %1 more"));
    }
    if (one.highest != BufferIndex::none()) {
        lines << tr("Then %1 is the highest; it ends at %2.")
                     .arg(names_.full(one.highest), exact_bytes(one.region_peak.value()));
    }
    return lines.join(QLatin1Char('\n'));
}

}  // namespace arenascope
