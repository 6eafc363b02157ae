#include "core/model/memory/buffer.h"

#include <array>

#include "core/base/containers/named_value.h"

namespace arenascope {
namespace {

constexpr std::array<std::string_view, 5> kind_names = {"activation", "input", "output", "variable", "scratch"};

}  // namespace

std::string_view name_of(BufferKind kind) {
    return kind_names[static_cast<std::size_t>(kind)];
}

std::optional<BufferKind> buffer_kind_named(std::string_view name) {
    return value_named<BufferKind>(kind_names, name);
}

std::optional<Bytes> size_of(std::span<const std::int64_t> dimensions) {
    if (dimensions.size() < 2 || dimensions.size() > 4) {
        return std::nullopt;
    }
    std::optional<std::int64_t> product = 1;
    for (const std::int64_t dimension : dimensions) {
        product = product && dimension > 0 ? checked_multiply(*product, dimension) : std::nullopt;
    }
    return product ? std::optional(Bytes(*product)) : std::nullopt;
}

}  // namespace arenascope
