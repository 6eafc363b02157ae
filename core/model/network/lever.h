#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>

#include "core/model/settings/option.h"

namespace arenascope {

/// A change of how a network runs that changes no result of it.
enum class Lever : std::uint8_t {
    order,      ///< its operators run in another order
    split,      ///< chains of operators run part by part
    spill,      ///< buffers move to a second memory, for a part of their lives or for all of them
    sharing,    ///< operators hand memory on
    recompute,  ///< operators run again before a late reader
};

inline constexpr std::array all_levers = {Lever::order, Lever::split, Lever::spill, Lever::sharing, Lever::recompute};

/// As on the command line and in JSON: "order", "split", "spill", "sharing", "recompute".
[[nodiscard]] std::string_view name_of(Lever lever);
[[nodiscard]] std::optional<Lever> lever_named(std::string_view name);
/// The switch of the import that chooses the lever's best, such as execution-order=least-peak; empty: none does,
/// because a planner moves it. `most_extra_work`: the limit for splitting and recomputing, in per cent of the network's
/// multiply-accumulates.
[[nodiscard]] std::optional<KeyValue> import_switch(Lever lever, double most_extra_work);
/// The limit as people and switches write it: "2.5%".
[[nodiscard]] std::string percent_word(double per_cent);
/// Their names: "order and sharing"; "none" for no lever.
[[nodiscard]] std::string names_of(std::span<const Lever> levers);

}  // namespace arenascope
