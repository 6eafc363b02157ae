#include "widgets/tables/core_table/core_model.h"

#include <algorithm>
#include <array>
#include <limits>
#include <utility>

#include <QMimeData>

#include "qt/words/visible_text.h"
#include "qt/words/wording.h"

namespace arenascope {
namespace {

const QString row_type = QStringLiteral("application/x-arenascope-row");

/// The mean over `span` steps of the live size.
std::int64_t mean_of(const LiveProfile& profile, std::int64_t span) {
    long double sum = 0;
    for (std::size_t i = 0; i + 1 < profile.steps.size(); ++i) {
        sum += static_cast<long double>(profile.live[i].value()) *
               static_cast<long double>((profile.steps[i + 1] - profile.steps[i]).value());
    }
    return static_cast<std::int64_t>(sum / static_cast<long double>(span));
}

std::shared_ptr<const CoreFigures> figures_of(const Problem& problem, const Layout& layout,
                                              std::shared_ptr<const PlanProfiles> profiles) {
    auto figures = std::make_shared<CoreFigures>();
    figures->uses = core_uses(problem, layout);
    const Lifetime span = time_span(problem);
    figures->span = std::max<std::int64_t>(1, (span.end - span.begin).value());
    for (const LiveProfile& profile : profiles->regions()) {
        figures->mean_live.push_back(mean_of(profile, figures->span));
    }
    figures->profiles = std::move(profiles);
    return figures;
}

}  // namespace

CoreModel::CoreModel(QObject* parent) : RowModel(parent, UnitChange::repaints), problem_(std::make_shared<Problem>()) {
    set_columns(new_columns());
    set_bold([this](RegionIndex core) { return is_exceeded(core); });
    set_roles([this](RegionIndex core, int column, int role) {
        return role == Qt::CheckStateRole && column == name
                   ? QVariant(is_hidden(choice_, core) ? Qt::Unchecked : Qt::Checked)
                   : QVariant();
    });
}

std::vector<TableColumn<RegionIndex>> CoreModel::new_columns() {
    const auto use = [this](RegionIndex core) -> const CoreUse& { return figures_->uses[core]; };
    TableColumn<RegionIndex> live_size = amount_column(live, tr("mean live %1"), [this](RegionIndex core) {
        return cursor_ ? live_at(figures_->profiles->of(core), *cursor_).value() : figures_->mean_live[core];
    });
    live_size.meaning = tr("live size, mean over time");
    // Means are not exact, so they get as few decimals as the other columns.
    live_size.counts_decimals = false;
    TableColumn<RegionIndex> free_below =
        amount_column(fragmentation, tr("free below %1"),
                      [this, use](RegionIndex core) { return use(core).fragmentation / figures_->span; });
    free_below.meaning = tr("external fragmentation: bytes free below the highest live tail, mean over time");
    free_below.counts_decimals = false;
    free_below.tooltip = [this, use](RegionIndex core) {
        return figures_ ? tr("%1 B · steps in total: free below the highest live tail")
                              .arg(grouped_text(use(core).fragmentation))
                        : QString();
    };
    return {
        {.title = tr("memory"),
         .is_figure = false,
         .text =
             [this](RegionIndex core) {
                 const QString own = visible_text(problem_->regions[core].name);
                 return is_folded(choice_, core) ? QStringLiteral("▸ ") + own : own;
             },
         .tooltip =
             [](RegionIndex /*core*/) {
                 return tr(
                     "The box shows or hides it. A double click folds it. Drag it, or use Alt+Up and Alt+Down, "
                     "to reorder.");
             },
         .sort_key = [](RegionIndex core) { return Int128(core.value()); },
         .flags = Qt::ItemIsUserCheckable,
         .edit = [this](RegionIndex core,
                        const QVariant& value) { return show_core(core, value.toInt() != Qt::Unchecked); }},
        std::move(live_size),
        amount_column(peak, tr("peak %1"), [use](RegionIndex core) { return use(core).peak.value(); }),
        {.title = tr("at step"),
         .text =
             told([](const CoreUse& one) { return one.peak_step ? grouped_text(one.peak_step->value()) : QString(); }),
         .tooltip = [](RegionIndex /*core*/) { return tr("Click to put the time cursor there"); },
         .sort_key =
             [use](RegionIndex core) {
                 const auto& step = use(core).peak_step;
                 return step ? Int128(step->value()) : Int128(std::numeric_limits<std::int64_t>::min()) - 1;
             }},
        amount_column(threshold, tr("threshold %1"), [use](RegionIndex core) { return use(core).threshold.value(); }),
        {.title = tr("capacity %1"),
         .amount =
             [this](RegionIndex core) {
                 const auto& limit = problem_->regions[core].capacity;
                 return limit ? std::optional(limit->value()) : std::nullopt;
             }},
        std::move(free_below),
        {.title = tr("buffers"),
         .text = told([](const CoreUse& one) {
             const QString all = grouped_text(one.buffers);
             return one.unplaced == 0 ? all : tr("%1 of %2").arg(grouped_text(one.buffers - one.unplaced), all);
         }),
         .tooltip =
             [this, use](RegionIndex core) {
                 const auto unplaced = figures_ ? static_cast<std::int64_t>(use(core).unplaced) : 0;
                 return unplaced == 0 ? QString() : counted(unplaced, tr("1 is not placed"), tr("%1 are not placed"));
             },
         .sort_key = [use](RegionIndex core) { return Int128(use(core).buffers); }},
    };
}

std::function<QString(RegionIndex)> CoreModel::told(QString (*words)(const CoreUse&)) const {
    return [this, words](RegionIndex core) { return figures_ ? words(figures_->uses[core]) : tr("…"); };
}

TableColumn<RegionIndex> CoreModel::amount_column(Column column, const QString& title,
                                                  std::function<std::int64_t(RegionIndex)> amount) const {
    return {
        .title = title,
        .amount = [this, amount](RegionIndex core) { return figures_ ? std::optional(amount(core)) : std::nullopt; },
        .text = [this, amount,
                 column](RegionIndex core) { return figures_ ? in_unit(amount(core), column) : tr("…"); }};
}

void CoreModel::set_plan(std::shared_ptr<const Problem> problem, std::shared_ptr<const Layout> layout,
                         std::shared_ptr<const PlanProfiles> profiles, const std::vector<Misfit>& misfits) {
    const bool are_others = problem->regions != problem_->regions;
    task_.abandon();
    figures_.reset();
    problem_ = std::move(problem);
    column(name).title = has_cores(*problem_) ? tr("core") : tr("memory");
    has_misfit_.assign(problem_->regions.size(), false);
    for (const Misfit& misfit : misfits) {
        has_misfit_[problem_->buffers[misfit.buffer].region] = true;
    }
    if (are_others) {
        choice_ = {};
        std::vector<RegionIndex> order = stack_order(choice_, problem_->regions.size());
        std::ranges::reverse(order);
        set_rows(std::move(order));
    }
    const bool is_found =
        layout && task_.run(
                      problem_->buffers.size(),
                      [problem = problem_, layout = std::move(layout), profiles = std::move(profiles)] {
                          return figures_of(*problem, *layout, profiles);
                      },
                      [this](std::shared_ptr<const CoreFigures> found) {
                          figures_ = std::move(found);
                          show_figures();
                      });
    if (!is_found) {
        show_figures();
    }
    if (are_others) {
        emit choice_changed();
    }
}

void CoreModel::show_figures() {
    update_rows(rows());
    tell_all_changed();
}

void CoreModel::set_cursor(std::optional<Step> step) {
    cursor_ = step;
    column(live).title = cursor_ ? tr("live %1") : tr("mean live %1");
    column(live).meaning = cursor_ ? tr("live size at the time cursor") : tr("live size, mean over time");
    emit dataChanged(index(0, live), index(rowCount() - 1, live));
    emit headerDataChanged(Qt::Horizontal, live, live);
}

void CoreModel::sort(int column, Qt::SortOrder order) {
    if (column < 0) {
        return;
    }
    std::vector<RegionIndex> sorted = rows();
    std::ranges::sort(sorted);
    sort_rows(sorted, figures_ ? column : +name, order);
    set_order(std::move(sorted));
    apply_order();
}

void CoreModel::move(int from, int to) {
    const bool is_there = from >= 0 && from < rowCount() && to >= 0 && to <= rowCount();
    if (!is_there || to == from || to == from + 1) {
        return;
    }
    std::vector<RegionIndex> moved = rows();
    const auto first = moved.begin() + std::min(from, to);
    if (to > from) {
        std::rotate(first, first + 1, moved.begin() + to);
    } else {
        std::rotate(first, moved.begin() + from, moved.begin() + from + 1);
    }
    set_order(std::move(moved));
    apply_order();
}

void CoreModel::apply_order() {
    choice_.order.assign(rows().rbegin(), rows().rend());
    emit choice_changed();
}

void CoreModel::set_shown(std::vector<RegionIndex> folded, std::vector<RegionIndex> hidden) {
    if (hidden.size() >= problem_->regions.size()) {
        hidden.clear();
    }
    if (folded == choice_.folded && hidden == choice_.hidden) {
        return;
    }
    choice_.folded = std::move(folded);
    choice_.hidden = std::move(hidden);
    tell_cells_changed(*this);
    emit choice_changed();
}

bool CoreModel::is_folded_at(int row) const {
    return is_folded(choice_, core_at(row));
}

std::optional<Step> CoreModel::peak_step_at(int row) const {
    return figures_ ? figures_->uses[core_at(row)].peak_step : std::nullopt;
}

bool CoreModel::is_exceeded(RegionIndex core) const {
    const auto& limit = problem_->regions[core].capacity;
    return has_misfit_[core] || (limit && figures_ && figures_->uses[core].peak - Offset(0) > *limit);
}

bool CoreModel::show_core(RegionIndex core, bool is_shown) {
    if (!is_shown && choice_.hidden.size() + 1 >= problem_->regions.size()) {
        return false;  // at least one container stays shown
    }
    arenascope::set_hidden(choice_, core, !is_shown);
    const QModelIndex cell = index(row_of(core), name);
    emit dataChanged(cell, cell);
    emit choice_changed();
    return true;
}

Qt::ItemFlags CoreModel::flags(const QModelIndex& index) const {
    return index.isValid() ? RowModel::flags(index) | Qt::ItemIsDragEnabled
                           : Qt::ItemFlags(Qt::ItemIsDropEnabled);  // dropping between rows
}

QStringList CoreModel::mimeTypes() const {
    return {row_type};
}

QMimeData* CoreModel::mimeData(const QModelIndexList& indexes) const {
    if (indexes.isEmpty()) {
        return nullptr;
    }
    auto* data = new QMimeData;
    data->setData(row_type, QByteArray::number(indexes.first().row()));
    return data;
}

bool CoreModel::dropMimeData(const QMimeData* data, Qt::DropAction /*action*/, int row, int /*column*/,
                             const QModelIndex& parent) {
    if (!data->hasFormat(row_type)) {
        return false;
    }
    const int to = row >= 0 ? row : parent.isValid() ? parent.row() : rowCount();
    move(data->data(row_type).toInt(), to);
    // The row has moved already, so the view must not remove it.
    return false;
}

}  // namespace arenascope
