#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <initializer_list>
#include <optional>
#include <set>
#include <string>
#include <string_view>
#include <vector>

#include <nlohmann/json.hpp>

#include "core/base/error/error.h"
#include "core/base/text/json_lines.h"

namespace arenascope {

/// The greatest nesting of lists and objects; our own files need five levels.
inline constexpr std::size_t json_depth_limit = 64;

/// Parses a JSON text into a tree. Errors name the line: invalid JSON, a duplicate key in an object, nesting deeper
/// than `json_depth_limit`. Throws only std::bad_alloc.
[[nodiscard]] Expected<nlohmann::json> parse_json(std::string_view text, const std::string& source);

/// The beginning of the outermost object, found without building a tree.
struct TopLevel {
    std::optional<std::string> text;  ///< the string under the wanted key; empty: missing, or not a string
    std::vector<std::string> keys;    ///< in the order of the file; the first 64
};

/// Reads an object up to the string under `key`, or up to the first key after which `is_enough` holds. Without either,
/// up to the end. Errors as in `parse_json`.
[[nodiscard]] Expected<TopLevel> find_top_level(
    std::string_view text, std::string_view key, const std::string& source,
    const std::function<bool(const std::vector<std::string>& keys)>& is_enough = {});

/// The state of reading one JSON file: the first error, and the keys that no reader knows. After an error, all values
/// are meaningless.
struct JsonReading {
    std::string source;
    std::string_view text = {};  ///< the content of the file, to find the line of an error; empty: no line
    std::optional<Error> error = {};
    std::set<std::string> unknown_keys = {};
    bool is_of_others = false;  ///< another program writes such files: no character of a text stands for a byte
    [[nodiscard]] bool failed() const { return error.has_value(); }
    /// A note that lists the unknown keys; empty if there are none.
    [[nodiscard]] std::string unknown_keys_note() const;
};

/// One value of a JSON tree and its path, so that errors can say `buffers[3].size`. A wrong type or a missing key is
/// recorded in the JsonReading and read as 0 or empty. The caller checks the JsonReading once for each element.
class JsonField {
public:
    JsonField(const nlohmann::json& root, JsonReading& reading) : value_(&root), reading_(&reading) {}

    [[nodiscard]] const nlohmann::json& value() const { return *value_; }
    /// For example `buffers[3].size`; empty for the root.
    [[nodiscard]] std::string path() const;
    /// Records an error about this value, or about its member `key`. An earlier error is kept instead.
    void refuse(std::string_view key, const std::string& cause, std::string cure) const;

    [[nodiscard]] bool has(std::string_view key) const;
    [[nodiscard]] std::int64_t integer(std::string_view key) const;
    [[nodiscard]] std::optional<std::int64_t> optional_integer(std::string_view key) const;
    [[nodiscard]] std::uint64_t count(std::string_view key) const;  ///< from 0 to 2^64 − 1; 0 if it is missing
    [[nodiscard]] std::string text(std::string_view key) const;
    [[nodiscard]] std::string optional_text(std::string_view key, std::string_view fallback) const;
    [[nodiscard]] bool flag(std::string_view key, bool fallback) const;
    /// A list of integers, with an empty element for each null; empty if the list is missing.
    [[nodiscard]] std::vector<std::optional<std::int64_t>> integers(std::string_view key) const;

    /// Calls `use` with the object under `key`, if there is one.
    void with_object(std::string_view key, const std::function<void(const JsonField&)>& use) const;
    /// Calls `use` with each element of the list under `key`, up to the first error. A missing list is an empty one.
    void for_each(std::string_view key, const std::function<void(const JsonField&)>& use) const;
    /// The same if this value itself is the list.
    void for_each_element(const std::function<void(const JsonField&)>& use) const;
    /// Whether this is an object; if not, records an error.
    [[nodiscard]] bool is_object() const;
    /// Records all keys of this object that are not in `known`.
    void note_unknown_keys(std::initializer_list<std::string_view> known) const;

private:
    JsonField(const nlohmann::json& value, const JsonField* parent, std::string_view key, std::size_t index)
        : value_(&value), reading_(parent->reading_), parent_(parent), key_(key), index_(index) {}
    [[nodiscard]] std::vector<JsonStep> steps_from_root() const;
    [[nodiscard]] const nlohmann::json* member(std::string_view key) const;
    [[nodiscard]] const nlohmann::json* required(std::string_view key, std::string_view what) const;
    [[nodiscard]] std::int64_t whole_number(const nlohmann::json& value, std::string_view key) const;

    const nlohmann::json* value_;
    JsonReading* reading_;
    const JsonField* parent_ = nullptr;  ///< lives on the stack of the caller
    std::string_view key_;               ///< its key in the parent; empty: an element of a list
    std::size_t index_ = 0;
};

}  // namespace arenascope
