#include "core/format/onnx/einsum.h"

#include <algorithm>
#include <map>
#include <string>

#include "core/format/onnx/shape_question.h"

namespace arenascope::onnx_file {
namespace {

constexpr std::string_view ellipsis = "...";

bool is_letter(char sign) {
    return (sign >= 'a' && sign <= 'z') || (sign >= 'A' && sign <= 'Z');
}

/// A term has letters and at most one ellipsis.
bool is_term(std::string_view term) {
    std::string letters(term);
    if (const auto at = letters.find(ellipsis); at != std::string::npos) {
        letters.erase(at, ellipsis.size());
    }
    return std::ranges::all_of(letters, is_letter);
}

/// The extents of letters and of the ellipsis, from the terms before the arrow.
class Extension {
public:
    /// Adds a term. False: it does not fit the operand.
    bool add(std::string_view term, const Extents& shape) {
        const auto at = term.find(ellipsis);
        const bool has_rest = at != std::string_view::npos;
        const std::size_t letters = term.size() - (has_rest ? ellipsis.size() : 0);
        if (!is_term(term) || shape.size() < letters || (!has_rest && shape.size() != letters)) {
            return false;
        }
        const std::size_t rest = shape.size() - letters;
        std::size_t axis = 0;
        for (std::size_t i = 0; i < term.size(); ++i) {
            if (term[i] != '.') {
                ++count_[term[i]];
                if (!broadcast(term[i], shape[axis++])) {
                    return false;
                }
                continue;
            }
            const auto first = shape.begin() + static_cast<std::ptrdiff_t>(axis);
            const Extents own(first, first + static_cast<std::ptrdiff_t>(rest));
            const auto both = broadcast_shape_of(&rest_, &own);
            if (!both) {
                return false;
            }
            rest_ = *both;
            axis += rest;
            i += ellipsis.size() - 1;
        }
        return true;
    }

    [[nodiscard]] std::string implicit_result() const {
        std::string result(ellipsis);
        for (const auto& [letter, times] : count_) {
            result += times == 1 ? std::string(1, letter) : std::string();
        }
        return result;
    }

    [[nodiscard]] std::optional<Extents> result(std::string_view term) const {
        Extents shape;
        if (!is_term(term)) {
            return std::nullopt;
        }
        for (std::size_t i = 0; i < term.size(); ++i) {
            if (term[i] == '.') {
                shape.insert(shape.end(), rest_.begin(), rest_.end());
                i += ellipsis.size() - 1;
            } else if (const auto found = extent_.find(term[i]); found != extent_.end()) {
                shape.push_back(found->second);
            } else {
                return std::nullopt;
            }
        }
        return shape;
    }

private:
    bool broadcast(char letter, std::int64_t extent) {
        const auto [known, is_new] = extent_.try_emplace(letter, extent);
        const Extents before = {known->second};
        const Extents own = {extent};
        const auto both = broadcast_shape_of(&before, &own);
        known->second = both ? both->front() : unknown_extent;
        return is_new || both.has_value();
    }

    std::map<char, std::int64_t> extent_;
    std::map<char, std::size_t> count_;
    Extents rest_;
};

}  // namespace

std::optional<Extents> einsum_shape(std::string_view equation, const std::vector<Operand>& operands) {
    std::string signs(equation);
    std::erase(signs, ' ');
    const std::string_view all = signs;
    const auto arrow = all.find("->");
    std::string_view terms = all.substr(0, arrow);
    Extension extension;
    for (std::size_t i = 0; i < operands.size(); ++i) {
        const auto comma = terms.find(',');
        const Extents* shape = shape_at(operands, i);
        const bool is_last = i + 1 == operands.size();
        if (shape == nullptr || (comma == std::string_view::npos) != is_last ||
            !extension.add(terms.substr(0, comma), *shape)) {
            return std::nullopt;
        }
        terms = is_last ? std::string_view() : terms.substr(comma + 1);
    }
    return arrow == std::string_view::npos ? extension.result(extension.implicit_result())
                                           : extension.result(all.substr(arrow + 2));
}

}  // namespace arenascope::onnx_file
