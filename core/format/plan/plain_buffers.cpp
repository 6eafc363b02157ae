#include "core/format/plan/plain_buffers.h"

#include <algorithm>
#include <array>
#include <utility>

#include "core/base/error/utf8.h"
#include "core/base/text/short_number.h"

namespace arenascope {

enum class PlainBuffers::Member : std::uint8_t {
    name,
    size,
    begin,
    end,
    alignment,
    kind,
    region,
    hint,
    pin,
    offset,
    placed_in,
    address,
    count
};

namespace {

/// More regions are found by the general reader, which looks them up faster.
constexpr std::size_t most_plain_regions = 64;

constexpr std::array<std::string_view, 12> member_names = {"name",   "size", "begin", "end",    "alignment", "kind",
                                                           "region", "hint", "pin",   "offset", "placed_in", "address"};

}  // namespace

PlainBuffers::End PlainBuffers::read(std::string_view text) {
    buffers_.clear();
    placements_.clear();
    regions_.clear();
    bases_.clear();
    ends_with_comma_ = false;
    if (text.empty() || text.back() != '\n') {
        return End::unplain;
    }
    at_ = text.data();
    end_ = at_ + text.size();
    while (true) {
        skip_blanks();
        if (at_ == end_) {
            return End::of_text;
        }
        if (*at_ == ']' && !ends_with_comma_) {
            length_ = static_cast<std::size_t>(at_ - text.data());
            return End::of_list;
        }
        if ((!buffers_.empty() && !ends_with_comma_) || !read_element()) {
            return End::unplain;
        }
        skip_blanks();
        ends_with_comma_ = at_ != end_ && *at_ == ',';
        at_ += ends_with_comma_ ? 1 : 0;
    }
}

bool PlainBuffers::read_element() {
    if (!take('{')) {
        return false;
    }
    Buffer& buffer = buffers_.emplace_back();
    OptionalPlacement& placement = placements_.emplace_back();
    const auto bit = [](Member member) { return 1U << static_cast<unsigned>(member); };
    unsigned seen = 0;
    do {
        skip_blanks();
        const auto key = text();
        const auto found = key ? std::ranges::find(member_names, *key) : member_names.end();
        const auto member = static_cast<Member>(found - member_names.begin());
        if (member == Member::count || (seen & bit(member)) != 0) {
            return false;
        }
        seen |= bit(member);
        skip_blanks();
        if (!take(':')) {
            return false;
        }
        skip_blanks();
        if (at_ == end_ || !read_member(member, buffer, placement)) {
            return false;
        }
        skip_blanks();
    } while (take(','));
    const unsigned needed = bit(Member::name) | bit(Member::size) | bit(Member::begin) | bit(Member::end);
    if (!take('}') || (seen & needed) != needed) {
        return false;
    }
    if ((seen & bit(Member::offset)) == 0) {
        placement.reset();
    } else if ((seen & bit(Member::placed_in)) == 0) {
        placement->region = buffer.region;
    }
    return !placement || (seen & bit(Member::address)) == 0 || keep_base(*placement);
}

bool PlainBuffers::keep_base(const Placement& placement) {
    const std::size_t region = placement.region.value();
    bases_.resize(std::max(bases_.size(), region + 1));
    const std::int64_t base = address_ - placement.offset.value();
    return std::exchange(bases_[region], base).value_or(base) == base;
}

template <class Quantity>
bool PlainBuffers::read_quantity(Quantity& quantity) {
    std::int64_t number = 0;
    const bool is_read = read_number(number);
    quantity = Quantity(number);
    return is_read;
}

bool PlainBuffers::read_member(Member member, Buffer& buffer, OptionalPlacement& placement) {
    bool is_read = false;
    Offset offset;
    switch (member) {
        case Member::name: {
            const auto name = text();
            buffer.name = names_.add(name.value_or(std::string_view()));
            return !buffer.name.empty();
        }
        case Member::size:
            return read_quantity(buffer.size);
        case Member::begin:
            return read_quantity(buffer.lifetime.begin);
        case Member::end:
            return read_quantity(buffer.lifetime.end);
        case Member::alignment:
            return read_quantity(buffer.alignment);
        case Member::kind: {
            const auto name = text();
            const auto kind = name ? buffer_kind_named(*name) : std::nullopt;
            buffer.kind = kind.value_or(BufferKind::activation);
            return kind.has_value();
        }
        case Member::region:
            return take_region(buffer.region);
        case Member::hint:
            is_read = read_offset(offset);
            buffer.set_hint(offset);
            return is_read;
        case Member::pin:
            is_read = read_offset(offset);
            buffer.pin = offset;
            return is_read;
        case Member::offset:
            is_read = read_offset(offset);
            placement = Placement{offset, placement ? placement->region : RegionIndex()};
            return is_read;
        case Member::placed_in: {
            RegionIndex region;
            is_read = take_region(region);
            placement = Placement{placement ? placement->offset : Offset(), region};
            return is_read;
        }
        case Member::address:
            return read_number(address_);
        case Member::count:
            break;
    }
    return false;
}

bool PlainBuffers::read_number(std::int64_t& number) {
    const char* const begin = *at_ == '-' ? at_ + 1 : at_;
    const auto value = take_short_number(at_, end_);
    number = value.value_or(0);
    // In JSON, only the number 0 begins with a 0. A fraction or an exponent is not followed by a comma or a brace.
    return value && (*begin != '0' || at_ == begin + 1);
}

bool PlainBuffers::read_offset(Offset& offset) {
    return read_quantity(offset) && offset >= Offset(0);
}

std::optional<std::string_view> PlainBuffers::text() {
    if (!take('"')) {
        return std::nullopt;
    }
    constexpr unsigned first_printed = 0x20;
    constexpr unsigned first_beyond_ascii = 0x80;
    constexpr unsigned begin_of_stand_ins = 0xF4;  // see append_json_string()
    const char* const begin = at_;
    while (*at_ != '"') {
        const auto byte = static_cast<unsigned char>(*at_);
        if (byte < first_beyond_ascii) {
            if (byte < first_printed || byte == '\\') {
                return std::nullopt;
            }
            ++at_;
            continue;
        }
        const std::size_t length = character_length({at_, static_cast<std::size_t>(end_ - at_)});
        if (length == 0 || byte == begin_of_stand_ins) {
            return std::nullopt;
        }
        at_ += length;
    }
    const std::string_view bytes(begin, static_cast<std::size_t>(at_ - begin));
    ++at_;
    return bytes;
}

bool PlainBuffers::take(char expected) {
    // The last character of the text is a line end, which no caller expects: so `at_` does not run past the end.
    const bool is_there = at_ != end_ && *at_ == expected;
    at_ += is_there ? 1 : 0;
    return is_there;
}

bool PlainBuffers::take_region(RegionIndex& region) {
    const auto name = text();
    if (!name) {
        return false;
    }
    const auto found = std::ranges::find(regions_, *name);
    region = RegionIndex(static_cast<std::size_t>(found - regions_.begin()) + 1);
    if (found == regions_.end()) {
        regions_.push_back(*name);
    }
    return regions_.size() <= most_plain_regions;
}

void PlainBuffers::skip_blanks() {
    while (at_ != end_ && (*at_ == ' ' || *at_ == '\n' || *at_ == '\t' || *at_ == '\r')) {
        ++at_;
    }
}

}  // namespace arenascope
