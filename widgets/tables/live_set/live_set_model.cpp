#include "widgets/tables/live_set/live_set_model.h"

#include <algorithm>
#include <numeric>
#include <utility>

#include "core/base/text/natural_order.h"
#include "core/model/memory/allocator_history.h"
#include "qt/words/grouping_words.h"
#include "qt/words/visible_text.h"
#include "qt/words/wording.h"

namespace arenascope {
namespace {

/// The internal identity of top-level rows. Rows below a group have one more than the position of the group.
constexpr quintptr top_level = 0;

double share_of_whole(Bytes part, Bytes whole) {
    return whole > Bytes(0) ? static_cast<double>(part.value()) / static_cast<double>(whole.value()) : 0.0;
}

bool is_range_of(const LiveCensus& census) {
    return length(census.steps) > Duration(1);
}

void order_members(const LiveRows& rows, std::vector<std::size_t>& members, LiveSetModel::Order order) {
    // The census is by falling size; equals keep that order.
    std::ranges::sort(members);
    const bool is_rising = order.order == Qt::AscendingOrder;
    const auto with = [&](auto&& less) {
        std::ranges::stable_sort(members, [&](std::size_t a, std::size_t b) {
            return less(rows.census.members[is_rising ? a : b], rows.census.members[is_rising ? b : a]);
        });
    };
    switch (order.column) {
        case LiveSetModel::name:
            with([&rows](const LiveMember& a, const LiveMember& b) {
                return natural_less(rows.problem->buffers[a.buffer].name, rows.problem->buffers[b.buffer].name);
            });
            break;
        case LiveSetModel::offset:
            if (has_segment_regions(*rows.problem)) {
                with([&rows](const LiveMember& a, const LiveMember& b) {
                    return LiveSetModel::address_of_member(*rows.problem, a) <
                           LiveSetModel::address_of_member(*rows.problem, b);
                });
            } else {
                with([](const LiveMember& a, const LiveMember& b) { return a.offset < b.offset; });
            }
            break;
        case LiveSetModel::share:
            with([is_range = is_range_of(rows.census)](const LiveMember& a, const LiveMember& b) {
                return is_range ? a.steps < b.steps : a.counted < b.counted;
            });
            break;
        default:
            with([](const LiveMember& a, const LiveMember& b) { return a.size < b.size; });
    }
}

/// Groups have no offset and no steps: by these columns they stay in the order of their sizes.
void order_rows(LiveRows& rows, LiveSetModel::Order order) {
    if (!rows.grouping) {
        rows.members.resize(rows.census.members.size());
        std::iota(rows.members.begin(), rows.members.end(), std::size_t{0});
        order_members(rows, rows.members, order);
        return;
    }
    const bool by_name = order.column == LiveSetModel::name;
    const bool by_share = order.column == LiveSetModel::share;
    const bool is_ascending =
        order.order == Qt::AscendingOrder && (by_name || by_share || order.column == LiveSetModel::size);
    const bool is_range = is_range_of(rows.census);
    std::ranges::stable_sort(rows.groups, [&](const LiveGroup& a, const LiveGroup& b) {
        const LiveGroup& first = is_ascending ? a : b;
        const LiveGroup& second = is_ascending ? b : a;
        return by_name                 ? natural_less(first.name, second.name)
               : by_share && !is_range ? first.counted < second.counted
                                       : first.size < second.size;
    });
    for (LiveGroup& group : rows.groups) {
        order_members(rows, group.members, order);
    }
}

}  // namespace

LiveSetModel::LiveSetModel(QObject* parent) : QAbstractItemModel(parent), rows_(std::make_shared<const LiveRows>()) {
    const auto bytes = [this](Bytes amount, int decimals) {
        return QString::fromStdString(number_text(amount.value(), unit_, decimals));
    };
    columns_ = {
        {.is_figure = false,
         .text = [this](const LiveMember& member) { return names_(member.buffer); },
         .tooltip = [this](const LiveMember& member) { return names_.full(member.buffer); }},
        {.title = tr("offset"),
         .text = [this](const LiveMember& member) { return place_of(member); },
         .tooltip =
             [this](const LiveMember& member) {
                 return !member.offset ? QString()
                        : has_addresses_
                            ? tr("%1 in %2")
                                  .arg(exact_bytes(member.offset->value()),
                                       visible_text(
                                           rows_->problem->regions[rows_->problem->buffers[member.buffer].region].name))
                            : exact_bytes(member.offset->value());
             }},
        {.title = tr("size %1"),
         .text = [this, bytes](const LiveMember& member) { return bytes(member.size, size_decimals_); },
         .tooltip = [](const LiveMember& member) { return exact_bytes(member.size.value()); }},
        {.text =
             [this](const LiveMember& member) {
                 return is_range() ? grouped_text(member.steps.value()) : share_of(member.counted);
             },
         .tooltip = [this](const LiveMember& member) { return share_words(member); }},
    };
    group_columns_ = {
        {.is_figure = false,
         .text =
             [this](const LiveGroup& group) {
                 return tr("%1 · %2").arg(group_words(group.name, *rows_->grouping),
                                          grouped_text(group.members.size()));
             },
         .tooltip =
             [this](const LiveGroup& group) {
                 return tr("%1: %2").arg(group_words(group.name, *rows_->grouping),
                                         counted(group.members.size(), tr("1 buffer"), tr("%1 buffers")));
             }},
        {.text = [](const LiveGroup& /*group*/) { return QString(); }},
        {.text = [this, bytes](const LiveGroup& group) { return bytes(group.size, size_decimals_); },
         .tooltip = [](const LiveGroup& group) { return exact_bytes(group.size.value()); }},
        {.text = [this](const LiveGroup& group) { return is_range() ? QString() : share_of(group.counted); },
         .tooltip =
             [this](const LiveGroup& group) { return is_range() ? QString() : exact_bytes(group.counted.value()); }},
    };
    show_titles();
}

void LiveSetModel::show_titles() {
    columns_[name].title = rows_->grouping ? grouping_words(*rows_->grouping) : tr("name");
    columns_[name].meaning = plain_tooltip(names_.note());
    columns_[offset].title = has_addresses_ ? tr("address") : tr("offset");
    columns_[share].title = is_range() ? tr("steps") : tr("share");
    columns_[share].meaning = is_range() ? QString()
                                         : tr("part of the live size; bytes that buffers share on purpose count "
                                              "once, for the buffer that begins lowest");
}

std::shared_ptr<const LiveRows> LiveSetModel::rows_of_census(std::shared_ptr<const Problem> problem, LiveCensus census,
                                                             std::optional<GroupBy> grouping, Order order) {
    auto rows = std::make_shared<LiveRows>();
    rows->problem = std::move(problem);
    rows->census = std::move(census);
    rows->grouping = grouping;
    if (grouping) {
        rows->groups = live_groups(rows->census, buffer_groups(*rows->problem, *grouping));
    }
    order_rows(*rows, order);
    return rows;
}

void LiveSetModel::set_rows(std::shared_ptr<const LiveRows> rows, Order order) {
    sorting_.abandon();
    const Order wanted = std::exchange(order_, order);
    show_rows(std::move(rows));
    if (wanted != order) {
        sort(wanted.column, wanted.order);
    }
}

void LiveSetModel::show_rows(std::shared_ptr<const LiveRows> rows) {
    beginResetModel();
    rows_ = std::move(rows);
    names_.set_problem(rows_->problem);
    has_addresses_ = has_segment_regions(*rows_->problem);
    show_titles();
    count_decimals();
    endResetModel();
}

std::optional<Address> LiveSetModel::address_of_member(const Problem& problem, const LiveMember& member) {
    // In a recording, every allocation lies in its own segment.
    return member.offset ? std::optional(address_of(problem, {*member.offset, problem.buffers[member.buffer].region}))
                         : std::nullopt;
}

QString LiveSetModel::place_of(const LiveMember& member) const {
    if (!member.offset) {
        return tr("not placed");
    }
    return has_addresses_ ? address_words(*address_of_member(*rows_->problem, member))
                          : QString::fromStdString(number_text(member.offset->value(), unit_, offset_decimals_));
}

void LiveSetModel::set_unit(Unit unit) {
    beginResetModel();
    unit_ = unit;
    count_decimals();
    endResetModel();
}

void LiveSetModel::count_decimals() {
    size_decimals_ = 0;
    offset_decimals_ = 0;
    constexpr int most = 2;
    for (const LiveMember& member : census().members) {
        if (std::min(size_decimals_, offset_decimals_) == most) {
            break;
        }
        size_decimals_ = std::max(size_decimals_, decimals_of(member.size.value(), unit_));
        offset_decimals_ = std::max(offset_decimals_, member.offset ? decimals_of(member.offset->value(), unit_) : 0);
    }
    for (const LiveGroup& group : groups()) {
        size_decimals_ = std::max(size_decimals_, decimals_of(group.size.value(), unit_));
    }
}

void LiveSetModel::sort(int column, Qt::SortOrder order) {
    const Order wanted{column, order};
    if (column < 0 || wanted == order_) {
        return;
    }
    order_ = wanted;
    sorting_.run(
        rows_->census.members.size(),
        [rows = rows_, wanted] {
            auto sorted = std::make_shared<LiveRows>(*rows);
            order_rows(*sorted, wanted);
            return std::shared_ptr<const LiveRows>(std::move(sorted));
        },
        [this](std::shared_ptr<const LiveRows> sorted) { show_rows(std::move(sorted)); });
}

const LiveGroup* LiveSetModel::group_at(const QModelIndex& index) const {
    return rows_->grouping && index.internalId() == top_level ? &groups()[static_cast<std::size_t>(index.row())]
                                                              : nullptr;
}

const LiveMember& LiveSetModel::member_at(const QModelIndex& index) const {
    const auto row = static_cast<std::size_t>(index.row());
    const std::size_t position =
        rows_->grouping ? groups()[static_cast<std::size_t>(index.internalId()) - 1].members[row] : rows_->members[row];
    return census().members[position];
}

std::vector<BufferIndex> LiveSetModel::buffers_at(const QModelIndex& index) const {
    std::vector<BufferIndex> buffers;
    if (const LiveGroup* group = group_at(index)) {
        for (const std::size_t member : group->members) {
            buffers.push_back(census().members[member].buffer);
        }
    } else {
        buffers.push_back(member_at(index).buffer);
    }
    return buffers;
}

QModelIndexList LiveSetModel::rows_of(const std::vector<BufferIndex>& buffers) const {
    QModelIndexList rows;
    if (buffers.empty()) {
        return rows;
    }
    const auto is_one = [&](std::size_t member) {
        return std::ranges::binary_search(buffers, census().members[member].buffer);
    };
    for (std::size_t i = 0; i < rows_->members.size(); ++i) {
        if (is_one(rows_->members[i])) {
            rows << index(static_cast<int>(i), 0);
        }
    }
    for (std::size_t i = 0; i < groups().size(); ++i) {
        const QModelIndex group = index(static_cast<int>(i), 0);
        const std::vector<std::size_t>& members = groups()[i].members;
        if (std::ranges::all_of(members, is_one)) {
            rows << group;
        }
        for (std::size_t row = 0; row < members.size(); ++row) {
            if (is_one(members[row])) {
                rows << index(static_cast<int>(row), 0, group);
            }
        }
    }
    return rows;
}

QModelIndex LiveSetModel::index(int row, int column, const QModelIndex& parent) const {
    if (row < 0 || row >= rowCount(parent) || column < 0 || column >= column_count) {
        return {};
    }
    return createIndex(row, column, parent.isValid() ? static_cast<quintptr>(parent.row()) + 1 : top_level);
}

QModelIndex LiveSetModel::parent(const QModelIndex& index) const {
    return !index.isValid() || index.internalId() == top_level
               ? QModelIndex()
               : createIndex(static_cast<int>(index.internalId() - 1), 0, top_level);
}

int LiveSetModel::rowCount(const QModelIndex& parent) const {
    if (!parent.isValid()) {
        return static_cast<int>(rows_->grouping ? groups().size() : rows_->members.size());
    }
    const LiveGroup* group = parent.column() == 0 ? group_at(parent) : nullptr;
    return group != nullptr ? static_cast<int>(group->members.size()) : 0;
}

int LiveSetModel::columnCount(const QModelIndex& /*parent*/) const {
    return column_count;
}

QString LiveSetModel::share_of(Bytes counted) const {
    return percent_words(share_of_whole(counted, census().highest));
}

QString LiveSetModel::share_words(const LiveMember& member) const {
    if (is_range()) {
        return counted(member.steps.value(), tr("in use in 1 step of the range"),
                       tr("in use in %1 steps of the range"));
    }
    const QString part =
        tr("%1 of the live size of %2").arg(exact_bytes(member.counted.value()), exact_bytes(census().highest.value()));
    return member.counted == member.size
               ? part
               : tr("%1.\nThe other bytes are shared on purpose and counted for a buffer that begins lower, or are "
                    "free space that variable scratch takes.")
                     .arg(part);
}

QVariant LiveSetModel::data(const QModelIndex& index, int role) const {
    if (!index.isValid()) {
        return {};
    }
    const LiveGroup* group = group_at(index);
    const auto column = static_cast<std::size_t>(index.column());
    const auto told = group != nullptr ? told_cell(group_columns_[column], *group, role)
                                       : told_cell(columns_[column], member_at(index), role);
    return told ? *told : role == Qt::FontRole && group != nullptr ? QVariant(bold_font()) : QVariant();
}

QVariant LiveSetModel::headerData(int section, Qt::Orientation orientation, int role) const {
    return orientation == Qt::Horizontal ? title_cell(columns_[static_cast<std::size_t>(section)], role, unit_)
                                         : QVariant();
}

}  // namespace arenascope
