#include "core/memory/buffer.h"

#include <array>
#include <utility>

namespace arenascope {
namespace {

constexpr std::array<std::pair<BufferKind, std::string_view>, 5> kind_names{{
    {BufferKind::activation, "activation"},
    {BufferKind::input, "input"},
    {BufferKind::output, "output"},
    {BufferKind::variable, "variable"},
    {BufferKind::scratch, "scratch"},
}};

}  // namespace

std::string_view name_of(BufferKind kind) {
    for (const auto& [candidate, name] : kind_names) {
        if (candidate == kind) {
            return name;
        }
    }
    return {};
}

std::optional<BufferKind> buffer_kind_named(std::string_view name) {
    for (const auto& [kind, candidate] : kind_names) {
        if (candidate == name) {
            return kind;
        }
    }
    return std::nullopt;
}

std::optional<Bytes> size_of(std::span<const std::int64_t> dimensions) {
    if (dimensions.size() != 2 && dimensions.size() != 3) {
        return std::nullopt;
    }
    std::optional<std::int64_t> product = 1;
    for (const std::int64_t dimension : dimensions) {
        product = product && dimension > 0 ? checked_multiply(*product, dimension) : std::nullopt;
    }
    return product ? std::optional(Bytes(*product)) : std::nullopt;
}

}  // namespace arenascope
