#pragma once

#include <string>
#include <vector>

#include "app/command_line/arguments.h"
#include "app/command_line/json_text.h"
#include "core/analysis/advice/advice.h"
#include "core/format/document.h"

namespace arenascope {

/// An order over the levers of a file that has been read. `switches`: of the import, as the user set them. The document
/// must live as long as the order.
[[nodiscard]] AdviceOrder advice_order(const std::string& file, const Document& document,
                                       std::vector<KeyValue> switches);

[[nodiscard]] Json option_json(const AdviceOption& option);
/// ", for 2.5 % more multiplications"; empty: it costs none.
[[nodiscard]] std::string price_of(const AdviceOption& option);

/// Of the levers that change no result, the one that alone lowers the peak the most, below `today`; empty: none does.
/// Errors: those of advise().
[[nodiscard]] Expected<std::optional<AdviceOption>> best_lever(AdviceOrder order, Offset today);
/// The line below an explanation, with the command. Empty option: no lever lowers the peak.
[[nodiscard]] std::string best_lever_text(const std::optional<AdviceOption>& option, Unit unit);

}  // namespace arenascope
