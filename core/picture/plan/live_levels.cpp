#include "core/picture/plan/live_levels.h"

#include <algorithm>

namespace arenascope {
namespace {

constexpr std::size_t least_steps = 4096;

Extremes extremes_of(Bytes amount) {
    return {amount, amount};
}
Extremes extremes_of(const Extremes& part) {
    return part;
}

void widen(Extremes& whole, const Extremes& part) {
    whole = {std::min(whole.least, part.least), std::max(whole.most, part.most)};
}

template <class Each>
Extremes extremes_of_all(std::span<const Each> parts) {
    Extremes whole = extremes_of(parts.front());
    for (const Each& part : parts) {
        widen(whole, extremes_of(part));
    }
    return whole;
}

template <class Each>
std::vector<Extremes> level_above(std::span<const Each> parts) {
    std::vector<Extremes> level;
    level.reserve(parts.size() / LiveLevels::block + 1);
    for (std::size_t i = 0; i < parts.size(); i += LiveLevels::block) {
        level.push_back(extremes_of_all(parts.subspan(i, std::min(LiveLevels::block, parts.size() - i))));
    }
    return level;
}

}  // namespace

std::shared_ptr<const LiveLevels> live_levels(const LiveProfile& profile) {
    if (profile.live.size() < least_steps) {
        return nullptr;
    }
    auto result = std::make_shared<LiveLevels>();
    result->levels.push_back(level_above(std::span<const Bytes>(profile.live)));
    while (result->levels.back().size() > LiveLevels::block) {
        auto next = level_above(std::span<const Extremes>(result->levels.back()));
        result->levels.push_back(std::move(next));
    }
    return result;
}

Extremes extremes_in(std::span<const Bytes> amounts, const LiveLevels* levels, std::size_t first, std::size_t last) {
    Extremes whole = extremes_of(amounts[first]);
    const auto include_all = [&whole](const auto& parts, std::size_t from, std::size_t to) {
        for (std::size_t i = from; i < to; ++i) {
            widen(whole, extremes_of(parts[i]));
        }
    };
    constexpr std::size_t block = LiveLevels::block;
    // Whole blocks in the middle are left to the next level.
    const auto include_ends = [&](const auto& parts) {
        const std::size_t first_block = (first + block - 1) / block;
        const std::size_t last_block = last / block;
        if (first_block >= last_block) {
            include_all(parts, first, last);
            return false;
        }
        include_all(parts, first, first_block * block);
        include_all(parts, last_block * block, last);
        first = first_block;
        last = last_block;
        return true;
    };
    if (levels == nullptr) {
        include_all(amounts, first, last);
        return whole;
    }
    if (!include_ends(amounts)) {
        return whole;
    }
    for (std::size_t i = 0; i + 1 < levels->levels.size(); ++i) {
        if (!include_ends(levels->levels[i])) {
            return whole;
        }
    }
    include_all(levels->levels.back(), first, last);
    return whole;
}

}  // namespace arenascope
