#pragma once

#include <memory>
#include <optional>
#include <vector>

#include <QLabel>
#include <QTableView>
#include <QWidget>

#include "core/analysis/explain/segment_use.h"
#include "core/model/memory/layout.h"
#include "core/picture/plan/table_unit.h"

namespace arenascope {

class SectionHeader;
class SegmentModel;

/// The segments of a recorded allocator at one step, those that allocations pin first, and who holds them. Where an
/// allocation failed, it says what fragmentation cost.
class SegmentTable final : public QWidget {
    Q_OBJECT

public:
    explicit SegmentTable(QWidget* parent = nullptr);

    /// Another plan, or another layout of the same one. Empty if the layout is not that of a recorded allocator.
    void set_plan(std::shared_ptr<const Problem> problem, std::shared_ptr<const Layout> layout);
    /// Empty: the last step.
    void set_step(std::optional<Step> step);
    void set_unit(Unit unit, UnitRule rule = UnitRule::exactly);
    /// The words above the table, for tests.
    [[nodiscard]] QString words() const { return words_->text(); }

signals:
    /// A click or Enter on a row: the buffers that hold the segment, by address.
    void chosen(const std::vector<BufferIndex>& buffers);
    /// The link to an allocation that failed.
    void step_chosen(Step step);

private:
    void refresh();
    void choose(int row);
    [[nodiscard]] QString use_words(const std::vector<SegmentUse>& uses) const;
    [[nodiscard]] QString failure_words(const OutOfMemory& failed) const;
    /// Links to the allocations that failed in other steps than the shown one.
    [[nodiscard]] QString failure_links() const;
    [[nodiscard]] QString step_words(Step step) const;
    [[nodiscard]] QString amount(Bytes bytes) const;

    std::shared_ptr<const Problem> problem_;
    std::shared_ptr<const Layout> layout_;
    std::optional<Step> step_;
    Step shown_;  ///< the step that is told
    Unit unit_ = Unit::bytes;
    SectionHeader* header_;
    QLabel* words_;
    SegmentModel* model_;
    QTableView* view_;
};

}  // namespace arenascope
