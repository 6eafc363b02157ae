#include "app/session/session.h"

#include <utility>
#include <vector>

namespace arenascope {

Session::Session(QObject* parent) : QObject(parent) {
    connect(&debugging_, &Debugging::lists_changed, this, &Session::pass_on_breakpoints);
    connect(&plan_, &OpenPlan::plan_changed, this, &Session::pass_on_breakpoints);
}

void Session::set_run_guard(RunGuard guard) {
    tuning_.run()->set_guard(guard);
    run_guard_ = std::move(guard);
}

void Session::pass_on_breakpoints() {
    std::vector<Breakpoint> stopping;
    for (const Breakpoint& each : debugging_.breakpoints()) {
        // A list outlives its file, and another problem may lack the buffers that a condition names.
        if (each.is_enabled && each.action == Breakpoint::Action::stop &&
            !debugging_.error_in_condition(each.condition)) {
            stopping.push_back(each);
        }
    }
    tuning_.set_breakpoints(std::move(stopping));
}

}  // namespace arenascope
