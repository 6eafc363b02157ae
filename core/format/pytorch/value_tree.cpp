#include "core/format/pytorch/value_tree.h"

#include <utility>

namespace arenascope::snapshot_file {
namespace {

constexpr unsigned inline_bits = 60;
constexpr std::int64_t inline_limit = std::int64_t{1} << (inline_bits - 1);

}  // namespace

// The lowest bit of an integer's payload tells a position in `large_integers_` (1) from the number itself (0).
Value ValueTree::integer(std::int64_t number) {
    if (number >= -inline_limit && number < inline_limit) {
        return {Kind::integer, static_cast<std::uint64_t>(number) << 1U};
    }
    large_integers_.push_back(number);
    return {Kind::integer, ((large_integers_.size() - 1) << 1U) | 1U};
}

Value ValueTree::address(std::uint64_t number) {
    if (std::in_range<std::int64_t>(number)) {
        return integer(static_cast<std::int64_t>(number));
    }
    large_integers_.push_back(static_cast<std::int64_t>(number));
    return {Kind::address, large_integers_.size() - 1};
}

Value ValueTree::text(std::string_view text) {
    texts_.push_back(text);
    return {Kind::text, texts_.size() - 1};
}

Value ValueTree::kept_text(std::string_view text) {
    if (const auto known = kept_texts_.find(text); known != kept_texts_.end()) {
        return {Kind::text, known->second};
    }
    const std::string_view own = kept_.emplace_back(text);
    kept_texts_.emplace(own, texts_.size());
    return this->text(own);
}

Value ValueTree::new_container(Kind kind) {
    words_.insert(words_.end(), head, 0);
    return {kind, words_.size() - head};
}

void ValueTree::append(Value container, std::span<const Value> values) {
    if (values.empty()) {
        return;
    }
    const std::uint64_t chunk = words_.size();
    const std::uint64_t at = container.payload();
    words_.push_back(0);
    words_.push_back(values.size());
    for (const Value value : values) {
        words_.push_back(value.bits_);
    }
    const std::uint64_t last = words_[at + 1];
    words_[last == 0 ? at : last] = chunk;
    words_[at + 1] = chunk;
}

std::optional<std::int64_t> ValueTree::integer_of(Value value) const {
    if (value.kind() != Kind::integer) {
        return std::nullopt;
    }
    if ((value.payload() & 1U) != 0) {
        return large_integers_[value.payload() >> 1U];
    }
    return static_cast<std::int64_t>(value.bits_) >> (Value::kind_bits + 1);
}

std::optional<std::string_view> ValueTree::text_of(Value value) const {
    return value.kind() == Kind::text ? std::optional(texts_[value.payload()]) : std::nullopt;
}

std::optional<Value> ValueTree::find(Value dict, std::string_view key) const {
    std::optional<Value> found;
    if (dict.kind() == Kind::dict) {
        for_each_word(dict, 2, [&](std::size_t at) {
            if (text_of(value_at(at)) == key) {
                found = value_at(at + 1);
            }
            return true;
        });
    }
    return found;
}

std::optional<std::int64_t> ValueTree::integer_at(Value dict, std::string_view key) const {
    const auto found = find(dict, key);
    return found ? integer_of(*found) : std::nullopt;
}

std::optional<std::uint64_t> ValueTree::address_at(Value dict, std::string_view key) const {
    const auto found = find(dict, key);
    if (found && found->kind() == Kind::address) {
        return static_cast<std::uint64_t>(large_integers_[found->payload()]);
    }
    const auto number = found ? integer_of(*found) : std::nullopt;
    return number && *number >= 0 ? std::optional(static_cast<std::uint64_t>(*number)) : std::nullopt;
}

std::optional<std::string_view> ValueTree::text_at(Value dict, std::string_view key) const {
    const auto found = find(dict, key);
    return found ? text_of(*found) : std::nullopt;
}

bool ValueTree::is_true(Value dict, std::string_view key) const {
    const auto found = find(dict, key);
    return found && found->kind() == Kind::yes;
}

std::optional<Value> ValueTree::list_at(Value dict, std::string_view key) const {
    const auto found = find(dict, key);
    return found && found->kind() == Kind::list ? found : std::nullopt;
}

std::size_t ValueTree::count_of(Value list) const {
    std::size_t count = 0;
    if (list.kind() == Kind::list) {
        for (std::uint64_t chunk = words_[list.payload()]; chunk != 0; chunk = words_[chunk]) {
            count += words_[chunk + 1];
        }
    }
    return count;
}

}  // namespace arenascope::snapshot_file
