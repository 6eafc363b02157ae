#pragma once

#include <vector>

#include <QComboBox>
#include <QFormLayout>
#include <QLabel>
#include <QPushButton>
#include <QWidget>

#include "core/planner/planner.h"

namespace arenascope {

/// Chooses a planner and its options, or shows options alone. The fields are built from the descriptions, so that a new
/// planner or option needs nothing here.
class OptionForm final : public QWidget {
    Q_OBJECT

public:
    explicit OptionForm(QWidget* parent = nullptr);

    /// The planners to choose from; the first is chosen.
    void set_planners(std::vector<PlannerDescription> planners);
    /// Options that belong to no planner: there is nothing to choose. Those whose keys `files` lists name a file: they
    /// have a button that chooses one.
    void set_options(std::vector<OptionSpec> options, QStringList files = {});
    /// Unknown names leave the choice as it is.
    void choose_planner(const QString& name);
    /// Whether another planner can be chosen.
    void set_choosing(bool choosing) { chooser_->setEnabled(choosing); }
    /// Overrides fields of the chosen planner; unknown keys are left out.
    void set_values(const std::vector<KeyValue>& values);

    [[nodiscard]] QString planner() const { return chooser_->currentText(); }
    /// Every option with its value, in the order of the description.
    [[nodiscard]] std::vector<KeyValue> values() const;
    [[nodiscard]] bool is_valid() const { return error_->isHidden(); }
    [[nodiscard]] QString error_text() const { return error_->text(); }

    void reset();

signals:
    void planner_changed(const QString& name);
    /// A field changed and all are valid.
    void values_changed();
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
    QStringList files_;             ///< keys of options that name one
    std::vector<QWidget*> fields_;  ///< one for each option of the chosen planner
    QComboBox* chooser_;
    QLabel* summary_;
    QWidget* form_ = nullptr;
    QLabel* error_;
    QPushButton* reset_;
    bool alone_ = false;  ///< no planner's
};

}  // namespace arenascope
