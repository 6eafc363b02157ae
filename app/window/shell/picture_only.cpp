#include "app/window/shell/picture_only.h"

#include <QDockWidget>
#include <QMenuBar>
#include <QStatusBar>
#include <QToolBar>

namespace arenascope {
namespace {

QString key_words(const QList<QKeySequence>& keys) {
    QStringList words;
    for (const QKeySequence& key : keys) {
        words << key.toString(QKeySequence::NativeText);
    }
    return words.join(PictureOnly::tr(" or "));
}

}  // namespace

PictureOnly::PictureOnly(const WindowFrame& frame) : WindowPart(frame) {
    connect(actions_.picture_only, &QAction::toggled, this, &PictureOnly::set_active);
    connect(&session_.plan(), &OpenPlan::closed, this, &PictureOnly::leave);
    connect(&session_.plan(), &OpenPlan::opened, this, [this] {
        if (active_) {
            hide_all();  // a plan with several memories shows a dock of its own
        }
    });
}

void PictureOnly::leave() {
    actions_.picture_only->setChecked(false);
}

void PictureOnly::set_active(bool active) {
    if (active == active_) {
        return;
    }
    active_ = active;
    // There are no docks to arrange.
    actions_.reset_mode->setEnabled(!active);
    actions_.modes->setEnabled(!active);
    if (active) {
        had_cores_ = docks_.cores.is_offered();
        arrangement_ = window_.saveState();
        bars_.clear();
        for (QWidget* bar : std::initializer_list<QWidget*>{window_.menuBar(), window_.statusBar()}) {
            if (!bar->isHidden()) {
                bars_ << bar;
            }
        }
        hide_all();
        swap_keys();
        notices_.inform(tr("Only the picture is shown. %1 brings everything back.")
                            .arg(key_words(actions_.picture_only->shortcuts())));
    } else {
        swap_keys();
        show_again();
        notices_.end_information();
    }
}

void PictureOnly::hide_all() {
    for (QDockWidget* dock : docks_.all()) {
        dock->hide();
    }
    for (auto* bar : window_.findChildren<QToolBar*>(QString(), Qt::FindDirectChildrenOnly)) {
        bar->hide();
    }
    for (const QPointer<QWidget>& bar : bars_) {
        if (bar) {
            bar->hide();
        }
    }
}

void PictureOnly::show_again() {
    for (const QPointer<QWidget>& bar : bars_) {
        if (bar) {
            bar->show();
        }
    }
    window_.restoreState(arrangement_);
    const bool has_cores = docks_.cores.is_offered();
    if (has_cores != had_cores_) {
        docks_.cores.dock->setVisible(has_cores);
    }
}

void PictureOnly::swap_keys() {
    if (active_) {
        clear_keys_ = actions_.clear->shortcuts();
        own_keys_ = actions_.picture_only->shortcuts();
        actions_.clear->setShortcuts(QList<QKeySequence>());
        actions_.picture_only->setShortcuts(own_keys_ + clear_keys_);
    } else {
        actions_.picture_only->setShortcuts(own_keys_);
        actions_.clear->setShortcuts(clear_keys_);
    }
}

}  // namespace arenascope
