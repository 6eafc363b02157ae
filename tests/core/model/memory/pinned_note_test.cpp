#include "core/model/memory/pinned_note.h"

#include <algorithm>
#include <rapidcheck.h>

#include "tests/support/random_annotations.h"
#include "tests/support/random_plan.h"
#include "tests/support/random_problem.h"
#include "tests/support/test_registry.h"

namespace arenascope {
namespace {

Problem noted_problem(const std::vector<std::string>& buffers, const std::vector<std::string>& regions) {
    Problem problem;
    problem.regions.clear();
    for (const std::string& name : regions) {
        problem.regions.push_back({name});
    }
    for (const std::string& name : buffers) {
        problem.buffers.push_back(test::buffer(name, 0, 4, 8));
    }
    return problem;
}

/// Some of six names, at least one, in any order.
std::vector<std::string> some_letters() {
    std::vector<std::string> letters = {"a", "b", "c", "d", "e", "f"};
    for (std::size_t i = letters.size() - 1; i > 0; --i) {
        std::swap(letters[i], letters[*rc::gen::inRange<std::size_t>(0, i + 1)]);
    }
    letters.resize(*rc::gen::inRange<std::size_t>(1, letters.size() + 1));
    return letters;
}

}  // namespace

class PinnedNoteTest : public QObject {
    Q_OBJECT

private slots:
    void notes_follow_the_names_of_buffers_and_regions() {
        const Problem before = noted_problem({"a", "b", "c"}, {"sram", "dram"});
        const Problem after = noted_problem({"c", "x", "a"}, {"dram"});
        const std::vector<PinnedNote> notes = {
            {"of a", BufferIndex(0)},
            {"of b", BufferIndex(1)},
            {"of c", BufferIndex(2)},
            {"in sram", BytePlace{RegionIndex(0), Offset(1), Step(2)}},
            {"in dram", BytePlace{RegionIndex(1), Offset(3), Step(4)}},
            {"at a step", Step(77)},
        };
        QCOMPARE(repinned(notes, before, after),
                 (std::vector<PinnedNote>{{"of a", BufferIndex(2)},
                                          {"of c", BufferIndex(0)},
                                          {"in dram", BytePlace{RegionIndex(0), Offset(3), Step(4)}},
                                          {"at a step", Step(77)}}));
    }

    void notes_stay_where_the_problem_stays() {
        QVERIFY(rc::check([] {
            const Problem problem = test::random_plan(test::Features::of_json).first;
            const auto notes = test::random_annotations(problem, 0).pinned_notes;
            RC_ASSERT(repinned(notes, problem, problem) == notes);
        }));
    }

    void a_note_is_kept_if_its_name_is_and_points_at_that_name() {
        QVERIFY(rc::check([] {
            const Problem before = noted_problem(some_letters(), some_letters());
            const Problem after = noted_problem(some_letters(), some_letters());
            const auto notes = test::random_annotations(before, 0).pinned_notes;
            const auto now = repinned(notes, before, after);
            // Against a search for each note.
            std::vector<PinnedNote> expected;
            for (PinnedNote note : notes) {
                bool is_kept = true;
                if (auto* const buffer = std::get_if<BufferIndex>(&note.anchor)) {
                    const auto found = std::ranges::find(after.buffers, before.buffers[*buffer].name, &Buffer::name);
                    is_kept = found != after.buffers.end();
                    *buffer = BufferIndex(static_cast<std::size_t>(found - after.buffers.begin()));
                } else if (auto* const place = std::get_if<BytePlace>(&note.anchor)) {
                    const auto found =
                        std::ranges::find(after.regions, before.regions[place->region].name, &Region::name);
                    is_kept = found != after.regions.end();
                    place->region = RegionIndex(static_cast<std::size_t>(found - after.regions.begin()));
                }
                if (is_kept) {
                    expected.push_back(note);
                }
            }
            RC_ASSERT(now == expected);
        }));
    }
};

ARENASCOPE_TEST(PinnedNoteTest)

}  // namespace arenascope

#include "pinned_note_test.moc"
