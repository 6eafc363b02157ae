#pragma once

#include <memory>
#include <string>
#include <vector>

#include <QAbstractTableModel>

#include "core/inspection/run_findings.h"
#include "core/picture/palette.h"

namespace arenascope {

/// Watched expressions with their values at the shown step. The model changes nothing by itself: it asks for the
/// changed list.
class WatchModel final : public QAbstractTableModel {
    Q_OBJECT

public:
    enum Column { expression, value, column_count };

    explicit WatchModel(QObject* parent = nullptr);

    void set_watches(std::vector<std::string> watches);
    /// Null: there is no run, or it is being searched. `here`: the shown step; none(): there are no values.
    void set_findings(std::shared_ptr<const RunFindings> findings, FrameIndex here);
    void set_theme(Theme theme);
    [[nodiscard]] const std::vector<std::string>& watches() const { return watches_; }

    [[nodiscard]] int rowCount(const QModelIndex& parent = {}) const override;
    [[nodiscard]] int columnCount(const QModelIndex& parent = {}) const override;
    [[nodiscard]] QVariant data(const QModelIndex& index, int role) const override;
    [[nodiscard]] QVariant headerData(int section, Qt::Orientation orientation, int role) const override;
    [[nodiscard]] Qt::ItemFlags flags(const QModelIndex& index) const override;
    bool setData(const QModelIndex& index, const QVariant& typed, int role) override;

signals:
    /// The user wants the list to be this one.
    void edited(const std::vector<std::string>& watches);

private:
    [[nodiscard]] const WatchFindings* found(int row) const;
    [[nodiscard]] QString text(int row, int column) const;

    std::vector<std::string> watches_;
    std::shared_ptr<const RunFindings> findings_;
    FrameIndex here_ = FrameIndex::none();
    Theme theme_ = Theme::light;
};

}  // namespace arenascope
