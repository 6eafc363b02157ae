#include "core/model/network/activation_type.h"

namespace arenascope {

std::string_view name_of(ActivationType type) {
    constexpr std::array<std::string_view, 3> names = {"file", "float16", "int8"};
    return names[static_cast<std::size_t>(type)];
}

std::optional<ActivationType> activation_type_named(std::string_view name) {
    for (const ActivationType type : {ActivationType::as_in_file, ActivationType::float16, ActivationType::int8}) {
        if (name_of(type) == name) {
            return type;
        }
    }
    return std::nullopt;
}

std::int64_t element_bits(ActivationType type) {
    switch (type) {
        case ActivationType::float16:
            return 16;
        case ActivationType::int8:
            return 8;
        case ActivationType::as_in_file:
            break;
    }
    return 0;
}

}  // namespace arenascope
