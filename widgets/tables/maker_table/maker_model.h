#pragma once

#include <memory>
#include <vector>

#include <QAbstractTableModel>
#include <QIcon>

#include "core/model/memory/makers.h"
#include "core/model/memory/problem.h"
#include "core/picture/plan/palette.h"
#include "core/picture/plan/table_unit.h"

namespace arenascope {

/// The makers of a recorded allocator as rows, in their order: name, bytes at the highest live size, allocations.
class MakerModel final : public QAbstractTableModel {
    Q_OBJECT

public:
    enum Column { maker, at_peak, allocations, column_count };

    explicit MakerModel(QObject* parent = nullptr);

    /// The makers must be those of the problem.
    void set_makers(std::shared_ptr<const Problem> problem, Makers makers);
    void set_unit(Unit unit, UnitRule rule = UnitRule::exactly);
    /// Each name has a square in the colour of the maker in the picture. Side 0: the picture shows something else.
    void set_swatches(Theme theme, int side, double pixel_ratio);
    [[nodiscard]] const Makers& makers() const { return makers_; }

    [[nodiscard]] int rowCount(const QModelIndex& parent = {}) const override;
    [[nodiscard]] int columnCount(const QModelIndex& parent = {}) const override;
    [[nodiscard]] QVariant data(const QModelIndex& index, int role) const override;
    [[nodiscard]] QVariant headerData(int section, Qt::Orientation orientation, int role) const override;

private:
    [[nodiscard]] QString text(const Maker& maker, int column) const;
    [[nodiscard]] QString tooltip(const Maker& maker, int column) const;
    /// Chooses the unit of the table, too.
    void count_decimals();
    void paint_swatches();

    std::shared_ptr<const Problem> problem_;
    Makers makers_;
    std::vector<QIcon> swatches_;  ///< by maker; icons share their pixels
    Theme theme_ = Theme::light;
    int side_ = 0;
    double pixel_ratio_ = 1;
    TableUnit table_unit_;
    Unit unit_ = Unit::bytes;
    int decimals_ = 0;
};

}  // namespace arenascope
