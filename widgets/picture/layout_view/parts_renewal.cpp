#include "widgets/picture/layout_view/parts_renewal.h"

#include <utility>

#include <QMetaObject>

namespace arenascope {
namespace {

/// Before frames, which wait for the parts.
constexpr int priority = 2;

}  // namespace

PartsRenewal::PartsRenewal(std::function<RenewedParts()> latest, std::function<void(RenewedParts, OutdatedParts)> adopt,
                           std::function<void()> fail)
    : latest_(std::move(latest)), adopt_(std::move(adopt)), fail_(std::move(fail)) {
    connect(&task_, &BackgroundTask::ran_out_of_memory, this, [this] { fail_(); });
}

void PartsRenewal::require(OutdatedParts outdated) {
    waiting_ = joined(waiting_, outdated);
    start();
}

void PartsRenewal::restart(OutdatedParts outdated) {
    abandon();
    waiting_ = outdated;
    is_restarting_ = true;
    QMetaObject::invokeMethod(
        this,
        [this] {
            is_restarting_ = false;
            start();
        },
        Qt::QueuedConnection);
}

void PartsRenewal::abandon() {
    task_.abandon();
    waiting_ = {};
}

void PartsRenewal::start() {
    if (is_restarting_ || task_.is_running() || waiting_ == OutdatedParts()) {
        return;
    }
    const OutdatedParts outdated = std::exchange(waiting_, OutdatedParts());
    task_.start(
        [renewed = latest_(), outdated]() mutable {
            const Problem& problem = *renewed.content.problem;
            if (renewed.content.layout->placements.size() != problem.buffers.size()) {
                renewed.content.layout = std::make_shared<const Layout>(empty_layout(problem));
            }
            renew(renewed.parts, renewed.content, outdated);
            return std::move(renewed);
        },
        [this, outdated](RenewedParts renewed) {
            // First adopted: what waits is computed from the parts that are there.
            adopt_(std::move(renewed), outdated);
            start();
        },
        priority);
}

}  // namespace arenascope
