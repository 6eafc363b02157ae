#include "core/format/recording/recording_head.h"

#include <algorithm>
#include <bit>
#include <cstring>

namespace arenascope {
namespace {

static_assert(std::endian::native == std::endian::little);

template <class Number>
Number head_number(std::string_view content, std::size_t position) {
    Number number = 0;
    std::memcpy(&number, content.data() + position, sizeof number);
    return number;
}

/// Up to `size` bytes from a position; fewer where the text ends.
std::string_view cut_part(std::string_view text, std::uint64_t position, std::uint64_t size) {
    return position < text.size() ? text.substr(position, size) : std::string_view();
}

}  // namespace

Expected<RecordingHead> read_recording_head(std::string_view content, const std::string& source) {
    constexpr std::uint32_t byte_order = 0x01020304;
    if (content.size() < recording_head_bytes || !content.starts_with(recording_mark)) {
        return failure(Error{source, 0, "the recording is cut within its head", "record the run again"});
    }
    if (head_number<std::uint32_t>(content, 12) != byte_order) {
        return failure(Error{source, 0, "the recording is damaged, or was written on a machine of another byte order",
                             "record on a little-endian machine"});
    }
    if (const auto version = head_number<std::uint32_t>(content, 8); version != recording_version) {
        return failure(Error{source, 0,
                             "the recording has version " + std::to_string(version) + ", and this program reads " +
                                 std::to_string(recording_version),
                             "use the recorder that comes with this program"});
    }
    const RecordingHead head{head_number<std::uint64_t>(content, 16), head_number<std::uint64_t>(content, 24),
                             head_number<std::uint64_t>(content, 32), head_number<std::uint64_t>(content, 40)};
    constexpr std::uint64_t most = std::uint64_t{1} << 60U;
    if (head.window > largest_recording_window || head.committed > most || head.body > most ||
        head.window_begin > head.body || head.body - head.window_begin > head.window) {
        return failure(Error{source, 0, "the head of the recording is damaged", "record the run again"});
    }
    return head;
}

RecordingParts parts_of_recording(std::string_view content, const RecordingHead& head) {
    if (head.window == 0) {
        return {content.substr(recording_head_bytes), {}};
    }
    const std::uint64_t in_body = std::min(head.body, head.committed);
    RecordingParts parts{cut_part(content, recording_window_begin + head.window, in_body), {}};
    if (parts.first.size() == in_body && head.committed > head.body) {
        const std::uint64_t skipped = head.body - head.window_begin;
        parts.second = cut_part(content, recording_window_begin + skipped,
                                std::min(head.committed - head.body, head.window - skipped));
    }
    return parts;
}

}  // namespace arenascope
