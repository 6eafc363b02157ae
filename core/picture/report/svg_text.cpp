#include "core/picture/report/svg_text.h"

#include <array>
#include <charconv>
#include <cmath>

#include "core/base/text/plain_text.h"

namespace arenascope {
namespace {

constexpr int pixel_decimals = 2;

}  // namespace

std::string decimal_text(double number, int decimals) {
    std::array<char, 400> digits{};
    const auto end = std::to_chars(digits.data(), digits.data() + digits.size(), std::isfinite(number) ? number : 0.0,
                                   std::chars_format::fixed, decimals)
                         .ptr;
    std::string text(digits.data(), end);
    if (text.find('.') != std::string::npos) {
        text.erase(text.find_last_not_of('0') + 1);
        if (text.back() == '.') {
            text.pop_back();
        }
    }
    return text == "-0" ? "0" : text;
}

std::string precise_text(double number) {
    std::array<char, 64> digits{};
    constexpr int significant = 10;
    const auto end = std::to_chars(digits.data(), digits.data() + digits.size(), std::isfinite(number) ? number : 0.0,
                                   std::chars_format::general, significant)
                         .ptr;
    return {digits.data(), end};
}

void append_pixels(std::string& out, double pixels) {
    out += decimal_text(pixels, pixel_decimals);
}

void append_pixels(std::string& out, const char* name, double pixels) {
    out += ' ';
    out += name;
    out += "=\"";
    append_pixels(out, pixels);
    out += '"';
}

void append_box_path(std::string& out, const Box& box) {
    out += 'M';
    append_pixels(out, box.left);
    out += ' ';
    append_pixels(out, box.top);
    out += 'h';
    append_pixels(out, width(box));
    out += 'v';
    append_pixels(out, height(box));
    out += 'H';
    append_pixels(out, box.left);
    out += 'z';
}

void append_exact_path(std::string& out, std::uint64_t x, std::int64_t y, std::uint64_t width, std::uint64_t height) {
    out += 'M' + std::to_string(x) + ' ';
    append_number(out, y);
    out += 'h' + std::to_string(width) + 'v' + std::to_string(height) + 'H' + std::to_string(x) + 'z';
}

}  // namespace arenascope
