#include "core/base/text/json_lines.h"

#include "core/base/text/json_listener.h"
#include "core/base/text/plain_text.h"

namespace arenascope {
namespace {

/// Follows the steps through the nested objects and lists. `depth_` counts the open containers; the first `followed_`
/// of them lie on the way.
class StepFollower final : public JsonListener {
public:
    StepFollower(std::string_view text, const std::vector<JsonStep>& steps, const std::string& source)
        : JsonListener(text, source), steps_(steps) {}

    std::int64_t line = 0;               ///< of the last value on the way
    std::vector<std::int64_t> elements;  ///< lines of the elements of the list at the end of the way
    bool wants_elements = false;

    bool null() override { return on_value(false); }
    bool boolean(bool /*value*/) override { return on_value(false); }
    bool number_integer(number_integer_t /*value*/) override { return on_value(false); }
    bool number_unsigned(number_unsigned_t /*value*/) override { return on_value(false); }
    bool number_float(number_float_t /*value*/, const string_t& /*text*/) override { return on_value(false); }
    bool string(string_t& /*value*/) override { return on_value(false); }
    bool binary(binary_t& /*value*/) override { return on_value(false); }
    bool start_object(std::size_t /*count*/) override { return on_value(true); }
    bool start_array(std::size_t /*count*/) override { return on_value(true); }
    bool end_object() override { return close(); }
    bool end_array() override { return close(); }

    bool key(string_t& name) override {
        is_next_ = depth_ == followed_ && depth_ <= steps_.size() && steps_[depth_ - 1].key == name && !name.empty();
        if (is_next_) {
            line = line_here();
        }
        is_member_ = true;
        return true;
    }

private:
    /// A value begins. `opens`: it is an object or a list.
    bool on_value(bool opens) {
        const bool is_inside = depth_ == followed_;
        const bool is_member = is_member_;
        is_member_ = false;
        bool is_on_way = depth_ == 0;
        if (is_inside && depth_ > 0 && depth_ <= steps_.size()) {
            const JsonStep& step = steps_[depth_ - 1];
            is_on_way = is_member ? is_next_ : step.key.empty() && step.index == position_;
            ++position_;
        } else if (is_inside && depth_ > steps_.size()) {
            elements.push_back(line_here());
        }
        if (is_on_way && !is_member) {
            line = line_here();
        }
        if (is_on_way && depth_ == steps_.size() && !(wants_elements && opens)) {
            return false;
        }
        if (opens) {
            ++depth_;
            if (is_on_way) {
                followed_ = depth_;
                position_ = 0;
            }
        }
        return true;
    }
    /// Stops after the last container on the way closes, because the value cannot come later.
    bool close() {
        const bool is_last = depth_ == followed_;
        --depth_;
        return !is_last;
    }

    const std::vector<JsonStep>& steps_;
    std::size_t depth_ = 0;
    std::size_t followed_ = 0;
    std::size_t position_ = 0;  ///< index of the next value in the innermost container on the way
    bool is_member_ = false;    ///< the next value belongs to the key just read
    bool is_next_ = false;      ///< the key just read is the next step of the way
};

StepFollower followed(std::string_view text, const std::vector<JsonStep>& steps, bool wants_elements) {
    static const std::string no_source;
    StepFollower follower(without_byte_order_mark(text), steps, no_source);
    follower.wants_elements = wants_elements;
    // The error is ignored: the text has been parsed before.
    (void)listen(follower, no_source);
    return follower;
}

}  // namespace

std::int64_t line_of(std::string_view text, const std::vector<JsonStep>& steps) {
    return followed(text, steps, false).line;
}

std::vector<std::int64_t> lines_of_elements(std::string_view text, const std::vector<JsonStep>& steps) {
    return followed(text, steps, true).elements;
}

}  // namespace arenascope
