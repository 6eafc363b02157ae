#pragma once

#include <memory>
#include <optional>
#include <vector>

#include <QCheckBox>
#include <QLabel>
#include <QToolButton>
#include <QTreeView>
#include <QWidget>

#include "core/base/text/amount.h"
#include "core/model/memory/buffer_groups.h"
#include "core/model/memory/layout.h"
#include "core/model/memory/plan_profiles.h"
#include "qt/tasks/background_task.h"
#include "widgets/base/fact_sheet.h"
#include "widgets/base/grouping_row.h"
#include "widgets/base/section_header.h"
#include "widgets/tables/live_set/live_set_model.h"

namespace arenascope {

/// What lives at a step or in a range of steps: each buffer with its offset, its size and its part of the live size,
/// also by group. The range comes first, then the time cursor, then the step with the highest live size. Of a large
/// plan, all of it is found on another thread. Another plan is empty until then.
class LiveSet final : public QWidget {
    Q_OBJECT

public:
    explicit LiveSet(QWidget* parent = nullptr);

    /// A layout of the problem, and its live sizes.
    void set_plan(std::shared_ptr<const Problem> problem, std::shared_ptr<const Layout> layout,
                  std::shared_ptr<const PlanProfiles> profiles);
    /// Empty: there is no time cursor.
    void set_step(std::optional<Step> step);
    /// Empty: no range is selected.
    void set_range(std::optional<Lifetime> steps);
    void set_unit(Unit unit);
    /// Emits nothing.
    void set_selection(const std::vector<BufferIndex>& buffers);
    /// Empty: no groups.
    void set_grouping(std::optional<GroupBy> by);
    /// Of a range, whether only what it leaves alive is listed.
    void set_left_alive(bool only_left);
    [[nodiscard]] QString fact(const QString& label) const { return facts_->value_of(label); }

signals:
    /// The user selected rows: their buffers, ascending. A group stands for all of its buffers.
    void selection_changed(const std::vector<BufferIndex>& buffers);
    /// The user wants the list of all buffers to show those that the range leaves alive: the filter for it.
    void filter_asked(const QString& filter);

protected:
    bool eventFilter(QObject* watched, QEvent* event) override;

private:
    struct Found {
        std::shared_ptr<const LiveRows> rows;
        LiveSetModel::Order order;
        std::optional<Lifetime> range;  ///< that was asked for
        std::optional<Step> step;       ///< that was asked for
        bool only_left = false;         ///< of the range, what it leaves alive
    };

    void build();
    /// Names get room first. Where it is small, the shares are left out, then the offsets; of groups the other way
    /// round.
    void fit_columns();
    /// Finds what is to be shown.
    /// False: the live set is not known yet.
    bool refresh();
    void show_nothing();
    void show_found(const Found& found);
    void fill(const Found& found);
    void take_selection();
    void restore_selection();
    [[nodiscard]] QString words(const Found& found) const;
    [[nodiscard]] std::vector<Fact> facts() const;

    std::shared_ptr<const Problem> problem_;
    std::shared_ptr<const Layout> layout_;
    std::shared_ptr<const PlanProfiles> profiles_;
    Step peak_step_;       ///< of the memory that determines the threshold
    QString peak_memory_;  ///< its name; empty: there is only one memory
    std::optional<Step> step_;
    std::optional<Lifetime> range_;
    std::vector<BufferIndex> selection_;
    bool is_restoring_ = false;
    Unit unit_ = Unit::bytes;
    SectionHeader* header_;
    QLabel* words_;
    FactSheet* facts_;
    QCheckBox* left_alive_;
    QToolButton* filter_;
    QWidget* range_row_;  ///< with the choices of a range
    GroupingRow* grouping_;
    LiveSetModel* model_;
    QTreeView* view_;
    BackgroundTask task_;
};

}  // namespace arenascope
