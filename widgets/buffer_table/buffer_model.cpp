#include "widgets/buffer_table/buffer_model.h"

#include <algorithm>
#include <limits>

#include "core/memory/allocator_history.h"
#include "core/memory/conflict.h"
#include "core/memory/indexed_vector.h"
#include "core/memory/wide.h"
#include "core/planner/rearranging/rectangle_sorter.h"
#include "core/text/natural_order.h"
#include "widgets/style/meaning.h"
#include "widgets/style/swatch.h"
#include "widgets/style/table_cells.h"
#include "widgets/style/tooltip.h"
#include "widgets/style/visible_text.h"
#include "widgets/style/wording.h"

namespace arenascope {
namespace {

const QString not_there = QStringLiteral("–");

bool is_amount(int column) {
    return column == BufferModel::size || column == BufferModel::offset || column == BufferModel::tail;
}

QString heading_meaning(int section, const QString& of_names) {
    switch (section) {
        case BufferModel::name:
            return of_names;
        case BufferModel::address:
            return BufferModel::tr("base of the region and offset");
        case BufferModel::overlap:
            return BufferModel::tr(
                "the steps that it shares with each other buffer of its region, summed: a metric of "
                "the rectangle sorter");
        case BufferModel::order:
            return BufferModel::tr("its place in the placing order of the shown step");
        case BufferModel::reordered:
            return BufferModel::tr("how far its place in the order changed since the step before; −: it came forward");
        default:
            return {};
    }
}

Risk risk_of(const IndexedVector<BufferIndex, Risk>& risks, BufferIndex buffer) {
    return buffer.value() < risks.size() ? risks[buffer] : Risk{};
}

/// From 1; 0: the buffer is not in the order.
std::uint32_t place_of(const OrderPlaces* order, BufferIndex buffer) {
    return order != nullptr && buffer.value() < order->place.size() ? order->place[buffer] : 0;
}

/// Without the word that the heading of its column says.
QString memory_of(const Problem& problem, BufferIndex buffer) {
    return visible_text(address_name(problem.regions[problem.buffers[buffer].region].name));
}

QString change_text(const OrderPlaces* order, BufferIndex buffer) {
    if (place_of(order, buffer) == 0) {
        return not_there;
    }
    const std::int32_t change = order->change[buffer];
    return (change > 0 ? QStringLiteral("+") : QString()) + grouped_text(change);
}

}  // namespace

BufferModel::BufferModel(QObject* parent)
    : QAbstractTableModel(parent),
      problem_(std::make_shared<Problem>()),
      layout_(std::make_shared<const Layout>()),
      risks_(std::make_shared<const IndexedVector<BufferIndex, Risk>>()) {}

void BufferModel::set_plan(std::shared_ptr<const Problem> problem, std::shared_ptr<const Layout> layout,
                           std::shared_ptr<const IndexedVector<BufferIndex, Risk>> risks,
                           std::shared_ptr<const OrderPlaces> order, bool reorders) {
    const bool other = problem != problem_;
    layout_ = std::move(layout);
    order_ = std::move(order);
    reorders_ = reorders;
    risks_ = risks ? std::move(risks) : std::make_shared<const IndexedVector<BufferIndex, Risk>>();
    if (other) {
        emit rows_about_to_change();
        beginResetModel();
        problem_ = std::move(problem);
        names_.set_problem(problem_);
        conflicts_ = conflict_counts(*problem_);
        overlaps_.clear();
        has_bases_ = std::ranges::any_of(problem_->regions, [](const Region& region) { return region.base != 0; });
        is_recorded_ = has_segment_regions(*problem_);
        has_alignments_ = std::ranges::any_of(
            problem_->buffers, [this](const Buffer& buffer) { return alignment_of(*problem_, buffer) != Bytes(1); });
        passing_ = filter_.passing(facts());
        rows_ = {};
        row_of_.assign(problem_->buffers.size(), -1);
        endResetModel();
        report_passing();
    } else {
        refilter();
    }
    count_decimals();
    rearrange();
    emit headerDataChanged(Qt::Horizontal, 0, column_count - 1);
}

void BufferModel::set_unit(Unit unit, UnitRule rule) {
    table_unit_.set(unit, rule);
    count_decimals();
    emit headerDataChanged(Qt::Horizontal, 0, column_count - 1);
    tell_cells_changed(*this);
}

void BufferModel::set_filter(BufferFilter filter) {
    filter_ = std::move(filter);
    refilter();
    rearrange();
}

void BufferModel::sort(int column, Qt::SortOrder order) {
    sort_column_ = column;
    sort_order_ = order;
    rearrange();
}

int BufferModel::row_of(BufferIndex buffer) const {
    return buffer.value() < row_of_.size() ? row_of_[buffer] : -1;
}

BufferIndex BufferModel::buffer_at(int row) const {
    return rows_[static_cast<std::size_t>(row)];
}

int BufferModel::rowCount(const QModelIndex& parent) const {
    return parent.isValid() ? 0 : static_cast<int>(rows_.size());
}

int BufferModel::columnCount(const QModelIndex& parent) const {
    return parent.isValid() ? 0 : column_count;
}

QVariant BufferModel::data(const QModelIndex& index, int role) const {
    if (!index.isValid()) {
        return {};
    }
    const BufferIndex buffer = buffer_at(index.row());
    switch (role) {
        case Qt::DisplayRole:
            return text(buffer, index.column());
        case Qt::ToolTipRole:
            return plain_tooltip(exact_text(buffer, index.column()));
        case Qt::TextAlignmentRole:
            return cell_alignment(index.column() != name);
        case risk_role:
            return index.column() == tier && !risks_->empty() ? QVariant(to_role_value(risk_of(*risks_, buffer)))
                                                              : QVariant();
        default:
            return {};
    }
}

QVariant BufferModel::headerData(int section, Qt::Orientation orientation, int role) const {
    if (orientation != Qt::Horizontal) {
        return {};
    }
    if (role == Qt::TextAlignmentRole) {
        return cell_alignment(section != name);
    }
    if (role == Qt::ToolTipRole) {
        return plain_tooltip(heading_meaning(section, names_.note()));
    }
    if (role != Qt::DisplayRole) {
        return {};
    }
    const QString unit = QString::fromStdString(name_of(unit_));
    switch (section) {
        case name:
            return tr("name");
        case tier:
            return tr("tier");
        case size:
            return tr("size %1").arg(unit);
        case begin:
            return tr("begin");
        case end:
            return tr("end");
        case memory:
            return is_recorded_ ? tr("segment") : tr("memory");
        case offset:
            return tr("offset %1").arg(unit);
        case tail:
            return tr("tail %1").arg(unit);
        case alignment:
            return tr("alignment B");
        case conflicts:
            return tr("lives with");
        case address:
            return tr("address");
        case overlap:
            return tr("overlap");
        case order:
            return tr("order");
        case reordered:
            return tr("change");
        default:
            return {};
    }
}

BufferFacts BufferModel::facts() const {
    BufferFacts facts{problem_.get(), layout_.get(), *risks_, conflicts_, order_.get()};
    if (!filter_.accepts_all()) {
        facts.overlaps = overlaps();
    }
    return facts;
}

bool BufferModel::is_of_use(Column column) const {
    switch (column) {
        // Nobody planned the addresses of a recorded allocator, and an offset counts from its segment.
        case tier:
        case offset:
        case tail:
        case conflicts:
        case overlap:
            return !is_recorded_;
        case memory:
            return problem_->regions.size() > 1;
        case address:
            return has_bases_;
        case alignment:
            return has_alignments_;
        case order:
            return order_ != nullptr;
        case reordered:
            return order_ != nullptr && reorders_;
        default:
            return true;
    }
}

const IndexedVector<BufferIndex, std::int64_t>& BufferModel::overlaps() const {
    if (overlaps_.empty()) {
        constexpr Int128 most = std::numeric_limits<std::int64_t>::max();
        for (const Int128 sum : overlap_sums(*problem_)) {
            overlaps_.push_back(static_cast<std::int64_t>(std::min(sum, most)));
        }
    }
    return overlaps_;
}

std::optional<Offset> BufferModel::offset_of(BufferIndex buffer) const {
    const std::size_t i = buffer.value();
    return i < layout_->placements.size() && layout_->placements[i] ? std::optional(layout_->placements[i]->offset)
                                                                    : std::nullopt;
}

std::int64_t BufferModel::sort_key(BufferIndex buffer) const {
    const Buffer& subject = problem_->buffers[buffer];
    const auto placed = [&](Bytes beyond) {
        const auto found = offset_of(buffer);
        return found ? (*found + beyond).value() : std::numeric_limits<std::int64_t>::min();
    };
    switch (sort_column_) {
        case tier:
            return to_role_value(risk_of(*risks_, buffer));
        case size:
            return subject.size.value();
        case begin:
            return subject.lifetime.begin.value();
        case end:
            return subject.lifetime.end.value();
        case memory:
            return static_cast<std::int64_t>(subject.region.value());
        case offset:
            return placed(Bytes(0));
        case tail:
            return placed(subject.size);
        case alignment:
            return alignment_of(*problem_, subject).value();
        case conflicts:
            return conflicts_[buffer];
        case address:
            return offset_of(buffer) ? address_of(*problem_, *layout_->placements[buffer])
                                     : std::numeric_limits<std::int64_t>::min();
        case overlap:
            return overlaps()[buffer];
        case order:
            return place_of(order_.get(), buffer);
        case reordered:
            return place_of(order_.get(), buffer) > 0 ? order_->change[buffer]
                                                      : std::numeric_limits<std::int64_t>::min();
        default:
            return 0;
    }
}

QString BufferModel::text(BufferIndex buffer, int column) const {
    const Buffer& subject = problem_->buffers[buffer];
    const auto amount = [this](std::int64_t bytes, int decimals) {
        return QString::fromStdString(number_text(bytes, unit_, decimals));
    };
    switch (column) {
        case name:
            return names_(buffer);
        case tier:
            return risks_->empty() ? not_there : risk_words(risk_of(*risks_, buffer));
        case size:
            return amount(subject.size.value(), size_decimals_);
        case begin:
            return grouped_text(subject.lifetime.begin.value());
        case end:
            return grouped_text(subject.lifetime.end.value());
        case memory:
            return memory_of(*problem_, buffer);
        case alignment:
            return grouped_text(alignment_of(*problem_, subject).value());
        case conflicts:
            return grouped_text(conflicts_[buffer]);
        case overlap:
            return grouped_text(overlaps()[buffer]);
        case order:
            return place_of(order_.get(), buffer) > 0 ? grouped_text(place_of(order_.get(), buffer)) : not_there;
        case reordered:
            return change_text(order_.get(), buffer);
        case address:
            return offset_of(buffer) ? QString::fromStdString(number_text(
                                           address_of(*problem_, *layout_->placements[buffer]), Unit::hexadecimal))
                                     : not_there;
        default:
            break;
    }
    const auto found = offset_of(buffer);
    return found ? amount((*found + (column == tail ? subject.size : Bytes(0))).value(), offset_decimals_) : not_there;
}

QString BufferModel::exact_text(BufferIndex buffer, int column) const {
    const Buffer& subject = problem_->buffers[buffer];
    if (column == tier && !risks_->empty()) {
        return risk_meaning(risk_of(*risks_, buffer));
    }
    if (!is_amount(column)) {
        return column == name     ? names_.full(buffer)
               : column == memory ? visible_text(problem_->regions[subject.region].name)
                                  : QString();
    }
    if (column == size) {
        return exact_bytes(subject.size.value());
    }
    const auto found = offset_of(buffer);
    return found ? exact_bytes((*found + (column == tail ? subject.size : Bytes(0))).value()) : tr("not placed");
}

void BufferModel::count_decimals() {
    table_unit_.forget();
    for (std::size_t i = 0; i < problem_->buffers.size(); ++i) {
        const auto placed = offset_of(BufferIndex(i));
        table_unit_.add(problem_->buffers[i].size.value());
        table_unit_.add(placed ? placed->value() : 0);
    }
    unit_ = table_unit_.unit();
    size_decimals_ = 0;
    offset_decimals_ = 0;
    constexpr int most = 2;
    for (std::size_t i = 0; i < problem_->buffers.size() && std::min(size_decimals_, offset_decimals_) < most; ++i) {
        const Bytes bytes = problem_->buffers[i].size;
        size_decimals_ = std::max(size_decimals_, decimals_of(bytes.value(), unit_));
        if (const auto found = offset_of(BufferIndex(i))) {
            offset_decimals_ = std::max(
                {offset_decimals_, decimals_of(found->value(), unit_), decimals_of((*found + bytes).value(), unit_)});
        }
    }
}

void BufferModel::refilter() {
    std::vector<bool> passing = filter_.passing(facts());
    if (passing != passing_ || is_filtering_ == filter_.accepts_all()) {
        passing_ = std::move(passing);
        report_passing();
    }
}

void BufferModel::report_passing() {
    is_filtering_ = !filter_.accepts_all();
    emit passing_changed(is_filtering_ ? passing_ : std::vector<bool>());
}

std::vector<BufferIndex> BufferModel::wanted_rows() const {
    std::vector<BufferIndex> rows;
    for (std::size_t i = 0; i < passing_.size(); ++i) {
        if (passing_[i]) {
            rows.emplace_back(i);
        }
    }
    const bool falling = sort_order_ == Qt::DescendingOrder;
    if (sort_column_ == name) {
        std::stable_sort(rows.begin(), rows.end(), [&](BufferIndex a, BufferIndex b) {
            const Name& first = problem_->buffers[falling ? b : a].name;
            const Name& second = problem_->buffers[falling ? a : b].name;
            return natural_less(first, second);
        });
        return rows;
    }
    if (sort_column_ < 0) {
        return rows;
    }
    IndexedVector<BufferIndex, std::int64_t> keys(problem_->buffers.size());
    for (const BufferIndex buffer : rows) {
        keys[buffer] = sort_key(buffer);
    }
    std::stable_sort(rows.begin(), rows.end(),
                     [&](BufferIndex a, BufferIndex b) { return falling ? keys[b] < keys[a] : keys[a] < keys[b]; });
    return rows;
}

void BufferModel::rearrange() {
    std::vector<BufferIndex> rows = wanted_rows();
    if (rows == rows_) {
        tell_cells_changed(*this);
        return;
    }
    emit rows_about_to_change();
    beginResetModel();
    rows_ = std::move(rows);
    row_of_.assign(problem_->buffers.size(), -1);
    for (std::size_t row = 0; row < rows_.size(); ++row) {
        row_of_[rows_[row]] = static_cast<std::int32_t>(row);
    }
    endResetModel();
    emit rows_changed();
}

}  // namespace arenascope
