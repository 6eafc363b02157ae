#pragma once

#include <QDialog>

#include "core/planner/planning.h"

class QPushButton;
class QScrollArea;

namespace arenascope {

class OptionForm;

/// The dialog for a planner, its options and the seed. Its button does not close it, so that users can try variants.
class OptionsDialog final : public QDialog {
    Q_OBJECT

public:
    /// `action` is the text of the button. Empty: "Tune"; then the external planners of the user are offered, too.
    explicit OptionsDialog(QWidget* parent = nullptr, const QString& action = {});

    [[nodiscard]] QString planner() const;
    /// What the form says: the planner, its settings and the seed.
    [[nodiscard]] PlanOrder order() const;
    /// Shows the planner of an order with its settings and seed. Options that the order does not set get their
    /// defaults.
    void set_order(const PlanOrder& order);
    /// The external planners of the user are others. The form stays, if its planner is still offered.
    void offer_planners();
    void choose_planner(const QString& name);
    void set_choosing(bool choosing);
    /// While a run is under way, the button is disabled: another run would throw away what this one has found.
    void set_running(bool running);
    /// Before it is shown, it gets the size of its form, if the screen has room.
    void setVisible(bool visible) override;

signals:
    void planner_changed(const QString& name);
    void tune_requested();

private:
    void enable_tune();
    /// The area scrolls down only, so that it is never narrower than its fields.
    void make_room();

    OptionForm* form_;
    QScrollArea* area_;
    QPushButton* tune_;
    bool is_running_ = false;
};

}  // namespace arenascope
