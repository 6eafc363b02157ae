#pragma once

#include <cstdint>
#include <optional>
#include <string_view>
#include <unordered_map>
#include <vector>

#include "core/model/memory/deployment.h"

namespace arenascope {

/// The caller as a writer; an operator is its position in the list.
inline constexpr std::uint32_t the_caller = 0xFFFFFFFF;

/// Where the buffers of a deployment lie: at the address where the caller sets them or an operator writes them.
class DeployedPlaces {
public:
    /// The deployment must outlive it. Linear.
    explicit DeployedPlaces(const Deployment& deployment);

    /// Empty: there is no such buffer, or it is not placed.
    [[nodiscard]] OptionalPlacement place_of(std::string_view buffer) const;
    /// The place of the first byte of a part.
    [[nodiscard]] OptionalPlacement place_of(const DeployedPart& part) const;

    /// Who sets or writes a buffer first; empty: there is no such buffer.
    [[nodiscard]] std::optional<std::uint32_t> writer_of(std::string_view buffer) const;

private:
    struct Written {
        OptionalPlacement place;
        std::uint32_t writer;
    };

    void add(const std::vector<DeployedBuffer>& buffers, std::uint32_t writer);

    std::unordered_map<std::string_view, Written> written_;  ///< by name
};

}  // namespace arenascope
