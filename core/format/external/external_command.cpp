#include "core/format/external/external_command.h"

#include <optional>
#include <utility>

#include "core/base/error/quotation.h"
#include "core/planner/registry.h"

namespace arenascope {
namespace {

constexpr std::string_view json_prefix = "json:";

/// Splits a command into words, as a shell does before it expands anything.
class CommandWords {
public:
    explicit CommandWords(std::string_view text) : text_(text) {}

    Expected<std::vector<std::string>> split() {
        while (at_ < text_.size()) {
            const char letter = text_[at_++];
            if (letter == ' ' || letter == '\t' || letter == '\n') {
                end_word();
            } else if (letter == '\'' || letter == '"') {
                if (!read_quoted(letter)) {
                    return failure("the quote " + std::string(1, letter) + " in " + in_quotes(text_) + " is not closed",
                                   "close it, or write a backslash before it");
                }
            } else if (letter == '\\') {
                if (at_ == text_.size()) {
                    return failure(in_quotes(text_) + " ends with a backslash", "write the character that it quotes");
                }
                add(text_[at_++]);
            } else {
                add(letter);
            }
        }
        end_word();
        return std::move(words_);
    }

private:
    void add(char letter) {
        if (!word_) {
            word_.emplace();
        }
        *word_ += letter;
    }

    void end_word() {
        if (word_) {
            words_.push_back(std::move(*word_));
            word_.reset();
        }
    }

    /// Reads up to the closing quote. False: there is none.
    bool read_quoted(char quote) {
        word_ = std::move(word_).value_or(std::string());
        while (at_ < text_.size()) {
            const char letter = text_[at_++];
            if (letter == quote) {
                return true;
            }
            const bool is_escape = quote == '"' && letter == '\\' && at_ < text_.size() &&
                                   std::string_view("\"\\$`").find(text_[at_]) != std::string_view::npos;
            *word_ += is_escape ? text_[at_++] : letter;
        }
        return false;
    }

    std::string_view text_;
    std::size_t at_ = 0;
    std::optional<std::string> word_;  ///< empty: between two words
    std::vector<std::string> words_;
};

}  // namespace

Expected<ExternalCommand> parse_external_command(std::string_view text) {
    ExternalCommand command;
    std::string_view rest = text;
    if (rest.starts_with(external_prefix)) {
        rest.remove_prefix(external_prefix.size());
    }
    if (rest.starts_with(json_prefix)) {
        rest.remove_prefix(json_prefix.size());
        command.format = ExchangeFormat::json;
    }
    if (rest.find('\0') != std::string_view::npos) {
        return failure("the command of " + in_quotes(text) + " has a zero byte", "remove it");
    }
    auto words = CommandWords(rest).split();
    if (!words) {
        return tl::unexpected(words.error());
    }
    if (words->empty() || words->front().empty()) {
        return failure(in_quotes(text) + " names no program",
                       "write exec:COMMAND, such as exec:./planner, or exec:json:COMMAND");
    }
    command.words = std::move(*words);
    return command;
}

}  // namespace arenascope
