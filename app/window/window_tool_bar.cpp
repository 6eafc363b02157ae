#include "app/window/window_tool_bar.h"

#include <QComboBox>
#include <QPushButton>

#include "app/window/window_actions.h"
#include "core/planner/planning.h"
#include "widgets/option_form/planner_box.h"
#include "widgets/transport/transport.h"

namespace arenascope {

WindowToolBar::WindowToolBar(const WindowActions& actions, QWidget* parent)
    : QToolBar(tr("Tools"), parent),
      transport_(new Transport),
      planners_(new PlannerBox),
      colors_(new QComboBox),
      check_(new QPushButton(tr("Check"))) {
    setObjectName(QStringLiteral("tools"));
    planners_->set_planners(described_planners());
    colors_->setAccessibleName(tr("Colour by"));
    for (const QAction* action : actions.colors->actions()) {
        colors_->addItem(action->text().remove(QLatin1Char('&')), action->data());
    }
    check_->setToolTip(tr("Check the layout for overlaps (Ctrl+K)"));
    check_->setEnabled(actions.check->isEnabled());
    // A click in the tool bar does not move the keyboard focus away from the picture.
    for (QWidget* control : std::initializer_list<QWidget*>{planners_, colors_, check_}) {
        control->setFocusPolicy(Qt::TabFocus);
    }
    setToolButtonStyle(Qt::ToolButtonTextOnly);
    addAction(actions.open);
    addSeparator();
    addWidget(planners_);
    addAction(actions.options);
    addAction(actions.tune);
    tune_ = widgetForAction(actions.tune);
    addSeparator();
    addWidget(transport_);
    addSeparator();
    addWidget(check_);
    addWidget(colors_);
    addAction(actions.export_picture);
    connect_choices(actions);
}

void WindowToolBar::connect_choices(const WindowActions& actions) {
    connect(planners_, &PlannerBox::planner_changed, this, [this, group = actions.planners](const QString& name) {
        for (QAction* each : group->actions()) {
            each->setChecked(each->text() == name);
        }
        emit planner_chosen(name);
    });
    connect(actions.planners, &QActionGroup::triggered, this,
            [this](const QAction* chosen) { choose_planner(chosen->text()); });
    connect(actions.colors, &QActionGroup::triggered, this,
            [this](const QAction* chosen) { colors_->setCurrentIndex(colors_->findData(chosen->data())); });
    connect(colors_, &QComboBox::currentIndexChanged, this, [this, group = actions.colors](int index) {
        group->actions().at(index)->setChecked(true);
        emit color_by_chosen(static_cast<ColorBy>(colors_->itemData(index).toInt()));
    });
    connect(check_, &QPushButton::clicked, actions.check, &QAction::trigger);
    connect(actions.check, &QAction::enabledChanged, check_, &QWidget::setEnabled);
}

QString WindowToolBar::planner() const {
    return planners_->planner();
}

void WindowToolBar::choose_planner(const QString& name) {
    planners_->choose(name);
}

void WindowToolBar::set_check_text(const QString& text) {
    check_->setText(text);
}

void WindowToolBar::apply_palette() {
    // Set it each time, because a style sheet keeps the colours of the palette at that time.
    tune_->setStyleSheet(
        QStringLiteral("QToolButton { background: palette(highlight); color: palette(highlighted-text);"
                       " border-radius: 4px; padding: 4px 14px; font-weight: bold; }"
                       "QToolButton:disabled { background: palette(button); color: palette(mid); }"));
}

}  // namespace arenascope
