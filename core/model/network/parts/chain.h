#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "core/base/error/error.h"
#include "core/model/memory/operator_part.h"
#include "core/model/memory/quantity.h"

namespace arenascope {

/// Consecutive steps of a network that run in parts: all of them for the first part of the last output, then all of
/// them for the second one, and so on.
///
///   whole     step 3 │ step 4 │ step 5            3-5/height/2
///   in parts  3.1 4.1 5.1 │ 3.2 4.2 5.2           what 3 and 4 write is half as large, and lives twice
struct Chain {
    std::size_t first = 0;  ///< step of the network as it is imported whole
    std::size_t last = 0;
    SplitAxis axis = SplitAxis::height;  ///< of the output of the last step
    std::int64_t parts = 2;

    [[nodiscard]] std::size_t length() const { return last - first + 1; }
    friend bool operator==(const Chain&, const Chain&) = default;
};

/// The rows of the last output that a part writes, of which there are `extent`: parts differ by at most one row.
/// `number` counts from 0.
[[nodiscard]] Rows rows_of_part(std::int64_t extent, std::int64_t parts, std::int64_t number);

/// What the switch `parts` asks for.
struct PartsWish {
    bool least_peak = false;           ///< the chains that lower the threshold the most
    std::int64_t most_extra = 10'000;  ///< limit of additional multiplications, in thousandths of a per cent
    std::vector<Chain> chains = {};    ///< these chains, in ascending order; with least_peak none

    [[nodiscard]] bool is_none() const { return !least_peak && chains.empty(); }
    friend bool operator==(const PartsWish&, const PartsWish&) = default;
};

/// Chains that a search found for a limit of additional multiplications.
struct PartsChoice {
    double extra_work = 0;       ///< per cent of the network's multiply-accumulates
    std::string parts;           ///< the chains, as the switch `parts` names them
    Bytes threshold = Bytes(0);  ///< of the network with them, as the search counts it
    friend bool operator==(const PartsChoice&, const PartsChoice&) = default;
};

/// Reads `none`, `least-peak`, `least-peak:12.5%`, or a list such as `3-7/height/4,12/width/2`. The error says which
/// part is wrong.
[[nodiscard]] Expected<PartsWish> parts_wish(std::string_view text);

/// The list that parts_wish() reads: `3-7/height/4,12/width/2`; `none` without chains.
[[nodiscard]] std::string text_of(const std::vector<Chain>& chains);

}  // namespace arenascope
