#include "core/base/text/plain_log.h"

#include <algorithm>
#include <cstddef>

#include "core/base/error/quotation.h"
#include "core/base/text/plain_text.h"

namespace arenascope {
namespace {

constexpr char escape = '\x1B';

bool is_control(char c) {
    return (static_cast<unsigned char>(c) < 0x20U && c != '\t') || c == 0x7F;
}

bool is_log_digit(char c) {
    return c >= '0' && c <= '9';
}

bool is_blank(char c) {
    return blanks.find(c) != std::string_view::npos;
}

/// The length of the terminal's code at the front of `text`, which begins with ESC.
std::size_t length_of_code(std::string_view text) {
    const auto within = [&](std::size_t place, char from, char to) {
        return place < text.size() && text[place] >= from && text[place] <= to;
    };
    std::size_t place = 1;
    if (within(place, '[', '[')) {
        // Parameters, then intermediate characters, then a last one.
        for (++place; within(place, ' ', '?'); ++place) {
        }
        return std::min(place + (within(place, '@', '~') ? 1 : 0), text.size());
    }
    if (within(place, ']', ']')) {
        const std::size_t end = text.find_first_of("\x07\x1B", place);
        return end == std::string_view::npos                            ? 2
               : text[end] == escape && text.substr(end + 1, 1) == "\\" ? end + 2
                                                                        : end + 1;
    }
    return within(place, '(', ')') ? std::min<std::size_t>(3, text.size()) : std::min<std::size_t>(2, text.size());
}

/// What was skipped.
struct SkipCounts {
    std::size_t codes = 0;
    std::size_t controls = 0;
    std::size_t overwritten = 0;  ///< lines with text before a carriage return
    std::size_t prefixes = 0;
};

/// The line without carriage returns, and without what they overwrite.
std::string_view last_written(std::string_view line, SkipCounts& counts) {
    while (!line.empty() && line.back() == '\r') {
        line.remove_suffix(1);
    }
    if (const std::size_t last = line.rfind('\r'); last != std::string_view::npos) {
        counts.overwritten += trimmed(line.substr(0, last)).find_first_not_of('\r') != std::string_view::npos ? 1 : 0;
        line.remove_prefix(last + 1);
    }
    return line;
}

void append_plain(std::string_view line, std::string& out, SkipCounts& counts) {
    line = last_written(line, counts);
    while (!line.empty()) {
        const auto first = std::ranges::find_if(line, is_control);
        out.append(line.begin(), first);
        line.remove_prefix(static_cast<std::size_t>(first - line.begin()));
        if (line.empty()) {
            break;
        }
        const bool is_code = line.front() == escape;
        ++(is_code ? counts.codes : counts.controls);
        line.remove_prefix(is_code ? length_of_code(line) : 1);
    }
}

/// Calls `use` with each line, without its line feed, until it returns false.
template <class Use>
void for_each_line_of(std::string_view log, const Use& use) {
    while (!log.empty()) {
        const std::size_t end = log.find('\n');
        if (!use(log.substr(0, end))) {
            return;
        }
        log.remove_prefix(end == std::string_view::npos ? log.size() : end + 1);
    }
}

/// The prefix of one line that is accepted without it. Empty: it is not.
std::string_view prefix_of_line(std::string_view line, const IsLogLine& is_line) {
    constexpr std::size_t most_words = 16;
    constexpr std::size_t most_bytes = 200;
    // As long as the beginning of any line of a plan.
    constexpr std::size_t tested = 256;
    std::size_t place = std::min(line.find_first_not_of(blanks), line.size());
    for (std::size_t word = 0; word < most_words; ++word) {
        place = line.find_first_of(blanks, place);
        place = place == std::string_view::npos ? place : line.find_first_not_of(blanks, place);
        if (place > most_bytes) {  // or there is none
            return {};
        }
        if (is_line(line.substr(place, tested))) {
            return trimmed(line.substr(0, place));
        }
    }
    return {};
}

/// The line without its prefix; empty: it has another one, or none.
std::optional<std::string_view> without_prefix(std::string_view line, std::string_view prefix) {
    const auto pass = [](std::string_view& text, bool (*is_part)(char)) {
        text.remove_prefix(static_cast<std::size_t>(std::ranges::find_if_not(text, is_part) - text.begin()));
    };
    pass(line, is_blank);
    while (!prefix.empty()) {
        if (line.empty()) {
            return std::nullopt;
        }
        if (is_log_digit(prefix.front()) && is_log_digit(line.front())) {
            pass(prefix, is_log_digit);
            pass(line, is_log_digit);
        } else if (is_blank(prefix.front()) && is_blank(line.front())) {
            pass(prefix, is_blank);
            pass(line, is_blank);
        } else if (prefix.front() == line.front()) {
            prefix.remove_prefix(1);
            line.remove_prefix(1);
        } else {
            return std::nullopt;
        }
    }
    return line;
}

/// Whether plain_line() changes nothing: no control characters but line ends.
bool is_plain(std::string_view log) {
    for (std::size_t i = 0; i < log.size(); ++i) {
        const bool is_line_end = log[i] == '\n' || (log[i] == '\r' && i + 1 < log.size() && log[i + 1] == '\n');
        if (is_control(log[i]) && !is_line_end) {
            return false;
        }
    }
    return true;
}

std::string counted(std::size_t count, std::string_view one, std::string_view many) {
    return std::to_string(count) + " " + std::string(count == 1 ? one : many);
}

std::string note_on(const SkipCounts& counts, std::string_view prefix) {
    std::string list;
    const auto add = [&list](std::size_t count, const std::string& text) {
        if (count > 0) {
            list += (list.empty() ? "" : "; ") + text;
        }
    };
    add(counts.prefixes, "text such as " + in_quotes(prefix) + " before " + counted(counts.prefixes, "line", "lines"));
    add(counts.codes, counted(counts.codes, "terminal code", "terminal codes"));
    add(counts.controls, counted(counts.controls, "control character", "control characters"));
    add(counts.overwritten, "what carriage returns overwrite in " + counted(counts.overwritten, "line", "lines"));
    return list.empty() ? list : "skipped in the log: " + list;
}

}  // namespace

std::string_view plain_line(std::string_view line, std::string& room) {
    if (std::ranges::none_of(line, is_control)) {
        return line;
    }
    SkipCounts counts;
    room.clear();
    append_plain(line, room, counts);
    return room;
}

std::string log_prefix(std::string_view log, const IsLogLine& is_line) {
    std::string room;
    std::string found;
    bool is_accepted = false;
    for_each_line_of(log, [&](std::string_view line) {
        line = plain_line(line, room);
        is_accepted = is_line(line);
        if (!is_accepted && found.empty()) {
            found = prefix_of_line(line, is_line);
        }
        return !is_accepted;
    });
    return is_accepted ? std::string() : found;
}

PlainLog plain_log(std::string_view log, const IsLogLine& is_line) {
    PlainLog result;
    const std::string prefix = log_prefix(log, is_line);
    // Without line feeds, carriage returns end the lines. Then they overwrite nothing.
    const bool is_of_returns = log.find('\n') == std::string_view::npos && log.find('\r') < log.size() - 1;
    if (is_of_returns || (prefix.empty() && is_plain(log))) {
        return result;
    }
    SkipCounts counts;
    std::string room;
    result.kept.reserve(log.size());
    for_each_line_of(log, [&](std::string_view line) {
        room.clear();
        append_plain(line, room, counts);
        const auto rest = prefix.empty() ? std::nullopt : without_prefix(room, prefix);
        counts.prefixes += rest ? 1 : 0;
        result.kept += rest.value_or(room);
        const bool has_end = line.end() != log.end();
        result.kept += has_end ? "\n" : "";
        return true;
    });
    result.note = note_on(counts, prefix);
    return result;
}

}  // namespace arenascope
