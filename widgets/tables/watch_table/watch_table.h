#pragma once

#include <memory>
#include <string>
#include <vector>

#include <QTableView>
#include <QWidget>

#include "core/analysis/debugging/run_findings.h"
#include "widgets/base/expression_line.h"
#include "widgets/base/row_model.h"

namespace arenascope {

class CurveDelegate;

/// The columns of the watches.
struct WatchColumn {
    enum Column { expression, value, history };
};

/// Watched expressions with their values at the shown step and their curves over the run, and a line below them to type
/// the next one. Del removes the current one, F2 or a double click edits it.
class WatchTable final : public QWidget {
    Q_OBJECT

public:
    explicit WatchTable(QWidget* parent = nullptr);

    void set_watches(const std::vector<std::string>& watches);
    /// Null: there is no run, or it is being searched. `here`: the shown step; none(): there are no values.
    /// `main_step`: the main step that is or encloses it; none(): the curves have no mark. Linear in the run for new
    /// findings, otherwise logarithmic.
    void set_findings(std::shared_ptr<const RunFindings> findings, FrameIndex here, FrameIndex main_step);
    [[nodiscard]] ExpressionLine& line() const { return *line_; }

signals:
    /// The user changed the list to this one.
    void edited(const std::vector<std::string>& watches);
    /// The user clicked a curve at this main step.
    void frame_chosen(FrameIndex frame);

protected:
    bool eventFilter(QObject* watched, QEvent* event) override;

private:
    void add_columns();
    [[nodiscard]] const WatchFindings* found(const std::string& watch) const;
    [[nodiscard]] QString value_words(const std::string& watch) const;
    [[nodiscard]] QString curve_words(const std::string& watch) const;
    /// What is wrong with it; `otherwise`: nothing is.
    [[nodiscard]] QString error_words(const std::string& watch, const QString& otherwise) const;
    [[nodiscard]] QVariant role_of(const std::string& watch, int column, int role) const;
    void make_curves();
    /// The pointer over a curve is a hand.
    void point_at_curves();

    std::shared_ptr<const RunFindings> findings_;
    FrameIndex here_ = FrameIndex::none();
    RowModel<std::string>* model_;
    CurveDelegate* curves_;
    QTableView* view_;
    ExpressionLine* line_;
};

}  // namespace arenascope
