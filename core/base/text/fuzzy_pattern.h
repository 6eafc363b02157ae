#pragma once

#include <array>
#include <compare>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace arenascope {

/// How a text matches what was typed, the closest first:
///
///   typed     text                kind
///   zoom in   Zoom In             whole      nothing else is in the text
///   zoo       Zoom In             prefix     it begins with what was typed
///   sel       Zoom to Selection   word       one of its words begins with it
///   zts       Zoom to Selection   initials   each letter starts a word or follows the letter before
///   ele       Zoom to Selection   part       it contains what was typed
///   zmln      Zoom to Selection   letters    it contains the letters in this order
enum class MatchKind : std::uint8_t { whole, prefix, word, initials, part, letters };

/// How closely a text matches: the least is the closest.
struct MatchRank {
    MatchKind kind = MatchKind::whole;
    std::uint32_t skipped = 0;  ///< of `letters`: bytes between the first and the last letter that match nothing
    std::uint32_t length = 0;   ///< of the text, in bytes
    friend auto operator<=>(const MatchRank&, const MatchRank&) = default;
};

/// What somebody types to find one of many names, with letters left out. The case of ASCII letters does not matter.
/// Blanks at both ends are ignored. For `initials` and `letters`, all blanks are.
///
/// A word starts at a letter or digit after anything else, at a capital after a small letter, and at a digit after a
/// letter: conv2d/BiasAdd has the words conv, 2d, Bias, Add. Of more than 64 characters only whole parts match.
class FuzzyPattern {
public:
    explicit FuzzyPattern(std::string_view typed);

    /// Nothing is typed: every text matches equally.
    [[nodiscard]] bool is_empty() const { return typed_.empty(); }
    /// Empty: the text does not match. Linear in the text for a text without the letters; otherwise O(text · pattern).
    [[nodiscard]] std::optional<MatchRank> rank(std::string_view text) const;
    /// The bytes of the text that match, in ascending order; empty if the text does not match. O(text · pattern).
    [[nodiscard]] std::vector<std::uint32_t> places(std::string_view text) const;

private:
    struct Found;

    /// The positions of a character in the pattern, as bits.
    [[nodiscard]] std::uint64_t positions_of(std::string_view character) const;
    [[nodiscard]] bool has_letters_of(std::string_view text) const;
    [[nodiscard]] std::optional<Found> contiguous_in(std::string_view text) const;
    [[nodiscard]] bool are_initials_of(std::string_view text) const;
    [[nodiscard]] std::vector<std::uint32_t> initials_in(std::string_view text) const;
    [[nodiscard]] Found shortest_stretch_in(std::string_view text) const;

    std::string typed_;                       ///< trimmed, in lower case
    std::vector<std::string> characters_;     ///< of `typed_`, without blanks
    std::array<std::uint64_t, 128> ascii_{};  ///< positions by ASCII character in lower case
    std::uint32_t bytes_ = 0;                 ///< of all characters
};

}  // namespace arenascope
