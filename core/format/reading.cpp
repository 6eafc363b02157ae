#include "core/format/reading.h"

#include <algorithm>
#include <iterator>
#include <utility>

#include "core/base/error/quotation.h"
#include "core/base/file/file_content.h"
#include "core/base/text/amount.h"
#include "core/base/text/plain_log.h"
#include "core/base/text/plain_text.h"
#include "core/base/threads/ordered_parts.h"
#include "core/format/assignment_csv.h"
#include "core/format/detection.h"
#include "core/format/feature_rules_text.h"
#include "core/format/format_switches.h"
#include "core/format/printed/tflm_recording.h"
#include "core/format/registry.h"
#include "core/format/scratch_rules_text.h"
#include "core/format/unread_kind.h"
#include "core/format/without_exceptions.h"
#include "core/model/memory/live_profile.h"
#include "core/model/network/activation_types.h"
#include "core/model/network/import_switches.h"
#include "core/model/network/partial_execution.h"
#include "core/model/network/recomputation.h"
#include "core/planner/body_planner.h"

namespace arenascope {
namespace {

/// Removes zero bytes from names, so that every format of the program can store them.
void make_writable(Network& network) {
    for (Tensor& tensor : network.tensors) {
        tensor.name = without_zeros(tensor.name);
    }
    for (Node& node : network.nodes) {
        node.name = without_zeros(node.name);
        node.type = without_zeros(node.type);
    }
    for (std::string& dimension : network.assumed_dimensions) {
        dimension = without_zeros(dimension);
    }
}

Expected<Document> imported(Expected<Network> network, const ImportOptions& options, const std::string& source) {
    if (!network) {
        return failure(std::move(network.error()));
    }
    make_writable(*network);
    std::vector<std::string> notes_on_levers;
    std::int64_t extra_traffic = 0;
    std::vector<PartsChoice> choices;
    if (options.types != ActivationType::as_in_file) {
        auto changed = typed(*network, options, planner_of_bodies, source);
        if (!changed) {
            return failure(std::move(changed.error()));
        }
        network = std::move(changed->network);
        notes_on_levers = std::move(changed->notes);
        extra_traffic = changed->extra_traffic;
    }
    if (!options.parts.is_none()) {
        auto changed = partially_executed(*network, options, planner_of_bodies, source);
        if (!changed) {
            return failure(std::move(changed.error()));
        }
        network = std::move(changed->network);
        std::ranges::move(changed->notes, std::back_inserter(notes_on_levers));
        extra_traffic += changed->extra_traffic;
        choices = std::move(changed->choices);
    }
    if (!options.recompute.is_none()) {
        auto changed = recomputed(*network, options, planner_of_bodies, source);
        if (!changed) {
            return failure(std::move(changed.error()));
        }
        network = std::move(changed->network);
        std::ranges::move(changed->notes, std::back_inserter(notes_on_levers));
        extra_traffic += changed->plan.extra_traffic;
    }
    auto model = imported_model(*network, options, planner_of_bodies(), source);
    if (!model) {
        return failure(std::move(model.error()));
    }
    Document document;
    document.problem = std::move(model->problem);
    document.layout = std::move(model->layout);
    document.import = std::move(model->report);
    document.import->extra_traffic = extra_traffic;
    document.import->parts_choices = std::move(choices);
    document.notes = std::move(network->notes);
    document.dimensions = std::move(network->dimensions);
    document.notes.insert(document.notes.end(), model->notes.begin(), model->notes.end());
    for (std::string& text : notes_on_levers) {
        document.switch_notes.push_back(source + ": " + text);
        document.notes.push_back(std::move(text));
    }
    return document;
}

Expected<Document> parse_as(FileFormat format, const FormatInput& input) {
    const Format& known = format_of(format);
    if (known.read == nullptr && known.read_model == nullptr) {
        return failure(Error{input.source, 0, "this build does not read " + std::string(name_of(format)),
                             "install " + std::string(known.needs) + " and build it again"});
    }
    const PlainLog log = known.signs.is_line == nullptr ? PlainLog{} : plain_log(input.content, known.signs.is_line);
    const std::string_view content = log.note.empty() ? input.content : std::string_view(log.kept);
    auto document = known.read_model != nullptr
                        ? imported(known.read_model(input), input.options, input.source)
                        : known.read({content, input.source, input.options, input.progress, input.is_file});
    if (document) {
        document->format = format;
        if (!log.note.empty()) {
            document->notes.push_back(log.note);
        }
    }
    return document;
}

/// What a tail and the alignment of a buffer above it add up to.
struct Reach {
    Bytes widest = Bytes(1);  ///< the largest alignment
    Offset highest;           ///< the largest tail
};

Reach reach_of(const Document& document) {
    constexpr std::size_t part_buffers = std::size_t{1} << 16U;
    const std::size_t count = document.problem.buffers.size();
    Reach all;
    in_ordered_parts<Reach>((count + part_buffers - 1) / part_buffers,
                            [&](std::size_t part, Reach& reach) {
                                reach = {};
                                for (std::size_t i = part * part_buffers;
                                     i < std::min((part + 1) * part_buffers, count); ++i) {
                                    const Buffer& buffer = document.problem.buffers[i];
                                    reach.widest = std::max(reach.widest, alignment_of(document.problem, buffer));
                                    if (const auto& placement = document.layout.placements[i]) {
                                        reach.highest = std::max(reach.highest, placement->offset + buffer.size);
                                    }
                                }
                            },
                            [&all](std::size_t /*part*/, Reach& reach) {
                                all = {std::max(all.widest, reach.widest), std::max(all.highest, reach.highest)};
                                return true;
                            });
    return all;
}

/// A buffer on top of a tail starts at the next multiple of its own alignment. That address must fit in 64 bits too.
Expected<void> check_tails(const Document& document, const std::string& source) {
    const Reach all = reach_of(document);
    if (checked_add(all.highest.value(), all.widest.value() - 1)) {
        return {};
    }
    for (std::size_t i = 0; i < document.problem.buffers.size(); ++i) {
        const Buffer& buffer = document.problem.buffers[i];
        const auto& placement = document.layout.placements[i];
        if (placement && !checked_add((placement->offset + buffer.size).value(), all.widest.value() - 1)) {
            return failure(Error{source, 0,
                                 "the tail of buffer " + in_quotes(buffer.name) +
                                     ", aligned for the next buffer, does not fit in 64 bits",
                                 "keep the sum of offset, size and alignment below 2^63"});
        }
    }
    return {};
}

/// Only variable scratch uses a minimum. A note says so if fixed scratch has one.
void note_ignored_minimums(Document& document) {
    const auto is_ignored = [](const ScratchRequest& request) {
        return !request.variable && request.minimum > Bytes(0);
    };
    const auto& requests = document.problem.scratch;
    const auto first = std::ranges::find_if(requests, is_ignored);
    if (first == requests.end()) {
        return;
    }
    const auto others = std::count_if(first, requests.end(), is_ignored) - 1;
    document.notes.push_back("scratch " + in_quotes(document.problem.buffers[first->buffer].name) +
                             (others > 0 ? " and " + std::to_string(others) + " more have" : std::string(" has")) +
                             " a minimum, which has no effect without the kind variable");
}

/// Where the knowledge of shapes ends: at inputs without a shape, else at operators.
std::string missing_shapes(const std::vector<UnknownSize>& unknown) {
    constexpr std::size_t most_named = 8;
    std::vector<const UnknownSize*> sources;
    for (const UnknownSize& one : unknown) {
        if (one.operator_name.empty() && sources.size() < most_named) {
            sources.push_back(&one);
        }
    }
    const bool is_of_operator = sources.empty();
    if (is_of_operator) {
        sources.push_back(&unknown.front());
    }
    const bool is_one = sources.size() == 1;
    const std::size_t others = unknown.size() - sources.size();
    std::string names;
    for (std::size_t i = 0; i < sources.size(); ++i) {
        names += (i == 0 ? "" : i + 1 == sources.size() ? " and " : ", ") + in_quotes(sources[i]->tensor);
    }
    return (is_one ? "the shape of " : "the shapes of ") + names + (is_one ? " is missing" : " are missing") +
           (is_of_operator ? ", which " + in_quotes(sources.front()->operator_name) + " leads to" : std::string()) +
           (others == 0
                ? std::string()
                : std::string(is_one ? ", and with it " : ", and with them ") +
                      (others == 1 ? "that of 1 more tensor" : "those of " + std::to_string(others) + " more tensors"));
}

/// Says what the figures do not count: the shapes that are missing and how to give them, and what a runtime needs
/// beside its tensors.
void note_uncounted(Document& document) {
    const auto& graph = document.problem.graph;
    if (graph && !graph->unknown_sizes.empty()) {
        const std::string_view cure = format_of(document.format).cure_for_shapes;
        document.notes.push_back(
            missing_shapes(graph->unknown_sizes) + ": " +
            (cure.empty() ? "import the model again after it got the shapes of its tensors" : std::string(cure)));
    }
    if (graph && graph->has_only_tensors) {
        document.notes.emplace_back(
            "the figures are those of the tensors alone: scratch of the kernels, and what the runtime "
            "keeps for itself, come on top");
    }
}

/// An empty list is read, because plans of nothing are written, too. It may also be a mistake, so a note says it.
void note_empty_list(Document& document) {
    const Problem& problem = document.problem;
    if (problem.buffers.empty() && !problem.graph && !problem.history && !document.import) {
        document.notes.push_back("the file lists no buffers");
    }
}

/// Reads the file that a switch names into `file`; an empty path: none.
template <class Lines>
Expected<void> read_switch_file(const std::string& path,
                                Expected<Lines> (*parse)(std::string_view content, const std::string& source),
                                SwitchFile<Lines>& file) {
    if (path.empty()) {
        return {};
    }
    file.source = source_name(path);
    return read_content_or_nothing(path)
        .and_then([&](const std::string& content) { return parse(content, file.source); })
        .map([&](Lines lines) { file.lines = std::move(lines); });
}

/// Reads the files that the switches name.
Expected<SwitchFiles> switch_files(const ImportOptions& options) {
    SwitchFiles files;
    return read_switch_file(options.operator_features, parse_feature_rules, files.operator_features)
        .and_then([&] { return read_switch_file(options.assignment, parse_assignment_csv, files.assignment); })
        .and_then([&] { return read_switch_file(options.scratch_rules, parse_scratch_rules, files.scratch_rules); })
        .map([&] { return std::move(files); });
}

/// Adds what the log that a switch names says of the arena of a model.
Expected<void> add_arena_log(Document& document, const std::string& path) {
    if (path.empty()) {
        return {};
    }
    const std::string log_source = source_name(path);
    auto recording = read_content_or_nothing(path, document_limits).and_then([&](const std::string& content) {
        return parse_tflm_recording(content, log_source);
    });
    if (!recording) {
        return failure(std::move(recording.error()));
    }
    std::vector<std::string> notes = {planned_share_text(recording->arena)};
    const Bytes needed = threshold(document.problem);
    if (needed > recording->arena.head) {
        notes.push_back("the tensors of the model need " + grouped(needed) +
                        " B at once, more than the recorded head of " + grouped(recording->arena.head) +
                        " B: the log is of another model, or some are elsewhere, as variables are in the tail "
                        "(--set variables=outside)");
    } else {
        notes.push_back("if the log is of this model, its tensors need at least " + grouped(needed) +
                        " B of the recorded head of " + grouped(recording->arena.head) +
                        " B at once; the rest is scratch of kernels, alignment and gaps");
    }
    std::ranges::move(recording->notes, std::back_inserter(notes));
    for (std::string& text : notes) {
        document.switch_notes.push_back(log_source + ": " + text);
        document.notes.push_back(std::move(text));
    }
    document.arena = std::move(recording->arena);
    return {};
}

/// Checks and switches for every file, after its format has been read.
Expected<Document> finished(Document document, const ImportOptions& options, const std::string& source) {
    const auto known =
        options.is_for_another_file_too ? Expected<void>() : check_switches({document.format}, options, source);
    if (const auto valid = known.and_then([&] { return check_tails(document, source); }); !valid) {
        return failure(valid.error());
    }
    if (document.format == FileFormat::tflite) {
        if (auto added = add_arena_log(document, options.arena_log); !added) {
            return failure(std::move(added.error()));
        }
    }
    note_ignored_minimums(document);
    note_uncounted(document);
    note_empty_list(document);
    if (document.deployment) {
        // It says what runs where. The switches of the model it was made of are not for it.
        ImportOptions own;
        own.capacity = options.capacity;
        return with_switches(std::move(document), own, source);
    }
    return with_switches(std::move(document), options, source);
}

/// The error of a file that does not open: what the file is, if that is known, else `error`.
tl::unexpected<Error> unreadable(Error error, const FormatInput& input, std::optional<FileFormat> taken_for = {}) {
    const UnreadKind* const kind = unread_kind(input.content, taken_for);
    return failure(kind != nullptr ? unread_kind_error(*kind, input.source) : std::move(error));
}

/// Detects and reads. No file that a reader accepts is looked at as another kind.
Expected<Document> parse_any(const FormatInput& input) {
    auto format = detect_format(input.content, input.source);
    if (!format) {
        return unreadable(std::move(format.error()), input);
    }
    auto document = parse_as(*format, input);
    if (!document) {
        return unreadable(std::move(document.error()), input, *format);
    }
    return document;
}

Expected<Document> parse_detected(const FormatInput& input) {
    return parse_any(input).and_then(
        [&](Document document) { return finished(std::move(document), input.options, input.source); });
}

}  // namespace

Expected<Document> with_switches(Document document, const ImportOptions& options, const std::string& source) {
    const auto files = switch_files(options);
    if (!files) {
        return failure(files.error());
    }
    auto made = with_import_switches({std::move(document.problem), std::move(document.layout), {}, {}, false}, options,
                                     *files, source);
    if (!made) {
        return failure(std::move(made.error()));
    }
    document.problem = std::move(made->problem);
    document.layout = std::move(made->layout);
    document.notes.insert(document.notes.end(), made->notes.begin(), made->notes.end());
    document.switch_notes.insert(document.switch_notes.end(), made->switch_notes.begin(), made->switch_notes.end());
    if (made->has_changed) {
        document.layout.misstated.clear();
        document.trace.reset();
        document.provenance.reset();
    }
    if (document.import) {
        document.import->threshold_without_scratch = threshold_without_scratch(document.problem);
    }
    return document;
}

std::vector<FileFormat> missing_formats() {
    std::vector<FileFormat> missing;
    for (const Format& format : formats()) {
        if (format.read == nullptr && format.read_model == nullptr) {
            missing.push_back(format.description.format);
        }
    }
    return missing;
}

Expected<Document> parse_document(std::string_view content, const std::string& source, const ImportOptions& options,
                                  const ReadProgress& progress) {
    return without_exceptions(source, "to read it", [&] {
        return parse_detected({content, source, options, progress});
    });
}

Expected<Document> parse_document_as(FileFormat format, std::string_view content, const std::string& source,
                                     const ImportOptions& options) {
    return without_exceptions(source, "to read it", [&] {
        return parse_as(format, {content, source, options, ReadProgress{}});
    });
}

Expected<Document> read_document(const std::string& path, const ImportOptions& options, const ReadProgress& progress) {
    const std::string source = source_name(path);
    ReadProgress reading;
    ReadProgress understanding;
    if (progress) {
        reading = [&progress](std::uint64_t done, std::uint64_t total) { progress(done, 2 * total); };
        understanding = [&progress](std::uint64_t done, std::uint64_t total) { progress(total + done, 2 * total); };
    }
    return without_exceptions(source, "to read it", [&] {
        const auto limits_of = [&source](std::string_view first_chunk) {
            ContentLimits limits = document_limits(first_chunk);
            if (const UnreadKind* const kind = unread_kind(first_chunk)) {
                limits.refusal = unread_kind_error(*kind, source);
            }
            return limits;
        };
        return read_file(path, limits_of, reading).and_then([&](const auto& content) {
            return parse_detected({content.bytes, source, options, understanding, true});
        });
    });
}

}  // namespace arenascope
