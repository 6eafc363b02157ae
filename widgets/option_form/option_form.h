#pragma once

#include <vector>

#include <QComboBox>
#include <QFormLayout>
#include <QLabel>
#include <QPushButton>
#include <QWidget>

#include "core/planner/planner.h"

namespace arenascope {

/// A form for a planner and its options, or for options alone. The fields are built from the descriptions, so new
/// planners and options need no change here.
class OptionForm final : public QWidget {
    Q_OBJECT

public:
    explicit OptionForm(QWidget* parent = nullptr);

    /// The planners to choose from; the first one is selected.
    void set_planners(std::vector<PlannerDescription> planners);
    /// Shows options without a planner. `files` lists the keys of options that name a file; these get a button to
    /// choose one.
    void set_options(std::vector<OptionSpec> options, QStringList files = {});
    /// Ignores unknown names.
    void choose_planner(const QString& name);
    /// Whether another planner can be chosen.
    void set_choosing(bool choosing) { chooser_->setEnabled(choosing); }
    /// Overrides fields of the selected planner; unknown keys are ignored.
    void set_values(const std::vector<KeyValue>& values);

    [[nodiscard]] QString planner() const { return chooser_->currentText(); }
    /// Every option with its value, in the order of the description.
    [[nodiscard]] std::vector<KeyValue> values() const;
    [[nodiscard]] bool is_valid() const { return error_->isHidden(); }
    [[nodiscard]] QString error_text() const { return error_->text(); }

    void reset();

signals:
    void planner_changed(const QString& name);
    void validity_changed(bool valid);

private:
    void rebuild();
    void validate();
    [[nodiscard]] QLabel* new_label(const OptionSpec& spec, QWidget& field);
    [[nodiscard]] QWidget* new_field(const OptionSpec& spec);
    void add_chooser(QLineEdit& line);
    [[nodiscard]] static QString value_of(const QWidget* field);
    static void set_value(QWidget* field, const QString& value);
    [[nodiscard]] const PlannerDescription* chosen() const;

    std::vector<PlannerDescription> planners_;
    QStringList files_;             ///< keys of options that name a file
    std::vector<QWidget*> fields_;  ///< one for each option, in order
    QComboBox* chooser_;
    QLabel* summary_;
    QWidget* form_ = nullptr;
    QLabel* error_;
    QPushButton* reset_;
    bool has_no_planner_ = false;  ///< options without a planner
};

}  // namespace arenascope
