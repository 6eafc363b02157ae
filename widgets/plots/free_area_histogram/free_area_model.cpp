#include "widgets/plots/free_area_histogram/free_area_model.h"

#include <algorithm>
#include <utility>

#include "core/picture/plan/unit.h"
#include "qt/words/wording.h"

namespace arenascope {
namespace {

double part_of(std::int64_t part, std::int64_t whole) {
    return whole > 0 ? static_cast<double>(part) / static_cast<double>(whole) : 0.0;
}

std::int64_t most_bytes(const FreeMemory& memory) {
    std::int64_t most = 0;
    for (const FreeAreaClass& each : memory.classes) {
        most = std::max(most, each.bytes);
    }
    return most;
}

/// The bounds of a class.
QString class_words(const FreeAreaRow& row) {
    return FreeAreaModel::tr("areas of at least %1 and less than twice as much").arg(exact_bytes(row.least.value()));
}

}  // namespace

QString class_amount(Bytes bytes) {
    return QString::fromStdString(amount_text(bytes.value(), unit_for(bytes)));
}

FreeAreaModel::FreeAreaModel(QObject* parent) : RowModel(parent) {
    set_columns({
        {.title = tr("size from"),
         .text = [](const FreeAreaRow& row) { return class_amount(row.least); },
         .tooltip = class_words},
        {.title = tr("areas"),
         .text = [](const FreeAreaRow& row) { return grouped_text(row.at_step.areas); },
         .tooltip = class_words},
        {.title = tr("bytes"),
         .text =
             [](const FreeAreaRow& row) {
                 return row.at_step.bytes == 0 ? QStringLiteral("0") : class_amount(Bytes(row.at_step.bytes));
             },
         .tooltip = [](const FreeAreaRow& row) { return exact_bytes(row.at_step.bytes); }},
        {.title = tr("of the plan"),
         .meaning = tr("part of all free bytes · steps of the plan"),
         .text = [this](const FreeAreaRow& row) { return share_text(row); },
         .tooltip = [this](const FreeAreaRow& row) { return share_words(row); }},
    });
}

void FreeAreaModel::set_memory(FreeMemory at_step, std::optional<FreeMemory> of_plan) {
    at_step_ = std::move(at_step);
    of_plan_ = std::move(of_plan);
    std::vector<FreeAreaRow> rows;
    const auto row_of = [&rows](Bytes bound) -> FreeAreaRow& {
        auto found = std::ranges::find(rows, bound, &FreeAreaRow::least);
        if (found == rows.end()) {
            rows.push_back({bound, {bound}, {bound}});
            found = std::prev(rows.end());
        }
        return *found;
    };
    for (const FreeAreaClass& each : at_step_.classes) {
        row_of(each.least).at_step = each;
    }
    for (const FreeAreaClass& each : of_plan_ ? of_plan_->classes : std::vector<FreeAreaClass>()) {
        row_of(each.least).of_plan = each;
    }
    // The largest areas come first.
    std::ranges::sort(rows, std::greater(), &FreeAreaRow::least);
    set_rows(std::move(rows));
}

QString FreeAreaModel::share_text(const FreeAreaRow& row) const {
    return of_plan_ ? QString::fromStdString(percent_text(part_of(row.of_plan.bytes, of_plan_->bytes))) : tr("…");
}

QString FreeAreaModel::share_words(const FreeAreaRow& row) const {
    return of_plan_ ? tr("%1 bytes · steps of %2 that are free over the whole plan")
                          .arg(grouped_text(row.of_plan.bytes), grouped_text(of_plan_->bytes))
                    : tr("being computed");
}

double FreeAreaModel::bar(const FreeAreaRow& row, int column) const {
    return column == bytes                 ? part_of(row.at_step.bytes, most_bytes(at_step_))
           : column == of_plan && of_plan_ ? part_of(row.of_plan.bytes, most_bytes(*of_plan_))
                                           : 0.0;
}

QVariant FreeAreaModel::role_of(const FreeAreaRow& row, int column, int role) const {
    return role == bar_role ? bar(row, column) : QVariant();
}

}  // namespace arenascope
