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

#include "core/error/error.h"
#include "core/text/json_lines.h"

namespace arenascope {

/// How deep lists and objects may be nested; our own files need five levels.
inline constexpr std::size_t json_depth_limit = 64;

/// A JSON text as a tree. Errors name the line: what is no JSON, a key that comes twice in one object, nesting beyond
/// `json_depth_limit`. No exception leaves it.
[[nodiscard]] Expected<nlohmann::json> parse_json(std::string_view text, const std::string& source);

/// The text under `key` of the outermost object, found without building a tree; nothing where it is not there or no
/// text. Reads no further than that key. The error is the one of `parse_json`.
[[nodiscard]] Expected<std::optional<std::string>> find_top_level_text(std::string_view text, std::string_view key,
                                                                       const std::string& source);

/// What comes of reading one JSON file: its first error, which makes every later answer meaningless, and the keys that
/// nobody asked for.
struct JsonReading {
    std::string source;
    std::string_view text = {};  ///< the file's content, to find the line of an error; empty: no line is told
    std::optional<Error> error = {};
    std::set<std::string> unknown_keys = {};
    [[nodiscard]] bool failed() const { return error.has_value(); }
    /// A note that lists the unknown keys; empty when there are none.
    [[nodiscard]] std::string unknown_keys_note() const;
};

/// One value of a JSON tree that knows where it stands, so that errors can say `buffers[3].size`. Wrong types and
/// missing keys are put into the JsonReading and read as 0 or empty; the caller looks at it once for each element.
class JsonField {
public:
    JsonField(const nlohmann::json& root, JsonReading& reading) : value_(&root), reading_(&reading) {}

    [[nodiscard]] const nlohmann::json& value() const { return *value_; }
    /// Such as `buffers[3].size`; empty for the root.
    [[nodiscard]] std::string path() const;
    /// Puts an error about this value, or about its member `key`, into the reading, unless there is one already.
    void refuse(std::string_view key, const std::string& cause, std::string cure) const;

    [[nodiscard]] bool has(std::string_view key) const;
    [[nodiscard]] std::int64_t integer(std::string_view key) const;
    [[nodiscard]] std::optional<std::int64_t> optional_integer(std::string_view key) const;
    [[nodiscard]] std::uint64_t count(std::string_view key) const;  ///< up to 2^64 − 1; 0 where it is missing
    [[nodiscard]] std::string text(std::string_view key) const;
    [[nodiscard]] std::string optional_text(std::string_view key, std::string_view fallback) const;
    [[nodiscard]] bool flag(std::string_view key, bool fallback) const;
    /// A list of whole numbers, with nothing for each null; empty where it is missing.
    [[nodiscard]] std::vector<std::optional<std::int64_t>> integers(std::string_view key) const;

    /// Calls `use` with the object under `key`, where there is one.
    void with_object(std::string_view key, const std::function<void(const JsonField&)>& use) const;
    /// Calls `use` with each element of the list under `key` until one fails; no list is no element.
    void for_each(std::string_view key, const std::function<void(const JsonField&)>& use) const;
    /// The same for a value that is itself a list.
    void for_each_element(const std::function<void(const JsonField&)>& use) const;
    /// Whether this is an object; an error where not.
    [[nodiscard]] bool is_object() const;
    /// Remembers all keys of this object but these.
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
    const JsonField* parent_ = nullptr;  ///< lives on the stack of the caller above
    std::string_view key_;               ///< in the parent; empty for an element of a list
    std::size_t index_ = 0;
};

}  // namespace arenascope
