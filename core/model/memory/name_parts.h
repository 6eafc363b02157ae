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
///   model.py:27 forward#1        …forward#1
///   model.py:9 forward#1         …:9…#1
///
/// A name consists of words and numbers. What tells it apart is the shortest of them that no other name has together:
/// numbers as a whole, with the character before them, and of words at least the first two characters. The first and
/// the last word also count as such, so that Conv2d_1 differs from Conv2d_1_depthwise. Numbers, and a line of a source
/// file with the name of the file, are shown whole or not at all.
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
    /// what tells it apart. The rest of the room shows as many other characters as fit; a word is cut only if the whole
    /// word does not fit. Empty if it does not fit, or if nothing is known to tell the name apart. It asks a number of
    /// times that is logarithmic in the length, for each number that does not fit.
    [[nodiscard]] std::string shortened(std::string_view name, const Fits& fits) const;

private:
    /// A part of a name, in characters.
    struct Stretch {
        std::size_t begin = 0;
        std::size_t end = 0;
    };
    /// Where a stretch must be for a name to have it; two words stand together.
    enum class Place : char { word_begin = 1, whole_word, first_word, last_word, last_letters, two_words };
    /// A stretch that may tell a name apart, and the names that have it.
    struct Choice {
        Stretch stretch;
        Stretch word;  ///< the word or number that it belongs to
        Place place = Place::whole_word;
        const std::vector<std::uint32_t>* names = nullptr;
    };
    class Letters;

    static std::vector<Choice> choices_in(const Letters& letters);
    /// What tells a name apart, in its order; empty: nothing does. Two words together are long, so they are used only
    /// where no others do.
    [[nodiscard]] std::vector<Choice> telling(const Letters& letters) const;
    [[nodiscard]] static std::vector<Choice> telling_of(const std::vector<Choice>& choices);
    /// The stretches of a name that are shown whole or not at all, in the order in which they are shown.
    [[nodiscard]] static std::vector<Stretch> order_of_show(const Letters& letters, const std::vector<Choice>& parts);

    std::unordered_map<std::string, std::vector<std::uint32_t>> names_with_;  ///< ascending
};

/// Whether a name is one that is shown as `shown`: where that has an ellipsis, the name has any characters.
[[nodiscard]] bool matches_shortened(std::string_view name, std::string_view shown);

}  // namespace arenascope
