#include "core/base/text/json_reader.h"

#include <algorithm>
#include <limits>
#include <utility>

#include "core/base/error/quotation.h"
#include "core/base/text/decimal_number.h"
#include "core/base/text/json_lines.h"
#include "core/base/text/json_listener.h"
#include "core/base/text/json_text.h"
#include "core/base/text/plain_text.h"

namespace arenascope {
namespace {

using nlohmann::json;

/// Builds the tree. Nesting that is too deep and duplicate keys are errors.
class TreeBuilder final : public JsonListener {
public:
    using JsonListener::JsonListener;

    json root;

    bool null() override { return add(nullptr) != nullptr; }
    bool boolean(bool value) override { return add(value) != nullptr; }
    bool number_integer(number_integer_t value) override { return add(value) != nullptr; }
    bool number_unsigned(number_unsigned_t value) override { return add(value) != nullptr; }
    /// 4.0 and 1e3 are integers. So is what a float would round.
    bool number_float(number_float_t value, const string_t& text) override {
        const auto whole = whole_number(text);
        return (!whole ? add(value) : *whole < 0 ? add(*whole) : add(static_cast<std::uint64_t>(*whole))) != nullptr;
    }
    bool string(string_t& value) override { return add(std::move(value)) != nullptr; }
    bool binary(binary_t& value) override { return add(std::move(value)) != nullptr; }
    bool start_object(std::size_t /*count*/) override { return open(json::object()); }
    bool start_array(std::size_t /*count*/) override { return open(json::array()); }
    bool end_object() override { return close(); }
    bool end_array() override { return close(); }

    bool key(string_t& name) override {
        const auto [place, added] = open_.back()->get_ref<json::object_t&>().try_emplace(name);
        if (!added) {
            return refuse("the key " + in_quotes(name) + " comes twice in one object", "keep one of them");
        }
        slot_ = &place->second;
        return true;
    }

private:
    json* add(json&& value) {
        if (open_.empty()) {
            root = std::move(value);
            return &root;
        }
        if (open_.back()->is_array()) {
            auto& list = open_.back()->get_ref<json::array_t&>();
            return &list.emplace_back(std::move(value));
        }
        *slot_ = std::move(value);
        return slot_;
    }
    bool open(json&& container) {
        if (open_.size() == json_depth_limit) {
            return refuse("it is nested deeper than " + std::to_string(json_depth_limit) + " levels",
                          "nest it less; a plan or trace needs five levels");
        }
        open_.push_back(add(std::move(container)));
        return true;
    }
    bool close() {
        open_.pop_back();
        return true;
    }

    std::vector<json*> open_;  ///< the open containers; none of them moves while one inside it is open
    json* slot_ = nullptr;     ///< where the value of the last key is stored
};

/// Stops as soon as the wanted text is found, or the keys are enough.
class TopLevelFinder final : public JsonListener {
public:
    using IsEnough = std::function<bool(const std::vector<std::string>&)>;

    TopLevelFinder(std::string_view text, std::string_view wanted, const std::string& source, const IsEnough& is_enough)
        : JsonListener(text, source), wanted_(wanted), is_enough_(is_enough) {}

    TopLevel found;

    bool null() override { return go_on(); }
    bool boolean(bool /*value*/) override { return go_on(); }
    bool number_integer(number_integer_t /*value*/) override { return go_on(); }
    bool number_unsigned(number_unsigned_t /*value*/) override { return go_on(); }
    bool number_float(number_float_t /*value*/, const string_t& /*text*/) override { return go_on(); }
    bool binary(binary_t& /*value*/) override { return go_on(); }
    bool string(string_t& value) override {
        if (is_wanted_) {
            found.text = std::move(value);
        }
        return go_on();
    }
    bool start_object(std::size_t /*count*/) override { return enter(); }
    bool start_array(std::size_t /*count*/) override { return enter(); }
    bool end_object() override { return leave(); }
    bool end_array() override { return leave(); }
    bool key(string_t& name) override {
        is_wanted_ = depth_ == 1 && name == wanted_;
        if (depth_ != 1 || found.keys.size() == most_keys) {
            return true;
        }
        found.keys.push_back(std::move(name));
        return !is_enough_ || !is_enough_(found.keys);
    }

private:
    [[nodiscard]] bool go_on() const { return !is_wanted_; }
    bool enter() {
        ++depth_;
        return go_on();
    }
    bool leave() {
        --depth_;
        return true;
    }

    static constexpr std::size_t most_keys = 64;

    std::string_view wanted_;
    const IsEnough& is_enough_;
    std::size_t depth_ = 0;
    bool is_wanted_ = false;
};

}  // namespace

Expected<json> parse_json(std::string_view text, const std::string& source) {
    TreeBuilder builder(without_byte_order_mark(text), source);
    if (auto heard = build(builder, source); !heard) {
        return failure(std::move(heard.error()));
    }
    return std::move(builder.root);
}

Expected<TopLevel> find_top_level(std::string_view text, std::string_view key, const std::string& source,
                                  const std::function<bool(const std::vector<std::string>& keys)>& is_enough) {
    TopLevelFinder finder(without_byte_order_mark(text), key, source, is_enough);
    if (auto heard = listen(finder, source); !heard) {
        return failure(std::move(heard.error()));
    }
    return std::move(finder.found);
}

std::string JsonReading::unknown_keys_note() const {
    std::string note;
    for (const std::string& key : unknown_keys) {
        note += (note.empty() ? "unknown keys are ignored: " : ", ") + in_quotes(key);
    }
    return note;
}

std::string JsonField::path() const {
    if (parent_ == nullptr) {
        return {};
    }
    const std::string above = parent_->path();
    if (key_.empty()) {
        return above + "[" + std::to_string(index_) + "]";
    }
    return above.empty() ? shown(key_) : above + "." + shown(key_);
}

void JsonField::refuse(std::string_view key, const std::string& cause, std::string cure) const {
    if (reading_->failed()) {
        return;
    }
    std::string place = path();
    std::vector<JsonStep> steps = steps_from_root();
    if (!key.empty()) {
        place += (place.empty() ? "" : ".") + shown(key);
        steps.push_back({std::string(key), 0});
    }
    reading_->error = Error{reading_->source, line_of(reading_->text, steps),
                            (place.empty() ? "" : place + ": ") + cause, std::move(cure)};
}

std::vector<JsonStep> JsonField::steps_from_root() const {
    std::vector<JsonStep> steps;
    if (parent_ != nullptr) {
        steps = parent_->steps_from_root();
        steps.push_back({std::string(key_), index_});
    }
    return steps;
}

bool JsonField::is_object() const {
    if (!value_->is_object()) {
        refuse({}, std::string("it is a JSON ") + value_->type_name(), "write an object: { … }");
        return false;
    }
    return true;
}

const json* JsonField::member(std::string_view key) const {
    if (!value_->is_object()) {
        return nullptr;
    }
    const auto place = value_->find(key);
    return place == value_->end() || place->is_null() ? nullptr : &*place;
}

const json* JsonField::required(std::string_view key, std::string_view what) const {
    const json* value = is_object() ? member(key) : nullptr;
    if (value == nullptr) {
        refuse(key, "it is missing", "write " + std::string(what));
    }
    return value;
}

std::int64_t JsonField::whole_number(const json& value, std::string_view key) const {
    if (value.is_number_unsigned()) {
        const auto number = value.get<std::uint64_t>();
        if (number <= static_cast<std::uint64_t>(std::numeric_limits<std::int64_t>::max())) {
            return static_cast<std::int64_t>(number);
        }
    } else if (value.is_number_integer()) {
        return value.get<std::int64_t>();
    }
    refuse(key,
           value.is_number() ? "the number is not a whole number, or does not fit in 64 bits"
                             : std::string("it is a JSON ") + value.type_name(),
           "write a whole number below 2^63, without quotes");
    return 0;
}

bool JsonField::has(std::string_view key) const {
    return member(key) != nullptr;
}

std::int64_t JsonField::integer(std::string_view key) const {
    const json* value = required(key, "a whole number");
    return value == nullptr ? 0 : whole_number(*value, key);
}

std::optional<std::int64_t> JsonField::optional_integer(std::string_view key) const {
    const json* value = member(key);
    return value == nullptr ? std::nullopt : std::optional(whole_number(*value, key));
}

std::uint64_t JsonField::count(std::string_view key) const {
    const json* value = member(key);
    if (value == nullptr) {
        return 0;
    }
    if (!value->is_number_unsigned()) {
        refuse(key, "it is not a whole number from 0 to 2^64 − 1", "write such a number, without quotes");
        return 0;
    }
    return value->get<std::uint64_t>();
}

std::string JsonField::text(std::string_view key) const {
    const json* value = required(key, "a text in double quotes");
    if (value == nullptr) {
        return {};
    }
    if (!value->is_string()) {
        refuse(key, std::string("it is a JSON ") + value->type_name(), "write a text in double quotes");
        return {};
    }
    const auto& text = value->get_ref<const json::string_t&>();
    if (text.find('\0') != std::string::npos) {
        refuse(key, "the text contains a zero character", "remove it");
    }
    return reading_->is_of_others ? text : bytes_of_json_string(text);
}

std::string JsonField::optional_text(std::string_view key, std::string_view fallback) const {
    return has(key) ? text(key) : std::string(fallback);
}

bool JsonField::flag(std::string_view key, bool fallback) const {
    const json* value = member(key);
    if (value == nullptr) {
        return fallback;
    }
    if (!value->is_boolean()) {
        refuse(key, std::string("it is a JSON ") + value->type_name(), "write true or false");
        return fallback;
    }
    return value->get<bool>();
}

std::vector<std::optional<std::int64_t>> JsonField::integers(std::string_view key) const {
    std::vector<std::optional<std::int64_t>> numbers;
    const json* list = member(key);
    if (list == nullptr) {
        return numbers;
    }
    if (!list->is_array()) {
        refuse(key, std::string("it is a JSON ") + list->type_name(), "write a list of whole numbers: [ … ]");
        return numbers;
    }
    numbers.reserve(list->size());
    for (const json& element : *list) {
        numbers.push_back(element.is_null() ? std::nullopt : std::optional(whole_number(element, key)));
    }
    return numbers;
}

void JsonField::with_object(std::string_view key, const std::function<void(const JsonField&)>& use) const {
    if (const json* value = member(key); value != nullptr) {
        const JsonField field(*value, this, key, 0);
        if (field.is_object()) {
            use(field);
        }
    }
}

void JsonField::for_each(std::string_view key, const std::function<void(const JsonField&)>& use) const {
    if (const json* value = member(key); value != nullptr) {
        JsonField(*value, this, key, 0).for_each_element(use);
    }
}

void JsonField::for_each_element(const std::function<void(const JsonField&)>& use) const {
    if (!value_->is_array()) {
        refuse({}, std::string("it is a JSON ") + value_->type_name(), "write a list: [ … ]");
        return;
    }
    for (std::size_t i = 0; i < value_->size() && !reading_->failed(); ++i) {
        use(JsonField((*value_)[i], this, {}, i));
    }
}

void JsonField::note_unknown_keys(std::initializer_list<std::string_view> known) const {
    constexpr std::size_t most_noted = 20;
    if (!value_->is_object()) {
        return;
    }
    for (const auto& [key, value] : value_->items()) {
        if (reading_->unknown_keys.size() >= most_noted) {
            return;
        }
        if (std::find(known.begin(), known.end(), key) == known.end()) {
            reading_->unknown_keys.insert(key);
        }
    }
}

}  // namespace arenascope
