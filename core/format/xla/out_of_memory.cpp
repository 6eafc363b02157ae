#include "core/format/xla/out_of_memory.h"

#include <algorithm>
#include <cmath>
#include <map>
#include <memory>
#include <set>
#include <tuple>
#include <utility>
#include <vector>

#include "core/base/error/quotation.h"
#include "core/base/text/amount.h"
#include "core/base/text/log_lines.h"
#include "core/base/text/plain_text.h"
#include "core/base/text/unique_names.h"
#include "core/format/xla/printed_amount.h"
#include "core/model/memory/allocator_history.h"

namespace arenascope {
namespace {

constexpr std::string_view debugging_heading = "BufferAssignment OOM Debugging.";
constexpr std::string_view gpu_list_heading = "Peak buffers:";
constexpr std::string_view tpu_list_heading = "Largest program allocations in ";
constexpr std::string_view tpu_failure = "Ran out of memory in memory space ";
constexpr std::string_view gpu_space = "device memory";

/// The memory space of a list's heading; empty: the line is no heading.
std::string_view space_of_list(std::string_view line) {
    line = trimmed(line);
    if (line == gpu_list_heading) {
        return gpu_space;
    }
    if (!line.starts_with(tpu_list_heading) || !line.ends_with(':')) {
        return {};
    }
    line.remove_prefix(tpu_list_heading.size());
    line.remove_suffix(1);
    return line.find_first_of(" :") == std::string_view::npos ? line : std::string_view();
}

bool is_out_of_memory_line(std::string_view line) {
    return !space_of_list(line).empty() || trimmed(line) == debugging_heading;
}

/// The first word of a text.
std::string_view first_word(std::string_view text) {
    text = trimmed(text);
    return text.substr(0, text.find_first_of(blanks));
}

/// The value of `key="…"` or `key=…` in a line of an operator; empty: it has none.
std::string_view value_of(std::string_view line, std::string_view key) {
    std::size_t place = line.find(key);
    if (place == std::string_view::npos) {
        return {};
    }
    std::string_view value = line.substr(place + key.size());
    if (!value.starts_with('"')) {
        return first_word(value);
    }
    value.remove_prefix(1);
    place = value.find('"');
    while (place != std::string_view::npos && place > 0 && value[place - 1] == '\\') {
        place = value.find('"', place + 1);
    }
    return value.substr(0, place);
}

/// One buffer of the list.
struct ListedBuffer {
    std::int64_t line = 0;
    std::string_view number = {};  ///< as the list counts it
    std::string_view space = {};
    std::optional<PrintedAmount> size = {};
    std::string_view printed_size = {};
    std::optional<PrintedAmount> unpadded = {};
    std::string_view printed_unpadded = {};
    std::string_view operator_name = {};
    std::string_view source_file = {};
    std::int64_t source_line = 0;
    std::string_view label = {};  ///< the instruction
    std::string_view shape = {};
    bool is_parameter = false;
    bool is_output = false;
};

/// What the text says of a memory space as a whole.
struct StatedTotal {
    std::string name;  ///< of the total, for people
    std::string_view printed;
    PrintedAmount amount;
};

/// The buffers of a memory space together.
struct SpaceSum {
    std::string_view space;
    std::int64_t bytes = 0;
    std::size_t buffers = 0;
    double rounding = 0;                 ///< the most by which it differs from the exact sum
    std::string_view rounded_size = {};  ///< a size that is rounded

    void add(const ListedBuffer& buffer) {
        bytes += buffer.size->bytes;
        ++buffers;
        rounding += buffer.size->rounding;
        rounded_size = rounded_size.empty() && buffer.size->rounding > 0 ? buffer.printed_size : rounded_size;
    }
};

/// One report of a program that ran out of memory.
struct OutOfMemoryText {
    std::vector<ListedBuffer> buffers = {};
    std::map<std::string_view, StatedTotal> totals = {};  ///< by memory space
    std::set<std::string_view> listed_spaces = {};        ///< those with buffers
    std::string_view failure = {};                        ///< "Used X of Y hbm. Exceeded hbm capacity by Z."
    std::int64_t first_line = 0;
    bool is_cut = false;
};

/// The operator's path from the innermost part on: `jit(f)/layers_2/add[axis=0]` gives add, layers_2, jit(f). Slashes
/// within brackets separate nothing.
std::vector<std::string_view> parts_of_path(std::string_view path) {
    std::vector<std::string_view> parts;
    constexpr std::size_t most = 64;
    std::size_t begin = 0;
    int depth = 0;
    for (std::size_t i = 0; i <= path.size(); ++i) {
        const char c = i < path.size() ? path[i] : '/';
        depth += c == '(' || c == '[' ? 1 : c == ')' || c == ']' ? -1 : 0;
        if (i == path.size() || (c == '/' && depth <= 0)) {
            std::string_view part = path.substr(begin, i - begin);
            part = trimmed(part.substr(0, part.find('[')));
            if (!part.empty()) {
                parts.push_back(part);
            }
            begin = i + 1;
        }
    }
    std::ranges::reverse(parts);
    if (parts.size() > most) {
        parts.resize(most);
    }
    return parts;
}

/// Collects stacks, each frame once.
class OperatorStacks {
public:
    explicit OperatorStacks(AllocatorHistory& history) : history_(history) {}

    /// The stack of a buffer: the source line with the operator, then the path around it.
    StackIndex add(const ListedBuffer& buffer) {
        std::vector<std::string_view> parts = parts_of_path(buffer.operator_name);
        if (parts.empty() && buffer.source_file.empty() && !buffer.is_parameter) {
            return StackIndex::none();
        }
        if (parts.empty()) {
            parts.push_back(buffer.is_parameter ? "entry parameter" : first_word(buffer.label));
        }
        const StackIndex made(history_.stack_begins.size());
        history_.stack_begins.push_back(static_cast<std::uint32_t>(history_.stack_frames.size()));
        for (std::size_t i = 0; i < parts.size(); ++i) {
            StackFrame frame;
            frame.function = visible(parts[i]);
            frame.file = i == 0 ? visible(buffer.source_file) : std::string();
            frame.line = i == 0 ? buffer.source_line : 0;
            frame.is_python = true;
            history_.stack_frames.push_back(frame_of(std::move(frame)));
        }
        return made;
    }

private:
    StackFrameIndex frame_of(StackFrame frame) {
        const auto [place, is_new] = known_.try_emplace(std::tuple(frame.file, frame.line, frame.function),
                                                        StackFrameIndex(history_.frames.size()));
        if (is_new) {
            history_.frames.push_back(std::move(frame));
        }
        return place->second;
    }

    AllocatorHistory& history_;
    std::map<std::tuple<std::string, std::int64_t, std::string>, StackFrameIndex> known_;
};

/// Reads the lines, and keeps the last report that lists buffers.
class OutOfMemoryReader {
public:
    explicit OutOfMemoryReader(const std::string& source) : source_(source) {}

    Expected<Document> read(std::string_view content) {
        LogLines lines(content);
        while (lines.next()) {
            read_line(lines);
        }
        end_report();
        if (kept_.buffers.empty()) {
            return failure(
                Error{source_, 0, "the text of XLA lists no buffers",
                      "paste the whole message, with the blocks below \"Peak buffers:\" or \"Largest program "
                      "allocations in hbm:\""});
        }
        for (const ListedBuffer& buffer : kept_.buffers) {
            if (!buffer.size) {
                return failure(Error{source_, buffer.line,
                                     buffer.printed_size.empty()
                                         ? "buffer " + std::string(buffer.number) + " has no size"
                                         : in_quotes(buffer.printed_size) + " is not the size of a buffer",
                                     "a size reads: Size: 6.00MiB, or Size: 512.00M"});
            }
        }
        return document();
    }

private:
    void read_line(const LogLines& lines) {
        const std::string_view line = trimmed(lines.text());
        if (const std::string_view space = space_of_list(line); !space.empty()) {
            begin_list(space, lines.number());
        } else if (line == debugging_heading) {
            begin_report(lines.number());
        } else if (const std::size_t place = line.find(tpu_failure); place != std::string_view::npos) {
            begin_report(lines.number());
            const std::size_t used = line.find("Used ", place);
            report_.failure = used == std::string_view::npos ? std::string_view() : line.substr(used);
        } else if (in_list_) {
            read_in_list(line, lines.number());
        } else {
            read_total(line);
        }
        report_.is_cut = is_open_ && lines.may_be_cut();
    }

    void begin_report(std::int64_t line) {
        end_report();
        report_.first_line = line;
    }

    void end_report() {
        if (!report_.buffers.empty()) {
            ++count_;
            kept_ = std::move(report_);
        }
        report_ = {};
        in_list_ = false;
        is_open_ = false;
    }

    void begin_list(std::string_view space, std::int64_t line) {
        if (report_.listed_spaces.contains(space)) {
            begin_report(line);
        }
        report_.first_line = report_.first_line == 0 ? line : report_.first_line;
        space_ = space;
        in_list_ = true;
        is_open_ = false;
    }

    /// `Buffer 3:` on a GPU; `3. Size: 512.00M` on a TPU.
    bool begin_block(std::string_view line, std::int64_t number) {
        LogScanner scanner(line);
        std::int64_t position = 0;
        const bool is_gpu = scanner.pass({"Buffer"}).number(position).pass({":"}).found();
        LogScanner tpu(line);
        const bool is_tpu = !is_gpu && tpu.number(position).pass({".", "Size:"}).found();
        if (!is_gpu && !is_tpu) {
            return false;
        }
        const std::size_t digits = line.find_first_of("0123456789");
        const std::string_view text = line.substr(digits);
        report_.buffers.push_back(
            {.line = number, .number = text.substr(0, text.find_first_not_of("0123456789")), .space = space_});
        report_.listed_spaces.insert(space_);
        is_open_ = true;
        if (is_tpu) {
            set_size(tpu.rest());
        }
        return true;
    }

    void set_size(std::string_view text) {
        report_.buffers.back().printed_size = trimmed(text);
        report_.buffers.back().size = printed_amount(text);
    }

    void read_in_list(std::string_view line, std::int64_t number) {
        if (begin_block(line, number)) {
            return;
        }
        if (!is_open_) {
            read_total(line);
            return;
        }
        if (line.starts_with("====")) {
            is_open_ = false;
            return;
        }
        ListedBuffer& buffer = report_.buffers.back();
        const auto value = [line](std::string_view key) {
            return line.starts_with(key) ? std::optional(trimmed(line.substr(key.size()))) : std::nullopt;
        };
        if (const auto size = value("Size:")) {
            set_size(*size);
            buffer.line = number;
        } else if (const auto about = value("Operator:")) {
            buffer.operator_name = value_of(*about, "op_name=");
            buffer.source_file = value_of(*about, "source_file=");
            LogScanner(value_of(*about, "source_line=")).number(buffer.source_line);
        } else if (const auto subshape = value("Entry Parameter Subshape:")) {
            buffer.shape = *subshape;
            buffer.is_parameter = true;
        } else if (const auto shape = value("Shape:")) {
            buffer.shape = *shape;
        } else if (const auto unpadded = value("Unpadded size:")) {
            buffer.unpadded = printed_amount(*unpadded);
            buffer.printed_unpadded = *unpadded;
        } else if (const auto type = value("Allocation type:")) {
            buffer.is_parameter =
                type->find("argument") != std::string_view::npos || type->find("parameter") != std::string_view::npos;
            buffer.is_output = type->find("output") != std::string_view::npos;
        } else if (lower_case(line.substr(0, 10)) == "xla label:") {
            buffer.label = trimmed(line.substr(10));
        }
    }

    /// Totals before the list: `total allocation:   21.00MiB`, `Program hbm requirement 17.08G:`.
    void read_total(std::string_view line) {
        constexpr std::string_view gpu_total = "total allocation:";
        constexpr std::string_view requirement = " requirement ";
        if (line.starts_with(gpu_total)) {
            add_total(gpu_space, "total allocation", trimmed(line.substr(gpu_total.size())));
        } else if (line.starts_with("Program ") && line.ends_with(':')) {
            line.remove_prefix(8);
            line.remove_suffix(1);
            const std::size_t place = line.find(requirement);
            if (place != std::string_view::npos && place > 0) {
                const std::string_view space = line.substr(0, place);
                add_total(space, "program " + visible(space) + " requirement",
                          trimmed(line.substr(place + requirement.size())));
            }
        }
    }

    void add_total(std::string_view space, std::string name, std::string_view printed) {
        if (const auto amount = printed_amount(printed)) {
            report_.totals.insert_or_assign(space, StatedTotal{std::move(name), printed, *amount});
        }
    }

    /// The operator without the parameters in brackets; without one the instruction, or the shape of a parameter.
    static std::string name_of_buffer(const ListedBuffer& buffer) {
        std::string_view name = trimmed(buffer.operator_name.substr(0, buffer.operator_name.find('[')));
        if (name.empty()) {
            name = first_word(buffer.label);
            name.remove_prefix(name.starts_with('%') ? 1 : 0);
        }
        if (!name.empty()) {
            return visible(name);
        }
        const std::string kind = buffer.is_parameter ? "parameter" : "buffer";
        return buffer.shape.empty() ? kind + " " + std::string(buffer.number) : kind + " " + visible(buffer.shape);
    }

    Expected<Document> document() {
        Document made;
        Problem& problem = made.problem;
        problem.regions.clear();
        auto history = std::make_shared<AllocatorHistory>();
        history->events = {AllocatorEvent::none};
        OperatorStacks stacks(*history);
        std::map<std::string_view, std::size_t> regions;
        std::vector<SpaceSum> sums;
        std::vector<std::int64_t> lines;
        UniqueNames names;
        std::size_t empty = 0;
        for (const ListedBuffer& listed : kept_.buffers) {
            if (listed.size->bytes == 0) {
                ++empty;
                continue;
            }
            const auto [region, is_new] = regions.try_emplace(listed.space, sums.size());
            if (is_new) {
                sums.push_back({.space = listed.space});
                problem.regions.emplace_back().name = visible(listed.space);
            }
            Buffer& buffer = problem.buffers.emplace_back();
            buffer.name = names.add(name_of_buffer(listed));
            buffer.size = Bytes(listed.size->bytes);
            buffer.lifetime = {Step(0), Step(1)};
            buffer.region = RegionIndex(region->second);
            buffer.kind = listed.is_parameter ? BufferKind::input
                          : listed.is_output  ? BufferKind::output
                                              : BufferKind::activation;
            history->made_by.push_back(stacks.add(listed));
            history->lies_in.push_back(SegmentIndex::none());
            lines.push_back(listed.line);
        }
        if (problem.buffers.empty()) {
            return failure(Error{source_, kept_.buffers.front().line, "every buffer of the list has 0 bytes",
                                 "open the message of a program that needs memory"});
        }
        problem.step_labels = {{Step(0), "peak"}};
        problem.history = std::move(history);
        made.layout = empty_layout(problem);
        if (auto valid = validate(problem, source_, lines); !valid) {
            return tl::unexpected(std::move(valid.error()));
        }
        // The sums fit, as the problem is valid.
        for (const ListedBuffer& listed : kept_.buffers) {
            if (listed.size->bytes > 0) {
                sums[regions.at(listed.space)].add(listed);
            }
        }
        add_notes(made, sums, empty);
        return made;
    }

    void add_notes(Document& made, const std::vector<SpaceSum>& sums, std::size_t empty) const {
        auto& notes = made.notes;
        notes.emplace_back(
            "the text tells who is alive at the peak, and nothing else: this is one step, without offsets and "
            "lifetimes");
        if (count_ > 1) {
            notes.push_back("the log holds " + std::to_string(count_) +
                            " such texts; this is the last one, from line " + std::to_string(kept_.first_line));
        }
        if (!kept_.failure.empty()) {
            notes.push_back("the text says: " + visible(kept_.failure.substr(0, longest_quotation)));
        }
        note_sums(made, sums);
        note_padding(notes);
        if (empty > 0) {
            notes.push_back("left out: " + counted(empty, "buffer", "buffers") + " of 0 bytes");
        }
        if (kept_.is_cut) {
            notes.emplace_back("the log ends inside the list: buffers may be missing");
        }
    }

    /// The sum of each memory space beside the total that the text states.
    void note_sums(Document& made, const std::vector<SpaceSum>& sums) const {
        for (const SpaceSum& sum : sums) {
            const auto total = kept_.totals.find(sum.space);
            const Unit unit = unit_for(sum.bytes);
            std::string note = "the text lists " + counted(sum.buffers, "buffer", "buffers") + " in " +
                               in_quotes(sum.space) + ", " + amount_text(sum.bytes, unit) + " together";
            if (total != kept_.totals.end()) {
                const StatedTotal& stated = total->second;
                const std::int64_t rest = stated.amount.bytes - sum.bytes;
                note += "; it states " + visible(stated.printed) + " as " + stated.name;
                if (static_cast<double>(rest) > sum.rounding + stated.amount.rounding) {
                    note += ", so " + amount_text(rest, unit_for(rest)) + " are not listed";
                    ++made.left_out;
                }
            }
            made.notes.push_back(std::move(note));
            if (sum.rounding > 0) {
                made.notes.push_back("sizes are rounded as printed, such as " + visible(sum.rounded_size) +
                                     ": their sum may be off by up to " +
                                     amount_text(static_cast<std::int64_t>(std::ceil(sum.rounding)), unit));
            }
        }
    }

    /// Only a TPU pads. The buffers that padding makes larger, the largest padding first.
    void note_padding(std::vector<std::string>& notes) const {
        std::vector<const ListedBuffer*> padded;
        std::int64_t allocated = 0;
        std::int64_t unpadded = 0;
        const auto padding_of = [](const ListedBuffer& listed) { return listed.size->bytes - listed.unpadded->bytes; };
        for (const ListedBuffer& listed : kept_.buffers) {
            if (listed.unpadded) {
                allocated += listed.size->bytes;
                unpadded = checked_add(unpadded, listed.unpadded->bytes).value_or(unpadded);
                if (padding_of(listed) > 0) {
                    padded.push_back(&listed);
                }
            }
        }
        if (padded.empty()) {
            return;
        }
        std::ranges::stable_sort(
            padded, [&](const ListedBuffer* a, const ListedBuffer* b) { return padding_of(*a) > padding_of(*b); });
        const Unit unit = unit_for(allocated);
        notes.push_back("padding: " + amount_text(allocated, unit) + " are allocated for " +
                        amount_text(unpadded, unit) + " of data, because " +
                        counted(padded.size(), "buffer is", "buffers are") + " padded");
        constexpr std::size_t most = 5;
        for (std::size_t i = 0; i < std::min(most, padded.size()); ++i) {
            notes.push_back("padding: " + in_quotes(name_of_buffer(*padded[i])) + " of shape " +
                            shown(padded[i]->shape) + " takes " + visible(padded[i]->printed_size) + " for " +
                            visible(padded[i]->printed_unpadded));
        }
        if (padded.size() > most) {
            notes.push_back("padding: " + std::to_string(padded.size() - most) + " more are padded by less");
        }
    }

    static constexpr std::size_t longest_quotation = 200;

    const std::string& source_;
    OutOfMemoryText report_;
    OutOfMemoryText kept_;
    std::size_t count_ = 0;
    std::string_view space_;
    bool in_list_ = false;
    bool is_open_ = false;  ///< inside a block of the list
};

}  // namespace

Format xla_out_of_memory_format() {
    return {.description = {FileFormat::xla_out_of_memory, "xla-out-of-memory", "XLA out of memory", "*.txt *.log",
                            FormatMaker::compiler, FormatKind::printed_plan},
            .signs = {.is_line = is_out_of_memory_line},
            .read = [](const FormatInput& input) { return OutOfMemoryReader(input.source).read(input.content); }};
}

}  // namespace arenascope
