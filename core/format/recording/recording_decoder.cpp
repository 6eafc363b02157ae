#include "core/format/recording/recording_decoder.h"

#include <utility>

namespace arenascope {
namespace {

constexpr std::size_t longest_recorded_text = 4096;
constexpr std::size_t longest_known_text = 64;
constexpr std::uint64_t most_recorded_candidates = 4096;
constexpr std::size_t most_known_kinds = 255;
constexpr std::size_t most_known_reasons = 4095;

}  // namespace

/// Takes the fields of one record. After a field that is cut or wrong, all others are empty.
class RecordingDecoder::Fields {
public:
    explicit Fields(std::string_view rest) : rest_(rest) {}

    [[nodiscard]] bool is_cut() const { return is_cut_; }
    /// Why the record is wrong; empty: it is not.
    [[nodiscard]] const std::string& fault() const { return fault_; }
    [[nodiscard]] std::string_view rest() const { return rest_; }

    std::uint64_t number() {
        constexpr unsigned bits = 7;
        constexpr unsigned last_shift = 63;
        std::uint64_t number = 0;
        for (unsigned shift = 0; is_whole(); shift += bits) {
            if (rest_.empty()) {
                is_cut_ = true;
                break;
            }
            const auto byte = static_cast<unsigned char>(rest_.front());
            rest_.remove_prefix(1);
            if (shift > last_shift || (shift == last_shift && byte > 1)) {
                fault_ = "a number does not fit in 64 bits";
                break;
            }
            number |= std::uint64_t{byte & 127U} << shift;
            if (byte < 128U) {
                return number;
            }
        }
        return 0;
    }

    std::int64_t signed_number() {
        const std::uint64_t bits = number();
        return static_cast<std::int64_t>((bits & 1U) != 0 ? ~(bits >> 1U) : bits >> 1U);
    }

    std::string_view text() {
        const std::uint64_t length = number();
        if (is_whole() && length > longest_recorded_text) {
            fault_ = "a text has " + std::to_string(length) + " bytes, and 4,096 are the most";
        }
        if (!is_whole()) {
            return {};
        }
        if (length > rest_.size()) {
            is_cut_ = true;
            return {};
        }
        const std::string_view text = rest_.substr(0, length);
        rest_.remove_prefix(length);
        return text;
    }

    /// A text that may have a number. `known` learns a new one only when the whole record is there.
    std::string_view known_text(const KnownTexts& known, std::string_view& learned) {
        const std::uint64_t place = number();
        if (!is_whole()) {
            return {};
        }
        if (place == 0) {
            const std::string_view text = this->text();
            learned = text.size() <= longest_known_text ? text : std::string_view();
            return text;
        }
        if (place > known.texts.size()) {
            fault_ = "text " + std::to_string(place) + " was not written before";
            return {};
        }
        return known.texts[place - 1];
    }

    void candidates(std::vector<std::int64_t>& offsets) {
        const std::uint64_t count = number();
        if (is_whole() && count > most_recorded_candidates) {
            fault_ = "there are " + std::to_string(count) + " candidates, and 4,096 are the most";
        }
        for (std::uint64_t i = 0; i < count && is_whole(); ++i) {
            offsets.push_back(signed_number());
        }
    }

private:
    [[nodiscard]] bool is_whole() const { return !is_cut_ && fault_.empty(); }

    std::string_view rest_;
    bool is_cut_ = false;
    std::string fault_;
};

RecordingDecoder::RecordingDecoder(std::string source)
    : source_(std::move(source)), kinds_{most_known_kinds}, reasons_{most_known_reasons} {}

Expected<std::optional<RecordingRecord>> RecordingDecoder::next(std::string_view& rest) {
    if (rest.empty()) {
        return std::nullopt;
    }
    RecordingRecord record{.kind = static_cast<RecordKind>(rest.front()), .position = position_};
    Fields fields(rest.substr(1));
    std::string_view new_kind;
    std::string_view new_reason;
    switch (record.kind) {
        case RecordKind::buffer:
            record.name = fields.text();
            record.begin = fields.signed_number();
            record.end = fields.signed_number();
            record.size = fields.signed_number();
            record.alignment = fields.signed_number();
            break;
        case RecordKind::enter:
            record.name = fields.known_text(kinds_, new_kind);
            record.reason = fields.known_text(reasons_, new_reason);
            break;
        case RecordKind::place:
        case RecordKind::move:
            record.buffer = fields.number();
            record.bytes = fields.signed_number();
            break;
        case RecordKind::remove:
            record.buffer = fields.number();
            break;
        case RecordKind::candidates:
            record.buffer = fields.number();
            fields.candidates(record.offsets);
            break;
        case RecordKind::bound:
        case RecordKind::capacity:
            record.bytes = fields.signed_number();
            break;
        case RecordKind::leave:
            record.reason = fields.known_text(reasons_, new_reason);
            break;
        case RecordKind::result:
        case RecordKind::end:
            break;
        default:
            return failure(error_at(position_,
                                    "there is no kind of record " +
                                        std::to_string(static_cast<unsigned>(static_cast<unsigned char>(rest.front()))),
                                    "the recording is damaged"));
    }
    if (!fields.fault().empty()) {
        return failure(error_at(position_, fields.fault(), "the recording is damaged"));
    }
    if (fields.is_cut()) {
        return std::nullopt;
    }
    for (const auto& [known, text] : {std::pair(&kinds_, new_kind), std::pair(&reasons_, new_reason)}) {
        if (!text.empty() && known->texts.size() < known->most) {
            known->texts.emplace_back(text);
        }
    }
    position_ += rest.size() - fields.rest().size();
    rest = fields.rest();
    return record;
}

Error RecordingDecoder::error_at(std::uint64_t position, std::string cause, std::string cure) const {
    return {source_, 0, "record at byte " + std::to_string(position) + ": " + std::move(cause), std::move(cure)};
}

}  // namespace arenascope
