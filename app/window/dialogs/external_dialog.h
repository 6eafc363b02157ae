#pragma once

#include <optional>
#include <vector>

#include <QDialog>

#include "core/format/external/external_list.h"

class QLabel;
class QPushButton;
class QTableWidget;

namespace arenascope {

/// The external planners that the user keeps: programs of the user's that plan. Adds, changes, removes and runs them,
/// and takes over those of a team's file that the user confirms one by one. It is not modal.
///
///   ┌ name ───┬ gets ─┬ command ──────────────────┐
///   │ fast    │ CSV   │ /opt/team/plan --fast     │
///   └─────────┴───────┴───────────────────────────┘
///   [Add…] [Edit…] [Remove] [Import…]      [Tune with It] [Close]
class ExternalDialog final : public QDialog {
    Q_OBJECT

public:
    explicit ExternalDialog(QWidget* parent = nullptr);

    /// Only while a plan is open and no run is under way, a planner can be run.
    void set_running(bool running, bool has_plan);

signals:
    /// The kept planners are others.
    void changed();
    void run_requested(const QString& name);

protected:
    void showEvent(QShowEvent* event) override;

private:
    void list(const QString& selected = {});
    void show_state();
    void edit(const std::optional<NamedExternal>& before);
    void remove();
    void import();
    void say(const Error& error);
    /// The selected planner; empty: none.
    [[nodiscard]] std::optional<NamedExternal> selected() const;

    std::vector<NamedExternal> kept_;  ///< by row
    bool can_run_ = false;
    QLabel* words_;
    QLabel* error_;
    QTableWidget* table_;
    QPushButton* add_;
    QPushButton* edit_;
    QPushButton* remove_;
    QPushButton* import_;
    QPushButton* run_;
};

}  // namespace arenascope
