#include "widgets/tables/live_set/live_set.h"

#include <algorithm>
#include <set>
#include <utility>

#include <QEvent>
#include <QHBoxLayout>
#include <QHeaderView>

#include "core/model/memory/allocator_history.h"
#include "qt/words/tooltip.h"
#include "qt/words/visible_text.h"
#include "qt/words/wording.h"
#include "widgets/base/name_delegate.h"
#include "widgets/base/panel_parts.h"
#include "widgets/base/steady_scroll_area.h"
#include "widgets/tables/live_set/live_set_model.h"

namespace arenascope {
namespace {

/// A name with fewer letters tells little.
constexpr int least_name_letters = 14;
constexpr int least_group_letters = 20;  ///< of the name of a group, with the number of its buffers
/// More rows that are not side by side are not marked: the selection of a view takes time for the square.
constexpr std::size_t most_marked_runs = 256;
constexpr int least_rows = 4;  ///< in a lower dock, what stands above them scrolls

}  // namespace

LiveSet::LiveSet(QWidget* parent)
    : QWidget(parent),
      problem_(std::make_shared<Problem>()),
      layout_(std::make_shared<Layout>()),
      profiles_(std::make_shared<const PlanProfiles>()),
      header_(new SectionHeader({}, this)),
      words_(new Paragraph(this)),
      facts_(new FactSheet(this)),
      left_alive_(new QCheckBox(tr("Born here, still a&live"), this)),
      filter_(new QToolButton(this)),
      range_row_(new QWidget(this)),
      grouping_(new GroupingRow(tr("Grouping of the live set"), GroupingRow::Nothing::offered, this)),
      model_(new LiveSetModel(this)),
      view_(new QTreeView(this)) {
    build();
    connect(grouping_, &GroupingRow::grouping_changed, this, &LiveSet::refresh);
    connect(left_alive_, &QCheckBox::toggled, this, &LiveSet::refresh);
    connect(filter_, &QToolButton::clicked, this, [this] {
        if (range_) {
            emit filter_asked(QString::fromStdString(left_alive_filter(*range_)));
        }
    });
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
    left_alive_->setToolTip(plain_tooltip(
        tr("Lists only the buffers that begin in the range and live on in its last step: what it leaves behind")));
    filter_->setText(tr("Filter &Buffers"));
    filter_->setToolTip(plain_tooltip(tr("Shows only these buffers in the picture and in the list of all buffers")));
    filter_->setFocusPolicy(Qt::TabFocus);
    auto* choices = new QHBoxLayout(range_row_);
    choices->setContentsMargins(field_margins);
    choices->addWidget(left_alive_);
    choices->addStretch(1);
    choices->addWidget(filter_);
    range_row_->hide();
    view_->setMinimumHeight((least_rows + 1) * view_->fontMetrics().lineSpacing());
    auto* scrolled = new QWidget;
    fill_panel(*scrolled, {words_, facts_, range_row_, grouping_, view_});
    auto* area = new SteadyScrollArea(this);
    area->setWidget(scrolled);
    fill_panel(*this, {header_, area});
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
    grouping_->set_has_makers(problem_->history != nullptr);
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

void LiveSet::set_left_alive(bool only_left) {
    left_alive_->setChecked(only_left);
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
    if (has_segment_regions(*problem_)) {
        return tr(
            "There is no time cursor, so this is the first step with the highest live size. Shift+drag in the "
            "picture selects a range; the list then shows what was born in it and is still alive.");
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
         found = Found{nullptr, model_->order(), range_, step_, range_ && left_alive_->isChecked()}]() mutable {
            const CensusOf of = found.only_left ? CensusOf::left_alive : CensusOf::in_use;
            found.rows = LiveSetModel::rows_of_census(
                problem, live_census(*problem, *layout, steps, profiles->all(), of), grouping, found.order);
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
    range_row_->hide();
    header_->set_title(tr("Live Set"));
    header_->set_detail(tr("…"));
}

void LiveSet::show_found(const Found& found) {
    words_->setText(words(found));
    words_->setVisible(!words_->text().isEmpty());
    const Step at = found.step.value_or(peak_step_);
    header_->set_title(found.only_left ? tr("Born in steps %1, still alive").arg(lifetime_text(*found.range))
                       : found.range   ? tr("Live in steps %1").arg(lifetime_text(*found.range))
                                       : tr("Live at step %1").arg(grouped_text(at.value())));
    range_row_->setVisible(found.range.has_value());
    filter_->setVisible(found.only_left);
    const LiveCensus& census = model_->census();
    const QString count = counted(census.members.size(), tr("1 buffer"), tr("%1 buffers"));
    const QString amount = amount_words(census.highest.value(), unit_);
    header_->set_detail(found.only_left          ? tr("%1 · %2").arg(amount_words(census.left.value(), unit_), count)
                        : found.range            ? count
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
            {tr("In use throughout"), amount(census.throughout), exact_bytes(census.throughout.value())},
            {tr("Born here, still alive"),
             tr("%1 in %2").arg(amount(census.left), counted(census.left_count, tr("1 buffer"), tr("%1 buffers"))),
             tr("%1 in buffers that begin in the range and live on in its last step")
                 .arg(exact_bytes(census.left.value()))}};
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
