#pragma once

#include <cstddef>
#include <string>
#include <vector>

#include "core/base/error/error.h"
#include "core/model/memory/problem.h"

namespace arenascope {

/// The most edges of a derived usage graph, so that it takes at most some 130 MB.
inline constexpr std::size_t most_takeovers = std::size_t{1} << 25U;

/// Derives the usage graph of a network from the reachability of its operators. A buffer may take over from another one
/// if every operator that uses the earlier one is an ancestor of every operator that uses the later one. Then the
/// earlier one is dead in any order in which independent operators may run, even at the same time.
///
///        ┌─▶ f ──▶ b ──▶ g ──▶ c        c may take over from a: everything that uses a comes before g
///   a ───┤                              c may not take over from d: g and h may run at the same time
///        └─▶ d ──▶ h ──▶ e              e may take over from a, but not from b
///
/// An operator is an ancestor of another one that reads what it wrote, writes again what it wrote, or writes what it
/// read. This holds for tensors without a buffer too. The copy to another core is an operator of its own.
/// Outputs hand nothing on, inputs take nothing over, variables do neither, and buffers of different regions never
/// share. Lists are ascending. An edge between buffers that live at the same time is left out.
/// O(operators² / 64 + buffers · operands). Errors: no operators; more than `most_takeovers` edges, or a network for
/// which they cannot be counted in a few seconds.
/// Source: docs/method.md, section "TensorFlow's strategies".
[[nodiscard]] Expected<UsageGraph> takeovers_by_reachability(const Problem& problem);

/// The usage graph that says the same as none: a buffer may take over from every buffer of its region that ends before
/// it begins. Lists are ascending. O(n²). Error: more than `most_takeovers` edges.
[[nodiscard]] Expected<UsageGraph> takeovers_by_lifetime(const Problem& problem);

/// Whether the graph has an edge between two buffers, at either end. Linear in their lists.
[[nodiscard]] bool has_takeover(const UsageGraph& graph, BufferIndex a, BufferIndex b);

/// Adds or removes the edge between two buffers, at both ends. A new edge is listed at the buffer that begins later.
void set_takeover(UsageGraph& graph, const Problem& problem, BufferIndex a, BufferIndex b, bool allowed);

/// Whether an edge between two buffers has an effect: they share a region and no step. Independent of the graph.
[[nodiscard]] bool can_take_over(const Problem& problem, BufferIndex a, BufferIndex b);

/// Applies the import switch `may-take-over=reachability`, and adds notes for people.
[[nodiscard]] Expected<void> derive_takeovers(Problem& problem, std::vector<std::string>& notes);

}  // namespace arenascope
