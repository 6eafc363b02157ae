#include "widgets/change_table/change_model.h"

#include <algorithm>
#include <cstdlib>
#include <limits>

#include "core/text/natural_order.h"
#include "widgets/style/meaning.h"
#include "widgets/style/swatch.h"
#include "widgets/style/table_cells.h"
#include "widgets/style/tooltip.h"
#include "widgets/style/wording.h"

namespace arenascope {
namespace {

const QString not_in_side = QStringLiteral("–");
constexpr int most_decimals = 2;

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
    add(is_added(buffer), ChangeModel::tr("added"));
    add(is_removed(buffer), ChangeModel::tr("removed"));
    add(buffer.is_renamed, ChangeModel::tr("renamed"));
    add(buffer.is_moved, ChangeModel::tr("moved"));
    add(buffer.is_resized, ChangeModel::tr("resized"));
    add(buffer.is_retimed, ChangeModel::tr("retimed"));
    return words.join(QStringLiteral(" · "));
}

QString placed_words(const ComparedSide& side, BufferIndex buffer, const QString& plan) {
    if (buffer == BufferIndex::none()) {
        return ChangeModel::tr("%1 lacks it").arg(plan);
    }
    const auto offset = offset_in(side, buffer);
    return offset ? exact_bytes(*offset) : ChangeModel::tr("not placed");
}

}  // namespace

ChangeModel::ChangeModel(QObject* parent) : QAbstractTableModel(parent) {}

void ChangeModel::set_plans(std::shared_ptr<const ComparedPlans> plans) {
    beginResetModel();
    plans_ = std::move(plans);
    names_of_a_.set_problem(plans_ ? plans_->a.problem : nullptr);
    names_of_b_.set_problem(plans_ ? plans_->b.problem : nullptr);
    different_.clear();
    if (plans_) {
        const auto& buffers = plans_->changes.buffers;
        for (std::size_t i = 0; i < buffers.size(); ++i) {
            if (is_change(buffers[i])) {
                different_.push_back(i);
            }
        }
    }
    count_decimals();
    refill();
    endResetModel();
}

void ChangeModel::set_filter(ChangeFilter filter) {
    beginResetModel();
    filter_ = std::move(filter);
    refill();
    endResetModel();
}

void ChangeModel::set_unit(Unit unit, UnitRule rule) {
    beginResetModel();
    table_unit_.set(unit, rule);
    count_decimals();
    endResetModel();
}

void ChangeModel::sort(int column, Qt::SortOrder order) {
    beginResetModel();
    sort_column_ = column < 0 ? moved : column;
    sort_order_ = order;
    arrange();
    endResetModel();
}

void ChangeModel::refill() {
    rows_.clear();
    if (plans_ && filter_.accepts_all()) {
        rows_ = different_;
    } else if (plans_) {
        const ChangeFacts facts{{plans_->a.problem.get(), plans_->a.layout.get(), *plans_->a.risks},
                                {plans_->b.problem.get(), plans_->b.layout.get(), *plans_->b.risks}};
        const std::vector<std::size_t> passing = filter_.passing(facts, plans_->changes.buffers);
        std::ranges::set_intersection(different_, passing, std::back_inserter(rows_));
    }
    arrange();
}

void ChangeModel::arrange() {
    if (!plans_) {
        return;
    }
    const auto& buffers = plans_->changes.buffers;
    std::ranges::sort(rows_);
    const bool falling = sort_order_ == Qt::DescendingOrder;
    if (sort_column_ == name || sort_column_ == change) {
        const auto text_of = [&](std::size_t i) {
            const ComparedBuffer& buffer = buffers[i];
            return sort_column_ == change ? change_words(buffer).toStdString()
                   : is_added(buffer)     ? plans_->b.problem->buffers[buffer.second].name
                                          : plans_->a.problem->buffers[buffer.first].name;
        };
        std::ranges::stable_sort(rows_, [&](std::size_t a, std::size_t b) {
            return falling ? natural_less(text_of(b), text_of(a)) : natural_less(text_of(a), text_of(b));
        });
        return;
    }
    std::vector<std::int64_t> keys(buffers.size());
    for (const std::size_t i : rows_) {
        keys[i] = sort_key(buffers[i]);
    }
    std::ranges::stable_sort(
        rows_, [&](std::size_t a, std::size_t b) { return falling ? keys[b] < keys[a] : keys[a] < keys[b]; });
}

std::int64_t ChangeModel::sort_key(const ComparedBuffer& buffer) const {
    constexpr std::int64_t lowest = std::numeric_limits<std::int64_t>::min();
    switch (sort_column_) {
        case size:
            return size_in(plans_->b, buffer.second).value_or(size_in(plans_->a, buffer.first).value_or(0));
        case offset_a:
            return offset_in(plans_->a, buffer.first).value_or(lowest);
        case offset_b:
            return offset_in(plans_->b, buffer.second).value_or(lowest);
        case tier_a:
        case tier_b: {
            const auto risk =
                sort_column_ == tier_a ? risk_in(plans_->a, buffer.first) : risk_in(plans_->b, buffer.second);
            return risk ? to_role_value(*risk) : -1;
        }
        default: {
            const auto distance = offset_change(plans_->a.comparand(), plans_->b.comparand(), buffer);
            return distance ? std::abs(*distance) : -1;
        }
    }
}

const ComparedBuffer& ChangeModel::buffer_at(int row) const {
    return plans_->changes.buffers[rows_[static_cast<std::size_t>(row)]];
}

int ChangeModel::row_of(BufferIndex of_a) const {
    const auto found =
        std::ranges::find_if(rows_, [&](std::size_t i) { return plans_->changes.buffers[i].first == of_a; });
    return found == rows_.end() ? -1 : static_cast<int>(found - rows_.begin());
}

int ChangeModel::rowCount(const QModelIndex& parent) const {
    return parent.isValid() ? 0 : static_cast<int>(rows_.size());
}

int ChangeModel::columnCount(const QModelIndex& parent) const {
    return parent.isValid() ? 0 : column_count;
}

QVariant ChangeModel::data(const QModelIndex& index, int role) const {
    if (!index.isValid()) {
        return {};
    }
    const ComparedBuffer& buffer = buffer_at(index.row());
    const int column = index.column();
    switch (role) {
        case Qt::DisplayRole:
            return text(buffer, column);
        case Qt::ToolTipRole:
            return plain_tooltip(tooltip(buffer, column));
        case Qt::TextAlignmentRole:
            return cell_alignment(column != name && column != change);
        case risk_role: {
            const auto risk = column == tier_a   ? risk_in(plans_->a, buffer.first)
                              : column == tier_b ? risk_in(plans_->b, buffer.second)
                                                 : std::nullopt;
            return risk ? QVariant(to_role_value(*risk)) : QVariant();
        }
        default:
            return {};
    }
}

QVariant ChangeModel::headerData(int section, Qt::Orientation orientation, int role) const {
    if (orientation != Qt::Horizontal) {
        return {};
    }
    if (role == Qt::TextAlignmentRole) {
        return cell_alignment(section != name && section != change);
    }
    if (role == Qt::ToolTipRole) {
        return section == moved ? tr("offset in B minus offset in A; sorted by the distance") : QString();
    }
    if (role != Qt::DisplayRole) {
        return {};
    }
    const QString unit = QString::fromStdString(name_of(unit_));
    switch (section) {
        case name:
            return tr("name");
        case change:
            return tr("change");
        case size:
            return tr("size %1").arg(unit);
        case offset_a:
            return tr("offset A");
        case offset_b:
            return tr("offset B");
        case moved:
            return tr("moved");
        case tier_a:
            return tr("tier A");
        case tier_b:
            return tr("tier B");
        default:
            return {};
    }
}

QString ChangeModel::amount(std::int64_t bytes, bool with_sign) const {
    const QString figure = QString::fromStdString(number_text(bytes, unit_, decimals_));
    return with_sign && bytes > 0 ? QLatin1Char('+') + figure : figure;
}

QString ChangeModel::text(const ComparedBuffer& buffer, int column) const {
    switch (column) {
        case name:
            return is_added(buffer)    ? names_of_b_(buffer.second)
                   : buffer.is_renamed ? tr("%1 → %2").arg(names_of_a_(buffer.first), names_of_b_(buffer.second))
                                       : names_of_a_(buffer.first);
        case change:
            return change_words(buffer);
        case size: {
            const auto before = size_in(plans_->a, buffer.first);
            const auto after = size_in(plans_->b, buffer.second);
            return buffer.is_resized ? tr("%1 → %2").arg(amount(*before), amount(*after))
                                     : amount(after.value_or(before.value_or(0)));
        }
        case offset_a:
        case offset_b: {
            const auto offset =
                column == offset_a ? offset_in(plans_->a, buffer.first) : offset_in(plans_->b, buffer.second);
            return offset ? amount(*offset) : not_in_side;
        }
        case moved: {
            const auto distance = offset_change(plans_->a.comparand(), plans_->b.comparand(), buffer);
            return distance ? amount(*distance, true) : not_in_side;
        }
        default: {
            const auto risk = column == tier_a ? risk_in(plans_->a, buffer.first) : risk_in(plans_->b, buffer.second);
            return risk ? risk_words(*risk) : not_in_side;
        }
    }
}

QString ChangeModel::tooltip(const ComparedBuffer& buffer, int column) const {
    switch (column) {
        case name:
            return is_added(buffer) ? names_of_b_.full(buffer.second)
                   : buffer.is_renamed
                       ? tr("A: %1\nB: %2\nThe names differ; region, kind, size and lifetime are alike.")
                             .arg(names_of_a_.full(buffer.first), names_of_b_.full(buffer.second))
                       : names_of_a_.full(buffer.first);
        case change:
            return buffer.is_retimed ? tr("lifetime %1 in A, %2 in B")
                                           .arg(lifetime_text(plans_->a.problem->buffers[buffer.first].lifetime),
                                                lifetime_text(plans_->b.problem->buffers[buffer.second].lifetime))
                                     : QString();
        case size: {
            const auto before = size_in(plans_->a, buffer.first);
            const auto after = size_in(plans_->b, buffer.second);
            return before && after && *before != *after
                       ? tr("A: %1\nB: %2").arg(exact_bytes(*before), exact_bytes(*after))
                       : exact_bytes(after.value_or(before.value_or(0)));
        }
        case offset_a:
            return placed_words(plans_->a, buffer.first, QStringLiteral("A"));
        case offset_b:
            return placed_words(plans_->b, buffer.second, QStringLiteral("B"));
        case moved: {
            const auto distance = offset_change(plans_->a.comparand(), plans_->b.comparand(), buffer);
            return distance ? exact_bytes(*distance) : tr("It is not placed in the same region of both plans.");
        }
        default: {
            const auto risk = column == tier_a ? risk_in(plans_->a, buffer.first) : risk_in(plans_->b, buffer.second);
            return risk ? risk_meaning(*risk) : QString();
        }
    }
}

void ChangeModel::count_decimals() {
    table_unit_.forget();
    decimals_ = 0;
    const auto for_each_amount = [this](auto&& use) {
        for (const std::size_t i : different_) {
            const ComparedBuffer& buffer = plans_->changes.buffers[i];
            for (const auto& amount : {size_in(plans_->a, buffer.first), size_in(plans_->b, buffer.second),
                                       offset_in(plans_->a, buffer.first), offset_in(plans_->b, buffer.second)}) {
                use(amount.value_or(0));
            }
        }
    };
    for_each_amount([this](std::int64_t bytes) { table_unit_.add(bytes); });
    unit_ = table_unit_.unit();
    for_each_amount([this](std::int64_t bytes) {
        decimals_ = decimals_ == most_decimals ? decimals_ : std::max(decimals_, decimals_of(bytes, unit_));
    });
}

}  // namespace arenascope
