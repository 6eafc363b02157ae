#pragma once

#include <array>
#include <cstdint>
#include <optional>

namespace arenascope {

/// Whose turn it is in a group: that of the beams, or that of the search under a capacity. Each has a clock that its
/// visits advance, and the one whose clock is behind comes next. The one that found the last lower tail is favoured:
/// its clock goes at half the speed.
///
///   beam      ▬▬▬✓        ▬▬▬▬▬▬       ▬▬▬▬▬▬      ✓: found a lower tail, favoured from here on
///   capacity       ▬▬▬          ▬▬▬          ▬▬▬
class SearchTurns {
public:
    enum class Kind : std::uint8_t { beam, capacity };

    /// The beams begin.
    [[nodiscard]] Kind next() const { return clocks_[0] <= clocks_[1] ? Kind::beam : Kind::capacity; }
    /// Counts the visits of a turn. Whoever becomes favoured begins even with the other one.
    void take(Kind kind, std::int64_t visits, bool found);

private:
    std::array<double, 2> clocks_{};  ///< by kind
    std::optional<Kind> favoured_;
};

}  // namespace arenascope
