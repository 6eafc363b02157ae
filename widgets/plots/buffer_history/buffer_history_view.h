#pragma once

#include <vector>

#include <QLabel>
#include <QTableView>
#include <QWidget>

#include "core/base/text/amount.h"
#include "widgets/base/row_model.h"
#include "widgets/plots/buffer_history/history_moment.h"

namespace arenascope {

class ColumnFit;
class HistoryCurve;
class SectionHeader;

/// The columns of a history.
struct HistoryColumn {
    enum Column { step, offset, holder, tier, reason };
};

/// "History": the offset of a buffer or the peak over the main steps of the run, and a table of the steps that changed
/// it, each with its reason. Of a place only the table: who lay there.
class BufferHistoryView final : public QWidget {
    Q_OBJECT

public:
    explicit BufferHistoryView(QWidget* parent = nullptr);

    /// `name`: of the buffer or the place; the peak has none.
    void set_history(HistorySubject subject, const QString& name, const std::vector<HistoryMoment>& moments,
                     Bytes threshold);
    /// There is no history; `words` says why.
    void set_nothing(const QString& words);
    void set_current(FrameIndex frame);
    void set_unit(Unit unit);
    [[nodiscard]] QString words() const { return words_->text(); }

signals:
    void frame_chosen(FrameIndex frame);

private:
    void add_columns();

    SectionHeader* header_;
    HistoryCurve* curve_;
    QLabel* words_;
    HistorySubject subject_ = HistorySubject::buffer;
    RowModel<HistoryMoment>* model_;
    QTableView* view_;
    ColumnFit* fit_;
};

}  // namespace arenascope
