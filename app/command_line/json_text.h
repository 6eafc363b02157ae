#pragma once

#include <optional>
#include <string>
#include <vector>

#include <nlohmann/json.hpp>

#include "core/analysis/explain/fact_table.h"
#include "core/base/text/json_text.h"
#include "core/model/memory/layout.h"
#include "core/model/memory/problem.h"
#include "core/model/settings/option.h"

namespace arenascope {

using Json = nlohmann::ordered_json;

/// A list with what `entry` makes of each element.
template <class Range, class Entry>
[[nodiscard]] Json json_list(const Range& range, const Entry& entry) {
    Json list = Json::array();
    for (const auto& each : range) {
        list.push_back(entry(each));
    }
    return list;
}

/// The number of an amount, or null.
template <class Kind>
[[nodiscard]] Json number_or_null(const std::optional<Quantity<Kind>>& amount) {
    return amount ? Json(amount->value()) : Json();
}

/// Text, or null if it is empty.
[[nodiscard]] Json text_or_null(const std::string& text);

/// An address as FactTable has it.
[[nodiscard]] Json address_json(Address address);

/// A list with an object for each row.
[[nodiscard]] Json facts_json(const FactTable& facts);

/// The names of some buffers.
[[nodiscard]] Json names_of(const Problem& problem, const std::vector<BufferIndex>& buffers);

/// Adds the intended sharing: `shared`, blocks of buffers; `removed`, operators that need not run; `copied`, operands
/// that must be copied.
void add_sharing(Json& json, const Problem& problem, const Layout& layout);

/// Tensors of unknown size, each with the operator that causes it.
[[nodiscard]] Json unknown_sizes_json(const Problem& problem);

/// Options by their keys.
[[nodiscard]] Json settings_json(const std::vector<KeyValue>& settings);

}  // namespace arenascope
