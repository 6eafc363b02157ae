#pragma once

#include <vector>

#include <QLabel>
#include <QPushButton>
#include <QWidget>

#include "core/planner/planner.h"

namespace arenascope {

class OptionField;
class PlannerBox;

/// A form for a planner and its options, or for options alone. The fields are built from the descriptions, so new
/// planners and options need no change here. Put it into a scroll area: it is as high as its planner has options.
class OptionForm final : public QWidget {
    Q_OBJECT

public:
    explicit OptionForm(QWidget* parent = nullptr);

    /// The planners to choose from, family by family; the first one is selected.
    void set_planners(std::vector<PlannerDescription> planners);
    /// Shows options without a planner. Their names stand above their fields, because the form is in a narrow panel.
    void set_options(std::vector<OptionSpec> options);
    /// Ignores unknown names.
    void choose_planner(const QString& name);
    /// Whether another planner can be chosen.
    void set_choosing(bool choosing);
    /// Overrides fields of the selected planner; unknown keys are ignored.
    void set_values(const std::vector<KeyValue>& values);

    [[nodiscard]] QString planner() const;
    /// Every option with its value, in the order of the description.
    [[nodiscard]] std::vector<KeyValue> values() const;
    [[nodiscard]] bool is_valid() const { return is_valid_; }
    /// What is wrong with the first wrong value; empty: all are valid.
    [[nodiscard]] QString error_text() const;

    void reset();

signals:
    void planner_changed(const QString& name);
    void validity_changed(bool valid);

private:
    void rebuild(std::vector<OptionSpec> options);
    void validate();
    [[nodiscard]] QLabel* new_label(const OptionSpec& spec, const OptionField& field);

    std::vector<PlannerDescription> planners_;
    std::vector<OptionSpec> options_;
    std::vector<OptionField*> fields_;  ///< one for each option, in order
    PlannerBox* chooser_;
    QLabel* summary_;
    QWidget* form_ = nullptr;
    QPushButton* reset_;
    bool is_valid_ = true;
    bool has_no_planner_ = false;  ///< options without a planner
};

}  // namespace arenascope
