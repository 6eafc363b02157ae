#include "widgets/tables/buffer_table/buffer_rows.h"

#include <algorithm>
#include <array>
#include <iterator>
#include <numeric>
#include <optional>
#include <string_view>
#include <utility>

#include "core/base/text/natural_order.h"
#include "qt/tasks/released_apart.h"

namespace arenascope {
namespace {

using IsOutdated = std::function<bool()>;

/// A buffer with what it is sorted by.
template <class Key>
struct KeyedRow {
    Key key;
    BufferIndex buffer;
};

/// Sorts so that the work can end early: runs of rows first, then pairs of neighbouring runs are merged.
///
///   ┌──┬──┬──┬──┐      ┌─────┬─────┐      ┌───────────┐
///   │  │  │  │  │  ─▶  │     │     │  ─▶  │           │
///   └──┴──┴──┴──┘      └─────┴─────┘      └───────────┘
///
/// False: it was outdated.
template <class Row, class Less>
bool sort_rows(std::vector<Row>& rows, const Less& less, const IsOutdated& is_outdated) {
    constexpr std::size_t first_run = 1U << 15U;
    const auto at = [](std::vector<Row>& list, std::size_t position) {
        return list.begin() + static_cast<std::ptrdiff_t>(std::min(position, list.size()));
    };
    for (std::size_t from = 0; from < rows.size(); from += first_run) {
        if (is_outdated()) {
            return false;
        }
        std::sort(at(rows, from), at(rows, from + first_run), less);
    }
    std::vector<Row> merged(rows.size() > first_run ? rows.size() : 0);
    for (std::size_t run = first_run; run < rows.size(); run *= 2) {
        for (std::size_t from = 0; from < rows.size(); from += 2 * run) {
            if (is_outdated()) {
                return false;
            }
            std::merge(at(rows, from), at(rows, from + run), at(rows, from + run), at(rows, from + 2 * run),
                       at(merged, from), less);
        }
        rows.swap(merged);
    }
    return true;
}

/// The characters that all names begin with, without digits at the end, which belong to a number.
std::size_t common_beginning(const Problem& problem, const std::vector<BufferIndex>& rows) {
    std::string_view common = problem.buffers[rows.front()].name;
    for (const BufferIndex row : rows) {
        const std::string_view name = problem.buffers[row].name;
        const auto end = std::mismatch(common.begin(), common.end(), name.begin(), name.end()).first;
        common = common.substr(0, static_cast<std::size_t>(end - common.begin()));
        if (common.empty()) {
            break;
        }
    }
    const std::size_t last = common.find_last_not_of("0123456789");
    return last == std::string_view::npos ? 0 : last + 1;
}

template <class Key>
std::vector<BufferIndex> buffers_of(const std::vector<KeyedRow<Key>>& rows) {
    std::vector<BufferIndex> buffers;
    buffers.reserve(rows.size());
    for (const KeyedRow<Key>& row : rows) {
        buffers.push_back(row.buffer);
    }
    return buffers;
}

/// Sorts rows that are in the order of the problem. Empty: it was outdated.
std::optional<std::vector<BufferIndex>> sorted_by_name(const RowRequest& request, const std::vector<BufferIndex>& rows,
                                                       const IsOutdated& is_outdated) {
    const Problem& problem = *request.plan.problem;
    const bool falling = request.sort_order == Qt::DescendingOrder;
    const std::size_t common = rows.empty() ? 0 : common_beginning(problem, rows);
    using Row = KeyedRow<NaturalBeginning>;
    std::vector<Row> keyed;
    keyed.reserve(rows.size());
    for (const BufferIndex row : rows) {
        keyed.push_back({natural_beginning(std::string_view(problem.buffers[row].name).substr(common)), row});
    }
    const bool is_sorted = sort_rows(
        keyed,
        [&](const Row& first, const Row& second) {
            const Row& a = falling ? second : first;
            const Row& b = falling ? first : second;
            if (a.key != b.key) {
                return a.key < b.key;
            }
            const std::string_view name = problem.buffers[a.buffer].name;
            const std::string_view other = problem.buffers[b.buffer].name;
            return natural_less(name, other) || (!natural_less(other, name) && first.buffer < second.buffer);
        },
        is_outdated);
    return is_sorted ? std::optional(buffers_of(keyed)) : std::nullopt;
}

std::optional<std::vector<BufferIndex>> sorted_by_key(const RowRequest& request, const std::vector<BufferIndex>& rows,
                                                      const IsOutdated& is_outdated) {
    const bool falling = request.sort_order == Qt::DescendingOrder;
    std::vector<KeyedRow<std::int64_t>> keyed;
    keyed.reserve(rows.size());
    for (const BufferIndex row : rows) {
        keyed.push_back({request.plan.sort_key(row, request.sort_column), row});
    }
    using Row = KeyedRow<std::int64_t>;
    const bool is_sorted = sort_rows(
        keyed,
        [falling](const Row& a, const Row& b) {
            return a.key == b.key ? a.buffer < b.buffer : falling ? b.key < a.key : a.key < b.key;
        },
        is_outdated);
    return is_sorted ? std::optional(buffers_of(keyed)) : std::nullopt;
}

/// The buffers that pass, in the order of the problem.
std::vector<BufferIndex> buffers_that_pass(std::size_t count, const BufferRows::Bits& passing) {
    std::vector<BufferIndex> rows;
    for (std::size_t i = 0; i < count; ++i) {
        if (!passing || (*passing)[i]) {
            rows.emplace_back(i);
        }
    }
    return rows;
}

/// Null: there is no filter. Empty: it was outdated.
std::optional<BufferRows::Bits> passing_of(const RowRequest& request, const IsOutdated& is_outdated) {
    if (request.filter.accepts_all()) {
        return BufferRows::Bits();
    }
    const BufferRows::Bits& before = request.before->passing();
    if (request.keeps_passing) {
        return before;
    }
    auto passing = request.filter.passing(
        request.plan.facts(request.filter.mentions("conflicts"), request.filter.mentions("shared_steps")), is_outdated);
    if (!passing) {
        return std::nullopt;
    }
    return before && *before == *passing ? before : std::make_shared<const std::vector<bool>>(std::move(*passing));
}

bool are_same(const BufferRows& rows, const std::vector<BufferIndex>& wanted, const BufferRows::Bits& passing) {
    if (rows.passing() != passing || rows.count() != wanted.size()) {
        return false;
    }
    for (std::size_t i = 0; i < wanted.size(); ++i) {
        if (rows.buffer_at(i) != wanted[i]) {
            return false;
        }
    }
    return true;
}

/// Null: it was outdated.
std::shared_ptr<const BufferRows> rows_of(const RowRequest& request, const IsOutdated& is_outdated) {
    if (request.keeps_rows) {
        return request.before;
    }
    const std::size_t count = request.plan.count();
    const auto passing = passing_of(request, is_outdated);
    if (!passing) {
        return nullptr;
    }
    if (!*passing && request.sort_column < 0) {
        const bool is_same =
            request.before->is_in_order() && request.before->count() == count && !request.before->passing();
        return is_same ? request.before : std::make_shared<const BufferRows>(count);
    }
    std::optional<std::vector<BufferIndex>> rows = buffers_that_pass(count, *passing);
    if (request.sort_column == BufferColumn::name) {
        rows = sorted_by_name(request, *rows, is_outdated);
    } else if (request.sort_column >= 0) {
        rows = sorted_by_key(request, *rows, is_outdated);
    }
    if (!rows) {
        return nullptr;
    }
    return are_same(*request.before, *rows, *passing)
               ? request.before
               : released_apart(BufferRows(count, std::move(*rows), *passing), count);
}

AmountLook look_of(const ListedPlan& plan, Unit unit) {
    AmountLook look{.unit = unit};
    constexpr int most = 2;
    for (std::size_t i = 0; i < plan.count() && std::min(look.size_decimals, look.offset_decimals) < most; ++i) {
        const Bytes bytes = plan.problem->buffers[i].size;
        look.size_decimals = std::max(look.size_decimals, decimals_of(bytes.value(), look.unit));
        if (const auto found = plan.offset_of(BufferIndex(i)); found && look.offset_decimals < most) {
            look.offset_decimals = std::max({look.offset_decimals, decimals_of(found->value(), look.unit),
                                             decimals_of((*found + bytes).value(), look.unit)});
        }
    }
    return look;
}

}  // namespace

BufferRows::BufferRows(std::size_t count, std::vector<BufferIndex> rows, Bits passing)
    : row_count_(rows.size()), rows_(std::move(rows)), row_of_(count, -1), passing_(std::move(passing)) {
    for (std::size_t row = 0; row < rows_.size(); ++row) {
        row_of_[rows_[row]] = static_cast<std::int32_t>(row);
    }
}

std::int32_t BufferRows::row_of(BufferIndex buffer) const {
    const std::size_t position = buffer.value();
    if (is_in_order()) {
        return position < row_count_ ? static_cast<std::int32_t>(position) : -1;
    }
    return position < row_of_.size() ? row_of_[position] : -1;
}

std::shared_ptr<const ArrangedRows> arranged_rows(const RowRequest& request, const IsOutdated& is_outdated) {
    auto arranged = std::make_shared<ArrangedRows>();
    arranged->rows = rows_of(request, is_outdated);
    if (!arranged->rows) {
        return nullptr;
    }
    const Problem& problem = *request.plan.problem;
    arranged->look = look_of(request.plan, request.unit);
    arranged->has_alignments = std::ranges::any_of(
        problem.buffers, [&problem](const Buffer& buffer) { return alignment_of(problem, buffer) != Bytes(1); });
    return arranged;
}

}  // namespace arenascope
