#include "core/format/table/plain_rows.h"

#include <algorithm>
#include <array>

#include "core/base/text/content_limits.h"
#include "core/base/text/short_number.h"
#include "core/format/table/table_kind.h"

namespace arenascope {
namespace {

/// More regions are found by the general reader, which looks them up faster.
constexpr std::size_t most_plain_regions = 64;

constexpr bool is_blank(char c) {
    return c == ' ' || c == '\t';
}

/// By character: whether a word ends there.
constexpr std::array<bool, 256> word_ends = [] {
    std::array<bool, 256> ends{};
    for (const unsigned char c : {'\n', ',', '"'}) {
        ends[c] = true;
    }
    return ends;
}();

}  // namespace

bool PlainRows::read(std::string_view text, const std::vector<PlainColumn>& columns) {
    buffers_.clear();
    placements_.clear();
    regions_.clear();
    if (text.empty() || text.back() != '\n') {
        return text.empty();
    }
    at_ = text.data();
    end_ = at_ + text.size();
    while (at_ != end_) {
        if (*at_ == '\n') {
            ++at_;
        } else if (const char* const begin = at_;
                   !read_row(columns) || static_cast<std::size_t>(at_ - begin) > csv_line_limit) {
            return false;
        }
    }
    return true;
}

bool PlainRows::read_row(const std::vector<PlainColumn>& columns) {
    Buffer& buffer = buffers_.emplace_back();
    offset_.reset();
    for (std::size_t i = 0; i < columns.size(); ++i) {
        skip_blanks();
        if (!read_cell(columns[i], buffer)) {
            return false;
        }
        skip_blanks();
        const bool is_last = i + 1 == columns.size();
        at_ += is_last && *at_ == '\r' ? 1 : 0;
        if (*at_ != (is_last ? '\n' : ',')) {
            return false;
        }
        ++at_;
    }
    auto& placement = placements_.emplace_back();
    if (offset_) {
        placement = Placement{Offset(*offset_), buffer.region};
    }
    return true;
}

bool PlainRows::read_cell(PlainColumn column, Buffer& buffer) {
    std::optional<std::int64_t> value;
    bool is_read = false;
    switch (column) {
        case PlainColumn::name: {
            const std::string_view name = word();
            buffer.name = names_.add(name);
            return !name.empty();
        }
        case PlainColumn::begin:
            value = take_short_number(at_, end_);
            buffer.lifetime.begin = Step(value.value_or(0));
            return value.has_value();
        case PlainColumn::end:
        case PlainColumn::inclusive_end:
            value = take_short_number(at_, end_);
            buffer.lifetime.end = Step(value.value_or(0) + (column == PlainColumn::end ? 0 : 1));
            return value.has_value();
        case PlainColumn::size:
            value = take_short_number(at_, end_);
            buffer.size = Bytes(value.value_or(0));
            return value.has_value();
        case PlainColumn::alignment:
            is_read = read_optional(value);
            buffer.alignment = Bytes(value.value_or(1));
            return is_read;
        case PlainColumn::hint:
            if (!read_optional(value) || value.value_or(-1) < -1) {
                return false;
            }
            if (value.value_or(-1) >= 0) {
                buffer.set_hint(Offset(*value));
            }
            return true;
        case PlainColumn::pin:
            is_read = read_optional(value);
            buffer.pin = value ? OptionalOffset(Offset(*value)) : OptionalOffset();
            return is_read;
        case PlainColumn::offset:
            return read_optional(offset_) && offset_.value_or(0) >= 0;
        case PlainColumn::kind: {
            const std::string_view text = word();
            const auto kind = table_kind_named(text);
            buffer.kind = kind.value_or(BufferKind::activation);
            return kind.has_value() || text.empty();
        }
        case PlainColumn::region: {
            const std::string_view name = word();
            buffer.region = region_named(name);
            return !name.empty() && regions_.size() <= most_plain_regions;
        }
        case PlainColumn::ignored:
            static_cast<void>(word());
            return true;
        case PlainColumn::empty:
            return is_at_end_of_cell();
    }
    return false;
}

bool PlainRows::read_optional(std::optional<std::int64_t>& value) {
    if (is_at_end_of_cell()) {
        return true;
    }
    value = take_short_number(at_, end_);
    return value.has_value();
}

std::string_view PlainRows::word() {
    const char* const begin = at_;
    while (!word_ends[static_cast<unsigned char>(*at_)]) {
        ++at_;
    }
    // The line may end in CR LF.
    at_ -= *at_ == '\n' && at_ != begin && at_[-1] == '\r' ? 1 : 0;
    const char* end = at_;
    while (end != begin && is_blank(end[-1])) {
        --end;
    }
    return {begin, static_cast<std::size_t>(end - begin)};
}

bool PlainRows::is_at_end_of_cell() const {
    return *at_ == ',' || *at_ == '\n' || *at_ == '\r';
}

void PlainRows::skip_blanks() {
    while (is_blank(*at_)) {
        ++at_;
    }
}

RegionIndex PlainRows::region_named(std::string_view name) {
    const auto found = std::ranges::find(regions_, name);
    const auto index = static_cast<std::size_t>(found - regions_.begin());
    if (found == regions_.end()) {
        regions_.push_back(name);
    }
    return RegionIndex(index);
}

}  // namespace arenascope
