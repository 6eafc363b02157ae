#pragma once

#include <memory>
#include <vector>

#include <QAbstractTableModel>

#include "core/analysis/explain/segment_use.h"
#include "core/model/memory/makers.h"
#include "core/picture/plan/table_unit.h"

namespace arenascope {

/// The segments of a recorded allocator as rows: size, free bytes, and in a second line of its name who keeps it from
/// going back to the device.
class SegmentModel final : public QAbstractTableModel {
    Q_OBJECT

public:
    enum Column { segment, size, free, column_count };

    explicit SegmentModel(QObject* parent = nullptr);

    /// The uses must be of the history of the problem.
    void set_uses(std::shared_ptr<const Problem> problem, std::vector<SegmentUse> uses);
    void set_unit(Unit unit, UnitRule rule = UnitRule::exactly);
    [[nodiscard]] const std::vector<SegmentUse>& uses() const { return uses_; }

    [[nodiscard]] int rowCount(const QModelIndex& parent = {}) const override;
    [[nodiscard]] int columnCount(const QModelIndex& parent = {}) const override;
    [[nodiscard]] QVariant data(const QModelIndex& index, int role) const override;
    [[nodiscard]] QVariant headerData(int section, Qt::Orientation orientation, int role) const override;

private:
    [[nodiscard]] QString text(const SegmentUse& use, int column) const;
    /// Who holds it, in one line.
    [[nodiscard]] QString holders(const SegmentUse& use) const;
    /// The same, with one line for each maker.
    [[nodiscard]] QString holding_words(const SegmentUse& use) const;
    [[nodiscard]] QString tooltip(const SegmentUse& use, int column) const;
    /// Who made the buffers that hold a segment, at most `most` of them.
    [[nodiscard]] QStringList makers(const SegmentUse& use, std::size_t most) const;
    /// Chooses the unit of the table, too.
    void count_decimals();

    std::shared_ptr<const Problem> problem_;
    Makers makers_;
    std::vector<SegmentUse> uses_;
    TableUnit table_unit_;
    Unit unit_ = Unit::bytes;
    int size_decimals_ = 0;
    int free_decimals_ = 0;
};

}  // namespace arenascope
