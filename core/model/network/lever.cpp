#include "core/model/network/lever.h"

#include <algorithm>
#include <locale>
#include <sstream>

namespace arenascope {

std::string_view name_of(Lever lever) {
    constexpr std::array<std::string_view, all_levers.size()> names = {"order",   "split",     "spill",
                                                                       "sharing", "recompute", "types"};
    return names[static_cast<std::size_t>(lever)];
}

std::optional<Lever> lever_named(std::string_view name) {
    const auto* const found = std::ranges::find_if(all_levers, [&](Lever lever) { return name_of(lever) == name; });
    return found == all_levers.end() ? std::nullopt : std::optional(*found);
}

std::optional<KeyValue> import_switch(Lever lever, double most_extra_work) {
    switch (lever) {
        case Lever::order:
            return KeyValue{"execution-order", "least-peak"};
        case Lever::split:
            return KeyValue{"parts", "least-peak:" + percent_word(most_extra_work)};
        case Lever::recompute:
            return KeyValue{"recompute", "least-peak:" + percent_word(most_extra_work)};
        case Lever::spill:
        case Lever::sharing:
        case Lever::types:
            break;
    }
    return std::nullopt;
}

std::string percent_word(double per_cent) {
    std::ostringstream text;
    text.imbue(std::locale::classic());
    text << per_cent << '%';
    return text.str();
}

std::string names_of(std::span<const Lever> levers) {
    std::string names;
    for (std::size_t i = 0; i < levers.size(); ++i) {
        names += i == 0 ? "" : i + 1 == levers.size() ? " and " : ", ";
        names += name_of(levers[i]);
    }
    return names.empty() ? "none" : names;
}

}  // namespace arenascope
