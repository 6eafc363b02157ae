#include "core/planner/peak_suppression/order_rearranger.h"

#include <algorithm>

namespace arenascope {
namespace {

/// Limit of the rounds of counting that leave the order unchanged; then no new order is found.
constexpr int most_rounds = 100;

}  // namespace

OrderRearranger::OrderRearranger(const Problem& problem, const RectangleContainer& container, Offset threshold)
    : problem_(&problem), container_(&container), threshold_(threshold), times_above_(problem.buffers.size(), 0) {}

Group OrderRearranger::next(const RearrangerTask& task) {
    ++draws_;
    Group order;
    // While the order stays the same, each round counts the same buffers again.
    for (int rounds = 0; rounds < most_rounds && !(task.stop && task.stop()); ++rounds) {
        work_ += static_cast<std::int64_t>(task.last.size());
        for (const BufferIndex buffer : task.last) {
            const Offset offset(container_->offsets()[buffer]);
            times_above_[buffer] += offset + problem_->buffers[buffer].size > threshold_ ? 1U : 0U;
        }
        order = task.sorted;
        std::stable_sort(order.begin(), order.end(),
                         [&](BufferIndex a, BufferIndex b) { return times_above_[a] > times_above_[b]; });
        if (order != task.last) {
            return order;
        }
    }
    return {};
}

std::string OrderRearranger::last_draw() const {
    return "most often above the threshold first, draw " + std::to_string(draws_);
}

}  // namespace arenascope
