#include "app/window/options_dialog.h"

#include <limits>

#include <QDialogButtonBox>
#include <QFormLayout>
#include <QPushButton>
#include <QSpinBox>
#include <QVBoxLayout>

#include "core/planner/planning.h"
#include "core/planner/registry.h"
#include "widgets/option_form/option_form.h"
#include "widgets/style/table_look.h"
#include "widgets/style/theme.h"

namespace arenascope {

OptionsDialog::OptionsDialog(QWidget* parent, const QString& action)
    : QDialog(parent), form_(new OptionForm), seed_(new QSpinBox) {
    setWindowTitle(tr("Planner Options"));
    form_->set_planners(described_planners());
    seed_->setRange(0, std::numeric_limits<int>::max());
    seed_->setAccessibleName(tr("Seed"));
    auto* seed_row = new QFormLayout;
    seed_row->addRow(tr("Seed"), seed_);
    auto* buttons = new QDialogButtonBox(QDialogButtonBox::Close);
    tune_ = buttons->addButton(action.isEmpty() ? tr("Tune") : action, QDialogButtonBox::ApplyRole);
    form_->layout()->setContentsMargins({});  // the dialog has its own
    auto* column = new QVBoxLayout(this);
    column->addWidget(form_);
    column->addLayout(seed_row);
    column->addWidget(buttons);
    tune_->setDefault(true);  // only after it is in the dialog, otherwise Enter closes the dialog
    connect(form_, &OptionForm::planner_changed, this, &OptionsDialog::planner_changed);
    connect(form_, &OptionForm::validity_changed, this, &OptionsDialog::enable_tune);
    connect(tune_, &QPushButton::clicked, this, &OptionsDialog::tune_requested);
    connect(buttons, &QDialogButtonBox::rejected, this, &QDialog::close);
    follow_theme(*this, [this](Theme theme) { apply_panel_look(*this, theme); });
}

QString OptionsDialog::planner() const {
    return form_->planner();
}

std::vector<KeyValue> OptionsDialog::settings() const {
    return form_->values();
}

std::uint64_t OptionsDialog::seed() const {
    return static_cast<std::uint64_t>(seed_->value());
}

void OptionsDialog::set_running(bool running) {
    is_running_ = running;
    enable_tune();
}

void OptionsDialog::enable_tune() {
    tune_->setEnabled(form_->is_valid() && !is_running_);
}

void OptionsDialog::set_choosing(bool choosing) {
    form_->set_choosing(choosing);
}

void OptionsDialog::set_settings(const std::vector<KeyValue>& settings, std::uint64_t seed) {
    form_->reset();
    form_->set_values(settings);
    seed_->setValue(static_cast<int>(seed));
}

void OptionsDialog::choose_planner(const QString& name) {
    form_->choose_planner(name);
}

}  // namespace arenascope
