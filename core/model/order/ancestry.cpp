#include "core/model/order/ancestry.h"

#include <algorithm>
#include <bit>

namespace arenascope {
namespace {

void set_bit(std::uint64_t* bits, OrderNode node) {
    bits[node / 64] |= std::uint64_t{1} << (node % 64);
}

}  // namespace

Ancestry::Ancestry(const OrderProblem& problem)
    : words_((problem.size() + 63) / 64), before_(words_ * problem.size()), after_(words_ * problem.size()) {
    const auto add = [this](std::vector<std::uint64_t>& sets, OrderNode node, OrderNode other) {
        std::uint64_t* const own = &sets[node * words_];
        const std::uint64_t* const theirs = &sets[other * words_];
        for (std::size_t word = 0; word < words_; ++word) {
            own[word] |= theirs[word];
        }
        set_bit(own, other);
    };
    for (OrderNode node = 0; node < problem.size(); ++node) {
        for (const OrderNode need : problem.needs[node]) {
            add(before_, node, need);
        }
    }
    for (auto node = static_cast<OrderNode>(problem.size()); node-- > 0;) {
        for (const OrderNode need : problem.needs[node]) {
            add(after_, need, node);
        }
    }
}

std::size_t Ancestry::common_start(OrderNode node) const {
    const std::uint64_t* const bits = before(node);
    std::size_t count = 0;
    for (std::size_t word = 0; word < words_; ++word) {
        const auto ones = static_cast<std::size_t>(std::countr_one(bits[word]));
        count += ones;
        if (ones < 64) {
            break;
        }
    }
    return count;
}

std::vector<Bytes> forced_bytes(const OrderProblem& problem, const Ancestry& ancestry) {
    const std::size_t words = ancestry.words();
    std::vector<std::int64_t> bytes(problem.size(), 0);
    for (OrderNode node = 0; node < problem.extra.size(); ++node) {
        bytes[node] = problem.extra[node].value();
    }
    std::vector<std::uint64_t> begun(words);
    std::vector<std::uint64_t> needed(words);
    for (const OrderTensor& tensor : problem.tensors) {
        std::ranges::fill(begun, tensor.from_start ? ~std::uint64_t{0} : 0);
        std::ranges::fill(needed, tensor.to_end ? ~std::uint64_t{0} : 0);
        for (const OrderNode user : tensor.users) {
            set_bit(begun.data(), user);
            set_bit(needed.data(), user);
            for (std::size_t word = 0; word < words; ++word) {
                begun[word] |= ancestry.after(user)[word];
                needed[word] |= ancestry.before(user)[word];
            }
        }
        for (std::size_t word = 0; word < words; ++word) {
            for (std::uint64_t both = begun[word] & needed[word]; both != 0; both &= both - 1) {
                const std::size_t node = word * 64 + static_cast<std::size_t>(std::countr_zero(both));
                if (node < problem.size()) {
                    bytes[node] += tensor.size.value();
                }
            }
        }
    }
    std::vector<Bytes> result;
    for (const std::int64_t one : bytes) {
        result.emplace_back(one);
    }
    return result;
}

}  // namespace arenascope
