#include "core/format/plan/listed_span.h"

#include <algorithm>

namespace arenascope {
namespace {

/// From the first to the last step at which all bytes of a buffer are in use; empty: there is no such step.
std::optional<Lifetime> whole_steps(const Buffer& buffer) {
    std::optional<Lifetime> whole;
    for_each_piece(buffer, [&](const Piece& piece) {
        if (piece.bytes == Window{Bytes(0), buffer.size}) {
            whole = {whole ? whole->begin : piece.steps.begin, piece.steps.end};
        }
    });
    return whole;
}

}  // namespace

std::vector<ListedOperator> listed_operators(const ShortenedNetwork& network) {
    std::vector<ListedOperator> listed;
    auto transfer = network.transfers.begin();
    for (std::size_t i = 0; i <= network.operators.size(); ++i) {
        for (; transfer != network.transfers.end() && transfer->before == i; ++transfer) {
            listed.push_back({nullptr, &*transfer});
        }
        if (i < network.operators.size()) {
            listed.push_back({&network.operators[i], nullptr});
        }
    }
    return listed;
}

void ListedSpan::include(std::uint32_t position) {
    first = std::min(first.value_or(position), position);
    last = std::max(last.value_or(position), position);
}

ListedSpans::ListedSpans(const Problem& problem, const ShortenedNetwork& network,
                         const std::vector<ListedOperator>& listed)
    : problem_(problem), reads_(problem.buffers.size()) {
    for (std::uint32_t i = 0; i < listed.size(); ++i) {
        if (listed[i].node == nullptr) {
            note(listed[i].transfer->held, i);
            continue;
        }
        steps_.push_back(problem.graph->operators[listed[i].node->node].step);
        positions_.push_back(i);
        for (const HeldTensor& read : listed[i].node->reads) {
            note(read, i);
        }
    }
    for (const ShortenedOutput& one : network.outputs) {
        if (!listed.empty()) {
            note(one.held, static_cast<std::uint32_t>(listed.size() - 1));
        }
    }
}

void ListedSpans::note(const HeldTensor& held, std::uint32_t position) {
    for (const HeldBytes& part : held) {
        reads_[part.buffer].include(position);
    }
}

/// The range of operators that run in some steps.
std::pair<std::size_t, std::size_t> ListedSpans::running_in(Lifetime steps) const {
    const auto at = [this](Step step) {
        return static_cast<std::size_t>(std::lower_bound(steps_.begin(), steps_.end(), step) - steps_.begin());
    };
    return {at(steps.begin), at(steps.end)};
}

ListedSpan ListedSpans::of_scratch(BufferIndex index) const {
    ListedSpan span = reads_[index];
    for_each_piece(problem_.buffers[index], [&](const Piece& piece) {
        const auto [from, to] = running_in(piece.steps);
        if (from < to) {
            span.include(positions_[from]);
            span.include(positions_[to - 1]);
        }
    });
    span.gaps = span.first ? gaps_of(problem_.buffers[index], span) : std::vector<DeployedGap>();
    return span;
}

/// Transfers beside a gap belong to it, as those beside the whole span are outside it.
std::vector<DeployedGap> ListedSpans::gaps_of(const Buffer& buffer, const ListedSpan& span) const {
    std::vector<DeployedGap> gaps;
    std::uint32_t free_from = *span.first;
    for (const Gap& gap : buffer.gaps()) {
        const auto [from, to] = running_in(gap.steps);
        if (from >= to) {
            continue;
        }
        const std::uint32_t first = std::max(free_from, from > 0 ? positions_[from - 1] + 1 : positions_[from]);
        const std::uint32_t last = std::min(*span.last, to < positions_.size() ? positions_[to] - 1 : *span.last);
        if (first <= last) {
            gaps.push_back({first, last, gap.window});
            free_from = last + 1;
        }
    }
    return gaps;
}

bool ListedSpans::needs_given(BufferIndex index) const {
    return reads_[index].first || whole_steps(problem_.buffers[index]);
}

ListedSpan ListedSpans::of_given(BufferIndex index) const {
    const Buffer& buffer = problem_.buffers[index];
    const ListedSpan& read = reads_[index];
    const std::optional<Lifetime> whole = whole_steps(buffer);
    if (!whole) {
        return read;
    }
    ListedSpan span;
    const auto [from, to] = running_in(*whole);
    if (from >= to) {
        return span;
    }
    if (whole->begin > std::max(buffer.lifetime.begin, problem_.graph->operators.front().step) ||
        buffer.lifetime.begin > problem_.graph->operators.front().step) {
        span.first = std::min(positions_[from], read.first.value_or(positions_[from]));
    }
    if (buffer.kind == BufferKind::activation && (!read.last || *read.last < positions_[to - 1])) {
        span.last = positions_[to - 1];
    }
    return span;
}

}  // namespace arenascope
