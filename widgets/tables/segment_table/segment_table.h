#pragma once

#include <memory>
#include <optional>
#include <vector>

#include <QLabel>
#include <QTableView>
#include <QWidget>

#include "core/analysis/explain/segment_use.h"
#include "core/base/text/amount.h"
#include "core/model/memory/layout.h"
#include "core/model/memory/makers.h"
#include "widgets/base/row_model.h"

namespace arenascope {

class SectionHeader;

/// The columns of the segments.
struct SegmentColumn {
    enum Column { segment, size, free };
};

/// The segments of a recorded allocator at one step, and who holds them. Those with the most free bytes come first,
/// as the words above them say, until a click on a title sorts them by its column. Where an allocation failed, it says
/// what fragmentation cost.
class SegmentTable final : public QWidget {
    Q_OBJECT

public:
    explicit SegmentTable(QWidget* parent = nullptr);

    /// Another plan, or another layout of the same one. Empty if the layout is not that of a recorded allocator.
    void set_plan(std::shared_ptr<const Problem> problem, std::shared_ptr<const Layout> layout);
    /// Empty: the last step.
    void set_step(std::optional<Step> step);
    void set_unit(Unit unit);
    /// The words above the table, for tests.
    [[nodiscard]] QString words() const { return words_->text(); }

signals:
    /// A click or Enter on a row: the buffers that hold the segment, by address.
    void chosen(const std::vector<BufferIndex>& buffers);
    /// The link to an allocation that failed.
    void step_chosen(Step step);

private:
    void add_columns();
    void refresh();
    void sort(int column, Qt::SortOrder order);
    /// Who holds it, in one line.
    [[nodiscard]] QString holders(const SegmentUse& use) const;
    /// The same, with one line for each maker.
    [[nodiscard]] QString holding_words(const SegmentUse& use) const;
    /// Where it lies, and who holds it.
    [[nodiscard]] QString place_words(const SegmentUse& use) const;
    /// Who made the buffers that hold a segment, at most `most` of them.
    [[nodiscard]] QStringList makers(const SegmentUse& use, std::size_t most) const;
    [[nodiscard]] QString use_words(const std::vector<SegmentUse>& uses) const;
    [[nodiscard]] QString failure_words(const OutOfMemory& failed) const;
    /// Links to the allocations that failed in other steps than the shown one.
    [[nodiscard]] QString failure_links() const;
    [[nodiscard]] QString step_words(Step step) const;
    [[nodiscard]] QString amount(Bytes bytes) const;

    std::shared_ptr<const Problem> problem_;
    Makers makers_;  ///< of the problem
    std::shared_ptr<const Layout> layout_;
    std::optional<Step> step_;
    Step shown_;  ///< the step that is told
    Unit unit_ = Unit::bytes;
    std::optional<int> sorted_by_;  ///< the column whose title was clicked; empty: by free bytes
    Qt::SortOrder order_ = Qt::DescendingOrder;
    SectionHeader* header_;
    QLabel* words_;
    RowModel<SegmentUse>* model_;
    QTableView* view_;
};

}  // namespace arenascope
