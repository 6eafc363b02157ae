#include "widgets/tables/live_set/live_set.h"

#include <algorithm>
#include <set>
#include <utility>

#include <QEvent>
#include <QHeaderView>

#include "core/model/memory/allocator_history.h"
#include "qt/words/visible_text.h"
#include "qt/words/wording.h"
#include "widgets/base/name_delegate.h"
#include "widgets/base/panel_parts.h"
#include "widgets/tables/live_set/live_set_model.h"

namespace arenascope {
namespace {

/// A name with fewer letters tells little.
constexpr int least_name_letters = 14;
constexpr int least_group_letters = 20;  ///< of the name of a group, with the number of its buffers
/// More rows that are not side by side are not marked: the selection of a view takes time for the square.
constexpr std::size_t most_marked_runs = 256;

}  // namespace

LiveSet::LiveSet(QWidget* parent)
    : QWidget(parent),
      problem_(std::make_shared<Problem>()),
      layout_(std::make_shared<Layout>()),
      profiles_(std::make_shared<const PlanProfiles>()),
      header_(new SectionHeader({}, this)),
      words_(new Paragraph(this)),
      facts_(new FactSheet(this)),
      grouping_(new GroupingRow(tr("Grouping of the live set"), GroupingRow::Nothing::offered, this)),
      model_(new LiveSetModel(this)),
      view_(new QTreeView(this)) {
    build();
    connect(grouping_, &GroupingRow::grouping_changed, this, &LiveSet::refresh);
    connect(view_->selectionModel(), &QItemSelectionModel::selectionChanged, this, &LiveSet::take_selection);
    connect(model_, &QAbstractItemModel::modelReset, this, &LiveSet::restore_selection);
    refresh();
}

void LiveSet::build() {
    set_up_rows(*view_, *model_, tr("Buffers in use"));
    view_->setSelectionMode(QAbstractItemView::ExtendedSelection);
    view_->setItemDelegateForColumn(LiveSetModel::name, new NameDelegate(view_));
    // The model sorts by size until a title is clicked.
    view_->header()->setSortIndicator(-1, Qt::DescendingOrder);
    view_->setSortingEnabled(true);
    QHeaderView& columns = *view_->header();
    columns.setStretchLastSection(false);
    columns.setSectionsMovable(false);
    columns.setSectionResizeMode(QHeaderView::Interactive);
    columns.setSectionResizeMode(LiveSetModel::name, QHeaderView::Stretch);
    view_->setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);  // fit_columns() leaves out what has no room
    view_->viewport()->installEventFilter(this);
    for (const auto opened : {&QTreeView::expanded, &QTreeView::collapsed}) {
        connect(view_, opened, this, &LiveSet::fit_columns, Qt::QueuedConnection);
    }
    fill_panel(*this, {header_, words_, facts_, grouping_, view_});
    setFocusProxy(view_);
}

bool LiveSet::eventFilter(QObject* watched, QEvent* event) {
    if (watched == view_->viewport() && event->type() == QEvent::Resize) {
        fit_columns();
    }
    return QWidget::eventFilter(watched, event);
}

void LiveSet::fit_columns() {
    const QFontMetrics letters = view_->fontMetrics();
    const bool has_groups = grouping_->grouping().has_value();
    const int least = (has_groups ? least_group_letters : least_name_letters) * letters.averageCharWidth();
    int room = view_->viewport()->width();
    // Groups have shares, but no offsets.
    for (const int column : {+LiveSetModel::size, has_groups ? +LiveSetModel::share : +LiveSetModel::offset,
                             has_groups ? +LiveSetModel::offset : +LiveSetModel::share}) {
        const QString title = model_->headerData(column, Qt::Horizontal, Qt::DisplayRole).toString();
        const int content = static_cast<QAbstractItemView*>(view_)->sizeHintForColumn(column);
        const int width = std::max(content, letters.horizontalAdvance(title)) + 2 * column_gap;
        const bool has_room = column == LiveSetModel::size || room - width >= least;
        view_->setColumnHidden(column, !has_room);
        if (has_room) {
            view_->header()->resizeSection(column, width);
            room -= width;
        }
    }
}

void LiveSet::set_plan(std::shared_ptr<const Problem> problem, std::shared_ptr<const Layout> layout,
                       std::shared_ptr<const PlanProfiles> profiles) {
    if (problem != problem_) {
        selection_.clear();
    }
    problem_ = std::move(problem);
    layout_ = std::move(layout);
    profiles_ = std::move(profiles);
    // Nobody planned the memories of a recorded allocator: only their sum is of interest.
    const bool has_memories = problem_->regions.size() > 1 && !has_segment_regions(*problem_);
    const IndexedVector<RegionIndex, Bytes> thresholds = profiles_->thresholds();
    const auto highest = std::ranges::max_element(thresholds);
    peak_memory_ = has_memories
                       ? visible_text(problem_->regions[static_cast<std::size_t>(highest - thresholds.begin())].name)
                       : QString();
    peak_step_ = (has_memories ? profiles_->deciding() : profiles_->all()).peak_step;
    if (!refresh()) {
        show_nothing();
    }
}

void LiveSet::set_step(std::optional<Step> step) {
    if (step != step_) {
        step_ = step;
        refresh();
    }
}

void LiveSet::set_range(std::optional<Lifetime> steps) {
    if (steps != range_) {
        range_ = steps;
        refresh();
    }
}

void LiveSet::set_unit(Unit unit) {
    unit_ = unit;
    model_->set_unit(unit);
    refresh();
}

void LiveSet::set_grouping(std::optional<GroupBy> by) {
    grouping_->set_grouping(by);
}

/// Why this step is shown, and what its sum is of.
QString LiveSet::words(const Found& found) const {
    if (problem_->buffers.empty()) {
        return tr("There are no buffers.");
    }
    if (found.range || found.step) {
        return {};
    }
    return peak_memory_.isEmpty()
               ? tr("There is no time cursor, so this is the first step with the highest live size.")
               : tr("There is no time cursor, so this is the first step with the highest live size of %1, the memory "
                    "with the highest threshold.")
                     .arg(peak_memory_);
}

bool LiveSet::refresh() {
    const Step at = step_.value_or(peak_step_);
    const Lifetime steps = problem_->buffers.empty() ? Lifetime() : range_.value_or(Lifetime{at, at + Duration(1)});
    return task_.run(
        problem_->buffers.size(),
        [problem = problem_, layout = layout_, profiles = profiles_, steps, grouping = grouping_->grouping(),
         found = Found{nullptr, model_->order(), range_, step_}]() mutable {
            found.rows = LiveSetModel::rows_of_census(problem, live_census(*problem, *layout, steps, profiles->all()),
                                                      grouping, found.order);
            return std::move(found);
        },
        [this](const Found& found) {
            fill(found);
            show_found(found);
        });
}

void LiveSet::show_nothing() {
    model_->set_rows(std::make_shared<const LiveRows>(), model_->order());
    words_->hide();
    facts_->hide();
    header_->set_title(tr("Live Set"));
    header_->set_detail(tr("…"));
}

void LiveSet::show_found(const Found& found) {
    words_->setText(words(found));
    words_->setVisible(!words_->text().isEmpty());
    const Step at = found.step.value_or(peak_step_);
    header_->set_title(found.range ? tr("Live in steps %1").arg(lifetime_text(*found.range))
                                   : tr("Live at step %1").arg(grouped_text(at.value())));
    const LiveCensus& census = model_->census();
    const QString count = counted(census.members.size(), tr("1 buffer"), tr("%1 buffers"));
    const QString amount = amount_words(census.highest.value(), unit_);
    header_->set_detail(found.range              ? count
                        : peak_memory_.isEmpty() ? tr("%1 · %2").arg(amount, count)
                                                 : tr("%1 in all memories · %2").arg(amount, count));
    facts_->setVisible(found.range.has_value());
    facts_->set_facts(found.range ? facts() : std::vector<Fact>());
}

std::vector<Fact> LiveSet::facts() const {
    const LiveCensus& census = model_->census();
    const auto amount = [this](Bytes bytes) { return amount_words(bytes.value(), unit_); };
    const auto at = [&](Bytes bytes, Step step) {
        return tr("%1 at step %2").arg(amount(bytes), grouped_text(step.value()));
    };
    return {{tr("Highest live size"), at(census.highest, census.highest_at), exact_bytes(census.highest.value())},
            {tr("Lowest live size"), at(census.lowest, census.lowest_at), exact_bytes(census.lowest.value())},
            {tr("Begin in the range"), amount(census.begun), exact_bytes(census.begun.value())},
            {tr("End in the range"), amount(census.ended), exact_bytes(census.ended.value())},
            {tr("In use throughout"), amount(census.throughout), exact_bytes(census.throughout.value())}};
}

/// Groups that are open stay open.
void LiveSet::fill(const Found& found) {
    std::set<std::string> open;
    for (std::size_t i = 0; i < model_->groups().size(); ++i) {
        if (view_->isExpanded(model_->index(static_cast<int>(i), 0))) {
            open.insert(model_->groups()[i].name);
        }
    }
    model_->set_rows(found.rows, found.order);
    view_->setRootIsDecorated(found.rows->grouping.has_value());
    for (std::size_t i = 0; i < model_->groups().size(); ++i) {
        view_->setExpanded(model_->index(static_cast<int>(i), 0), open.contains(model_->groups()[i].name));
    }
    fit_columns();
}

void LiveSet::set_selection(const std::vector<BufferIndex>& buffers) {
    std::vector<BufferIndex> ascending = buffers;
    std::ranges::sort(ascending);
    if (ascending != selection_) {
        selection_ = std::move(ascending);
        restore_selection();
    }
}

void LiveSet::take_selection() {
    if (is_restoring_) {
        return;
    }
    selection_.clear();
    for (const QModelIndex& row : view_->selectionModel()->selectedRows()) {
        std::ranges::copy(model_->buffers_at(row), std::back_inserter(selection_));
    }
    std::ranges::sort(selection_);
    const auto repeated = std::ranges::unique(selection_);
    selection_.erase(repeated.begin(), repeated.end());
    emit selection_changed(selection_);
}

void LiveSet::restore_selection() {
    const QModelIndexList rows = model_->rows_of(selection_);
    // One range for each run of rows.
    QItemSelection ranges;
    std::size_t runs = 0;
    for (qsizetype i = 0; i < rows.size() && runs < most_marked_runs; ++runs) {
        qsizetype last = i;
        while (last + 1 < rows.size() && rows[last + 1].row() == rows[last].row() + 1 &&
               rows[last + 1].internalId() == rows[last].internalId()) {
            ++last;
        }
        ranges.select(rows[i], rows[last].siblingAtColumn(LiveSetModel::column_count - 1));
        i = last + 1;
    }
    is_restoring_ = true;
    view_->selectionModel()->select(ranges, QItemSelectionModel::ClearAndSelect);
    if (!rows.isEmpty()) {
        view_->scrollTo(rows.front());
        view_->selectionModel()->setCurrentIndex(rows.front(), QItemSelectionModel::NoUpdate);
    }
    is_restoring_ = false;
}

}  // namespace arenascope
