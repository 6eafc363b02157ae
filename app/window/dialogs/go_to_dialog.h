#pragma once

#include <memory>
#include <optional>
#include <string>

#include <QDialog>

#include "app/session/named_place.h"
#include "app/session/shown_plan.h"
#include "core/base/text/amount.h"
#include "qt/tasks/background_task.h"

class QLabel;
class QLineEdit;

namespace arenascope {

/// Asks for a place in the plan: a step, an offset, a buffer or a step of the run (see place_named). A line below the
/// field says where the text leads, or why nowhere. Stays open until the text names a place. A large plan is searched
/// on another thread.
class GoToDialog final : public QDialog {
    Q_OBJECT

public:
    /// Where to look. Shared, because the plan may change while the dialog is open.
    struct Plan {
        std::shared_ptr<const ShownPlan> shown;
        std::shared_ptr<const Trace> trace;   ///< null: no recorded run
        RegionIndex region = RegionIndex(0);  ///< of an offset without the name of a region
        Unit unit = Unit::bytes;
    };

    /// `current`: the step of the time cursor, which is proposed.
    GoToDialog(Plan plan, std::optional<Step> current, QWidget* parent = nullptr);

    /// The chosen place, after the dialog was accepted.
    [[nodiscard]] const NamedPlace& place() const { return place_; }

    void accept() override;

private:
    /// The place that a text names, and where that leads.
    struct Found {
        Expected<NamedPlace> place;
        QString words;
    };
    [[nodiscard]] static Found found_in(const Plan& plan, std::optional<Step> current, const std::string& text);

    void complete_names();
    /// Shows where the text leads, or why nowhere.
    void preview();
    void show_found();
    /// Ends the dialog if the text names a place.
    void take_found();

    Plan plan_;
    std::optional<Step> current_;
    QLineEdit* field_;
    QLabel* preview_;
    std::shared_ptr<const Found> found_;  ///< null: it is being found
    bool is_wanted_ = false;              ///< the dialog ends as soon as a place is found
    NamedPlace place_;
    BackgroundTask task_;
};

}  // namespace arenascope
