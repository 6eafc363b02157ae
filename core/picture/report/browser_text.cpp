#include "core/picture/report/browser_text.h"

#include "core/base/error/quotation.h"
#include "core/picture/plan/label.h"

namespace arenascope {
namespace {

/// The width of a character as a share of the height of its text, about that of DejaVu Sans.
double share_of(unsigned char letter) {
    constexpr std::string_view narrow = "iIjl.,:;'|![]() ";
    constexpr std::string_view wide = "mwMW@%";
    if (letter >= 0x80) {
        // The first byte of a character stands for all of it. Other scripts have characters up to a full square wide.
        return letter >= 0xE3 ? 1.0 : letter >= 0xC0 ? 0.75 : 0.0;
    }
    const char one = static_cast<char>(letter);
    if (narrow.find(one) != std::string_view::npos) {
        return 0.38;
    }
    if (wide.find(one) != std::string_view::npos) {
        return 0.95;
    }
    return one >= 'A' && one <= 'Z' ? 0.72 : 0.63;
}

}  // namespace

MeasureText browser_text_measure() {
    return [](std::string_view text, TextStyle style) {
        double shares = 0;
        for (const char letter : text) {
            shares += share_of(static_cast<unsigned char>(letter));
        }
        constexpr double bold = 1.1;
        return shares * style.size * (style.bold ? bold : 1.0);
    };
}

std::string report_name(std::string_view name) {
    constexpr std::size_t most_bytes = 200;
    constexpr TextStyle style{1, false};
    std::string whole = visible(name);
    return whole.size() <= most_bytes
               ? whole
               : elided_in_middle(whole, static_cast<double>(most_bytes) / 2, style, browser_text_measure());
}

}  // namespace arenascope
