#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include <QAbstractItemModel>

#include "core/base/containers/indexed_vector.h"
#include "core/base/text/amount.h"
#include "core/trace/step_title.h"
#include "core/trace/trace.h"
#include "widgets/base/row_model.h"

namespace arenascope {

/// The frames of a trace as a tree: passes (if there are several), iterations, groups, rearrangements. Rows are
/// formatted on demand. Besides the trace, the model keeps two numbers and one bit per frame.
class IterationModel final : public QAbstractItemModel {
    Q_OBJECT

public:
    /// `change`: of the peak, since the row before. `moved`: the number of buffers with another place than in the row
    /// before.
    enum Column { number, peak, change, moved, notes, column_count };

    explicit IterationModel(QObject* parent = nullptr);

    /// Null: there is no trace. `region_names`: those of the problem; a pass names its region if the passes are about
    /// several.
    void set_trace(std::shared_ptr<const Trace> trace, std::vector<std::string> region_names);
    void set_unit(Unit unit);
    /// The steps at which a breakpoint stops. They get a dot, and the rows around them a ring.
    void set_marks(const std::vector<FrameIndex>& frames);
    /// Whether any step moved a placed buffer. Linear in the moves.
    [[nodiscard]] bool is_anything_moved() const;
    /// Whether any row of the top level has rows inside. Linear in those rows.
    [[nodiscard]] bool has_nested_rows() const;
    /// The numbers of all main steps, see StepTitles::range().
    [[nodiscard]] QString range() const { return QString::fromStdString(titles_.range()); }
    [[nodiscard]] QModelIndex index_of(FrameIndex wanted) const;
    [[nodiscard]] static FrameIndex frame_at(const QModelIndex& index);

    [[nodiscard]] QModelIndex index(int row, int column, const QModelIndex& parent = {}) const override;
    [[nodiscard]] QModelIndex parent(const QModelIndex& index) const override;
    [[nodiscard]] int rowCount(const QModelIndex& parent = {}) const override;
    [[nodiscard]] int columnCount(const QModelIndex& parent = {}) const override;
    [[nodiscard]] QVariant data(const QModelIndex& index, int role) const override;
    [[nodiscard]] QVariant headerData(int section, Qt::Orientation orientation, int role) const override;

private:
    void count_decimals();
    [[nodiscard]] const std::vector<FrameIndex>& children_of(const QModelIndex& parent) const;
    [[nodiscard]] const Frame& frame(FrameIndex index) const { return trace_->frames[index]; }
    /// The change of the peak since the row before; empty: there is no row whose peak can be compared.
    [[nodiscard]] std::optional<Bytes> change_of_peak(FrameIndex index) const;
    [[nodiscard]] QString number_words(FrameIndex index) const;
    [[nodiscard]] QString peak_text(FrameIndex index) const;
    [[nodiscard]] QString change_text(FrameIndex index) const;
    [[nodiscard]] QString title(FrameIndex index) const;
    [[nodiscard]] QString note(FrameIndex index) const;
    [[nodiscard]] QString moved_text(FrameIndex index) const;
    [[nodiscard]] QString tooltip(FrameIndex index) const;

    /// What a row says of breakpoints.
    enum class Mark : std::uint8_t { none, inside, here };
    [[nodiscard]] QVariant dot(Mark mark) const;

    std::shared_ptr<const Trace> trace_;
    std::vector<TableColumn<FrameIndex>> columns_;
    IndexedVector<FrameIndex, Mark> marks_;                  ///< by frame; empty: there are none
    std::vector<FrameIndex> top_;                            ///< frames at the top level
    IndexedVector<FrameIndex, std::uint32_t> row_of_frame_;  ///< by frame, within its parent
    StepTitles titles_{*trace_};
    IndexedVector<FrameIndex, bool> cut_short_;  ///< by frame
    std::vector<std::string> region_names_;      ///< empty: all passes are about one region, so none names it
    Unit unit_ = Unit::bytes;
    int decimals_ = 0;         ///< of the peaks
    int change_decimals_ = 0;  ///< of the changes
};

}  // namespace arenascope
