#include "core/picture/terminal/text_writer.h"

#include <algorithm>
#include <array>
#include <utility>

#include "core/base/error/quotation.h"
#include "core/base/error/utf8.h"
#include "core/picture/plan/label.h"

namespace arenascope {
namespace {

/// Characters that the program puts into words, and what stands for them.
constexpr std::array<std::pair<std::string_view, char>, 8> replacements{
    {{"·", '-'}, {"–", '-'}, {"−", '-'}, {"…", '.'}, {"“", '"'}, {"”", '"'}, {"‘", '\''}, {"’", '\''}}};

constexpr TextStyle text_style{1, false};

char ascii_of(std::string_view character) {
    if (static_cast<unsigned char>(character.front()) < 0x80) {
        return character.front();
    }
    const auto* found = std::ranges::find(replacements, character, &std::pair<std::string_view, char>::first);
    return found != replacements.end() ? found->second : '?';
}

}  // namespace

std::string times(std::string_view character, std::int32_t count) {
    std::string text;
    for (std::int32_t i = 0; i < count; ++i) {
        text += character;
    }
    return text;
}

std::string ascii_words(std::string_view words) {
    std::string ascii;
    while (!words.empty()) {
        const std::size_t length = std::max<std::size_t>(character_length(words), 1);
        ascii += ascii_of(words.substr(0, length));
        words.remove_prefix(length);
    }
    return ascii;
}

std::string TextWriter::written(std::string_view words) const {
    return is_ascii_ ? ascii_words(visible(words)) : visible(words);
}

std::int32_t TextWriter::columns_of(std::string_view text) const {
    return static_cast<std::int32_t>(measure_(text, text_style));
}

std::string TextWriter::fitted(std::string_view words, std::int32_t columns) const {
    return written(elided(written(words), columns, text_style, measure_));
}

std::string TextWriter::first_fitting(const std::vector<std::string>& texts, std::int32_t columns) const {
    const auto fitting =
        std::ranges::find_if(texts, [&](const std::string& text) { return columns_of(text) <= columns; });
    return fitted(fitting != texts.end() ? *fitting : texts.back(), columns);
}

void TextWriter::add_flow(const std::vector<FlowItem>& items, std::string_view separator) {
    const std::string between = written(separator);
    TextLine line;
    std::int32_t used = 0;
    for (const FlowItem& item : items) {
        const std::int32_t mark = columns_of(item.mark.text);
        FlowItem own = item;
        own.words.text = fitted(item.words.text, width_ - mark);
        const std::int32_t needed = mark + columns_of(own.words.text);
        if (used > 0 && used + columns_of(between) + needed > width_) {
            add(std::exchange(line, {}));
            used = 0;
        }
        if (used > 0) {
            append(line, {.text = between});
            used += columns_of(between);
        }
        append(line, std::move(own.mark));
        append(line, std::move(own.words));
        used += needed;
    }
    if (!line.empty()) {
        add(std::move(line));
    }
}

void TextWriter::add_wrapped(std::string_view text, std::size_t most_lines, std::optional<Color> ink) {
    for (const std::string& line : wrapped(text, width_, most_lines, text_style, measure_)) {
        add({{.text = fitted(line, width_), .ink = ink}});
    }
}

}  // namespace arenascope
