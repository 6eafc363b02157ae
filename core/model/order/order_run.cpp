#include "core/model/order/order_run.h"

#include <algorithm>
#include <bit>

namespace arenascope {
namespace {

void flip(std::vector<std::uint64_t>& bits, OrderNode node) {
    bits[node / 64] ^= std::uint64_t{1} << (node % 64);
}

}  // namespace

OrderLists::OrderLists(const OrderProblem& problem) {
    const std::size_t count = problem.size();
    std::vector<std::vector<std::uint32_t>> tensors_of(count);
    for (std::uint32_t i = 0; i < problem.tensors.size(); ++i) {
        const OrderTensor& tensor = problem.tensors[i];
        size.push_back(tensor.size.value());
        users.push_back(static_cast<std::uint32_t>(tensor.users.size()));
        from_start.push_back(tensor.from_start);
        to_end.push_back(tensor.to_end);
        for (const OrderNode user : tensor.users) {
            tensors_of[user].push_back(i);
        }
    }
    std::vector<std::vector<OrderNode>> readers(count);
    for (OrderNode node = 0; node < count; ++node) {
        extra.push_back(node < problem.extra.size() ? problem.extra[node].value() : 0);
        waits.push_back(static_cast<std::uint32_t>(problem.needs[node].size()));
        for (const OrderNode need : problem.needs[node]) {
            readers[need].push_back(node);
        }
    }
    for (OrderNode node = 0; node < count; ++node) {
        touch_of.push_back(static_cast<std::uint32_t>(touches.size()));
        next_of.push_back(static_cast<std::uint32_t>(next.size()));
        touches.insert(touches.end(), tensors_of[node].begin(), tensors_of[node].end());
        next.insert(next.end(), readers[node].begin(), readers[node].end());
    }
    touch_of.push_back(static_cast<std::uint32_t>(touches.size()));
    next_of.push_back(static_cast<std::uint32_t>(next.size()));
}

OrderRun::OrderRun(const OrderLists& lists) : lists_(&lists) {
    restart(nullptr);
}

void OrderRun::restart(const std::uint64_t* done) {
    const std::size_t words = (lists_->nodes() + 63) / 64;
    left_ = lists_->users;
    waits_ = lists_->waits;
    ready_.assign(words, 0);
    done_.assign(words, 0);
    count_ = 0;
    for (std::size_t word = 0; done != nullptr && word < words; ++word) {
        done_[word] = done[word];
        count_ += static_cast<std::size_t>(std::popcount(done[word]));
        for (std::uint64_t rest = done[word]; rest != 0; rest &= rest - 1) {
            const std::size_t node = word * 64 + static_cast<std::size_t>(std::countr_zero(rest));
            for (std::uint32_t i = lists_->touch_of[node]; i < lists_->touch_of[node + 1]; ++i) {
                --left_[lists_->touches[i]];
            }
            for (std::uint32_t i = lists_->next_of[node]; i < lists_->next_of[node + 1]; ++i) {
                --waits_[lists_->next[i]];
            }
        }
    }
    for (OrderNode node = 0; node < lists_->nodes(); ++node) {
        if (waits_[node] == 0 && !has_bit(done_, node)) {
            flip(ready_, node);
        }
    }
    live_ = 0;
    for (std::uint32_t tensor = 0; tensor < left_.size(); ++tensor) {
        const bool is_alive = has_begun(tensor) && (left_[tensor] > 0 || lists_->to_end[tensor]);
        live_ += is_alive ? lists_->size[tensor] : 0;
    }
}

OrderNode OrderRun::next_ready(OrderNode from) const {
    std::size_t word = from / 64;
    if (word >= ready_.size()) {
        return static_cast<OrderNode>(lists_->nodes());
    }
    for (std::uint64_t bits = ready_[word] >> (from % 64) << (from % 64);; bits = ready_[word]) {
        if (bits != 0) {
            return static_cast<OrderNode>(word * 64 + static_cast<std::size_t>(std::countr_zero(bits)));
        }
        if (++word == ready_.size()) {
            return static_cast<OrderNode>(lists_->nodes());
        }
    }
}

std::int64_t OrderRun::need(OrderNode node) const {
    std::int64_t bytes = live_ + lists_->extra[node];
    for (std::uint32_t i = lists_->touch_of[node]; i < lists_->touch_of[node + 1]; ++i) {
        const std::uint32_t tensor = lists_->touches[i];
        bytes += has_begun(tensor) ? 0 : lists_->size[tensor];
    }
    return bytes;
}

std::int64_t OrderRun::growth(OrderNode node) const {
    std::int64_t bytes = 0;
    for (std::uint32_t i = lists_->touch_of[node]; i < lists_->touch_of[node + 1]; ++i) {
        const std::uint32_t tensor = lists_->touches[i];
        bytes += has_begun(tensor) ? 0 : lists_->size[tensor];
        bytes -= left_[tensor] == 1 && !lists_->to_end[tensor] ? lists_->size[tensor] : 0;
    }
    return bytes;
}

void OrderRun::run(OrderNode node) {
    live_ += growth(node);
    flip(done_, node);
    flip(ready_, node);
    ++count_;
    for (std::uint32_t i = lists_->touch_of[node]; i < lists_->touch_of[node + 1]; ++i) {
        --left_[lists_->touches[i]];
    }
    for (std::uint32_t i = lists_->next_of[node]; i < lists_->next_of[node + 1]; ++i) {
        if (--waits_[lists_->next[i]] == 0) {
            flip(ready_, lists_->next[i]);
        }
    }
}

void OrderRun::take_back(OrderNode node) {
    for (std::uint32_t i = lists_->next_of[node]; i < lists_->next_of[node + 1]; ++i) {
        if (waits_[lists_->next[i]]++ == 0) {
            flip(ready_, lists_->next[i]);
        }
    }
    for (std::uint32_t i = lists_->touch_of[node]; i < lists_->touch_of[node + 1]; ++i) {
        ++left_[lists_->touches[i]];
    }
    --count_;
    flip(done_, node);
    flip(ready_, node);
    live_ -= growth(node);
}

Bytes peak_of(const OrderProblem& problem, std::span<const OrderNode> order) {
    const OrderLists lists(problem);
    OrderRun run(lists);
    std::int64_t peak = 0;
    for (const OrderNode node : order) {
        peak = std::max(peak, run.need(node));
        run.run(node);
    }
    return Bytes(peak);
}

}  // namespace arenascope
