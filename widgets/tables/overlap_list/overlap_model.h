#pragma once

#include <memory>

#include <QAbstractTableModel>

#include "core/check/overlap_checker.h"
#include "core/picture/plan/table_unit.h"
#include "qt/words/shown_names.h"

namespace arenascope {

/// The findings of the overlap checker as rows: pairs first, then contradictions, then misaligned, outside and unplaced
/// buffers. Pairs that share only by inference come last, although they are no findings.
class OverlapModel final : public QAbstractTableModel {
    Q_OBJECT

public:
    enum Column { finding, first, second, steps, bytes, amount, column_count };

    explicit OverlapModel(QObject* parent = nullptr);

    void set_report(std::shared_ptr<const Problem> problem, std::shared_ptr<const CheckReport> report);
    void set_unit(Unit unit, UnitRule rule = UnitRule::exactly);
    [[nodiscard]] const CheckReport& report() const { return *report_; }
    /// The pair in a row; null: the row is about one buffer.
    [[nodiscard]] const Overlap* pair_at(int row) const;
    /// The buffer in a row; for a pair its first buffer. none(): the row is about none.
    [[nodiscard]] BufferIndex buffer_at(int row) const;

    [[nodiscard]] int rowCount(const QModelIndex& parent = {}) const override;
    [[nodiscard]] int columnCount(const QModelIndex& parent = {}) const override;
    [[nodiscard]] QVariant data(const QModelIndex& index, int role) const override;
    [[nodiscard]] QVariant headerData(int section, Qt::Orientation orientation, int role) const override;

private:
    struct Single {
        BufferIndex buffer;
        QString what;
        QString why;
        QString name = {};  ///< without a buffer: what the row is about
    };
    [[nodiscard]] Single contradiction_at(std::size_t position) const;
    [[nodiscard]] Single single_at(int row) const;
    /// The position of the first inferred pair.
    [[nodiscard]] std::size_t finding_count() const;
    [[nodiscard]] QString pair_text(const Overlap& overlap, int column) const;
    /// Chooses the unit of the table, too.
    void count_decimals();

    ShownNames names_;
    std::shared_ptr<const Problem> problem_;
    std::shared_ptr<const CheckReport> report_;  ///< never null
    TableUnit table_unit_;
    Unit unit_ = Unit::bytes;
    int bytes_decimals_ = 0;
    int amount_decimals_ = 0;
};

}  // namespace arenascope
