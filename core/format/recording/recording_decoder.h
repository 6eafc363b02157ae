#pragma once

#include <cstdint>
#include <deque>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "core/base/error/error.h"

namespace arenascope {

/// The records of a recording, with the numbers that they have in the file.
enum class RecordKind : std::uint8_t {
    buffer = 1,
    enter,
    place,
    remove,
    candidates,
    bound,
    leave,
    result,
    move,
    capacity,
    end,
};

/// One record. A kind has the fields that it needs.
struct RecordingRecord {
    RecordKind kind = RecordKind::end;
    std::uint64_t position = 0;         ///< of its first byte among those of all records
    std::uint64_t buffer = 0;           ///< place, remove, candidates, move
    std::int64_t bytes = 0;             ///< offset of place and move; amount of bound and capacity
    std::int64_t begin = 0, end = 0;    ///< buffer: lifetime
    std::int64_t size = 0;              ///< buffer
    std::int64_t alignment = 1;         ///< buffer
    std::string_view name;              ///< buffer; enter: its kind. Valid until the next record
    std::string_view reason;            ///< enter, leave. Valid until the next record
    std::vector<std::int64_t> offsets;  ///< candidates
};

/// Cuts bytes into records. Texts that come again are numbers in the file; this remembers them, at most 300 KB.
class RecordingDecoder {
public:
    explicit RecordingDecoder(std::string source);

    /// The next record, which `rest` then begins behind. Empty: `rest` ends within it, or is empty, and stays as it is.
    /// Errors name the byte: no such kind, a text that was not written before, a text or a list that is too long, a
    /// number beyond 64 bits.
    [[nodiscard]] Expected<std::optional<RecordingRecord>> next(std::string_view& rest);

    /// An error about the record at a position.
    [[nodiscard]] Error error_at(std::uint64_t position, std::string cause, std::string cure = {}) const;

private:
    struct KnownTexts {
        std::size_t most;
        std::deque<std::string> texts = {};  ///< which views of them outlive
    };
    class Fields;

    std::string source_;
    std::uint64_t position_ = 0;
    KnownTexts kinds_;
    KnownTexts reasons_;
};

}  // namespace arenascope
