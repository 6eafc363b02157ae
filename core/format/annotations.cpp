#include "core/format/annotations.h"

#include <utility>

namespace arenascope {

Annotations after_planning(Annotations annotations, const Problem& problem, const Problem& planned) {
    return {after_planning(std::move(annotations.hand_edits)),
            repinned(std::move(annotations.pinned_notes), problem, planned),
            without_frames(moved_bookmarks(std::move(annotations.bookmarks), problem, planned))};
}

}  // namespace arenascope
