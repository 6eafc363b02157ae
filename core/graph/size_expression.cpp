#include "core/graph/size_expression.h"

#include <algorithm>
#include <charconv>
#include <string>

#include "core/error/quotation.h"
#include "core/memory/quantity.h"

namespace arenascope {
namespace {

using Step = SizeExpression::Step;

constexpr std::size_t deepest = 64;
constexpr std::uint32_t most_positions = 1'000'000;

bool is_digit(char c) {
    return c >= '0' && c <= '9';
}

bool belongs_to_word(char c) {
    return is_digit(c) || (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c == '_' || c == '.';
}

/// Removes digits from the start of the text. Empty if there are none, or the number is too large.
std::optional<std::uint32_t> take_position(std::string_view& text) {
    std::uint32_t position = 0;
    const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), position);
    if (error != std::errc() || position > most_positions) {
        return std::nullopt;
    }
    text.remove_prefix(static_cast<std::size_t>(end - text.data()));
    return position;
}

std::optional<SizeName> name_in(std::string_view text) {
    SizeName name;
    name.of_outputs = text.starts_with("output");
    const std::string_view stem = name.of_outputs ? "output" : "input";
    if (!text.starts_with(stem)) {
        return std::nullopt;
    }
    text.remove_prefix(stem.size());
    if (text == "s") {
        name.all = true;
        return name;
    }
    if (!text.empty() && is_digit(text.front())) {
        const auto position = take_position(text);
        if (!position) {
            return std::nullopt;
        }
        name.position = *position;
    }
    if (text.empty()) {
        return name;
    }
    if (text == ".element") {
        name.part = SizeName::Part::element;
        return name;
    }
    if (text.front() != '.') {
        return std::nullopt;
    }
    text.remove_prefix(1);
    const auto extent = take_position(text);
    if (!extent || !text.empty()) {
        return std::nullopt;
    }
    name.part = SizeName::Part::extent;
    name.extent = *extent;
    return name;
}

/// Recursive descent: a sum of products of factors.
class Parser {
public:
    explicit Parser(std::string_view text) : text_(text) {}

    Expected<std::vector<Step>> run() {
        if (auto read = sum(0); !read) {
            return tl::unexpected(read.error());
        }
        if (at_ < text_.size()) {
            return wrong(in_quotes(text_.substr(at_)) + " is unexpected", "end it here");
        }
        return std::move(steps_);
    }

private:
    [[nodiscard]] tl::unexpected<Error> wrong(const std::string& cause, std::string cure) const {
        return failure("at character " + std::to_string(at_ + 1) + ": " + cause, std::move(cure));
    }

    void pass_blanks() {
        while (at_ < text_.size() && (text_[at_] == ' ' || text_[at_] == '\t')) {
            ++at_;
        }
    }

    bool take(char sign) {
        pass_blanks();
        if (at_ < text_.size() && text_[at_] == sign) {
            ++at_;
            pass_blanks();
            return true;
        }
        return false;
    }

    struct Operation {
        char sign;
        Step::Kind kind;
    };

    /// Operands separated by either of two operators, evaluated from left to right.
    Expected<void> operations(std::size_t depth, Expected<void> (Parser::*operand)(std::size_t), Operation one,
                              Operation other) {
        auto read = (this->*operand)(depth);
        while (read) {
            const bool is_one = take(one.sign);
            if (!is_one && !take(other.sign)) {
                break;
            }
            read = (this->*operand)(depth);
            steps_.push_back({is_one ? one.kind : other.kind});
        }
        return read;
    }

    Expected<void> sum(std::size_t depth) {
        return operations(depth, &Parser::product, {'+', Step::Kind::add}, {'-', Step::Kind::subtract});
    }

    Expected<void> product(std::size_t depth) {
        return operations(depth, &Parser::factor, {'*', Step::Kind::multiply}, {'/', Step::Kind::divide});
    }

    Expected<void> factor(std::size_t depth) {
        if (depth > deepest) {
            return wrong("parentheses are nested too deep", "nest them less");
        }
        if (take('(')) {
            return sum(depth + 1).and_then([this] { return close(); });
        }
        pass_blanks();
        const std::size_t from = at_;
        while (at_ < text_.size() && belongs_to_word(text_[at_])) {
            ++at_;
        }
        const std::string_view word = text_.substr(from, at_ - from);
        if ((word == "min" || word == "max") && take('(')) {
            return choice(depth, word == "min" ? Step::Kind::smaller : Step::Kind::larger);
        }
        if (!word.empty() && is_digit(word.front())) {
            std::int64_t number = 0;
            const auto [end, error] = std::from_chars(word.data(), word.data() + word.size(), number);
            if (error == std::errc() && end == word.data() + word.size()) {
                steps_.push_back({Step::Kind::number, number});
                return {};
            }
        } else if (const auto name = name_in(word)) {
            steps_.push_back({Step::Kind::name, 0, *name});
            return {};
        }
        at_ = from;
        return wrong((word.empty() ? std::string("a size is missing") : in_quotes(word) + " is not a size"),
                     "write a whole number of bytes, input, output, inputs, outputs, input1.2 or max(…)");
    }

    Expected<void> choice(std::size_t depth, Step::Kind kind) {
        auto read = sum(depth + 1);
        while (read && take(',')) {
            read = sum(depth + 1);
            steps_.push_back({kind});
        }
        return read ? close() : read;
    }

    Expected<void> close() {
        return take(')') ? Expected<void>() : wrong("a parenthesis is not closed", "write ) here");
    }

    std::string_view text_;
    std::size_t at_ = 0;
    std::vector<Step> steps_;
};

std::optional<std::int64_t> quotient(std::int64_t a, std::int64_t b) {
    if (b == 0 || b == -1) {
        return b == 0 ? std::nullopt : checked_subtract(0, a);
    }
    return a / b + (a % b != 0 && (a < 0) == (b < 0) ? 1 : 0);
}

std::optional<std::int64_t> combined(Step::Kind kind, std::int64_t a, std::int64_t b) {
    switch (kind) {
        case Step::Kind::add:
            return checked_add(a, b);
        case Step::Kind::subtract:
            return checked_subtract(a, b);
        case Step::Kind::multiply:
            return checked_multiply(a, b);
        case Step::Kind::divide:
            return quotient(a, b);
        case Step::Kind::smaller:
            return std::min(a, b);
        default:
            return std::max(a, b);
    }
}

}  // namespace

Expected<SizeExpression> SizeExpression::parse(std::string_view text) {
    return Parser(text).run().map([](std::vector<Step> steps) {
        SizeExpression expression;
        expression.steps_ = std::move(steps);
        return expression;
    });
}

Expected<std::optional<std::int64_t>> SizeExpression::value(const SizeLookup& lookup) const {
    std::vector<std::int64_t> stack;
    for (const Step& step : steps_) {
        if (step.kind == Step::Kind::number || step.kind == Step::Kind::name) {
            const auto value = step.kind == Step::Kind::number ? std::optional(step.number) : lookup(step.name);
            if (!value) {
                return std::nullopt;
            }
            stack.push_back(*value);
            continue;
        }
        const std::int64_t right = stack.back();
        stack.pop_back();
        const auto value = combined(step.kind, stack.back(), right);
        if (!value) {
            return failure("the size is divided by 0 or does not fit in 64 bits", "correct the expression");
        }
        stack.back() = *value;
    }
    return std::optional(stack.back());
}

}  // namespace arenascope
