#include "core/format/pytorch/snapshot_json.h"

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <span>
#include <unordered_map>
#include <utility>
#include <vector>

#include "core/base/text/decimal_number.h"
#include "core/base/text/json_listener.h"
#include "core/base/text/json_reader.h"
#include "core/base/text/plain_text.h"

namespace arenascope::snapshot_file {
namespace {

/// Builds the tree. The values of open containers wait on one stack; a container takes them where it ends.
class SnapshotBuilder final : public JsonListener {
public:
    using JsonListener::JsonListener;

    ValueTree tree;
    [[nodiscard]] Value root() const { return waiting_.empty() ? Value() : waiting_.front(); }

    bool null() override { return add({}); }
    bool boolean(bool value) override { return add(ValueTree::flag(value)); }
    bool number_integer(number_integer_t value) override { return add(tree.integer(value)); }
    bool number_unsigned(number_unsigned_t value) override { return add(tree.address(value)); }
    bool number_float(number_float_t /*value*/, const string_t& text) override {
        const auto whole = whole_number(text);
        return add(whole ? tree.integer(*whole) : Value());
    }
    bool binary(binary_t& /*value*/) override { return add({}); }
    bool string(string_t& value) override { return add(tree.kept_text(value)); }
    bool key(string_t& name) override { return add(tree.kept_text(name)); }
    bool start_object(std::size_t /*count*/) override { return open(); }
    bool start_array(std::size_t /*count*/) override { return open(); }
    bool end_object() override { return close(true); }
    bool end_array() override { return close(false); }

private:
    bool add(Value value) {
        waiting_.push_back(value);
        return true;
    }
    bool open() {
        if (open_.size() == json_depth_limit) {
            return refuse("it is nested deeper than " + std::to_string(json_depth_limit) + " levels",
                          "export it again; a snapshot needs seven levels");
        }
        open_.push_back(waiting_.size());
        return true;
    }
    bool close(bool is_dict) {
        const auto values = std::span(std::as_const(waiting_)).subspan(open_.back());
        const Value made = is_dict && is_frame(values) ? shared_frame(values) : new_container(values, is_dict);
        waiting_.resize(open_.back());
        open_.pop_back();
        return add(made);
    }
    Value new_container(std::span<const Value> values, bool is_dict) {
        const Value made = is_dict ? tree.new_dict() : tree.new_list();
        tree.append(made, values);
        return made;
    }

    /// Only frames name a file.
    [[nodiscard]] bool is_frame(std::span<const Value> values) const {
        constexpr std::size_t most_words = 8;
        bool names_a_file = false;
        for (std::size_t i = 0; i + 1 < values.size() && values.size() <= most_words; i += 2) {
            const Kind kind = values[i + 1].kind();
            if (kind == Kind::list || kind == Kind::dict) {
                return false;
            }
            names_a_file = names_a_file || tree.text_of(values[i]) == "filename";
        }
        return names_a_file;
    }
    /// The dict with the same keys and values, in the same order. A made-up collision costs a dict, no more.
    Value shared_frame(std::span<const Value> values) {
        std::uint64_t hash = values.size();
        for (const Value value : values) {
            hash = (hash ^ value.bits()) * 0x9E3779B97F4A7C15U;
            hash ^= hash >> 32U;
        }
        const auto [known, is_new] = frames_.try_emplace(hash);
        if (!is_new && std::ranges::equal(known->second.values, values)) {
            return known->second.dict;
        }
        const Value made = new_container(values, true);
        if (is_new) {
            known->second = {made, {values.begin(), values.end()}};
        }
        return made;
    }

    struct KnownFrame {
        Value dict;
        std::vector<Value> values;
    };
    std::vector<Value> waiting_;
    std::vector<std::size_t> open_;  ///< where the values of each open container begin in `waiting_`
    std::unordered_map<std::uint64_t, KnownFrame> frames_;
};

}  // namespace

Expected<SnapshotJson> read_snapshot_json(std::string_view content, const std::string& source) {
    SnapshotBuilder builder(without_byte_order_mark(content), source);
    if (auto heard = build(builder, source); !heard) {
        return failure(std::move(heard.error()));
    }
    const Value root = builder.root();
    return SnapshotJson{std::move(builder.tree), root};
}

}  // namespace arenascope::snapshot_file
