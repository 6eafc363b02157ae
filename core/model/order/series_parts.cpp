#include "core/model/order/series_parts.h"

#include <algorithm>
#include <utility>

namespace arenascope {
namespace {

/// The first node of each part, ascending.
std::vector<OrderNode> cuts_of(const OrderProblem& problem, const Ancestry& ancestry) {
    std::vector<OrderNode> cuts;
    std::size_t least = problem.size();
    for (auto node = static_cast<OrderNode>(problem.size()); node-- > 0;) {
        least = std::min(least, ancestry.common_start(node));
        if (least >= node) {
            cuts.push_back(node);
        }
    }
    std::ranges::reverse(cuts);
    return cuts;
}

}  // namespace

std::vector<SeriesPart> series_parts(const OrderProblem& problem, const Ancestry& ancestry) {
    const std::vector<OrderNode> cuts = cuts_of(problem, ancestry);
    std::vector<SeriesPart> parts(cuts.size());
    std::vector<std::size_t> part_of(problem.size());
    for (std::size_t i = 0; i < parts.size(); ++i) {
        parts[i].first = cuts[i];
        const std::size_t end = i + 1 < cuts.size() ? cuts[i + 1] : problem.size();
        parts[i].problem.needs.resize(end - cuts[i]);
        parts[i].problem.extra.resize(end - cuts[i]);
        for (std::size_t node = cuts[i]; node < end; ++node) {
            part_of[node] = i;
            parts[i].problem.extra[node - cuts[i]] = problem.extra[node];
            for (const OrderNode need : problem.needs[node]) {
                if (need >= cuts[i]) {
                    parts[i].problem.needs[node - cuts[i]].push_back(need - cuts[i]);
                }
            }
        }
    }
    std::vector<std::int64_t> through(parts.size() + 1, 0);  // by part: how much more than in the part before
    const auto is_through = [&through](std::size_t from, std::size_t to, Bytes size) {
        if (from < to) {
            through[from] += size.value();
            through[to] -= size.value();
        }
    };
    for (const OrderTensor& tensor : problem.tensors) {
        std::size_t next = tensor.from_start ? 0 : parts.size();  // the first part without a user so far
        for (auto user = tensor.users.begin(); user != tensor.users.end();) {
            const std::size_t part = part_of[*user];
            const bool has_begun = tensor.from_start || user != tensor.users.begin();
            is_through(next, part, tensor.size);
            next = part + 1;
            OrderTensor& own = parts[part].problem.tensors.emplace_back();
            own.size = tensor.size;
            own.from_start = has_begun;
            for (; user != tensor.users.end() && part_of[*user] == part; ++user) {
                own.users.push_back(*user - parts[part].first);
            }
            own.to_end = tensor.to_end || user != tensor.users.end();
        }
        if (tensor.to_end) {
            is_through(next, parts.size(), tensor.size);
        }
    }
    std::int64_t sum = 0;
    for (std::size_t i = 0; i < parts.size(); ++i) {
        sum += through[i];
        parts[i].through = Bytes(sum);
    }
    return parts;
}

}  // namespace arenascope
