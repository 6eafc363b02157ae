#include "app/session/plan_preparation.h"

#include <algorithm>
#include <memory>
#include <utility>

#include "core/base/error/out_of_memory.h"
#include "qt/tasks/handled_at_once.h"

namespace arenascope {
namespace {

std::size_t size_of(const std::shared_ptr<const Problem>& problem) {
    return problem ? problem->buffers.size() : 0;
}

}  // namespace

PlanPreparation::PlanPreparation(std::function<FormerPlan()> former, Show show, QUndoStack& changes, QObject* parent)
    : QObject(parent), former_(std::move(former)), show_(std::move(show)), changes_(changes) {
    connect(&preparing_, &BackgroundTask::ran_out_of_memory, this, [this] {
        revert();
        emit failed(out_of_memory(tr("to show the change").toStdString(), tr("close other programs").toStdString()));
    });
    // What is undone at once is shown at once.
    connect(&changes_, &QUndoStack::indexChanged, this, [this](int index) {
        if (!coming_ && !is_reverting_) {
            shown_index_ = index;
        }
    });
}

void PlanPreparation::begin(ComingState coming) {
    if (is_reverting_) {
        return;
    }
    coming.of_file = coming.of_file || (coming_ && coming_->of_file);
    coming_ = std::move(coming);
    ++number_;
    try {
        if (preparing_.is_running() || !prepare()) {
            emit changed();
        }
    } catch (...) {
        revert();
        throw;
    }
}

bool PlanPreparation::prepare() {
    FormerPlan former = former_();
    const std::size_t elements = std::max(size_of(coming_->state.problem), size_of(former.problem));
    return preparing_.run(
        elements,
        [state = coming_->state, former = std::move(former)]() mutable {
            return std::make_shared<PreparedPlan>(prepared(std::move(state), former));
        },
        [this, number = number_](const std::shared_ptr<PreparedPlan>& plan) { deliver(std::move(*plan), number); }, 1);
}

void PlanPreparation::deliver(PreparedPlan prepared, std::uint64_t number) {
    const bool is_newest = number == number_;
    const ComingState shown = is_newest ? std::move(*coming_) : ComingState{prepared.state};
    if (is_newest) {
        coming_.reset();
    }
    try {
        show_(std::move(prepared), shown);
    } catch (...) {
        revert();
        throw;
    }
    if (coming_) {
        prepare();
        return;
    }
    shown_index_ = changes_.index();
    emit changed();
}

void PlanPreparation::finish() {
    if (coming_) {
        const ComingState coming = std::move(*coming_);
        drop();
        show_(prepared(coming.state, former_()), coming);
        shown_index_ = changes_.index();
    }
}

void PlanPreparation::drop() {
    preparing_.abandon();
    ++number_;
    if (std::exchange(coming_, std::nullopt)) {
        emit changed();
    }
}

void PlanPreparation::revert() {
    is_reverting_ = true;
    changes_.setIndex(std::min(shown_index_, changes_.count()));
    is_reverting_ = false;
    drop();
}

}  // namespace arenascope
