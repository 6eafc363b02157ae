#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

namespace arenascope {

/// What tells each of several names apart from all others.
///
///   Conv2d_1_depthwise           …_1_d…
///   Conv2d_1_pointwise           …_1_p…
///   Conv2d_13_pointwise          …_13_p…
///
/// A name consists of words and numbers. What tells it apart is the shortest of them that no other name has together:
/// numbers as a whole, with the character before them, and of words at least the first two characters.
class NameParts {
public:
    /// Only few names are learned, because lists and pictures show few names at a time.
    static constexpr std::size_t most_names = 5'000;

    NameParts() = default;
    /// Linear in the characters. Of more than `most_names`, nothing is learned.
    explicit NameParts(std::span<const std::string_view> names);

    /// Whether a text fits where it is shown.
    using Fits = std::function<bool(const std::string& text)>;

    /// Whether it is known what tells a name apart.
    [[nodiscard]] bool knows(std::string_view name) const;

    /// The name without some of its characters, each run of them replaced by an ellipsis, so that it fits and still has
    /// what tells it apart. The rest of the room shows as many other characters as fit. Empty if it does not fit, or
    /// if nothing is known to tell the name apart. It asks a number of times that is logarithmic in the length.
    [[nodiscard]] std::string shortened(std::string_view name, const Fits& fits) const;

private:
    /// A part of a name, in characters.
    struct Stretch {
        std::size_t begin = 0;
        std::size_t end = 0;
    };
    /// A stretch that may tell a name apart, and the names that have it.
    struct Choice {
        Stretch stretch;
        Stretch word;  ///< the word or number that it belongs to
        const std::vector<std::uint32_t>* names = nullptr;
    };
    class Letters;

    static std::vector<Choice> choices_in(const Letters& letters);
    /// What tells a name apart, in its order; empty: nothing does.
    [[nodiscard]] std::vector<Choice> telling(const Letters& letters) const;

    std::unordered_map<std::string, std::vector<std::uint32_t>> names_with_;  ///< ascending
};

/// Whether a name is one that is shown as `shown`: where that has an ellipsis, the name has any characters.
[[nodiscard]] bool matches_shortened(std::string_view name, std::string_view shown);

}  // namespace arenascope
