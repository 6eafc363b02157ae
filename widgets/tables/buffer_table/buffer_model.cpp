#include "widgets/tables/buffer_table/buffer_model.h"

#include <algorithm>
#include <array>
#include <utility>

#include "core/model/memory/allocator_history.h"
#include "qt/tasks/released_apart.h"
#include "qt/words/meaning.h"
#include "qt/words/tooltip.h"
#include "qt/words/visible_text.h"
#include "qt/words/wording.h"
#include "widgets/base/swatch.h"

namespace arenascope {
namespace {

const QString not_there = QStringLiteral("–");

/// Without the word that the heading of its column says.
QString memory_of(const Problem& problem, BufferIndex buffer) {
    return visible_text(address_name(problem.regions[problem.buffers[buffer].region].name));
}

QString change_text(const ListedPlan& plan, BufferIndex buffer) {
    if (plan.place_of(buffer) == 0) {
        return not_there;
    }
    const std::int32_t change = plan.order->change[buffer];
    return (change > 0 ? QStringLiteral("+") : QString()) + grouped_text(change);
}

/// Whether rows of this filter and this order differ between layouts.
bool depend_on_layout(const BufferFilter& filter, int sort_column) {
    constexpr std::array fields{"offset", "tail", "address", "tier", "cause", "part", "rule", "order", "reordered"};
    return depends_on_layout(sort_column) ||
           std::ranges::any_of(fields, [&filter](const char* field) { return filter.mentions(field); });
}

}  // namespace

BufferModel::BufferModel(QObject* parent)
    : QAbstractTableModel(parent),
      columns_(new_columns()),
      plan_(empty_listed_plan()),
      rows_(std::make_shared<const BufferRows>(0)) {
    connect(&task_, &BackgroundTask::ran_out_of_memory, this, [this] {
        pending_ = Change::none;
        emit arranged();
    });
}

void BufferModel::set_plan(std::shared_ptr<const Problem> problem, std::shared_ptr<const Layout> layout,
                           std::shared_ptr<const IndexedVector<BufferIndex, Risk>> risks,
                           std::shared_ptr<const OrderPlaces> order, bool reorders) {
    const bool other = problem != plan_.problem;
    plan_.layout = std::move(layout);
    plan_.order = std::move(order);
    plan_.risks = risks ? std::move(risks) : std::make_shared<const IndexedVector<BufferIndex, Risk>>();
    reorders_ = reorders;
    if (other) {
        emit rows_about_to_change();
        beginResetModel();
        plan_.problem = std::move(problem);
        plan_.metrics = released_apart(std::make_unique<const BufferMetrics>(plan_.problem), plan_.count());
        metrics_task_.abandon();
        names_.set_problem(plan_.problem);
        has_bases_ = std::ranges::any_of(plan_.problem->regions, [](const Region& region) { return region.base != 0; });
        is_recorded_ = has_segment_regions(*plan_.problem);
        columns_[name].meaning = plain_tooltip(names_.note());
        columns_[memory].title = is_recorded_ ? tr("segment") : tr("memory");
        has_alignments_ = false;
        const bool is_known = filter_.accepts_all() && sort_column_ < 0;
        rows_ = std::make_shared<const BufferRows>(is_known ? plan_.count() : 0);
        endResetModel();
        if (is_known) {
            emit rows_changed();
            report_passing();
        }
        if (!arrange(Change::problem) && !is_known) {
            emit rows_changed();
            report_passing();
        }
    } else {
        arrange(Change::layout);
    }
    emit headerDataChanged(Qt::Horizontal, 0, column_count - 1);
}

void BufferModel::set_unit(Unit unit) {
    unit_ = unit;
    arrange(Change::none);
    emit headerDataChanged(Qt::Horizontal, 0, column_count - 1);
    tell_cells_changed(*this);
}

void BufferModel::set_filter(BufferFilter filter) {
    filter_ = std::move(filter);
    arrange(Change::filter);
}

void BufferModel::sort(int column, Qt::SortOrder order) {
    sort_column_ = column;
    sort_order_ = order;
    arrange(Change::order);
}

void BufferModel::set_watched(bool watched) {
    is_watched_ = watched;
    if (watched && pending_ != Change::none && !task_.is_running()) {
        arrange(pending_);
    }
}

bool BufferModel::arrange(Change change) {
    pending_ = std::max(pending_, change);
    if (!is_watched_ && filter_.accepts_all() && !rows_->passing()) {
        task_.abandon();
        return false;
    }
    const bool keeps_rows =
        pending_ == Change::none || (pending_ == Change::layout && !depend_on_layout(filter_, sort_column_));
    // A person waits for a filter or an order. For those of another plan, its picture comes first.
    const bool is_asked_for = pending_ == Change::filter || pending_ == Change::order;
    RowRequest request{.plan = plan_,
                       .filter = filter_,
                       .sort_column = sort_column_,
                       .sort_order = sort_order_,
                       .unit = unit_,
                       .before = rows_,
                       .keeps_rows = keeps_rows,
                       .keeps_passing = keeps_rows || pending_ == Change::order};
    return task_.run(
        plan_.count(),
        [request = std::move(request)](const Outdated& outdated) { return arranged_rows(request, outdated); },
        [this](const std::shared_ptr<const ArrangedRows>& found) {
            if (found) {
                adopt(*found);
            }
        },
        is_asked_for ? 1 : 0);
}

void BufferModel::adopt(const ArrangedRows& found) {
    pending_ = Change::none;
    const bool has_other_look = found.look != look_;
    if (has_other_look) {
        look_ = found.look;
        emit headerDataChanged(Qt::Horizontal, 0, column_count - 1);
    }
    const bool has_other_columns = has_other_look || found.has_alignments != has_alignments_;
    has_alignments_ = found.has_alignments;
    if (found.rows == rows_) {
        tell_cells_changed(*this);
    } else {
        exchange_rows(found.rows);
    }
    if (has_other_columns) {
        emit widths_changed();
    }
    emit arranged();
}

/// A reset would make a view forget its current row, so only the number of rows changes.
void BufferModel::exchange_rows(std::shared_ptr<const BufferRows> rows) {
    const int before = rowCount();
    const auto now = static_cast<int>(rows->count());
    emit rows_about_to_change();
    if (now < before) {
        beginRemoveRows({}, now, before - 1);
        rows_ = std::move(rows);
        endRemoveRows();
    } else if (now > before) {
        beginInsertRows({}, before, now - 1);
        rows_ = std::move(rows);
        endInsertRows();
    } else {
        rows_ = std::move(rows);
    }
    tell_cells_changed(*this);
    report_passing();
    emit rows_changed();
}

void BufferModel::report_passing() {
    if (rows_->passing() != reported_) {
        reported_ = rows_->passing();
        emit passing_changed(reported_);
    }
}

int BufferModel::rowCount(const QModelIndex& parent) const {
    return parent.isValid() ? 0 : static_cast<int>(rows_->count());
}

int BufferModel::columnCount(const QModelIndex& parent) const {
    return parent.isValid() ? 0 : column_count;
}

QVariant BufferModel::data(const QModelIndex& index, int role) const {
    if (!index.isValid()) {
        return {};
    }
    const BufferIndex buffer = buffer_at(index.row());
    if (const auto told = told_cell(columns_[static_cast<std::size_t>(index.column())], buffer, role)) {
        return *told;
    }
    const bool has_risk = role == risk_role && index.column() == tier && !plan_.risks->empty();
    return has_risk ? QVariant(to_role_value(plan_.risk_of(buffer))) : QVariant();
}

QVariant BufferModel::headerData(int section, Qt::Orientation orientation, int role) const {
    return orientation == Qt::Horizontal ? title_cell(columns_[static_cast<std::size_t>(section)], role, look_.unit)
                                         : QVariant();
}

std::vector<TableColumn<BufferIndex>> BufferModel::new_columns() {
    const auto bytes = [this](std::int64_t amount, int decimals) {
        return QString::fromStdString(number_text(amount, look_.unit, decimals));
    };
    const auto subject = [this](BufferIndex buffer) -> const Buffer& { return plan_.problem->buffers[buffer]; };
    // An end of the buffer, given how far it lies above the offset.
    const auto end_column = [this, bytes](const QString& title, auto beyond) -> TableColumn<BufferIndex> {
        return {.title = title,
                .text =
                    [this, bytes, beyond](BufferIndex buffer) {
                        const auto found = plan_.offset_of(buffer);
                        return found ? bytes((*found + beyond(buffer)).value(), look_.offset_decimals) : not_there;
                    },
                .tooltip =
                    [this, beyond](BufferIndex buffer) {
                        const auto found = plan_.offset_of(buffer);
                        return found ? exact_bytes((*found + beyond(buffer)).value()) : tr("not placed");
                    }};
    };
    return {
        {.title = tr("name"),
         .is_figure = false,
         .text = [this](BufferIndex buffer) { return names_(buffer); },
         .tooltip = [this](BufferIndex buffer) { return names_.full(buffer); }},
        {.title = tr("tier"),
         .text =
             [this](BufferIndex buffer) {
                 return plan_.risks->empty() ? not_there : risk_words(plan_.risk_of(buffer));
             },
         .tooltip =
             [this](BufferIndex buffer) {
                 return plan_.risks->empty() ? QString() : risk_meaning(plan_.risk_of(buffer));
             }},
        {.title = tr("size %1"),
         .text = [this, bytes,
                  subject](BufferIndex buffer) { return bytes(subject(buffer).size.value(), look_.size_decimals); },
         .tooltip = [subject](BufferIndex buffer) { return exact_bytes(subject(buffer).size.value()); }},
        {.title = tr("begin"),
         .text = [subject](BufferIndex buffer) { return grouped_text(subject(buffer).lifetime.begin.value()); }},
        {.title = tr("end"),
         .text = [subject](BufferIndex buffer) { return grouped_text(subject(buffer).lifetime.end.value()); }},
        {.title = tr("memory"),
         .text = [this](BufferIndex buffer) { return memory_of(*plan_.problem, buffer); },
         .tooltip =
             [this, subject](BufferIndex buffer) {
                 return visible_text(plan_.problem->regions[subject(buffer).region].name);
             }},
        end_column(tr("offset %1"), [](BufferIndex /*buffer*/) { return Bytes(0); }),
        end_column(tr("tail %1"), [subject](BufferIndex buffer) { return subject(buffer).size; }),
        {.title = tr("address"),
         .meaning = tr("base of the region and offset"),
         .text =
             [this](BufferIndex buffer) {
                 return plan_.offset_of(buffer)
                            ? address_words(address_of(*plan_.problem, *plan_.layout->placements[buffer]))
                            : not_there;
             }},
        {.title = tr("alignment B"),
         .text =
             [this, subject](BufferIndex buffer) {
                 return grouped_text(alignment_of(*plan_.problem, subject(buffer)).value());
             }},
        {.title = tr("lives with"), .text = [this](BufferIndex buffer) { return metric_text(conflicts, buffer); }},
        {.title = tr("shares steps"),
         .meaning = plain_tooltip(tr("the steps that it shares with each other buffer of its region, summed. The "
                                     "rectangle sorter calls it overlap.")),
         .text = [this](BufferIndex buffer) { return metric_text(overlap, buffer); }},
        {.title = tr("order"),
         .meaning = plain_tooltip(tr("its place in the placing order of the shown step")),
         .text =
             [this](BufferIndex buffer) {
                 return plan_.place_of(buffer) > 0 ? grouped_text(plan_.place_of(buffer)) : not_there;
             }},
        {.title = tr("change"),
         .meaning =
             plain_tooltip(tr("how far its place in the order changed since the step before; −: it came forward")),
         .text = [this](BufferIndex buffer) { return change_text(plan_, buffer); }},
    };
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
            return plan_.problem->regions.size() > 1;
        case address:
            return has_bases_;
        case alignment:
            return has_alignments_;
        case order:
            return plan_.order != nullptr;
        case reordered:
            return plan_.order != nullptr && reorders_;
        default:
            return true;
    }
}

QString BufferModel::metric_text(Column column, BufferIndex buffer) {
    const auto known = [this, column] {
        return column == overlap ? plan_.metrics->known_overlaps() : plan_.metrics->known_conflicts();
    };
    // Only what a view asks for is found. A view asks while it paints, when the model must not change.
    if (known() == nullptr && !metrics_task_.is_running()) {
        metrics_task_.run(
            plan_.count(),
            [metrics = plan_.metrics, column] {
                return column == overlap ? &metrics->overlaps() : &metrics->conflicts();
            },
            [this](const BufferMetrics::List* /*list*/) {
                QMetaObject::invokeMethod(
                    this, [this] { tell_cells_changed(*this); }, Qt::QueuedConnection);
            });
    }
    const BufferMetrics::List* list = known();
    return list != nullptr ? grouped_text((*list)[buffer]) : tr("…");
}

}  // namespace arenascope
