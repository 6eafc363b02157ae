#include "core/format/plan/annotations_json.h"

#include <algorithm>
#include <string>
#include <string_view>
#include <unordered_map>
#include <utility>
#include <vector>

#include "core/base/error/quotation.h"
#include "core/format/plan/buffer_names.h"
#include "core/format/plan/named_member.h"

namespace arenascope {
namespace {

void append_hand_edits(MemberWriter& plan, const std::vector<HandEdit>& edits) {
    plan.list("hand_edits", edits, [&plan](const HandEdit& edit, std::size_t) {
        MemberWriter members(plan.out());
        members.text("what", edit.what);
        if (!edit.from.empty()) {
            members.text("from", edit.from);
        }
        members.text("to", edit.to);
        if (edit.of != HandEdit::Of::problem) {
            members.text("of", name_of(edit.of));
        }
        members.close();
    });
}

/// Appends nothing for the first region, the default.
void append_region(MemberWriter& members, std::string_view key, const Problem& problem, RegionIndex region) {
    if (region != RegionIndex()) {
        members.text(key, problem.regions[region].name);
    }
}

void append_notes(MemberWriter& plan, const std::vector<PinnedNote>& notes, const Problem& problem) {
    plan.list("pinned_notes", notes, [&](const PinnedNote& note, std::size_t) {
        MemberWriter members(plan.out());
        members.text("text", note.text);
        if (const auto* const buffer = std::get_if<BufferIndex>(&note.anchor)) {
            members.text("buffer", problem.buffers[*buffer].name);
        } else if (const auto* const place = std::get_if<BytePlace>(&note.anchor)) {
            append_region(members, "region", problem, place->region);
            members.number("step", place->step.value());
            members.number("offset", place->byte.value());
        } else {
            members.number("step", std::get<Step>(note.anchor).value());
        }
        members.close();
    });
}

void append_region_names(MemberWriter& members, std::string_view key, const Problem& problem,
                         const std::vector<RegionIndex>& regions) {
    if (!regions.empty()) {
        members.row(key, regions,
                    [&](RegionIndex region) { append_json_string(members.out(), problem.regions[region].name); });
    }
}

void append_bookmarks(MemberWriter& plan, const std::vector<Bookmark>& bookmarks, const Problem& problem,
                      BookmarkFrames frames) {
    plan.list("bookmarks", bookmarks, [&](const Bookmark& bookmark, std::size_t) {
        MemberWriter members(plan.out());
        members.text("name", bookmark.name);
        members.number("begin", bookmark.steps.begin.value());
        members.number("end", bookmark.steps.end.value());
        members.number("from", bookmark.from.offset.value());
        append_region(members, "from_region", problem, bookmark.from.region);
        members.number("to", bookmark.to.offset.value());
        append_region(members, "to_region", problem, bookmark.to.region);
        append_region_names(members, "folded", problem, bookmark.folded);
        append_region_names(members, "hidden", problem, bookmark.hidden);
        if (frames == BookmarkFrames::written && bookmark.frame != FrameIndex::none()) {
            members.number("frame", bookmark.frame.value());
        }
        members.close();
    });
}

/// Finds regions by name. The index is built on first use: a file may name thousands of regions thousands of times.
class RegionNames {
public:
    explicit RegionNames(const Problem& problem) : problem_(problem) {}

    /// The region named under `key`; the first if the key is missing. An unknown name is an error.
    [[nodiscard]] RegionIndex region(const JsonField& field, std::string_view key) {
        return field.has(key) ? named(field, key, field.text(key)) : RegionIndex();
    }
    /// The regions in the list under `key`, ascending, each once.
    [[nodiscard]] std::vector<RegionIndex> regions(const JsonField& field, std::string_view key) {
        std::vector<RegionIndex> found;
        field.for_each(key, [&](const JsonField& element) {
            const auto& value = element.value();
            if (value.is_string()) {
                found.push_back(named(element, {}, bytes_of_json_string(value.get_ref<const std::string&>())));
            } else {
                element.refuse({}, std::string("it is a JSON ") + value.type_name(), cure);
            }
        });
        std::ranges::sort(found);
        found.erase(std::unique(found.begin(), found.end()), found.end());
        return found;
    }

private:
    static constexpr const char* cure = "name one of the regions";

    [[nodiscard]] RegionIndex named(const JsonField& field, std::string_view key, const std::string& name) {
        if (indices_.empty()) {
            for (std::size_t i = 0; i < problem_.regions.size(); ++i) {
                indices_.try_emplace(problem_.regions[i].name, i);
            }
        }
        const auto found = indices_.find(name);
        if (found == indices_.end()) {
            field.refuse(key, "there is no region " + in_quotes(name), cure);
            return {};
        }
        return RegionIndex(found->second);
    }

    const Problem& problem_;
    std::unordered_map<std::string_view, std::size_t> indices_;
};

std::vector<HandEdit> read_hand_edits(const JsonField& field) {
    std::vector<HandEdit> edits;
    field.for_each("hand_edits", [&edits](const JsonField& element) {
        HandEdit edit{element.text("what"), element.optional_text("from", {}), element.text("to")};
        edit.of = named_member(element, "of", element.optional_text("of", name_of(edit.of)), hand_edit_subject_named,
                               "an edit is of no ", "use layout, problem or planned problem");
        element.note_unknown_keys({"what", "from", "to", "of"});
        edits.push_back(std::move(edit));
    });
    return edits;
}

/// A text that a person wrote, of at most so many bytes.
std::string read_written_text(const JsonField& field, std::string_view key, std::size_t most) {
    std::string text = field.text(key);
    if (text.empty()) {
        field.refuse(key, "it is empty", "write a text, or remove the entry");
    } else if (text.size() > most) {
        field.refuse(key, "it has " + std::to_string(text.size()) + " bytes",
                     "write at most " + std::to_string(most) + " bytes");
    }
    return text;
}

void check_count(const JsonField& list_of, std::string_view key, std::size_t count, std::size_t most) {
    if (count > most) {
        list_of.refuse(key, "there are more than " + std::to_string(most), "remove entries");
    }
}

NoteAnchor read_anchor(const JsonField& note, BufferNames& buffers, RegionNames& regions) {
    if (note.has("buffer")) {
        if (note.has("step") || note.has("offset") || note.has("region")) {
            note.refuse("buffer", "the note is pinned to a buffer and to a step or a place",
                        "give a buffer, a step, or a step with an offset");
        }
        return buffers.buffer(note, "buffer").value_or(BufferIndex());
    }
    const Step step(note.integer("step"));
    if (note.has("offset")) {
        return BytePlace{regions.region(note, "region"), Offset(note.integer("offset")), step};
    }
    if (note.has("region")) {
        note.refuse("region", "the note has a region and no offset", "add the offset, or remove the region");
    }
    return step;
}

std::vector<PinnedNote> read_notes(const JsonField& root, BufferNames& buffers, RegionNames& regions) {
    std::vector<PinnedNote> notes;
    root.for_each("pinned_notes", [&](const JsonField& element) {
        check_count(root, "pinned_notes", notes.size() + 1, most_pinned_notes);
        std::string text = read_written_text(element, "text", most_note_bytes);
        notes.push_back({std::move(text), read_anchor(element, buffers, regions)});
        element.note_unknown_keys({"text", "buffer", "region", "step", "offset"});
    });
    return notes;
}

FrameIndex read_frame_number(const JsonField& bookmark, std::size_t frames) {
    const auto frame = bookmark.optional_integer("frame");
    if (!frame) {
        return FrameIndex::none();
    }
    if (*frame < 0 || *frame >= static_cast<std::int64_t>(frames)) {
        bookmark.refuse(
            "frame", "there is no frame " + std::to_string(*frame),
            frames == 0 ? "only bookmarks of a trace have frames: remove it" : "name one of the frames, or remove it");
        return FrameIndex::none();
    }
    return FrameIndex(static_cast<std::size_t>(*frame));
}

std::vector<Bookmark> read_bookmarks(const JsonField& root, RegionNames& regions, std::size_t frames) {
    std::vector<Bookmark> bookmarks;
    root.for_each("bookmarks", [&](const JsonField& element) {
        check_count(root, "bookmarks", bookmarks.size() + 1, most_bookmarks);
        Bookmark bookmark;
        bookmark.name = read_written_text(element, "name", most_bookmark_name_bytes);
        bookmark.steps = {Step(element.integer("begin")), Step(element.integer("end"))};
        if (bookmark.steps.begin >= bookmark.steps.end) {
            element.refuse("end", "it is not after the begin", "a bookmark shows at least one step");
        }
        bookmark.from = {regions.region(element, "from_region"), Offset(element.integer("from"))};
        bookmark.to = {regions.region(element, "to_region"), Offset(element.integer("to"))};
        if (bookmark.from.region == bookmark.to.region && bookmark.from.offset >= bookmark.to.offset) {
            element.refuse("to", "it is not above from", "a bookmark shows at least one byte");
        }
        bookmark.folded = regions.regions(element, "folded");
        bookmark.hidden = regions.regions(element, "hidden");
        bookmark.frame = read_frame_number(element, frames);
        element.note_unknown_keys(
            {"name", "begin", "end", "from", "from_region", "to", "to_region", "folded", "hidden", "frame"});
        bookmarks.push_back(std::move(bookmark));
    });
    return bookmarks;
}

}  // namespace

void append_annotations(MemberWriter& members, const Annotations& annotations, const Problem& problem,
                        BookmarkFrames frames) {
    if (!annotations.hand_edits.empty()) {
        append_hand_edits(members, annotations.hand_edits);
    }
    if (!annotations.pinned_notes.empty()) {
        append_notes(members, annotations.pinned_notes, problem);
    }
    if (!annotations.bookmarks.empty()) {
        append_bookmarks(members, annotations.bookmarks, problem, frames);
    }
}

void read_annotations(const JsonField& root, Document& document, std::size_t frames) {
    document.hand_edits = read_hand_edits(root);
    BufferNames buffers(document.problem);
    RegionNames regions(document.problem);
    document.pinned_notes = read_notes(root, buffers, regions);
    document.bookmarks = read_bookmarks(root, regions, frames);
}

}  // namespace arenascope
