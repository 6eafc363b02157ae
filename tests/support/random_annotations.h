#pragma once

#include <algorithm>
#include <cstdint>
#include <limits>
#include <rapidcheck.h>
#include <string>

#include "core/format/annotations.h"
#include "core/model/memory/problem.h"

namespace arenascope::test {

/// A text of one to a few bytes, any but 0.
inline std::string random_written_text() {
    const auto byte = rc::gen::map(rc::gen::inRange(1, 256), [](int code) { return static_cast<char>(code); });
    const auto nasty = rc::gen::element('\n', '\r', '"', '\\', '\t', '\x1b', '\x7f', '\xe2', '\x80', '\xae');
    return *rc::gen::nonEmpty(rc::gen::container<std::string>(rc::gen::oneOf(byte, nasty)));
}

inline std::int64_t random_position() {
    return *rc::gen::oneOf(
        rc::gen::inRange<std::int64_t>(-10, 100),
        rc::gen::element(std::numeric_limits<std::int64_t>::min(), std::numeric_limits<std::int64_t>::max()));
}

/// Notes and bookmarks on a problem with buffers, whose run has so many frames; edits by hand aside. Must be called
/// inside a RapidCheck property.
inline Annotations random_annotations(const Problem& problem, std::size_t frames) {
    using rc::gen::inRange;
    const auto region = [&] { return RegionIndex(*inRange<std::size_t>(0, problem.regions.size())); };
    Annotations annotations;
    for (int i = *inRange(0, 5); i > 0; --i) {
        PinnedNote note{random_written_text(), Step(random_position())};
        switch (*inRange(0, 3)) {
            case 0:
                note.anchor = BufferIndex(*inRange<std::size_t>(0, problem.buffers.size()));
                break;
            case 1:
                note.anchor = BytePlace{region(), Offset(random_position()), Step(random_position())};
                break;
            default:
                break;
        }
        annotations.pinned_notes.push_back(std::move(note));
    }
    for (int i = *inRange(0, 3); i > 0; --i) {
        Bookmark bookmark;
        bookmark.name = random_written_text();
        const std::int64_t begin = *inRange<std::int64_t>(-100, 100);
        bookmark.steps = {Step(begin), Step(begin + *inRange<std::int64_t>(1, 1'000'000'000))};
        const std::int64_t from = *inRange<std::int64_t>(-100, 100);
        bookmark.from = {region(), Offset(from)};
        bookmark.to = {region(), Offset(from + *inRange<std::int64_t>(1, 1'000'000'000))};
        for (std::size_t each = 0; each < problem.regions.size(); ++each) {
            if (*inRange(0, 3) == 0) {
                (*inRange(0, 2) == 0 ? bookmark.folded : bookmark.hidden).emplace_back(each);
            }
        }
        if (frames > 0 && *inRange(0, 2) == 0) {
            bookmark.frame = FrameIndex(*inRange<std::size_t>(0, frames));
        }
        annotations.bookmarks.push_back(std::move(bookmark));
    }
    return annotations;
}

}  // namespace arenascope::test
