#include "core/format/plan/trace_binary.h"

#include <array>
#include <cstddef>
#include <cstdint>
#include <map>
#include <optional>
#include <utility>
#include <vector>

#include "core/base/file/compression.h"
#include "core/base/file/shared_bytes.h"
#include "core/base/text/json_reader.h"
#include "core/base/text/json_text.h"
#include "core/format/plan/annotations_json.h"
#include "core/format/plan/column_bytes.h"
#include "core/format/plan/frame_columns.h"
#include "core/format/plan/json_document.h"
#include "core/format/plan/problem_json.h"
#include "core/format/plan/section_file.h"
#include "core/format/plan/trace_head.h"
#include "core/format/plan/trace_json.h"
#include "core/trace/trace_validation.h"

namespace arenascope {
namespace {

/// The numbers of the sections.
enum class TraceSection : std::uint32_t { head = 1, frames, index, changes, checkpoints };

constexpr std::size_t most_section_bytes = std::size_t{2} << 30U;

tl::unexpected<Error> damaged(const std::string& source, const std::string& what) {
    return failure(Error{source, 0, what + " are damaged", "copy the file again, or record the trace again"});
}

/// The index of a ChangeStore: its entries, and how its bytes are cut into blocks and checkpoints.
struct StoreIndex {
    IndexedVector<FrameIndex, ChangeStore::Entry> entries;
    std::vector<std::uint64_t> block_lengths;
    std::vector<std::pair<FrameIndex, std::uint64_t>> checkpoint_lengths;
};

/// Writes or reads an index.
template <class Columns, class Index>
void visit_index(Columns& columns, Index& index) {
    constexpr std::size_t entry_bytes = 24;
    columns.size(index.entries, entry_bytes);
    for (auto& entry : index.entries) {
        columns.number(entry.block);
    }
    for (auto& entry : index.entries) {
        columns.number(entry.begin);
    }
    for (auto& entry : index.entries) {
        columns.number(entry.counts.moves);
    }
    for (auto& entry : index.entries) {
        columns.number(entry.counts.placed);
    }
    for (auto& entry : index.entries) {
        columns.number(entry.counts.removed);
    }
    for (auto& entry : index.entries) {
        columns.number(entry.counts.all);
    }
    columns.size(index.block_lengths, bytes_in_file<std::uint64_t>);
    for (auto& length : index.block_lengths) {
        columns.number(length);
    }
    columns.size(index.checkpoint_lengths, bytes_in_file<FrameIndex> + bytes_in_file<std::uint64_t>);
    for (auto& [frame, length] : index.checkpoint_lengths) {
        columns.number(frame);
        columns.number(length);
    }
}

std::string head_text(const Problem& problem, const Layout& layout, const Trace& trace,
                      const Annotations& annotations) {
    std::string text;
    MemberWriter members(text, 0);
    members.text("format", trace_format_name);
    members.number("version", trace_format_version);
    append_trace_head(members, problem, layout, trace, annotations);
    members.close();
    return text;
}

/// Takes views of one section, from the front to the back.
class SectionCutter {
public:
    explicit SectionCutter(SharedBytes section) : rest_(std::move(section)) {}
    /// Empty: the section is shorter.
    [[nodiscard]] std::optional<SharedBytes> cut(std::uint64_t length) {
        if (length > rest_.bytes.size()) {
            return std::nullopt;
        }
        SharedBytes part{rest_.bytes.substr(0, length), rest_.owner};
        rest_.bytes.remove_prefix(length);
        return part;
    }
    [[nodiscard]] bool is_done() const { return rest_.bytes.empty(); }

private:
    SharedBytes rest_;
};

using Sections = std::map<std::uint32_t, std::string_view>;

std::string_view section_of(const Sections& sections, TraceSection section) {
    const auto found = sections.find(static_cast<std::uint32_t>(section));
    return found == sections.end() ? std::string_view() : found->second;
}

/// The content of a compressed section; empty: it is damaged or missing.
std::optional<std::string> content_of(const Sections& sections, TraceSection section) {
    return decompressed(section_of(sections, section), most_section_bytes);
}

SharedBytes copied_section(const Sections& sections, TraceSection section) {
    return shared_bytes(std::string(section_of(sections, section)));
}

/// The store of a file with so many frames; empty: its index is damaged.
std::optional<ChangeStore> store_of(const Sections& sections, std::size_t frames) {
    const auto bytes = content_of(sections, TraceSection::index);
    StoreIndex index;
    ColumnReader columns(bytes ? std::string_view(*bytes) : std::string_view());
    visit_index(columns, index);
    if (!columns.is_done() || index.entries.size() > frames) {
        return std::nullopt;
    }
    ChangeStore::Parts parts;
    parts.entries = std::move(index.entries);
    SectionCutter blocks(copied_section(sections, TraceSection::changes));
    for (const std::uint64_t length : index.block_lengths) {
        auto block = blocks.cut(length);
        if (!block) {
            return std::nullopt;
        }
        parts.blocks.push_back(std::move(*block));
    }
    SectionCutter checkpoints(copied_section(sections, TraceSection::checkpoints));
    for (const auto& [frame, length] : index.checkpoint_lengths) {
        auto checkpoint = checkpoints.cut(length);
        if (!checkpoint || frame.value() >= frames) {
            return std::nullopt;
        }
        parts.checkpoints[frame] = std::move(*checkpoint);
    }
    return blocks.is_done() && checkpoints.is_done() ? std::optional(ChangeStore(std::move(parts))) : std::nullopt;
}

/// `plain`: the list of buffers, if `text` lacks it.
Expected<Document> read_head(std::string_view text, std::size_t frames, const std::string& source,
                             PlainBufferList* plain) {
    auto head = read_json_document(text, source, trace_format_version, [&](const JsonField& root, Document& document) {
        document.trace = read_trace_head(root, document, plain);
        document.trace->result = read_result(root, frames);
        read_annotations(root, document, frames);
        root.note_unknown_keys({"format", "version", "provenance", "hand_edits", "pinned_notes", "bookmarks", "problem",
                                "fingerprint", "threshold", "result", "dropped", "dropped_kinds"});
    });
    return head.and_then([&](Document& document) {
        return check_trace_problem(document, text, source).map([&] { return std::move(document); });
    });
}

/// Reads the head into a document whose trace has no frames yet. `frames`: how many it will have.
Expected<Document> document_of_head(const Sections& sections, std::size_t frames, const std::string& source) {
    std::optional<PlainBufferList> plain;
    if (const auto text = content_of(sections, TraceSection::head)) {
        plain = plain_buffers_of_trace(*text);
    } else {
        return damaged(source, "the problem and the provenance");
    }
    // The text is gone, because it may be as large as the buffers.
    if (auto document = plain ? read_head(plain->rest, frames, source, &*plain) : failure(Error{})) {
        return document;
    }
    // Errors name a line of the whole head.
    const std::string text = content_of(sections, TraceSection::head).value_or(std::string());
    return read_head(text, frames, source, nullptr);
}

bool stand_before_their_frames(const IndexedVector<FrameIndex, Frame>& frames) {
    for (std::size_t i = 0; i < frames.size(); ++i) {
        if (frames[i].parent != FrameIndex::none() && frames[i].parent.value() >= i) {
            return false;
        }
    }
    return true;
}

Expected<void> validate_document(const Document& document, const std::string& source) {
    if (auto valid = validate_trace(*document.trace, document.problem); !valid) {
        valid.error().source = source;
        return valid;
    }
    if (const auto found = first_misplacement(document.problem, *document.trace)) {
        return failure(
            Error{source, 0,
                  std::string(found->key) + " of frame " + std::to_string(found->frame.value()) + ": " + found->cause,
                  "record the trace again"});
    }
    return {};
}

}  // namespace

Expected<Document> parse_trace_binary(std::string_view content, const std::string& source) {
    const auto sections = sections_of(content, trace_binary_version, source);
    if (!sections) {
        return failure(sections.error());
    }
    const auto columns = content_of(*sections, TraceSection::frames);
    auto frames = columns ? frames_of_columns(*columns) : std::nullopt;
    if (!frames || !stand_before_their_frames(*frames)) {
        return damaged(source, "the frames");
    }
    auto document = document_of_head(*sections, frames->size(), source);
    if (!document) {
        return document;
    }
    auto store = store_of(*sections, frames->size());
    if (!store) {
        return damaged(source, "the places of the changes");
    }
    document->trace->frames = std::move(*frames);
    document->trace->changes = std::move(*store);
    link_frames(*document->trace);
    if (auto valid = validate_document(*document, source); !valid) {
        return failure(std::move(valid.error()));
    }
    set_result(*document);
    return document;
}

std::string trace_binary_bytes(const Problem& problem, const Layout& layout, const Trace& trace,
                               const Annotations& annotations) {
    const ChangeStore::Parts parts = trace.changes.parts();
    StoreIndex index;
    index.entries = parts.entries;
    std::string changes;
    for (const SharedBytes& block : parts.blocks) {
        index.block_lengths.push_back(block.bytes.size());
        changes += block.bytes;
    }
    std::string checkpoints;
    for (const auto& [frame, checkpoint] : parts.checkpoints) {
        index.checkpoint_lengths.emplace_back(frame, checkpoint.bytes.size());
        checkpoints += checkpoint.bytes;
    }
    std::string places;
    ColumnWriter columns(places);
    visit_index(columns, std::as_const(index));
    const std::string head = compressed(head_text(problem, layout, trace, annotations), Compression::small);
    const std::string frames = compressed(frame_columns(trace.frames), Compression::small);
    places = compressed(places, Compression::small);
    const auto section = [](TraceSection number, std::string_view bytes) {
        return Section{static_cast<std::uint32_t>(number), bytes};
    };
    return section_file(trace_binary_version,
                        std::array{section(TraceSection::head, head), section(TraceSection::frames, frames),
                                   section(TraceSection::index, places), section(TraceSection::changes, changes),
                                   section(TraceSection::checkpoints, checkpoints)});
}

Format trace_binary_format() {
    return {.description = {FileFormat::trace_binary, "trace-binary", "binary trace", "*.arenatrace"},
            .signs = {.mark = section_file_mark},
            .read = [](const FormatInput& input) { return parse_trace_binary(input.content, input.source); },
            .trace_suffix = ".arenatrace",
            .trace_bytes = trace_binary_bytes};
}

}  // namespace arenascope
