#pragma once

#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "core/analysis/debugging/run_findings.h"
#include "core/picture/plan/palette.h"
#include "widgets/base/row_model.h"
#include "widgets/tables/watch_table/watch_curve.h"

namespace arenascope {

/// Watched expressions with their values at the shown step, and their curves over the run. The model changes nothing by
/// itself: it asks for the changed list.
class WatchModel final : public RowModel<std::string> {
    Q_OBJECT

public:
    enum Column { expression, value, history };

    explicit WatchModel(QObject* parent = nullptr);

    void set_watches(std::vector<std::string> watches);
    /// Null: there is no run, or it is being searched. `here`: the shown step; none(): there are no values.
    /// `main_step`: the main step that is or encloses it; none(): the curves have no mark. Linear in the run for new
    /// findings, otherwise logarithmic.
    void set_findings(std::shared_ptr<const RunFindings> findings, FrameIndex here, FrameIndex main_step);
    void set_theme(Theme theme);

    /// Null: no main step has a number.
    [[nodiscard]] const WatchCurve* curve(int row) const;
    /// The moment of the shown step on the curves; empty: it has none.
    [[nodiscard]] std::optional<std::size_t> shown_moment() const { return shown_moment_; }
    /// The step of a moment of a curve.
    [[nodiscard]] FrameIndex frame_of(std::size_t moment) const { return findings_->main_steps[moment]; }

    [[nodiscard]] Qt::ItemFlags flags(const QModelIndex& index) const override;
    bool setData(const QModelIndex& index, const QVariant& typed, int role) override;

signals:
    /// The user wants the list to be this one.
    void edited(const std::vector<std::string>& watches);

private:
    [[nodiscard]] QVariant role_of(const std::string& watch, int column, int role) const override;
    [[nodiscard]] const WatchFindings* found(const std::string& watch) const;
    [[nodiscard]] QString value_words(const std::string& watch) const;
    [[nodiscard]] QString curve_words(const std::string& watch) const;
    /// What is wrong with it; `otherwise`: nothing is.
    [[nodiscard]] QString error_words(const std::string& watch, const QString& otherwise) const;
    void make_curves();

    std::shared_ptr<const RunFindings> findings_;
    std::vector<std::optional<WatchCurve>> curves_;  ///< by watch; empty without findings
    std::optional<std::size_t> shown_moment_;
    FrameIndex here_ = FrameIndex::none();
    Theme theme_ = Theme::light;
};

}  // namespace arenascope
