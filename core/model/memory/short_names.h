#pragma once

#include <memory>
#include <span>
#include <string>
#include <string_view>

#include "core/model/memory/problem.h"

namespace arenascope {

class NameParts;

/// The rule that shortens the names of a plan in pictures and lists. A short name is a part of the full one, so a
/// filter finds it.
///
///   model/activation_1/Relu;model/conv2d/BiasAdd   →   activation_1
///   model/conv2d_7/BiasAdd                         →   conv2d_7/BiasAdd
///   input                                          →   input
struct ShortNames {
    std::string prefix;          ///< left out where a name goes on with a letter; empty: no prefix
    std::string suffix = {};     ///< left out at the end, where a letter is before it; empty: no suffix
    bool first_of_list = false;  ///< of a list such as "relu;bias;conv", only the first name is shown
    std::shared_ptr<const NameParts> parts = {};  ///< what tells the short names apart; null: not known

    /// A part of `name` that is not empty, unless `name` is.
    [[nodiscard]] std::string_view operator()(std::string_view name) const;
    [[nodiscard]] bool shortens() const { return !prefix.empty() || !suffix.empty() || first_of_list; }
    /// Whether the rules are the same; the parts follow from the names.
    friend bool operator==(const ShortNames& a, const ShortNames& b) {
        return a.prefix == b.prefix && a.suffix == b.suffix && a.first_of_list == b.first_of_list;
    }
};

/// The rule for these names. The prefix is the longest that most of them, and at least two, have. It ends at a
/// separator, but not inside "model.0" or "model.py:27". The suffix is the last part of a path that most of them have,
/// such as "/Relu". No two different names become the same. Linear in the characters.
[[nodiscard]] ShortNames short_names(std::span<const std::string_view> names);

/// The rule for the buffers of a problem.
[[nodiscard]] ShortNames short_names(const Problem& problem);

/// What the names lack, such as "names without “model/” and “/Relu”". Empty: names are shown in full.
[[nodiscard]] std::string note_of(const ShortNames& names);

}  // namespace arenascope
