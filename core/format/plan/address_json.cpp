#include "core/format/plan/address_json.h"

#include <charconv>
#include <cstdint>
#include <limits>
#include <string>

#include "core/base/text/amount.h"

namespace arenascope {

void append_address(MemberWriter& members, std::string_view key, Address address) {
    if (address <= static_cast<Address>(std::numeric_limits<std::int64_t>::max())) {
        members.count(key, address);
    } else {
        members.text(key, address_text(address));
    }
}

Address read_address(const JsonField& field, std::string_view key) {
    const auto& object = field.value();
    if (!object.is_object() || !object.contains(key) || !object[std::string(key)].is_string()) {
        const std::int64_t number = field.integer(key);
        if (number < 0) {
            field.refuse(key, "it is negative", "an address is at least 0");
        }
        return number < 0 ? 0 : static_cast<Address>(number);
    }
    constexpr int base = 16;
    const std::string text = field.text(key);
    const std::string_view digits = std::string_view(text).substr(text.starts_with("0x") ? 2 : text.size());
    Address address = 0;
    const auto [end, error] = std::from_chars(digits.data(), digits.data() + digits.size(), address, base);
    if (error != std::errc() || end != digits.data() + digits.size()) {
        field.refuse(key, "it is no address", "write a number, or a text such as \"0x20000000\"");
        return 0;
    }
    return address;
}

}  // namespace arenascope
