#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>

#include "core/model/settings/option.h"

namespace arenascope {

/// A change of how a network runs. All but the last change no result of it.
enum class Lever : std::uint8_t {
    order,      ///< its operators run in another order
    split,      ///< chains of operators run part by part
    spill,      ///< buffers move to a second memory, for a part of their lives or for all of them
    sharing,    ///< operators hand memory on
    recompute,  ///< operators run again before a late reader
    types,      ///< activations hold narrower elements, which changes the results
};

inline constexpr std::array all_levers = {Lever::order,   Lever::split,     Lever::spill,
                                          Lever::sharing, Lever::recompute, Lever::types};
/// Those that change no result. Only they are tried where nobody asks for more.
inline constexpr std::array exact_levers = {Lever::order, Lever::split, Lever::spill, Lever::sharing, Lever::recompute};

/// As on the command line and in JSON: "order", "split", "spill", "sharing", "recompute", "types".
[[nodiscard]] std::string_view name_of(Lever lever);
[[nodiscard]] std::optional<Lever> lever_named(std::string_view name);
/// The switch of the import that chooses the lever's best, such as execution-order=least-peak. Empty: a planner moves
/// it, or the switch takes a value that must be chosen. `most_extra_work`: the limit for splitting and recomputing, in
/// per cent of the network's multiply-accumulates.
[[nodiscard]] std::optional<KeyValue> import_switch(Lever lever, double most_extra_work);
/// The limit as people and switches write it: "2.5%".
[[nodiscard]] std::string percent_word(double per_cent);
/// Their names: "order and sharing"; "none" for no lever.
[[nodiscard]] std::string names_of(std::span<const Lever> levers);

}  // namespace arenascope
