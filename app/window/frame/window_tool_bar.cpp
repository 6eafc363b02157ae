#include "app/window/frame/window_tool_bar.h"

#include <algorithm>
#include <utility>

#include <QComboBox>
#include <QEvent>
#include <QLayout>
#include <QPushButton>
#include <QSignalBlocker>
#include <QStyleOptionComboBox>
#include <QToolButton>

#include "app/window/frame/window_actions.h"
#include "core/picture/plan/coloring.h"
#include "core/planner/planning.h"
#include "widgets/panels/option_form/planner_box.h"
#include "widgets/panels/transport/transport.h"

namespace arenascope {
namespace {

/// The width at which a combo box shows this text whole.
int combo_width(const QComboBox& box, const QString& text) {
    QStyleOptionComboBox option;
    option.initFrom(&box);
    const QFontMetrics metrics(box.font());
    const QSize content(metrics.horizontalAdvance(text), metrics.height());
    return box.style()->sizeFromContents(QStyle::CT_ComboBox, &option, content, &box).width();
}

/// The action with the same data as an entry of the box.
QAction* action_of(const QActionGroup& group, const QVariant& data) {
    for (QAction* action : group.actions()) {
        if (action->data() == data) {
            return action;
        }
    }
    return nullptr;
}

/// A choice of colours without the words that the tooltip repeats.
QString short_choice(const QString& choice) {
    const QString common = WindowToolBar::tr("Colour by ");
    return choice.startsWith(common) ? choice.sliced(common.size()) : choice;
}

}  // namespace

WindowToolBar::WindowToolBar(const WindowActions& actions, QWidget* parent)
    : QToolBar(tr("Tools"), parent),
      color_actions_(actions.colors),
      open_(actions.open),
      options_(actions.options),
      tune_action_(actions.tune),
      export_(actions.export_picture),
      transport_(new Transport),
      planners_(new PlannerBox),
      colors_(new QComboBox),
      check_(new QPushButton(tr("Check"))) {
    setObjectName(QStringLiteral("tools"));
    planners_->set_planners(described_planners());
    colors_->setAccessibleName(tr("Colour by"));
    colors_->setToolTip(tr("Colour by"));
    colors_->setSizeAdjustPolicy(QComboBox::AdjustToContents);
    offer_colors(nullptr);
    check_->setToolTip(tr("Check the layout for overlaps (Ctrl+K)"));
    check_->setEnabled(actions.check->isEnabled());
    // A click in the tool bar does not move the keyboard focus away from the picture.
    for (QWidget* control : std::initializer_list<QWidget*>{planners_, colors_, check_}) {
        control->setFocusPolicy(Qt::TabFocus);
    }
    setToolButtonStyle(Qt::ToolButtonTextOnly);
    addAction(actions.open);
    addSeparator();
    widgets_of_other_modes_ << addWidget(planners_);
    addAction(actions.options);
    addAction(actions.tune);
    before_steps_ = addSeparator();
    steps_ = addWidget(transport_);
    addSeparator();
    widgets_of_other_modes_ << addWidget(check_) << addWidget(colors_);
    addAction(actions.export_picture);
    give_focus();
    planners_->setMinimumWidth(combo_width(*planners_, planners_->currentText()));
    set_short(false);
    connect_choices(actions);
}

void WindowToolBar::give_focus() const {
    // Qt gives these buttons no focus at all.
    for (auto* button : findChildren<QToolButton*>(Qt::FindDirectChildrenOnly)) {
        button->setFocusPolicy(Qt::TabFocus);
        if (button->objectName() == QLatin1String("qt_toolbar_ext_button")) {
            button->setAccessibleName(tr("More tools"));
            button->setToolTip(tr("More tools"));
        }
    }
}

void WindowToolBar::set_mode(WindowMode mode) {
    mode_ = mode;
    show_tools();
}

void WindowToolBar::show_tools() {
    const bool all = mode_ != WindowMode::inspect;
    for (QAction* action : widgets_of_other_modes_) {
        action->setVisible(all);
    }
    // The menus have these actions, too, so that they cannot be hidden.
    for (QAction* action : {open_, options_, tune_action_, export_}) {
        removeAction(action);
    }
    if (all || !has_plan_) {
        insertAction(actions().constFirst(), open_);
    }
    if (all) {
        insertAction(before_steps_, options_);
    }
    if (all || has_plan_) {
        insertAction(before_steps_, tune_action_);
        addAction(export_);
    }
    apply_palette();
    give_focus();
    transport_->set_speed_offered(all);
    show_steps();
    set_short(is_short_);
}

void WindowToolBar::show_steps() {
    steps_->setVisible(mode_ != WindowMode::inspect || transport_->count() > 1);
}

void WindowToolBar::connect_choices(const WindowActions& actions) {
    connect(planners_, &PlannerBox::planner_changed, this, [this, group = actions.planners](const QString& name) {
        planners_->setMinimumWidth(combo_width(*planners_, name));
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
        if (index < 0) {
            return;
        }
        action_of(*group, colors_->itemData(index))->setChecked(true);
        emit color_by_chosen(static_cast<ColorBy>(colors_->itemData(index).toInt()));
    });
    connect(transport_, &Transport::range_changed, this, &WindowToolBar::show_steps);
    connect(check_, &QPushButton::clicked, actions.check, &QAction::trigger);
    connect(actions.check, &QAction::enabledChanged, check_, &QWidget::setEnabled);
}

void WindowToolBar::offer_colors(const Problem* problem) {
    if (std::exchange(has_plan_, problem != nullptr) != has_plan_) {
        show_tools();
    }
    const QVariant before = colors_->currentData();
    {
        const QSignalBlocker blocker(colors_);
        colors_->clear();
        for (QAction* action : color_actions_->actions()) {
            const auto by = static_cast<ColorBy>(action->data().toInt());
            const bool is_offered = problem != nullptr ? can_color_by(*problem, by) : !made_by_of(by);
            action->setVisible(is_offered);
            if (is_offered) {
                colors_->addItem(action->text().remove(QLatin1Char('&')), action->data());
            }
        }
        colors_->setCurrentIndex(-1);
    }
    set_short(is_short_);
    const ColorBy by = problem != nullptr ? default_color_by(*problem) : ColorBy::risk;
    const int kept = colors_->findData(before);
    colors_->setCurrentIndex(kept >= 0 ? kept : colors_->findData(static_cast<int>(by)));
}

bool WindowToolBar::event(QEvent* event) {
    const bool handled = QToolBar::event(event);
    if (event->type() == QEvent::Resize || event->type() == QEvent::LayoutRequest) {
        fit();
    }
    return handled;
}

int WindowToolBar::least_width() const {
    const int spacing = std::max(0, layout()->spacing());
    const QMargins margins = layout()->contentsMargins();
    int least = margins.left() + margins.right() + style()->pixelMetric(QStyle::PM_ToolBarHandleExtent);
    for (QAction* action : actions()) {
        const QWidget* widget = widgetForAction(action);
        if (action->isVisible() && widget != nullptr) {
            least +=
                (widget->minimumWidth() > 0 ? widget->minimumWidth() : widget->minimumSizeHint().width()) + spacing;
        }
    }
    return least;
}

void WindowToolBar::fit() {
    const int least = least_width();
    if (!is_short_ && least > width()) {
        set_short(true);
        saved_width_ = least - least_width();
    } else if (is_short_ && least + saved_width_ <= width()) {
        set_short(false);
    }
}

void WindowToolBar::set_short(bool is_short) {
    is_short_ = is_short;
    int widest = 0;
    for (int i = 0; i < colors_->count(); ++i) {
        const QString choice = action_of(*color_actions_, colors_->itemData(i))->text().remove(QLatin1Char('&'));
        colors_->setItemText(i, is_short ? short_choice(choice) : choice);
        widest = std::max(widest, combo_width(*colors_, colors_->itemText(i)));
    }
    colors_->setMinimumWidth(widest);  // a combo box keeps the least width of its first texts
    for (QAction* action : actions()) {
        if (action->isSeparator()) {
            action->setVisible(!is_short && mode_ != WindowMode::inspect);
        }
    }
}

void WindowToolBar::offer_planners(const std::vector<PlannerDescription>& planners) {
    const QString chosen = planner();
    {
        const QSignalBlocker blocker(planners_);
        planners_->set_planners(planners);
        planners_->choose(chosen);
    }
    if (planner() != chosen) {
        emit planners_->planner_changed(planner());  // the chosen one is offered no longer
    }
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
    if (QWidget* tune = widgetForAction(tune_action_); tune != nullptr) {
        tune->setStyleSheet(
            QStringLiteral("QToolButton { background: palette(highlight); color: palette(highlighted-text);"
                           " border-radius: 4px; padding: 1px 14px; font-weight: bold; }"
                           "QToolButton:disabled { background: palette(button); color: palette(mid); }"));
    }
}

}  // namespace arenascope
