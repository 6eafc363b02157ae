#pragma once

#include <vector>

#include <QComboBox>

#include "core/planner/planner.h"

namespace arenascope {

/// A box to choose a planner. In its list, a heading names each family, and what a planner does stands beside its name.
///
///   Searching planners
///   peak-suppression  default   sorts, places, and rearranges …
///   exact                       branch and bound …
///   Greedy planners
///   offsets-naive               …
///
/// Arrow keys skip the headings, and a click on a heading does nothing. Typed letters choose the next planner whose
/// name begins with them.
class PlannerBox final : public QComboBox {
    Q_OBJECT

public:
    explicit PlannerBox(QWidget* parent = nullptr);

    /// The planners, family by family; the first one is the default and is chosen.
    void set_planners(const std::vector<PlannerDescription>& planners);
    [[nodiscard]] QString planner() const { return currentText(); }
    /// Ignores unknown names.
    void choose(const QString& name);

    void showPopup() override;

    /// Roles of a row: what stands beside its name, and whether it is a heading.
    static constexpr int summary_role = Qt::UserRole;
    static constexpr int heading_role = Qt::UserRole + 1;
    /// Role of a row: whether it is the default.
    static constexpr int default_role = Qt::UserRole + 2;

signals:
    void planner_changed(const QString& name);

protected:
    bool event(QEvent* event) override;
    bool eventFilter(QObject* watched, QEvent* event) override;
};

}  // namespace arenascope
