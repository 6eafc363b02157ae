#include "app/window/shell/view_memory.h"

#include <utility>

#include <QDateTime>
#include <QFileInfo>

#include "app/window/shell/window_view.h"

namespace arenascope {

using namespace std::chrono_literals;

ViewMemory::ViewMemory(Session& session, WindowView& view, const QString& folder, QObject* parent)
    : QObject(parent), session_(session), view_(view), folder_(folder) {
    writing_.setMaxThreadCount(1);
    soon_.setSingleShot(true);
    soon_.setInterval(3s);
    connect(&soon_, &QTimer::timeout, this, &ViewMemory::keep);
    connect(&view_, &WindowView::changed, this, [this] {
        if (!path_.isEmpty() && !soon_.isActive()) {
            soon_.start();
        }
    });
    // It comes before another plan or file is shown.
    connect(&session_.plan(), &OpenPlan::superseded, this, [this] {
        if (!path_.isEmpty() && session_.has_plan()) {
            keep();
        }
    });
    connect(&session_.plan(), &OpenPlan::plan_changed, this, &ViewMemory::expect_file);
    connect(&session_.plan(), &OpenPlan::opened, this, &ViewMemory::restore);
    connect(&session_.plan(), &OpenPlan::renamed, this, [this] {
        keep_closed();
        path_ = session_.path();
        keep();
    });
    connect(&session_.plan(), &OpenPlan::closed, this, [this] {
        keep_closed();
        path_.clear();
        memory_.reset();
        if (std::exchange(is_as_left_, false)) {
            view_.restore_order(ViewState());
        }
    });
    // Later, because the listeners of the plan must hear of it before it changes again. The result of a run on a large
    // plan is shown long after the run has ended.
    connect(&session_.plan(), &OpenPlan::plan_changed, this, &ViewMemory::restore_step_of_first_run,
            Qt::QueuedConnection);
}

ViewMemory::~ViewMemory() {
    if (soon_.isActive() && session_.has_plan()) {
        keep();
    }
}

void ViewMemory::expect_file() {
    if (session_.path() == path_ || skips_next_) {
        return;
    }
    memory_ = remembered(folder_, session_.path());
    // Now, because a problem is planned as soon as it is open. A file that nobody has seen is not planned as the one
    // before was.
    if (memory_ || is_as_left_) {
        view_.restore_order(memory_ ? memory_->view : ViewState());
    }
    is_as_left_ = true;
}

void ViewMemory::restore() {
    if (session_.path() == path_) {
        return;
    }
    keep_closed();
    path_ = session_.path();
    const bool is_fresh = std::exchange(is_fresh_, false);
    if (std::exchange(skips_next_, false)) {
        memory_.reset();
    } else if (!memory_) {
        if (!is_fresh) {
            view_.restore_colors(ViewState());
        }
    } else {
        view_.restore_view(memory_->view, is_fresh);
        if (session_.state().trace) {
            memory_.reset();
        }
    }
    keep();
}

void ViewMemory::restore_step_of_first_run() {
    if (!session_.has_plan() || !session_.state().trace) {
        return;  // the run is still under way, or its result is being prepared
    }
    if (const auto memory = std::exchange(memory_, std::nullopt); memory && session_.path() == path_) {
        view_.restore_step(memory->view);
    }
}

void ViewMemory::keep() {
    soon_.stop();
    RememberedFile file;
    file.path = path_;
    file.session = this_session();
    file.at = QDateTime::currentMSecsSinceEpoch();
    file.view = view_.state();
    if (memory_) {
        file.view.frame = memory_->view.frame;  // its run is still under way
        file.view.frames = memory_->view.frames;
    }
    kept_ = file;
    writing_.start([folder = folder_, file = std::move(file)] { remember(folder, file); });
}

void ViewMemory::keep_closed() {
    soon_.stop();
    if (auto file = std::exchange(kept_, std::nullopt)) {
        file->closed = QDateTime::currentMSecsSinceEpoch();
        writing_.start([folder = folder_, file = std::move(*file)] { remember(folder, file); });
    }
}

}  // namespace arenascope
