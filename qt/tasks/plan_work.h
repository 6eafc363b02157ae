#pragma once

#include <atomic>
#include <cstdint>
#include <memory>
#include <type_traits>
#include <utility>

#include "core/model/memory/problem.h"
#include "qt/tasks/background_task.h"
#include "qt/tasks/handled_at_once.h"

namespace arenascope {

/// Whether the window's thread does nothing that is linear in the buffers.
[[nodiscard]] inline bool is_large(const Problem& problem) {
    return problem.buffers.size() > most_handled_at_once;
}

/// Runs `work` and `deliver` as BackgroundTask::start() does if the plan is large, and both at once if it is small.
/// Either way, earlier work of the task is not delivered any more.
template <class Work, class Deliver>
void work_on_plan(BackgroundTask& task, bool is_large, Work work, Deliver deliver, int priority = 0) {
    if (is_large) {
        task.start(std::move(work), std::move(deliver), priority);
        return;
    }
    task.abandon();
    if constexpr (std::is_invocable_v<Work&, const Outdated&>) {
        deliver(work(Outdated(std::make_shared<const std::atomic<std::uint64_t>>(0), 0)));
    } else {
        deliver(work());
    }
}

}  // namespace arenascope
