#include "core/trace/bookmark.h"

#include "tests/support/test_registry.h"

namespace arenascope {
namespace {

Problem bookmarked_problem(const std::vector<std::string>& regions) {
    Problem problem;
    problem.regions.clear();
    for (const std::string& name : regions) {
        problem.regions.push_back({name});
    }
    return problem;
}

Bookmark bookmark_of(const std::string& name, std::size_t from, std::size_t to) {
    Bookmark bookmark;
    bookmark.name = name;
    bookmark.steps = {Step(1), Step(3)};
    bookmark.from = {RegionIndex(from), Offset(0)};
    bookmark.to = {RegionIndex(to), Offset(64)};
    return bookmark;
}

}  // namespace

class BookmarkTest : public QObject {
    Q_OBJECT

private slots:
    void bookmarks_follow_the_names_of_regions() {
        const Problem before = bookmarked_problem({"a", "b", "c"});
        const Problem after = bookmarked_problem({"c", "a"});
        Bookmark kept = bookmark_of("kept", 0, 2);
        kept.folded = {RegionIndex(0), RegionIndex(1)};
        kept.hidden = {RegionIndex(1), RegionIndex(2)};
        const auto now = moved_bookmarks({kept, bookmark_of("gone", 0, 1), bookmark_of("gone", 1, 2)}, before, after);
        Bookmark expected = bookmark_of("kept", 1, 0);
        expected.folded = {RegionIndex(1)};
        expected.hidden = {RegionIndex(0)};
        QCOMPARE(now, std::vector{expected});
    }

    void lists_of_regions_stay_ascending() {
        Bookmark both = bookmark_of("both", 0, 0);
        both.folded = {RegionIndex(0), RegionIndex(1)};
        const auto now = moved_bookmarks({both}, bookmarked_problem({"a", "b"}), bookmarked_problem({"b", "a"}));
        QCOMPARE(now.front().folded, (std::vector{RegionIndex(0), RegionIndex(1)}));
    }

    void without_a_trace_no_bookmark_names_a_step_of_it() {
        Bookmark bookmark = bookmark_of("step", 0, 0);
        bookmark.frame = FrameIndex(3);
        QCOMPARE(without_frames({bookmark}), std::vector{bookmark_of("step", 0, 0)});
    }
};

ARENASCOPE_TEST(BookmarkTest)

}  // namespace arenascope

#include "bookmark_test.moc"
