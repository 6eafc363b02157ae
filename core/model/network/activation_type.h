#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <string_view>

namespace arenascope {

/// The elements of activations, from the file's own to the narrowest.
enum class ActivationType : std::uint8_t { as_in_file, float16, int8 };

inline constexpr std::array narrower_types = {ActivationType::float16, ActivationType::int8};

/// As the switch `types` writes it: "file", "float16", "int8".
[[nodiscard]] std::string_view name_of(ActivationType type);
[[nodiscard]] std::optional<ActivationType> activation_type_named(std::string_view name);
/// The bits of an element; 0: as in the file.
[[nodiscard]] std::int64_t element_bits(ActivationType type);

}  // namespace arenascope
