#include "widgets/live_set/live_set_model.h"

#include <algorithm>
#include <numeric>
#include <utility>

#include "core/text/natural_order.h"
#include "widgets/style/grouping_words.h"
#include "widgets/style/table_cells.h"
#include "widgets/style/wording.h"

namespace arenascope {
namespace {

/// The internal identity of top-level rows. Rows below a group have one more than the position of the group.
constexpr quintptr top_level = 0;

double share_of_whole(Bytes part, Bytes whole) {
    return whole > Bytes(0) ? static_cast<double>(part.value()) / static_cast<double>(whole.value()) : 0.0;
}

}  // namespace

void LiveSetModel::set_census(std::shared_ptr<const Problem> problem, LiveCensus census,
                              std::optional<GroupBy> grouping) {
    beginResetModel();
    problem_ = std::move(problem);
    names_.set_problem(problem_);
    census_ = std::move(census);
    grouping_ = grouping;
    groups_ = grouping_ ? live_groups(census_, buffer_groups(*problem_, *grouping_)) : std::vector<LiveGroup>();
    members_.resize(grouping_ ? 0 : census_.members.size());
    order_rows();
    count_decimals();
    endResetModel();
}

void LiveSetModel::set_unit(Unit unit, UnitRule rule) {
    beginResetModel();
    table_unit_.set(unit, rule);
    count_decimals();
    endResetModel();
}

void LiveSetModel::count_decimals() {
    table_unit_.forget();
    for (const LiveMember& member : census_.members) {
        table_unit_.add(member.size.value());
        table_unit_.add(member.offset ? member.offset->value() : 0);
    }
    unit_ = table_unit_.unit();
    size_decimals_ = 0;
    offset_decimals_ = 0;
    for (const LiveMember& member : census_.members) {
        size_decimals_ = std::max(size_decimals_, decimals_of(member.size.value(), unit_));
        offset_decimals_ = std::max(offset_decimals_, member.offset ? decimals_of(member.offset->value(), unit_) : 0);
    }
    for (const LiveGroup& group : groups_) {
        size_decimals_ = std::max(size_decimals_, decimals_of(group.size.value(), unit_));
    }
}

void LiveSetModel::order_members(std::vector<std::size_t>& members) const {
    // The census is by falling size; equals keep that order.
    std::ranges::sort(members);
    const auto with = [&](auto&& less) {
        std::ranges::stable_sort(members, [&](std::size_t a, std::size_t b) {
            const LiveMember& first = census_.members[sort_order_ == Qt::AscendingOrder ? a : b];
            const LiveMember& second = census_.members[sort_order_ == Qt::AscendingOrder ? b : a];
            return less(first, second);
        });
    };
    switch (sorted_by_) {
        case name:
            with([this](const LiveMember& a, const LiveMember& b) {
                return natural_less(problem_->buffers[a.buffer].name, problem_->buffers[b.buffer].name);
            });
            break;
        case offset:
            with([](const LiveMember& a, const LiveMember& b) { return a.offset < b.offset; });
            break;
        case share:
            with([this](const LiveMember& a, const LiveMember& b) {
                return is_range() ? a.steps < b.steps : a.counted < b.counted;
            });
            break;
        default:
            with([](const LiveMember& a, const LiveMember& b) { return a.size < b.size; });
    }
}

/// Groups have no offset and no steps: by these columns they stay in the order of their sizes.
void LiveSetModel::order_rows() {
    if (!grouping_) {
        std::iota(members_.begin(), members_.end(), std::size_t{0});
        order_members(members_);
        return;
    }
    const bool by_name = sorted_by_ == name;
    const bool is_ascending =
        sort_order_ == Qt::AscendingOrder && (by_name || sorted_by_ == size || sorted_by_ == share);
    std::ranges::stable_sort(groups_, [&](const LiveGroup& a, const LiveGroup& b) {
        const LiveGroup& first = is_ascending ? a : b;
        const LiveGroup& second = is_ascending ? b : a;
        return by_name                              ? natural_less(first.name, second.name)
               : sorted_by_ == share && !is_range() ? first.counted < second.counted
                                                    : first.size < second.size;
    });
    for (LiveGroup& group : groups_) {
        order_members(group.members);
    }
}

void LiveSetModel::sort(int column, Qt::SortOrder order) {
    if (column < 0 || (column == sorted_by_ && order == sort_order_)) {
        return;
    }
    beginResetModel();
    sorted_by_ = column;
    sort_order_ = order;
    order_rows();
    endResetModel();
}

const LiveGroup* LiveSetModel::group_at(const QModelIndex& index) const {
    return grouping_ && index.internalId() == top_level ? &groups_[static_cast<std::size_t>(index.row())] : nullptr;
}

const LiveMember& LiveSetModel::member_at(const QModelIndex& index) const {
    const auto row = static_cast<std::size_t>(index.row());
    const std::size_t position =
        grouping_ ? groups_[static_cast<std::size_t>(index.internalId()) - 1].members[row] : members_[row];
    return census_.members[position];
}

std::vector<BufferIndex> LiveSetModel::buffers_at(const QModelIndex& index) const {
    std::vector<BufferIndex> buffers;
    if (const LiveGroup* group = group_at(index)) {
        for (const std::size_t member : group->members) {
            buffers.push_back(census_.members[member].buffer);
        }
    } else {
        buffers.push_back(member_at(index).buffer);
    }
    return buffers;
}

QModelIndexList LiveSetModel::rows_of(const std::vector<BufferIndex>& buffers) const {
    QModelIndexList rows;
    const auto is_one = [&](std::size_t member) {
        return std::ranges::binary_search(buffers, census_.members[member].buffer);
    };
    for (std::size_t i = 0; i < members_.size(); ++i) {
        if (is_one(members_[i])) {
            rows << index(static_cast<int>(i), 0);
        }
    }
    for (std::size_t i = 0; i < groups_.size(); ++i) {
        const QModelIndex group = index(static_cast<int>(i), 0);
        const std::vector<std::size_t>& members = groups_[i].members;
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
        return static_cast<int>(grouping_ ? groups_.size() : members_.size());
    }
    const LiveGroup* group = parent.column() == 0 ? group_at(parent) : nullptr;
    return group != nullptr ? static_cast<int>(group->members.size()) : 0;
}

int LiveSetModel::columnCount(const QModelIndex& /*parent*/) const {
    return column_count;
}

QString LiveSetModel::share_of(Bytes counted) const {
    return QString::fromStdString(percent_text(share_of_whole(counted, census_.highest)));
}

QString LiveSetModel::group_text(const LiveGroup& group, int column) const {
    switch (column) {
        case name:
            return tr("%1 · %2").arg(group_words(group.name, *grouping_),
                                     grouped_text(static_cast<std::int64_t>(group.members.size())));
        case size:
            return QString::fromStdString(number_text(group.size.value(), unit_, size_decimals_));
        case share:
            return is_range() ? QString() : share_of(group.counted);
        default:
            return {};
    }
}

QString LiveSetModel::group_tooltip(const LiveGroup& group, int column) const {
    switch (column) {
        case name:
            return plain_tooltip(tr("%1: %2").arg(
                group_words(group.name, *grouping_),
                counted(static_cast<std::int64_t>(group.members.size()), tr("1 buffer"), tr("%1 buffers"))));
        case size:
            return exact_bytes(group.size.value());
        case share:
            return is_range() ? QString() : exact_bytes(group.counted.value());
        default:
            return {};
    }
}

QString LiveSetModel::text(const LiveMember& member, int column) const {
    switch (column) {
        case name:
            return names_(member.buffer);
        case offset:
            return member.offset ? QString::fromStdString(number_text(member.offset->value(), unit_, offset_decimals_))
                                 : tr("not placed");
        case size:
            return QString::fromStdString(number_text(member.size.value(), unit_, size_decimals_));
        default:
            return is_range() ? grouped_text(member.steps.value()) : share_of(member.counted);
    }
}

QString LiveSetModel::tooltip(const LiveMember& member, int column) const {
    switch (column) {
        case name:
            return names_.tooltip(member.buffer);
        case offset:
            return member.offset ? exact_bytes(member.offset->value()) : QString();
        case size:
            return exact_bytes(member.size.value());
        default:
            break;
    }
    if (is_range()) {
        return counted(member.steps.value(), tr("in use in 1 step of the range"),
                       tr("in use in %1 steps of the range"));
    }
    const QString part =
        tr("%1 of the live size of %2").arg(exact_bytes(member.counted.value()), exact_bytes(census_.highest.value()));
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
    switch (role) {
        case Qt::DisplayRole:
            return group != nullptr ? group_text(*group, index.column()) : text(member_at(index), index.column());
        case Qt::ToolTipRole:
            return group != nullptr ? group_tooltip(*group, index.column()) : tooltip(member_at(index), index.column());
        case Qt::TextAlignmentRole:
            return cell_alignment(index.column() != name);
        case Qt::FontRole:
            return group != nullptr ? QVariant(bold_font()) : QVariant();
        default:
            return {};
    }
}

QVariant LiveSetModel::headerData(int section, Qt::Orientation orientation, int role) const {
    if (orientation != Qt::Horizontal) {
        return {};
    }
    if (role == Qt::TextAlignmentRole) {
        return cell_alignment(section != name);
    }
    if (role == Qt::ToolTipRole) {
        return section == name ? plain_tooltip(names_.note())
               : section == share && !is_range()
                   ? tr("part of the live size; bytes that buffers share on purpose count "
                        "once, for the buffer that begins lowest")
                   : QString();
    }
    if (role != Qt::DisplayRole) {
        return {};
    }
    const QString unit = QString::fromStdString(name_of(unit_));
    switch (section) {
        case name:
            return grouping_ ? grouping_words(*grouping_) : tr("name");
        case offset:
            return tr("offset");
        case size:
            return tr("size %1").arg(unit);
        default:
            return is_range() ? tr("steps") : tr("share");
    }
}

}  // namespace arenascope
