#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <exception>
#include <iterator>
#include <new>
#include <optional>
#include <string>
#include <string_view>
#include <utility>

#include <nlohmann/json.hpp>

#include "core/base/error/error.h"
#include "core/base/text/content_limits.h"

namespace arenascope {

/// Receives the events of the JSON parser, and keeps the first error with its line.
class JsonListener : public nlohmann::json_sax<nlohmann::json> {
public:
    JsonListener(std::string_view text, const std::string& source) : text_(text), source_(source) {}

    [[nodiscard]] std::size_t text_size() const { return text_.size(); }

    bool parse_error(std::size_t position, const std::string& /*token*/,
                     const nlohmann::json::exception& exception) override {
        // The message looks like "[json.exception.…] parse error at line 1, column 5: syntax error while parsing …".
        // Only its end is useful.
        std::string what = exception.what();
        if (const std::size_t tail = what.find(": "); tail != std::string::npos) {
            what.erase(0, tail + 2);
        } else if (const std::size_t bracket = what.find("] "); bracket != std::string::npos) {
            what.erase(0, bracket + 2);
        }
        // The library counts from 1, and points past the last character if the text ends too early.
        const std::size_t before = std::min(position > 0 ? position - 1 : 0, text_.size());
        error = Error{source_, line_at(before), "it is not JSON: " + shortened(what),
                      "correct the file or export it again"};
        return false;
    }

    /// An iterator over the text that records how far the library has read. Without it, only syntax errors have a
    /// position.
    class Reading {
    public:
        using iterator_category = std::forward_iterator_tag;
        using value_type = char;
        using difference_type = std::ptrdiff_t;
        using pointer = const char*;
        using reference = const char&;

        Reading(const char* at, const char*& reached) : at_(at), reached_(&reached) {}
        reference operator*() const { return *at_; }
        Reading& operator++() {
            *reached_ = ++at_;
            return *this;
        }
        friend bool operator==(const Reading& a, const Reading& b) { return a.at_ == b.at_; }

    private:
        const char* at_;
        const char** reached_;
    };

    [[nodiscard]] Reading begin() { return {text_.data(), reached_}; }
    [[nodiscard]] Reading end() { return {text_.data() + text_.size(), reached_}; }

    std::optional<Error> error;

protected:
    bool refuse(std::string cause, std::string cure) {
        error = Error{source_, line_here(), std::move(cause), std::move(cure)};
        return false;
    }
    /// 1-based line of the token that was read last. Linear in the text read since the last call.
    [[nodiscard]] std::int64_t line_here() {
        const char* last = reached_ > counted_ ? reached_ - 1 : counted_;
        line_ += std::count(counted_, last, '\n');
        counted_ = last;
        return line_;
    }

private:
    [[nodiscard]] std::int64_t line_at(std::size_t position) const {
        return 1 + std::count(text_.begin(), text_.begin() + static_cast<std::ptrdiff_t>(position), '\n');
    }

    /// Shortens a message: it quotes the text, which may be a very long line.
    static std::string shortened(const std::string& message) {
        constexpr std::size_t longest = 200;
        return message.size() <= longest
                   ? message
                   : message.substr(0, longest / 2) + " … " + message.substr(message.size() - longest / 2);
    }

    std::string_view text_;
    const std::string& source_;
    const char* reached_ = text_.data();
    const char* counted_ = text_.data();  ///< `line_` counts the line ends before this
    std::int64_t line_ = 1;
};

/// Runs the parser, and turns its exceptions into errors. Only std::bad_alloc passes through to the caller.
inline Expected<void> listen(JsonListener& listener, const std::string& source) {
    try {
        nlohmann::json::sax_parse(listener.begin(), listener.end(), &listener);
    } catch (const std::bad_alloc&) {
        throw;
    } catch (const std::exception& exception) {
        return failure(Error{source, 0, std::string("cannot read the JSON: ") + exception.what(), {}});
    }
    if (listener.error) {
        return failure(std::move(*listener.error));
    }
    return {};
}

/// The same for a listener that builds a tree. A text that is too large for one is an error.
inline Expected<void> build(JsonListener& listener, const std::string& source) {
    if (listener.text_size() > tree_size_limit) {
        return failure(Error{source, 0, "it is larger than " + std::to_string(tree_size_limit) + " bytes",
                             "split it, or save the plan with Arenascope, which writes one buffer a line"});
    }
    return listen(listener, source);
}

}  // namespace arenascope
