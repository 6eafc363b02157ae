#pragma once

#include <atomic>
#include <memory>
#include <optional>

#include <QLabel>
#include <QTableView>
#include <QWidget>

#include "core/analysis/explain/free_memory.h"
#include "core/base/text/amount.h"
#include "qt/tasks/background_task.h"
#include "widgets/base/fact_sheet.h"
#include "widgets/base/row_model.h"
#include "widgets/base/section_header.h"

namespace arenascope {

/// The columns of the free areas. `bytes` and `of_plan` have bars.
struct FreeAreaColumn {
    enum Column { least, areas, bytes, of_plan };
};

/// The areas of one class.
struct FreeAreaRow {
    Bytes least;
    FreeAreaClass at_step;
    FreeAreaClass of_plan;
};

/// An amount in its own unit, because classes range from bytes to mebibytes: "64 KiB".
[[nodiscard]] QString class_amount(Bytes bytes);

/// "Free areas": how large the areas are that are free below the highest live tail, at a step and over the whole plan,
/// and what alignment wastes. The figures of the whole plan are computed while it is visible, on another thread; those
/// of a step of a large plan, too.
class FreeAreaHistogram final : public QWidget {
    Q_OBJECT

public:
    explicit FreeAreaHistogram(QWidget* parent = nullptr);
    ~FreeAreaHistogram() override;

    /// A layout of the problem. `peak_step`: the first step with the highest live size.
    void set_plan(std::shared_ptr<const Problem> problem, std::shared_ptr<const Layout> layout, Step peak_step);
    /// Empty: the first step with the highest live size.
    void set_step(std::optional<Step> step);
    void set_unit(Unit unit);
    [[nodiscard]] QString fact(const QString& label) const { return facts_->value_of(label); }
    /// Whether the figures of the whole plan are still missing.
    [[nodiscard]] bool is_computing() const { return task_.is_running(); }

signals:
    void step_chosen(Step step);

protected:
    void showEvent(QShowEvent* event) override;

private:
    struct AtStep {
        FreeMemory memory;
        bool is_placed = false;  ///< a buffer is
    };
    void add_columns();
    void compute();
    /// Finds what is free at the step.
    void refresh();
    void show_figures();
    [[nodiscard]] QString share_text(const FreeAreaRow& row) const;
    [[nodiscard]] QString share_words(const FreeAreaRow& row) const;
    /// The length of a bar, from 0 to 1: the longest bar of its column.
    [[nodiscard]] double bar(const FreeAreaRow& row, int column) const;
    [[nodiscard]] Step shown_step() const { return step_.value_or(peak_step_); }
    [[nodiscard]] std::vector<Fact> facts(const FreeMemory& at_step) const;

    std::shared_ptr<const Problem> problem_;
    std::shared_ptr<const Layout> layout_;
    Step peak_step_;
    std::optional<Step> step_;
    std::optional<AtStep> at_step_;                ///< at the shown step; empty: not known yet
    std::optional<FreeMemoryOverTime> over_time_;  ///< empty: not known
    bool has_failed_ = false;                      ///< there was not enough memory
    std::shared_ptr<std::atomic<bool>> goes_on_;   ///< of the work under way
    Unit unit_ = Unit::bytes;
    SectionHeader* header_;
    QLabel* words_;
    FactSheet* facts_;
    RowModel<FreeAreaRow>* model_;
    QTableView* view_;
    BackgroundTask task_;
    BackgroundTask step_task_;
};

}  // namespace arenascope
