#pragma once

#include <memory>
#include <vector>

#include <QAbstractTableModel>

#include "core/analysis/improvement/improvement.h"
#include "core/model/memory/problem.h"
#include "core/picture/plan/table_unit.h"
#include "qt/words/shown_names.h"

namespace arenascope {

/// The changes that lower the peak as rows, the best first.
class ImprovementModel final : public QAbstractTableModel {
    Q_OBJECT

public:
    /// `peak`: that of the plan after the change.
    enum Column { change, peak, lower, moves, moved, column_count };

    explicit ImprovementModel(QObject* parent = nullptr);

    void set_report(std::shared_ptr<const Problem> problem, std::shared_ptr<const ImprovementReport> report);
    void clear();
    void set_unit(Unit unit, UnitRule rule = UnitRule::exactly);
    /// The change of a row.
    [[nodiscard]] const Improvement& improvement(int row) const {
        return report_->improvements[static_cast<std::size_t>(row)];
    }

    [[nodiscard]] int rowCount(const QModelIndex& parent = {}) const override;
    [[nodiscard]] int columnCount(const QModelIndex& parent = {}) const override;
    [[nodiscard]] QVariant data(const QModelIndex& index, int role) const override;
    [[nodiscard]] QVariant headerData(int section, Qt::Orientation orientation, int role) const override;

private:
    /// Bytes by which the peak falls: of the plan, or of the region if another one is the highest.
    [[nodiscard]] std::int64_t gain(const Improvement& one) const;
    [[nodiscard]] QString change_words(const Improvement& one, bool in_full) const;
    /// What moves where, and what is the highest then.
    [[nodiscard]] QString tooltip(const Improvement& one, int column) const;
    /// Chooses the unit of the table, too.
    void count_decimals();
    [[nodiscard]] QString amount(std::int64_t bytes) const;

    std::shared_ptr<const Problem> problem_;
    std::shared_ptr<const ImprovementReport> report_;
    ShownNames names_;
    TableUnit table_unit_;
    Unit unit_ = Unit::bytes;
    int decimals_ = 0;
};

}  // namespace arenascope
