#pragma once

#include <QProgressBar>
#include <QPushButton>
#include <QWidget>

#include "core/base/text/amount.h"
#include "widgets/base/fitting_label.h"

namespace arenascope {

/// The progress of a planner's run: its name, the best peak so far with the threshold, the work, and a cancel button.
class ProgressPanel final : public QWidget {
    Q_OBJECT

public:
    explicit ProgressPanel(QWidget* parent = nullptr);

    /// `placed_by`: the planner of the layout that the run is to improve; empty: none.
    void start(const QString& planner, Bytes threshold, const QString& placed_by = {});
    /// `best_peak` 0: no complete layout yet. `work_limit` 0: no budget. Then, and when the budget is spent, the bar
    /// only shows activity.
    void set_progress(std::uint64_t work, std::uint64_t work_limit, Offset best_peak);
    void set_unit(Unit unit);
    [[nodiscard]] QString best_text() const { return best_->text(); }

signals:
    void cancel_requested();

private:
    void show_best();

    FittingLabel* title_;
    FittingLabel* best_;
    QProgressBar* bar_;
    QPushButton* cancel_;
    QString planner_;
    Bytes threshold_;
    Offset best_peak_;
    Unit unit_ = Unit::bytes;
};

}  // namespace arenascope
