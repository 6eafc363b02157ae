#include "app/session/journal.h"

#include <utility>

#include <QCoreApplication>
#include <QDateTime>
#include <QPointer>
#include <QScopedValueRollback>

#include "app/session/recovery.h"

namespace arenascope {
namespace {

using namespace std::chrono_literals;

constexpr auto usual_delay = 500ms;
constexpr auto delay_after_failure = 5s;

}  // namespace

Journal::Journal(Session& session, const QString& folder, std::function<ViewState()> view, QObject* parent)
    : QObject(parent), session_(session), folder_(folder.toStdString()), view_(std::move(view)) {
    // Called on the writer's thread. The application object outlives that thread; this object may not.
    writer_ = std::make_shared<JournalWriter>(folder_, [self = QPointer<Journal>(this)](const Expected<void>& kept) {
        QMetaObject::invokeMethod(
            QCoreApplication::instance(),
            [self, kept] {
                if (self) {
                    self->hear(kept);
                }
            },
            Qt::QueuedConnection);
    });
    // It is not started anew while it runs, so a long drag cannot put it off.
    soon_.setSingleShot(true);
    soon_.setInterval(usual_delay);
    connect(&soon_, &QTimer::timeout, this, &Journal::keep);
    connect(&session_.plan(), &OpenPlan::opened, this, &Journal::follow_file);
    connect(&session_.file(), &OpenFile::saved, this, &Journal::follow_saving);
    connect(&session_.plan(), &OpenPlan::closed, this, &Journal::keep);
    connect(&session_.file(), &OpenFile::dropping_changes, this, &Journal::set_aside);
    connect(&session_.file(), &OpenFile::failed, this, &Journal::take_back_undropped);
    connect(session_.undo_stack(), &QUndoStack::indexChanged, this, &Journal::follow_reloads);
    connect(session_.undo_stack(), &QUndoStack::indexChanged, this, &Journal::touch);
    connect(session_.undo_stack(), &QUndoStack::cleanChanged, this, [this](bool is_clean) {
        if (is_clean && !is_showing_) {
            keep();
        }
    });
    connect(&session_.plan(), &OpenPlan::layout_changed, this, &Journal::touch);
    connect(&session_.plan(), &OpenPlan::plan_changed, this, &Journal::touch);
    connect(&session_.plan(), &OpenPlan::annotations_changed, this, &Journal::touch);
    connect(&session_.selection(), &Selection::changed, this, &Journal::touch);
    connect(&session_.selection(), &Selection::cursor_changed, this, &Journal::touch);
    connect(&session_.debugging(), &Debugging::lists_changed, this, &Journal::touch);
    session_.set_run_guard([self = QPointer<Journal>(this)](const std::string& planner, const QString& path) {
        return self ? self->guarded_run(planner, path) : nullptr;
    });
}

Journal::~Journal() {
    session_.set_run_guard({});
    if (soon_.isActive()) {
        keep();
    }
    writer_->finish();
}

std::function<std::shared_ptr<const void>()> Journal::guarded_run(const std::string& planner, const QString& path) {
    if (soon_.isActive()) {
        keep();
    }
    const MarkedRun run{planner, path.isEmpty() ? session_.path() : path, QDateTime::currentMSecsSinceEpoch()};
    return [writer = writer_, folder = folder_, run]() -> std::shared_ptr<const void> {
        writer->finish();
        return std::make_shared<const RunMark>(folder, run);
    };
}

void Journal::touch() {
    if (!soon_.isActive() && has_unsaved_work()) {
        soon_.start();
    }
}

bool Journal::has_unsaved_work() const {
    return session_.has_plan() && !session_.undo_stack()->isClean();
}

void Journal::follow_file() {
    const PlanState& state = session_.state();
    origin_ = {identity_of(session_.path()), identity_of(state.source), state.problem, state.layout, state.trace};
}

void Journal::follow_saving() {
    writer_->discard_aside(session_.path());
    drops_.clear();
    origin_.file = identity_of(session_.path());
    if (session_.path() == session_.state().source) {
        origin_ = {origin_.file, origin_.file, {}, {}, {}};
    }
}

void Journal::keep() {
    soon_.stop();
    if (has_unsaved_work()) {
        writer_->write(work());
    } else {
        recovered_edits_ = 0;
        writer_->discard();
    }
}

void Journal::set_aside() {
    soon_.stop();
    writer_->write(work());
    writer_->set_aside();
    drops_.push_back({session_.undo_stack()->index() + 1});
}

void Journal::take_back_undropped() {
    if (std::erase_if(drops_, [](const Drop& drop) { return drop.reload == nullptr; }) > 0) {
        writer_->take_back();
        touch();
    }
}

void Journal::follow_reloads(int index) {
    // A change after an undo takes the place of what was undone, and another file has a history of its own.
    const QUndoStack& changes = *session_.undo_stack();
    std::erase_if(drops_, [&changes](const Drop& drop) {
        const bool is_there = drop.index <= changes.count();
        return !is_there || (drop.reload != nullptr && drop.reload != changes.command(drop.index - 1));
    });
    for (Drop& drop : drops_) {
        drop.reload = changes.command(drop.index - 1);
        if (const bool is_aside = index >= drop.index; std::exchange(drop.is_aside, is_aside) != is_aside) {
            is_aside ? writer_->set_aside() : writer_->take_back();
        }
    }
}

void Journal::finish() {
    keep();
    writer_->finish();
}

UnsavedWork Journal::work() const {
    const QUndoStack& changes = *session_.undo_stack();
    const int saved = std::max(0, changes.cleanIndex());
    UnsavedWork work;
    work.path = session_.path();
    work.can_replace_file = session_.file().can_replace_file();
    work.origin = origin_;
    work.plan = session_.state();
    work.shown = session_.plan().without_preview().layout;
    work.view = view_();
    work.breakpoints = session_.debugging().breakpoints();
    work.watches = session_.debugging().watches();
    work.edits = recovered_edits_ + static_cast<std::size_t>(std::abs(changes.index() - saved));
    work.at = QDateTime::currentMSecsSinceEpoch();
    return work;
}

void Journal::show(RecoveredWork recovered) {
    UnsavedWork work = std::move(recovered.work);
    {
        const QScopedValueRollback mark(is_showing_, true);
        session_.plan().show_file(prepared(std::move(work.plan), FormerPlan()), work.path, false);
    }
    origin_ = std::move(work.origin);
    recovered_edits_ = work.edits;
    session_.file().set_can_replace_file(work.can_replace_file);
    session_.file().set_identity(origin_.file);
    session_.debugging().set_breakpoints(std::move(work.breakpoints));
    session_.debugging().set_watches(std::move(work.watches));
    if (recovered.log) {
        writer_->take_over(std::move(*recovered.log));
    }
    touch();
}

void Journal::hear(const Expected<void>& kept) {
    if (kept) {
        if (std::exchange(has_failed_, false)) {
            soon_.setInterval(usual_delay);
            emit written();
        }
        return;
    }
    soon_.setInterval(delay_after_failure);
    touch();
    if (!std::exchange(has_failed_, true)) {
        emit failed(kept.error());
    }
}

}  // namespace arenascope
