#pragma once

#include <vector>

#include <QAbstractTableModel>
#include <QLabel>
#include <QTableView>
#include <QWidget>

#include "core/trace/trace.h"

namespace arenascope {

/// Item role of a row: the position of its frame in the trace, as qulonglong.
inline constexpr int frame_role = Qt::UserRole;

/// The rows of steps, with the role frame_role. A click or Enter chooses a step. Without rows there is a hint.
class StepRows final : public QWidget {
    Q_OBJECT

public:
    /// `elastic`: the columns that share the room that is left. Takes no ownership of the model.
    StepRows(QAbstractTableModel& model, const QString& accessible_name, const std::vector<int>& elastic,
             const std::vector<int>& dropped, QWidget* parent = nullptr);

    /// Marks a row; −1: none. Emits no signal.
    void mark(int row);
    /// What stands in place of rows where there are none.
    void set_hint(const QString& words);
    [[nodiscard]] QString hint() const { return hint_->text(); }

signals:
    void chosen(FrameIndex frame);

private:
    void choose(const QModelIndex& index);
    void show_rows();

    QTableView* view_;
    QLabel* hint_;
};

}  // namespace arenascope
