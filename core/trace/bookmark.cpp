#include "core/trace/bookmark.h"

#include <algorithm>

#include "core/model/memory/pinned_note.h"

namespace arenascope {
namespace {

using SameRegions = IndexedVector<RegionIndex, RegionIndex>;

std::vector<RegionIndex> moved(const std::vector<RegionIndex>& regions, const SameRegions& same) {
    std::vector<RegionIndex> now;
    for (const RegionIndex region : regions) {
        if (same[region] != RegionIndex::none()) {
            now.push_back(same[region]);
        }
    }
    std::ranges::sort(now);
    return now;
}

}  // namespace

std::vector<Bookmark> moved_bookmarks(std::vector<Bookmark> bookmarks, const Problem& before, const Problem& after) {
    if (bookmarks.empty()) {
        return bookmarks;
    }
    const SameRegions same = same_regions(before, after);
    std::erase_if(bookmarks, [&same](Bookmark& bookmark) {
        bookmark.from.region = same[bookmark.from.region];
        bookmark.to.region = same[bookmark.to.region];
        bookmark.folded = moved(bookmark.folded, same);
        bookmark.hidden = moved(bookmark.hidden, same);
        return bookmark.from.region == RegionIndex::none() || bookmark.to.region == RegionIndex::none();
    });
    return bookmarks;
}

std::vector<Bookmark> without_frames(std::vector<Bookmark> bookmarks) {
    for (Bookmark& bookmark : bookmarks) {
        bookmark.frame = FrameIndex::none();
    }
    return bookmarks;
}

}  // namespace arenascope
