#include "app/session/former_runs.h"

#include <utility>
#include <vector>

#include <QCoreApplication>

namespace arenascope {
namespace {

std::vector<std::shared_ptr<RunThread>>& former_runs() {
    static std::vector<std::shared_ptr<RunThread>> runs;
    return runs;
}

}  // namespace

void end_apart(std::shared_ptr<RunThread> run) {
    std::vector<std::shared_ptr<RunThread>>& former = former_runs();
    // A run delivers its result through the application object, which must not go before.
    [[maybe_unused]] static const bool are_waited_for = [] {
        qAddPostRoutine([] {
            for (const auto& each : former_runs()) {
                each->thread.join();
            }
            former_runs().clear();
        });
        return true;
    }();
    std::erase_if(former, [](const std::shared_ptr<RunThread>& each) {
        if (each->is_done) {
            each->thread.join();
        }
        return !each->thread.joinable();
    });
    run->is_abandoned = true;
    if (run->thread.joinable()) {
        former.push_back(std::move(run));
    }
}

}  // namespace arenascope
