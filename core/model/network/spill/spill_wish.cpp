#include "core/model/network/spill/spill_wish.h"

#include "core/base/error/quotation.h"
#include "core/base/text/amount.h"

namespace arenascope {
namespace {

constexpr std::string_view grammar = "write NAME, NAME:BYTES or NAME:BYTES:MOST, such as sdram:8MiB:256KiB";

/// Cuts what follows the last colon off; empty: there is no colon.
std::optional<std::string_view> cut_last(std::string_view& text) {
    const std::size_t colon = text.rfind(':');
    if (colon == std::string_view::npos) {
        return std::nullopt;
    }
    const std::string_view last = text.substr(colon + 1);
    text = text.substr(0, colon);
    return last;
}

Expected<Bytes> amount_of(std::string_view text, std::string_view what) {
    const auto bytes = parse_bytes(text);
    if (!bytes || *bytes < 0) {
        return failure("spill: the " + std::string(what) + " " + in_quotes(text) + " is no number of bytes",
                       std::string(grammar));
    }
    return Bytes(*bytes);
}

}  // namespace

Expected<std::optional<SpillWish>> spill_wish(std::string_view text) {
    if (text.empty() || text == "none") {
        return std::nullopt;
    }
    SpillWish wish;
    std::string_view rest = text;
    if (const auto last = cut_last(rest)) {
        std::string_view name = rest;
        const auto before = cut_last(name);
        const bool has_most = before && (before->empty() || parse_bytes(*before).has_value());
        if (const std::string_view text_of_capacity = has_most ? *before : *last;
            !has_most || !text_of_capacity.empty()) {
            const auto capacity = amount_of(text_of_capacity, "capacity");
            if (!capacity) {
                return tl::unexpected(capacity.error());
            }
            wish.capacity = *capacity;
        }
        if (has_most) {
            const auto most = amount_of(*last, "limit of the first memory");
            if (!most) {
                return tl::unexpected(most.error());
            }
            wish.most = *most;
            rest = name;
        }
    }
    if (rest.empty()) {
        return failure("spill: " + in_quotes(text) + " names no memory", std::string(grammar));
    }
    wish.memory = std::string(rest);
    return wish;
}

std::string text_of(const SpillWish& wish) {
    std::string text = wish.memory;
    if (wish.capacity || wish.most) {
        text += ":" + (wish.capacity ? std::to_string(wish.capacity->value()) : std::string());
    }
    if (wish.most) {
        text += ":" + std::to_string(wish.most->value());
    }
    return text;
}

}  // namespace arenascope
