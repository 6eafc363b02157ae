#include "app/window/frame/appearance.h"

#include <utility>

#include <QApplication>

#include "app/window/frame/window_actions.h"
#include "app/window/frame/window_settings.h"
#include "core/model/memory/allocator_history.h"
#include "qt/painting/theme.h"

namespace arenascope {

namespace {

/// The amount that the unit of a plan suits.
Bytes scale_of(const ShownPlan& plan) {
    // The segments of a recorded allocator share one scale.
    return has_segment_regions(*plan.problem) ? plan.profiles->all().threshold : plan.threshold();
}

}  // namespace

Appearance::Appearance(Session& session, const WindowActions& actions, QObject* parent)
    : QObject(parent), session_(session), actions_(actions), system_theme_(system_theme()), theme_(system_theme_) {
    actions_.themes->actions().at(qBound(0, window_settings::theme_choice(), 2))->setChecked(true);
    for (QAction* unit : actions_.units->actions()) {
        unit->setChecked(unit->data().toInt() == window_settings::unit_choice());
    }
    connect(actions_.themes, &QActionGroup::triggered, this, [this](const QAction* chosen) {
        window_settings::theme_choice.set(chosen->data().toInt());
        apply_theme();
    });
    connect(actions_.units, &QActionGroup::triggered, this, [this](const QAction* chosen) {
        window_settings::unit_choice.set(chosen->data().toInt());
        apply_unit();
    });
    connect(&session_.plan(), &OpenPlan::plan_changed, this, &Appearance::apply_unit);
    connect(&session_.plan(), &OpenPlan::closed, this, &Appearance::apply_unit);
}

void Appearance::set_color_by(ColorBy by) {
    color_by_ = by;
    emit color_by_changed(by);
}

void Appearance::apply_theme() {
    const int choice = actions_.themes->checkedAction()->data().toInt();
    theme_ = choice == 0 ? system_theme_ : (choice == 1 ? Theme::light : Theme::dark);
    QApplication::setPalette(qt_palette(theme_));
    emit theme_changed(theme_);
}

void Appearance::take_system_theme() {
    system_theme_ = system_theme();
    apply_theme();
}

void Appearance::apply_unit() {
    const int choice = actions_.units->checkedAction()->data().toInt();
    if (choice >= 0) {
        unit_ = static_cast<Unit>(choice);
    } else if (session_.has_plan()) {
        unit_ = unit_for(scale_of(*session_.shown()));
    }
    if (std::exchange(told_, unit_) != unit_) {
        emit unit_changed(unit_);
    }
}

}  // namespace arenascope
