#pragma once

#include <cstdint>
#include <deque>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

namespace arenascope::snapshot_file {

enum class Kind : std::uint8_t {
    other,    ///< null, false, a float, an integer of more than 64 bits: nothing that a reader needs
    integer,  ///< a signed integer of 64 bits
    text,
    list,
    dict,
    yes,      ///< true
    address,  ///< an integer from 2^63 to 2^64 − 1
};

/// One value in 8 bytes: its kind and, for containers, its place in the tree. Copies share the container.
class Value {
public:
    constexpr Value() = default;
    [[nodiscard]] constexpr Kind kind() const { return static_cast<Kind>(bits_ & kind_mask); }
    /// Equal for the same container, the same text object and the same integer.
    [[nodiscard]] constexpr std::uint64_t bits() const { return bits_; }
    friend constexpr bool operator==(Value, Value) = default;

private:
    friend class ValueTree;
    static constexpr std::uint64_t kind_mask = 7;
    static constexpr unsigned kind_bits = 3;
    constexpr Value(Kind kind, std::uint64_t payload)
        : bits_((payload << kind_bits) | static_cast<std::uint64_t>(kind)) {}
    [[nodiscard]] constexpr std::uint64_t payload() const { return bits_ >> kind_bits; }

    std::uint64_t bits_ = 0;
};

/// Lists and dicts of a snapshot in one flat list of 8-byte words. A container grows in chunks; nothing is moved or
/// copied, so that the many stacks of a file share their frames:
///
///   container:  first chunk │ last chunk
///   chunk:      next chunk │ n │ value 1 … value n        in a dict, keys and values take turns
///
/// Readers go down by fixed names to a fixed depth. So a list that contains itself does no harm.
class ValueTree {
public:
    [[nodiscard]] Value integer(std::int64_t number);
    /// The same for a number that may only be an address.
    [[nodiscard]] Value address(std::uint64_t number);
    /// The text is not copied: it must live as long as the tree.
    [[nodiscard]] Value text(std::string_view text);
    [[nodiscard]] static Value flag(bool value) { return {value ? Kind::yes : Kind::other, 0}; }
    /// The same text gives the same value. It is copied once.
    [[nodiscard]] Value kept_text(std::string_view text);
    [[nodiscard]] Value new_list() { return new_container(Kind::list); }
    [[nodiscard]] Value new_dict() { return new_container(Kind::dict); }
    /// Appends to a list; or to a dict, keys and values in turn.
    void append(Value container, std::span<const Value> values);

    /// The number of 8-byte words that all containers take.
    [[nodiscard]] std::size_t words() const { return words_.size(); }

    [[nodiscard]] std::optional<std::int64_t> integer_of(Value value) const;
    [[nodiscard]] std::optional<std::string_view> text_of(Value value) const;
    /// The value under a key of a dict, the last one if it comes twice. Empty if there is none, and for other kinds.
    /// Linear in the dict.
    [[nodiscard]] std::optional<Value> find(Value dict, std::string_view key) const;
    [[nodiscard]] std::optional<std::int64_t> integer_at(Value dict, std::string_view key) const;
    /// An integer from 0 to 2^64 − 1.
    [[nodiscard]] std::optional<std::uint64_t> address_at(Value dict, std::string_view key) const;
    [[nodiscard]] std::optional<std::string_view> text_at(Value dict, std::string_view key) const;
    /// Whether the value under a key is true.
    [[nodiscard]] bool is_true(Value dict, std::string_view key) const;
    /// The list under a key; empty if there is none.
    [[nodiscard]] std::optional<Value> list_at(Value dict, std::string_view key) const;
    /// The number of elements of a list; 0 for other kinds.
    [[nodiscard]] std::size_t count_of(Value list) const;

    /// Calls `use` with each element of a list; it returns whether to go on. Other kinds have no elements.
    template <class Use>
    void for_each(Value list, Use&& use) const {
        if (list.kind() != Kind::list) {
            return;
        }
        for_each_word(list, 1, [&](std::size_t at) { return use(value_at(at)); });
    }

private:
    static constexpr std::size_t head = 2;  ///< words before the content of a chunk, and of a container
    [[nodiscard]] Value new_container(Kind kind);
    [[nodiscard]] Value value_at(std::size_t at) const {
        Value value;
        value.bits_ = words_[at];
        return value;
    }
    template <class Use>
    void for_each_word(Value container, std::size_t stride, Use&& use) const {
        for (std::uint64_t chunk = words_[container.payload()]; chunk != 0; chunk = words_[chunk]) {
            const std::uint64_t end = chunk + head + words_[chunk + 1];
            for (std::uint64_t at = chunk + head; at < end; at += stride) {
                if (!use(at)) {
                    return;
                }
            }
        }
    }

    std::vector<std::uint64_t> words_ = {0};    ///< the first is unused: 0 means no chunk
    std::vector<std::int64_t> large_integers_;  ///< those that do not fit beside a kind
    std::vector<std::string_view> texts_;
    std::deque<std::string> kept_;
    std::unordered_map<std::string_view, std::uint64_t> kept_texts_;  ///< positions in `texts_`
};

}  // namespace arenascope::snapshot_file
