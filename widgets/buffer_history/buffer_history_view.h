#pragma once

#include <vector>

#include <QLabel>
#include <QTableView>
#include <QWidget>

#include "core/picture/table_unit.h"
#include "widgets/buffer_history/history_moment.h"

namespace arenascope {

class ColumnFit;
class HistoryCurve;
class HistoryModel;
class SectionHeader;

/// "History": the offset of the selected buffer over the main steps of the run, and a table of the steps that changed
/// it, each with its reason.
class BufferHistoryView final : public QWidget {
    Q_OBJECT

public:
    explicit BufferHistoryView(QWidget* parent = nullptr);

    void set_history(const QString& buffer, std::vector<HistoryMoment> moments, Bytes threshold);
    /// There is no history; `words` says why.
    void set_nothing(const QString& words);
    void set_current(FrameIndex frame);
    void set_unit(Unit unit, UnitRule rule = UnitRule::exactly);
    [[nodiscard]] QString words() const { return words_->text(); }

signals:
    void frame_chosen(FrameIndex frame);

protected:
    bool eventFilter(QObject* watched, QEvent* event) override;

private:
    void choose(int row);

    SectionHeader* header_;
    HistoryCurve* curve_;
    QLabel* words_;
    HistoryModel* model_;
    QTableView* view_;
    ColumnFit* fit_;
};

}  // namespace arenascope
