#include "widgets/picture/layout_view/parts_renewal.h"

#include <utility>

#include <QMetaObject>

#include "qt/tasks/handled_at_once.h"

namespace arenascope {
namespace {

/// Before frames, which wait for the parts.
constexpr int priority = 2;

std::size_t size_of(const LayoutContent& content) {
    return content.problem ? content.problem->buffers.size() : 0;
}

bool is_small_with_layout(const LayoutContent& content) {
    return size_of(content) <= most_handled_at_once && content.layout->placements.size() == size_of(content);
}

}  // namespace

PartsRenewal::PartsRenewal(std::function<RenewedParts()> latest, std::function<void(RenewedParts, OutdatedParts)> adopt,
                           std::function<void()> fail)
    : latest_(std::move(latest)), adopt_(std::move(adopt)), fail_(std::move(fail)) {
    connect(&task_, &BackgroundTask::ran_out_of_memory, this, [this] { fail_(); });
}

bool PartsRenewal::require(OutdatedParts outdated) {
    waiting_ = joined(waiting_, outdated);
    is_restarting_ = is_restarting_ && !is_small_with_layout(latest_().content);
    return start();
}

void PartsRenewal::restart() {
    task_.abandon();
    waiting_ = all_parts;
    is_restarting_ = true;
    QMetaObject::invokeMethod(
        this,
        [this] {
            is_restarting_ = false;
            start();
        },
        Qt::QueuedConnection);
}

bool PartsRenewal::start() {
    if (is_restarting_ || task_.is_running() || waiting_ == OutdatedParts()) {
        return false;
    }
    const OutdatedParts outdated = std::exchange(waiting_, OutdatedParts());
    RenewedParts latest = latest_();
    const std::size_t elements = size_of(latest.content);
    return task_.run(
        elements,
        [renewed = std::move(latest), outdated, elements]() mutable {
            if (renewed.content.layout->placements.size() != elements) {
                renewed.content.layout = std::make_shared<const Layout>(empty_layout(*renewed.content.problem));
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
