#include "app/window/dialogs/options_dialog.h"

#include <algorithm>
#include <cstdlib>
#include <limits>

#include <QDialogButtonBox>
#include <QPushButton>
#include <QScrollArea>
#include <QScrollBar>
#include <QVBoxLayout>

#include "app/session/offered_planners.h"
#include "app/window/frame/screen_fit.h"
#include "widgets/base/table_look.h"
#include "widgets/base/theme_follower.h"
#include "widgets/panels/option_form/option_form.h"

namespace arenascope {
namespace {

/// The seed is no option of a planner, but it looks like one.
const OptionSpec& seed_option() {
    static const OptionSpec spec{.key = "seed",
                                 .type = OptionType::integer,
                                 .default_value = "0",
                                 .meaning = "another number is another run of a planner that draws at random",
                                 .maximum = std::numeric_limits<int>::max()};
    return spec;
}

/// The planners with the options that have an effect in the window, and the seed.
std::vector<PlannerDescription> planners_of_form(bool with_externals) {
    std::vector<PlannerDescription> planners = with_externals ? offered_planners() : described_planners();
    for (PlannerDescription& planner : planners) {
        std::erase_if(planner.options, [](const OptionSpec& option) { return option.is_for_report; });
        planner.options.push_back(seed_option());
    }
    return planners;
}

}  // namespace

OptionsDialog::OptionsDialog(QWidget* parent, const QString& action)
    : QDialog(parent), form_(new OptionForm), area_(new QScrollArea) {
    setWindowTitle(tr("Planner Options"));
    form_->set_planners(planners_of_form(action.isEmpty()));
    constexpr int beside_the_scroll_bar = 12;  // on the other sides, the dialog has its own margins
    form_->layout()->setContentsMargins(0, 0, beside_the_scroll_bar, 0);
    area_->setWidget(form_);
    area_->setWidgetResizable(true);
    area_->setFrameShape(QFrame::NoFrame);
    area_->setFocusPolicy(Qt::NoFocus);  // it scrolls to the field that has the focus
    area_->setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
    auto* buttons = new QDialogButtonBox(QDialogButtonBox::Close);
    tune_ = buttons->addButton(action.isEmpty() ? tr("Tune") : action, QDialogButtonBox::ApplyRole);
    auto* column = new QVBoxLayout(this);
    column->addWidget(area_, 1);
    column->addWidget(buttons);
    tune_->setDefault(true);  // only after it is in the dialog, otherwise Enter closes the dialog
    connect(form_, &OptionForm::planner_changed, this, &OptionsDialog::make_room);
    connect(form_, &OptionForm::planner_changed, this, &OptionsDialog::planner_changed);
    connect(form_, &OptionForm::validity_changed, this, &OptionsDialog::enable_tune);
    connect(tune_, &QPushButton::clicked, this, &OptionsDialog::tune_requested);
    connect(buttons, &QDialogButtonBox::rejected, this, &QDialog::close);
    follow_theme(*this, [this](Theme theme) {
        apply_panel_look(*this, theme);
        apply_panel_look(*area_, theme);
    });
}

QString OptionsDialog::planner() const {
    return form_->planner();
}

PlanOrder OptionsDialog::order() const {
    PlanOrder order;
    order.planner = form_->planner().toStdString();
    order.settings = form_->values();
    const auto seed = std::find_if(order.settings.begin(), order.settings.end(),
                                   [](const KeyValue& each) { return each.first == seed_option().key; });
    if (seed != order.settings.end()) {
        order.seed = std::strtoull(seed->second.c_str(), nullptr, 10);
        order.settings.erase(seed);
    }
    return order;
}

void OptionsDialog::set_order(const PlanOrder& order) {
    form_->choose_planner(QString::fromStdString(order.planner));
    form_->reset();
    form_->set_values(order.settings);
    form_->set_values({{std::string(seed_option().key), std::to_string(order.seed)}});
}

void OptionsDialog::offer_planners() {
    const PlanOrder now = order();
    form_->set_planners(planners_of_form(true));
    set_order(now);
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

void OptionsDialog::choose_planner(const QString& name) {
    form_->choose_planner(name);
}

void OptionsDialog::make_room() {
    area_->setMinimumWidth(form_->minimumSizeHint().width() + area_->verticalScrollBar()->sizeHint().width());
}

void OptionsDialog::setVisible(bool visible) {
    if (visible && !isVisible()) {
        constexpr int characters = 72;
        ensurePolished();
        make_room();
        const int width = std::max(characters * fontMetrics().averageCharWidth(), form_->minimumSizeHint().width());
        const QMargins margins = layout()->contentsMargins();
        const int scroll_bar = area_->verticalScrollBar()->sizeHint().width();
        const int beside = margins.left() + margins.right() + scroll_bar;
        const int below = margins.top() + margins.bottom() + layout()->spacing() + tune_->sizeHint().height();
        resize(width + beside, form_->heightForWidth(width) + below);
        fit_into_screen(*this);
    }
    QDialog::setVisible(visible);
    if (visible && focusWidget() == nullptr) {
        focusNextChild();
    }
}

}  // namespace arenascope
