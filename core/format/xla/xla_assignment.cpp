#include "core/format/xla/xla_assignment.h"

#include <algorithm>
#include <filesystem>
#include <tuple>
#include <unordered_map>
#include <utility>
#include <vector>

#include "core/base/error/quotation.h"
#include "core/base/file/file_content.h"
#include "core/base/text/log_lines.h"
#include "core/base/text/plain_text.h"
#include "core/format/printed/printed_plan.h"
#include "core/format/xla/buffer_assignment.h"

namespace arenascope {
namespace {

std::string left_out_text(std::size_t values) {
    return values == 1 ? "1 value is left out" : std::to_string(values) + " values are left out";
}

constexpr std::string_view assignment_file = "buffer-assignment";
constexpr std::string_view live_range_file = "live-range";
constexpr std::string_view live_range_heading = "BufferLiveRange:";
/// After the name of a value that joins others, such as a parameter of a loop's body.
constexpr std::string_view joined = "(phi)";

/// A text of XLA's dump; `source` names it in errors.
struct XlaText {
    std::string_view content;
    std::string source;
};

struct Allocation {
    std::int64_t number = 0;
    std::int64_t size = 0;
    std::string_view kind;
    std::int64_t line = 0;

    [[nodiscard]] bool has(std::string_view word) const { return kind.find(word) != std::string_view::npos; }
    /// Constants are part of the program, and thread-local memory is part of a stack. Neither is planned.
    [[nodiscard]] bool is_left_out() const { return has("constant") || has("thread-local"); }

    [[nodiscard]] BufferKind buffer_kind() const {
        if (has("parameter")) {
            return BufferKind::input;
        }
        return has("live-out") || has("output") ? BufferKind::output : BufferKind::activation;
    }

    [[nodiscard]] std::string name() const {
        return allocation_name(number, has("preallocated-temp")              ? "temp"
                                       : has("parameter")                    ? shown(kind.substr(0, kind.find(',')))
                                       : buffer_kind() == BufferKind::output ? "output"
                                                                             : shown(kind.substr(0, kind.find(','))));
    }
};

struct XlaValue {
    std::string name;  ///< with its tuple index, as in live ranges
    std::int64_t size = 0;
    std::int64_t offset = 0;
    std::size_t allocation = 0;
    std::int64_t line = 0;
};

LogScanner start_of_allocation(std::string_view line, Allocation& allocation) {
    LogScanner scanner(line);
    scanner.pass({"allocation"}).number(allocation.number).pass({":", "size"}).number(allocation.size);
    return scanner;
}

bool is_value_line(std::string_view line) {
    return LogScanner(line).pass({"value:", "<"}).found();
}

/// Pairs that share bytes only in the last step of the first and the first step of the second: the instruction writes
/// its output over an operand that nobody reads later, as live ranges of XLA allow it.
///
///   dot  ███████      the last user of dot is add
///   add        ████   which writes over it
///
/// O(n log n). Operands that overlap each other could be many pairs, so the search stops at four for each buffer.
std::vector<std::pair<BufferIndex, BufferIndex>> hand_overs_at_borders(const Document& document) {
    const auto& buffers = document.problem.buffers;
    const auto& placements = document.layout.placements;
    const auto key_of = [&](BufferIndex buffer) {
        const Placement& placement = *placements[buffer];
        return std::tuple(placement.region, buffers[buffer].lifetime.end, placement.offset);
    };
    std::vector<BufferIndex> ending;
    for (std::size_t i = 0; i < buffers.size(); ++i) {
        ending.emplace_back(i);
    }
    std::ranges::sort(ending, [&](BufferIndex a, BufferIndex b) { return key_of(a) < key_of(b); });
    std::vector<std::pair<BufferIndex, BufferIndex>> pairs;
    std::size_t left = 4 * buffers.size();
    for (std::size_t i = 0; i < buffers.size(); ++i) {
        const BufferIndex second(i);
        const Placement& at = *placements[second];
        const Step border(buffers[second].lifetime.begin.value() + 1);
        auto first = std::lower_bound(ending.begin(), ending.end(),
                                      std::tuple(at.region, border, at.offset + buffers[second].size),
                                      [&](BufferIndex a, const auto& beyond) { return key_of(a) < beyond; });
        while (first != ending.begin() && left > 0) {
            const BufferIndex operand = *--first;
            const auto [region, end, offset] = key_of(operand);
            const bool touches = region == at.region && end == border && offset + buffers[operand].size > at.offset;
            if (!touches) {
                break;
            }
            --left;
            if (buffers[operand].lifetime.begin < buffers[second].lifetime.begin) {
                pairs.emplace_back(operand, second);
            }
        }
    }
    return pairs;
}

/// The start and the size of a value in its allocation.
struct AssignedRange {
    std::int64_t offset = 0;
    std::int64_t size = 0;
};

/// The alignment that explains where the values of all allocations begin: each one at offset 0, or at the tail of
/// another one rounded up to it. The smallest one from 1 to 1,024; 1 if none explains all.
///
///   a, 4 bytes at 0    b at 64    c at 128        64: the bytes from 4 to 64 are no free space
///
/// O(n log n).
std::int64_t alignment_of_values(const std::vector<std::vector<AssignedRange>>& allocations) {
    constexpr std::int64_t most = 1024;
    std::vector<std::int64_t> tails;
    const auto explains = [&](std::int64_t alignment) {
        return std::ranges::all_of(allocations, [&](const std::vector<AssignedRange>& values) {
            tails = {0};
            for (const AssignedRange& value : values) {
                const auto tail = checked_add(value.offset, value.size);
                const auto raised = tail ? checked_add(*tail, alignment - 1) : std::nullopt;
                tails.push_back(raised.value_or(0) / alignment * alignment);
            }
            std::ranges::sort(tails);
            return std::ranges::all_of(
                values, [&](const AssignedRange& value) { return std::ranges::binary_search(tails, value.offset); });
        });
    };
    for (std::int64_t alignment = 1; alignment <= most; alignment *= 2) {
        if (explains(alignment)) {
            return alignment;
        }
    }
    return 1;
}

class XlaReader {
public:
    Expected<void> read(const XlaText& text) {
        LogLines lines(text.content);
        part_ = Part::other;
        while (lines.next()) {
            if (auto done = read_line(lines, text.source); !done) {
                return done;
            }
            cut_ = cut_ || (lines.may_be_cut() && part_ != Part::other);
        }
        return {};
    }

    [[nodiscard]] bool has_allocations() const { return !allocations_.empty(); }
    [[nodiscard]] bool has_live_ranges() const { return has_live_ranges_; }

    Expected<Document> document(const std::string& source) {
        PrintedPlan plan;
        plan.regions.clear();
        plan.step_labels = std::move(labels_);
        add_values(plan);
        if (plan.buffers.empty()) {
            return failure(Error{source, 0, "no value has a live range", "give the live ranges of the same module"});
        }
        if (cut_) {
            plan.notes.emplace_back("the text ends without a line end: it may have been cut off");
        }
        auto made = document_of(std::move(plan), source);
        if (made) {
            add_sharing(*made, hand_overs_at_borders(*made));
        }
        return made;
    }

private:
    enum class Part : std::uint8_t { other, allocation, instructions, live_ranges };

    Expected<void> read_line(const LogLines& lines, const std::string& source) {
        const std::string_view text = trimmed(lines.text());
        const std::int64_t line = lines.number();
        if (text.empty()) {
            return {};
        }
        Allocation allocation;
        if (LogScanner scanner = start_of_allocation(text, allocation); scanner.found()) {
            allocation.kind = trimmed(scanner.pass({","}).rest());
            if (!allocation.kind.empty() && allocation.kind.back() == ':') {
                allocation.kind.remove_suffix(1);
            }
            allocation.line = line;
            allocations_.push_back(allocation);
            part_ = Part::allocation;
            return {};
        }
        if (text == "InstructionSequence:") {
            part_ = Part::instructions;
        } else if (text == live_range_heading) {
            part_ = Part::live_ranges;
            has_live_ranges_ = true;
        } else if (is_value_line(text)) {
            return read_value(text, line, source);
        } else if (part_ == Part::instructions) {
            read_instruction(text);
        } else if (part_ == Part::live_ranges) {
            return read_live_range(text, line, source);
        } else {
            part_ = Part::other;
        }
        return {};
    }

    Expected<void> read_value(std::string_view text, std::int64_t line, const std::string& source) {
        XlaValue value;
        std::int64_t id = 0;
        std::int64_t color = 0;
        std::string_view name;
        LogScanner scanner(text);
        scanner.pass({"value:", "<"}).number(id).text(name, "@").number(color).pass({">", "(", "size="});
        scanner.number(value.size).pass({",", "offset="}).number(value.offset).pass({")"});
        name = trimmed(name);
        if (!scanner.found() || name.empty()) {
            return failure(Error{source, line, "the value is incomplete: " + in_quotes(text),
                                 "a value reads: value: <4 name @0> (size=16,offset=0): f32[4]{0}"});
        }
        if (part_ != Part::allocation) {
            return failure(Error{source, line, "the value " + in_quotes(name) + " belongs to no allocation",
                                 "put it after a line such as: allocation 0: size 16, preallocated-temp:"});
        }
        // Live ranges do not mark the values that join others, as in `arg_tuple.3{0} (phi)`.
        if (name.ends_with(joined)) {
            name = trimmed(name.substr(0, name.size() - joined.size()));
        }
        value.name = name;
        value.name += name.ends_with('}') ? "" : "{}";
        value.allocation = allocations_.size() - 1;
        value.line = line;
        values_.push_back(std::move(value));
        return {};
    }

    void read_instruction(std::string_view text) {
        std::int64_t step = 0;
        LogScanner scanner(text);
        if (scanner.number(step).pass({":"}).found() && !trimmed(scanner.rest()).empty()) {
            if (labels_.empty() || labels_.back().step < Step(step)) {
                labels_.push_back({Step(step), std::string(trimmed(scanner.rest()))});
            }
        } else {
            part_ = Part::other;
        }
    }

    Expected<void> read_live_range(std::string_view text, std::int64_t line, const std::string& source) {
        const std::size_t brace = text.rfind("}:");
        if (brace == std::string_view::npos) {
            part_ = Part::other;
            return {};
        }
        std::int64_t first = 0;
        std::int64_t last = 0;
        LogScanner scanner(text.substr(brace + 2));
        const bool complete = scanner.number(first).pass({"-"}).number(last).found() && trimmed(scanner.rest()).empty();
        if (!complete) {
            if (text.find(" bytes") != std::string_view::npos) {
                part_ = Part::other;
                return {};
            }
            return failure(Error{source, line, "the live range is incomplete: " + in_quotes(text),
                                 "a live range reads: name{}:0-3"});
        }
        const auto lifetime = lifetime_of_uses(first, last);
        if (!lifetime || lifetime->begin >= lifetime->end) {
            return failure(Error{source, line, "the live range " + in_quotes(text) + " ends before it begins",
                                 "write the first step, then the last step"});
        }
        lifetimes_.try_emplace(std::string(text.substr(0, brace + 1)), *lifetime);
        return {};
    }

    /// The values may be those of a damaged file: a negative offset has no alignment.
    [[nodiscard]] std::int64_t value_alignment() const {
        std::vector<std::vector<AssignedRange>> ranges(allocations_.size());
        for (const XlaValue& value : values_) {
            if (value.offset < 0 || value.size < 0) {
                return 1;
            }
            ranges[value.allocation].push_back({value.offset, value.size});
        }
        return alignment_of_values(ranges);
    }

    void add_values(PrintedPlan& plan) const {
        const std::int64_t alignment = value_alignment();
        std::vector<RegionIndex> region_of(allocations_.size(), RegionIndex::none());
        std::size_t not_planned = 0;
        std::size_t without_range = 0;
        std::string example;
        for (const XlaValue& value : values_) {
            const Allocation& allocation = allocations_[value.allocation];
            if (allocation.is_left_out()) {
                ++not_planned;
                continue;
            }
            const auto lifetime = lifetimes_.find(value.name);
            if (lifetime == lifetimes_.end()) {
                example = without_range == 0 ? value.name : example;
                ++without_range;
                continue;
            }
            RegionIndex& region = region_of[value.allocation];
            if (region == RegionIndex::none()) {
                region = RegionIndex(plan.regions.size());
                plan.regions.push_back({allocation.name(), 0, Bytes(allocation.size), Bytes(alignment)});
            }
            Buffer buffer;
            // The name ends in `{}` if the value has no tuple index; drop it.
            buffer.name = value.name.ends_with("{}") ? value.name.substr(0, value.name.size() - 2) : value.name;
            buffer.size = Bytes(value.size);
            buffer.lifetime = lifetime->second;
            buffer.kind = allocation.buffer_kind();
            buffer.region = region;
            plan.buffers.push_back({std::move(buffer), Offset(value.offset), value.line});
        }
        if (alignment > 1) {
            plan.notes.push_back("every value begins where another one ends, rounded up to " +
                                 std::to_string(alignment) + " B: that is taken as the alignment");
        }
        if (not_planned > 0) {
            plan.notes.push_back(left_out_text(not_planned) + ": constants or thread-local memory");
        }
        plan.left_out = without_range;
        if (without_range > 0) {
            plan.notes.push_back(left_out_text(without_range) + ": no live range, " + in_quotes(example) + " first");
        }
    }

    std::vector<Allocation> allocations_;
    std::vector<XlaValue> values_;
    std::vector<StepLabel> labels_;
    std::unordered_map<std::string, Lifetime> lifetimes_;
    Part part_ = Part::other;
    bool has_live_ranges_ = false;
    bool cut_ = false;
};

/// Whether a line belongs to XLA's dumps: an allocation, or the heading of live ranges.
bool is_xla_line(std::string_view line) {
    line = trimmed(line);
    Allocation allocation;
    return line == live_range_heading || line.starts_with("HloLiveRange (max ") ||
           start_of_allocation(line, allocation).pass({","}).found();
}

/// The path of the dump's other text. Empty: another name.
std::optional<std::string> other_xla_path(const std::string& path) {
    for (const auto& [own, other] :
         {std::pair(assignment_file, live_range_file), std::pair(live_range_file, assignment_file)}) {
        const std::size_t position = path.rfind(own);
        if (position != std::string::npos && path.find('/', position) == std::string::npos) {
            return std::string(path).replace(position, own.size(), other);
        }
    }
    return std::nullopt;
}

/// Whether a text of XLA's dump lacks the allocations or the live ranges.
bool lacks_xla_part(std::string_view content) {
    bool has_allocation = false;
    bool has_live_ranges = false;
    LogLines lines(content);
    while (lines.next() && !(has_allocation && has_live_ranges)) {
        Allocation allocation;
        has_allocation = has_allocation || start_of_allocation(trimmed(lines.text()), allocation).found();
        has_live_ranges = has_live_ranges || trimmed(lines.text()) == live_range_heading;
    }
    return !(has_allocation && has_live_ranges);
}

Expected<Document> parse_xla_assignment(const XlaText& text, const std::optional<XlaText>& other = {}) {
    XlaReader reader;
    if (auto done = reader.read(text); !done) {
        return tl::unexpected(done.error());
    }
    if (other) {
        if (auto done = reader.read(*other); !done) {
            return tl::unexpected(done.error());
        }
    }
    if (!reader.has_live_ranges()) {
        return failure(
            Error{text.source, 0, "the text has no live ranges",
                  "put the dump's …live-range.txt of the same module in the same folder, or append its text"});
    }
    if (!reader.has_allocations()) {
        return failure(
            Error{text.source, 0, "the text has no allocations",
                  "put the dump's …buffer-assignment.txt of the same module in the same folder, or append its text"});
    }
    return reader.document(text.source);
}

/// Also reads the dump's other text if it is needed and in the same folder.
Expected<Document> read_xla(const FormatInput& input) {
    const auto other_path = input.is_file ? other_xla_path(input.source) : std::nullopt;
    if (other_path && lacks_xla_part(input.content)) {
        std::error_code no_file;
        if (std::filesystem::exists(*other_path, no_file)) {
            const auto other = read_file(*other_path);
            if (!other) {
                return failure(other.error());
            }
            return parse_xla_assignment({input.content, input.source}, XlaText{other->bytes, *other_path});
        }
    }
    return parse_xla_assignment({input.content, input.source});
}

}  // namespace

Format xla_assignment_format() {
    return {.description = {FileFormat::xla_assignment, "xla-buffer-assignment", "XLA buffer assignment", "*.txt *.log",
                            FormatMaker::compiler, FormatKind::printed_plan},
            .signs = {.is_line = is_xla_line},
            .read = read_xla};
}

}  // namespace arenascope
