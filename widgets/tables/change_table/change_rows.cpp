#include "widgets/tables/change_table/change_rows.h"

#include <algorithm>
#include <cstdlib>
#include <functional>
#include <iterator>
#include <limits>
#include <string>
#include <utility>

#include <QCoreApplication>
#include <QStringList>

#include "core/base/text/natural_order.h"
#include "qt/words/shown_names.h"
#include "widgets/base/swatch.h"

namespace arenascope {
namespace {

QString state_text(const char* text) {
    return QCoreApplication::translate("arenascope::ChangeRows", text);
}

std::int64_t sort_key(const ComparedPlans& plans, int column, const ComparedBuffer& buffer) {
    constexpr std::int64_t lowest = std::numeric_limits<std::int64_t>::min();
    switch (column) {
        case ChangeColumn::size:
            return size_in(plans.b, buffer.second).value_or(size_in(plans.a, buffer.first).value_or(0));
        case ChangeColumn::offset_a:
            return offset_in(plans.a, buffer.first).value_or(lowest);
        case ChangeColumn::offset_b:
            return offset_in(plans.b, buffer.second).value_or(lowest);
        case ChangeColumn::tier_a:
        case ChangeColumn::tier_b: {
            const auto risk =
                column == ChangeColumn::tier_a ? risk_in(plans.a, buffer.first) : risk_in(plans.b, buffer.second);
            return risk ? to_role_value(*risk) : -1;
        }
        default: {
            const auto distance = offset_change(plans.a.comparand(), plans.b.comparand(), buffer);
            return distance ? std::abs(*distance) : -1;
        }
    }
}

/// The text that a column sorts by.
std::string sort_text(const ComparedPlans& plans, int column, const ComparedBuffer& buffer) {
    return column == ChangeColumn::change ? change_words(buffer).toStdString()
           : is_added(buffer)             ? plans.b.problem->buffers[buffer.second].name
                                          : plans.a.problem->buffers[buffer.first].name;
}

/// Sorts positions that are ascending.
template <class Key, class Less>
void sort_by(std::vector<std::size_t>& rows, bool falling, const Key& key_of, const Less& less) {
    using Value = decltype(key_of(std::size_t{0}));
    std::vector<std::pair<Value, std::size_t>> keyed;
    keyed.reserve(rows.size());
    for (const std::size_t row : rows) {
        keyed.emplace_back(key_of(row), row);
    }
    std::ranges::stable_sort(
        keyed, [&](const auto& a, const auto& b) { return falling ? less(b.first, a.first) : less(a.first, b.first); });
    std::ranges::transform(keyed, rows.begin(), [](const auto& one) { return one.second; });
}

void sort_rows_of(const ChangeRequest& request, std::vector<std::size_t>& rows) {
    const ComparedPlans& plans = *request.plans;
    const auto& buffers = plans.changes.buffers;
    const int column = request.sort_column;
    const bool falling = request.sort_order == Qt::DescendingOrder;
    if (column == ChangeColumn::name || column == ChangeColumn::change) {
        sort_by(
            rows, falling, [&](std::size_t row) { return sort_text(plans, column, buffers[row]); }, natural_less);
    } else {
        sort_by(
            rows, falling, [&](std::size_t row) { return sort_key(plans, column, buffers[row]); }, std::less<>());
    }
}

/// Counts the decimals that an amount of these rows needs.
void count_decimals(ChangeRows& found, const ChangeRequest& request, const std::vector<std::size_t>& different) {
    constexpr int most = 2;
    const ComparedPlans& plans = *request.plans;
    const auto for_each_amount = [&](auto&& use) {
        for (const std::size_t i : different) {
            const ComparedBuffer& buffer = plans.changes.buffers[i];
            for (const auto& amount : {size_in(plans.a, buffer.first), size_in(plans.b, buffer.second),
                                       offset_in(plans.a, buffer.first), offset_in(plans.b, buffer.second)}) {
                use(amount.value_or(0));
            }
        }
    };
    found.unit = request.unit;
    for_each_amount([&found](std::int64_t bytes) {
        found.decimals = found.decimals == most ? most : std::max(found.decimals, decimals_of(bytes, found.unit));
    });
}

}  // namespace

std::optional<std::int64_t> offset_in(const ComparedSide& side, BufferIndex buffer) {
    if (buffer == BufferIndex::none() || !side.layout->placements[buffer]) {
        return std::nullopt;
    }
    return side.layout->placements[buffer]->offset.value();
}

std::optional<Risk> risk_in(const ComparedSide& side, BufferIndex buffer) {
    return buffer == BufferIndex::none() || buffer.value() >= side.risks->size() ? std::nullopt
                                                                                 : std::optional((*side.risks)[buffer]);
}

std::optional<std::int64_t> size_in(const ComparedSide& side, BufferIndex buffer) {
    return buffer == BufferIndex::none() ? std::nullopt : std::optional(side.problem->buffers[buffer].size.value());
}

QString change_words(const ComparedBuffer& buffer) {
    QStringList words;
    const auto add = [&words](bool is_so, const QString& word) {
        if (is_so) {
            words << word;
        }
    };
    add(is_added(buffer), state_text("added"));
    add(is_removed(buffer), state_text("removed"));
    add(buffer.is_renamed, state_text("renamed"));
    add(buffer.is_moved, state_text("moved"));
    add(buffer.is_resized, state_text("resized"));
    add(buffer.is_retimed, state_text("retimed"));
    return words.join(QStringLiteral(" · "));
}

std::shared_ptr<const ChangeRows> change_rows(ChangeRequest request) {
    const ComparedPlans& plans = *request.plans;
    const auto& buffers = plans.changes.buffers;
    auto found = std::make_shared<ChangeRows>();
    std::vector<std::size_t> different;
    for (std::size_t i = 0; i < buffers.size(); ++i) {
        if (is_change(buffers[i])) {
            different.push_back(i);
        }
    }
    found->different = different.size();
    count_decimals(*found, request, different);
    if (request.filter.accepts_all()) {
        found->rows = std::move(different);
    } else {
        ChangeFacts facts{{plans.a.problem.get(), plans.a.layout.get(), *plans.a.risks},
                          {plans.b.problem.get(), plans.b.layout.get(), *plans.b.risks}};
        facts.a.names = shown_rule(plans.a.problem);
        facts.b.names = shown_rule(plans.b.problem);
        const std::vector<std::size_t> passing = request.filter.passing(facts, buffers);
        std::ranges::set_intersection(different, passing, std::back_inserter(found->rows));
    }
    sort_rows_of(request, found->rows);
    found->row_of_a.assign(plans.a.problem->buffers.size(), -1);
    for (std::size_t row = 0; row < found->rows.size(); ++row) {
        if (const BufferIndex of_a = buffers[found->rows[row]].first; of_a != BufferIndex::none()) {
            found->row_of_a[of_a] = static_cast<std::int32_t>(row);
        }
    }
    return found;
}

}  // namespace arenascope
