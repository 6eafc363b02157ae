#include "core/analysis/compare/buffer_pairing.h"

#include <algorithm>
#include <string_view>
#include <tuple>
#include <unordered_map>

namespace arenascope {
namespace {

/// Orders the buffers of a plan by their shape of use. Regions are told apart by name, because the plans need not have
/// the same list of them.
class UseOrder {
public:
    explicit UseOrder(const Problem& problem) : problem_(problem) {}

    [[nodiscard]] auto plain_use_of(BufferIndex index) const {
        const Buffer& buffer = problem_.buffers[index];
        return std::tuple(buffer.size, buffer.lifetime.begin, buffer.lifetime.end, buffer.kind,
                          std::string_view(problem_.regions[buffer.region].name), buffer.gaps().size());
    }

    [[nodiscard]] const std::vector<Gap>& gaps_of(BufferIndex index) const { return problem_.buffers[index].gaps(); }

private:
    const Problem& problem_;
};

std::tuple<Step, Step, bool, Bytes, Bytes> as_tuple(const Gap& gap) {
    const Window window = gap.window.value_or(Window{});
    return {gap.steps.begin, gap.steps.end, gap.window.has_value(), window.from, window.to};
}

/// −1, 0 or 1: the order of two buffers, each of its own plan, by their shape of use.
int compare_use(const UseOrder& a, BufferIndex of_a, const UseOrder& b, BufferIndex of_b) {
    const auto left = a.plain_use_of(of_a);
    const auto right = b.plain_use_of(of_b);
    if (left != right) {
        return left < right ? -1 : 1;
    }
    const auto& left_gaps = a.gaps_of(of_a);
    const auto& right_gaps = b.gaps_of(of_b);
    for (std::size_t i = 0; i < left_gaps.size(); ++i) {
        const auto left_gap = as_tuple(left_gaps[i]);
        const auto right_gap = as_tuple(right_gaps[i]);
        if (left_gap != right_gap) {
            return left_gap < right_gap ? -1 : 1;
        }
    }
    return 0;
}

std::vector<BufferIndex> sorted_by_use(std::vector<BufferIndex> buffers, const UseOrder& order) {
    std::ranges::sort(buffers, [&order](BufferIndex a, BufferIndex b) {
        const int relation = compare_use(order, a, order, b);
        return relation != 0 ? relation < 0 : a < b;
    });
    return buffers;
}

/// The end of the buffers from `from` on that have the same shape of use.
std::size_t end_of_equals(const std::vector<BufferIndex>& sorted, std::size_t from, const UseOrder& order) {
    std::size_t end = from + 1;
    while (end < sorted.size() && compare_use(order, sorted[from], order, sorted[end]) == 0) {
        ++end;
    }
    return end;
}

/// Pairs what is left by its shape of use, and keeps in the pairing what still is.
void pair_by_use(BufferPairing& pairing, const Problem& first, const Problem& second) {
    const UseOrder first_order(first);
    const UseOrder second_order(second);
    const auto ours = sorted_by_use(std::move(pairing.only_in_first), first_order);
    const auto theirs = sorted_by_use(std::move(pairing.only_in_second), second_order);
    pairing.only_in_first.clear();
    pairing.only_in_second.clear();
    std::size_t i = 0;
    std::size_t j = 0;
    while (i < ours.size() || j < theirs.size()) {
        const int relation = i == ours.size()     ? 1
                             : j == theirs.size() ? -1
                                                  : compare_use(first_order, ours[i], second_order, theirs[j]);
        const std::size_t end_of_ours = relation <= 0 ? end_of_equals(ours, i, first_order) : i;
        const std::size_t end_of_theirs = relation >= 0 ? end_of_equals(theirs, j, second_order) : j;
        if (end_of_ours - i == end_of_theirs - j) {
            while (i < end_of_ours) {
                pairing.pairs.push_back({ours[i++], theirs[j++], PairedBy::use});
            }
            continue;
        }
        while (i < end_of_ours) {
            pairing.only_in_first.push_back(ours[i++]);
        }
        while (j < end_of_theirs) {
            pairing.only_in_second.push_back(theirs[j++]);
        }
    }
    std::ranges::sort(pairing.only_in_first);
    std::ranges::sort(pairing.only_in_second);
    std::ranges::sort(pairing.pairs, {}, &BufferPair::first);
}

}  // namespace

BufferPairing pair_by_name(const Problem& first, const Problem& second) {
    BufferPairing pairing;
    std::unordered_map<std::string_view, std::size_t> of_second;
    of_second.reserve(second.buffers.size());
    for (std::size_t i = 0; i < second.buffers.size(); ++i) {
        of_second.emplace(second.buffers[i].name, i);
    }
    std::vector<bool> is_paired(second.buffers.size(), false);
    for (std::size_t i = 0; i < first.buffers.size(); ++i) {
        const auto found = of_second.find(first.buffers[i].name);
        if (found == of_second.end()) {
            pairing.only_in_first.emplace_back(i);
            continue;
        }
        pairing.pairs.push_back({BufferIndex(i), BufferIndex(found->second)});
        is_paired[found->second] = true;
    }
    for (std::size_t i = 0; i < second.buffers.size(); ++i) {
        if (!is_paired[i]) {
            pairing.only_in_second.emplace_back(i);
        }
    }
    return pairing;
}

bool are_related(const Problem& first, const Problem& second) {
    std::size_t alike = 0;
    for (const BufferPair& pair : pair_by_name(first, second).pairs) {
        const Buffer& a = first.buffers[pair.first];
        const Buffer& b = second.buffers[pair.second];
        alike += a.size == b.size || a.lifetime == b.lifetime ? 1 : 0;
    }
    const std::size_t smaller = std::min(first.buffers.size(), second.buffers.size());
    return alike > 0 && 2 * alike >= smaller;
}

BufferPairing pair_buffers(const Problem& first, const Problem& second) {
    BufferPairing pairing = pair_by_name(first, second);
    if (!pairing.only_in_first.empty() && !pairing.only_in_second.empty()) {
        pair_by_use(pairing, first, second);
    }
    return pairing;
}

}  // namespace arenascope
