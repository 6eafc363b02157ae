#pragma once

#include <memory>

#include <QAction>
#include <QLabel>
#include <QTableView>
#include <QWidget>

#include "core/analysis/compare/compared_plans.h"
#include "core/analysis/compare/plan_totals.h"
#include "core/base/text/amount.h"
#include "qt/tasks/background_task.h"
#include "widgets/base/fact_sheet.h"
#include "widgets/base/grouping_row.h"
#include "widgets/base/row_model.h"

namespace arenascope {

class SectionHeader;

/// The columns of the totals of groups.
struct TotalsColumn {
    enum Column { name, buffers, at_peak_a, at_peak_b, change };
};

/// "Totals": the figures of two plans, A → B, and what groups of their buffers take at the peak of each.
class PlanTotalsView final : public QWidget {
    Q_OBJECT

public:
    /// The actions become buttons below.
    explicit PlanTotalsView(QWidget* parent = nullptr);

    void set_actions(const QList<QAction*>& actions);
    /// Null: there is no second plan; `words` then says what to do.
    void set_plans(std::shared_ptr<const ComparedPlans> plans, const QString& words = {});
    void set_unit(Unit unit);
    void set_grouping(GroupBy by);
    [[nodiscard]] QString fact(const QString& label) const { return facts_->value_of(label); }

private:
    void add_columns();
    void refresh();
    void fill_totals();
    void show_totals(std::vector<GroupTotal> totals, GroupBy by);
    [[nodiscard]] std::vector<Fact> facts() const;
    void add_recorded(std::vector<Fact>& facts) const;
    void offer_makers();

    std::shared_ptr<const ComparedPlans> plans_;
    Unit unit_ = Unit::bytes;
    QString hint_;
    SectionHeader* header_;
    QLabel* words_;
    FactSheet* facts_;
    GroupingRow* grouping_;
    GroupBy by_ = GroupBy::kind;  ///< of the rows
    bool has_makers_ = false;     ///< makers are a choice of the grouping
    RowModel<GroupTotal>* model_;
    QTableView* view_;
    QWidget* buttons_;
    BackgroundTask task_;
};

}  // namespace arenascope
