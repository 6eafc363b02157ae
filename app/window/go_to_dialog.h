#pragma once

#include <memory>
#include <optional>

#include <QDialog>

#include "app/session/named_place.h"
#include "app/session/shown_plan.h"
#include "core/picture/unit.h"

class QLabel;
class QLineEdit;

namespace arenascope {

/// Asks for a place in the plan: a step, an offset, a buffer or a step of the run (see place_named). A line below the
/// field says where the text leads, or why nowhere. Stays open until the text names a place.
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
    [[nodiscard]] Expected<NamedPlace> typed_place() const;
    void complete_names();
    /// Shows where the text leads, or why nowhere.
    void preview();
    [[nodiscard]] QString words(const NamedPlace& place) const;
    [[nodiscard]] QString words(Step step) const;
    [[nodiscard]] QString words(const OffsetPlace& place) const;
    [[nodiscard]] QString words(BufferIndex buffer) const;
    [[nodiscard]] QString words(FrameIndex frame) const;
    [[nodiscard]] QString amount(std::int64_t bytes) const;

    Plan plan_;
    std::optional<Step> current_;
    QLineEdit* field_;
    QLabel* preview_;
    NamedPlace place_;
};

}  // namespace arenascope
