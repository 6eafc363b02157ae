#include "core/base/text/nearest_name.h"

#include <algorithm>

namespace arenascope {
namespace {

/// The edit distance with swaps of neighbours (optimal string alignment). O(|a| · |b|).
std::size_t typing_mistakes(std::string_view a, std::string_view b) {
    std::vector<std::vector<std::size_t>> mistakes(a.size() + 1, std::vector<std::size_t>(b.size() + 1));
    for (std::size_t i = 0; i <= a.size(); ++i) {
        for (std::size_t j = 0; j <= b.size(); ++j) {
            if (i == 0 || j == 0) {
                mistakes[i][j] = i + j;
                continue;
            }
            const std::size_t replaced = mistakes[i - 1][j - 1] + (a[i - 1] == b[j - 1] ? 0 : 1);
            mistakes[i][j] = std::min({mistakes[i - 1][j] + 1, mistakes[i][j - 1] + 1, replaced});
            if (i > 1 && j > 1 && a[i - 1] == b[j - 2] && a[i - 2] == b[j - 1]) {
                mistakes[i][j] = std::min(mistakes[i][j], mistakes[i - 2][j - 2] + 1);
            }
        }
    }
    return mistakes[a.size()][b.size()];
}

}  // namespace

std::string nearest_name(std::string_view typed, const std::vector<std::string>& names) {
    constexpr std::size_t max_mistakes = 2;
    std::string nearest;
    std::size_t fewest = max_mistakes + 1;
    for (const std::string& name : names) {
        // There are at least as many mistakes as the lengths differ. This avoids comparing long paths letter by letter.
        const std::size_t difference = std::max(typed.size(), name.size()) - std::min(typed.size(), name.size());
        const std::size_t mistakes = difference > max_mistakes ? fewest : typing_mistakes(typed, name);
        if (mistakes < fewest) {
            nearest = name;
            fewest = mistakes;
        }
    }
    return nearest;
}

}  // namespace arenascope
