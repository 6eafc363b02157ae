#include "core/format/stedgeai/generate_report.h"

#include <algorithm>
#include <map>
#include <utility>
#include <vector>

#include "core/base/error/quotation.h"
#include "core/base/text/amount.h"
#include "core/base/text/log_lines.h"
#include "core/base/text/plain_text.h"
#include "core/format/stedgeai/array_lifetimes.h"
#include "core/format/stedgeai/pool_plan.h"
#include "core/model/memory/live_profile.h"

namespace arenascope {
namespace {

constexpr std::string_view arrays_heading = "C-Arrays (";
constexpr std::string_view layers_heading = "C-Layers (";
constexpr std::string_view summary_heading = "Exec/report summary (generate";

/// The number in `C-Arrays (13)`; empty: the line is no such heading.
std::optional<std::int64_t> count_in_heading(std::string_view line, std::string_view heading) {
    std::int64_t count = 0;
    line = trimmed(line);
    const bool is_heading =
        line.starts_with(heading) && LogScanner(line.substr(heading.size())).number(count).pass({")"}).found();
    return is_heading ? std::optional(count) : std::nullopt;
}

bool is_report_line(std::string_view line) {
    return count_in_heading(line, arrays_heading) || count_in_heading(line, layers_heading) ||
           trimmed(line).starts_with(summary_heading);
}

std::vector<std::string_view> words_in(std::string_view line) {
    std::vector<std::string_view> words;
    for (line = trimmed(line); !line.empty(); line = trimmed(line)) {
        const std::size_t end = std::min(line.find_first_of(blanks), line.size());
        words.push_back(line.substr(0, end));
        line.remove_prefix(end);
    }
    return words;
}

/// An integer that is the whole text; thousands may be separated by commas.
std::optional<std::int64_t> integer_word(std::string_view text) {
    std::string digits;
    for (const char c : text) {
        if (c != ',') {
            digits += c;
        }
    }
    std::int64_t value = 0;
    LogScanner scanner(digits);
    return scanner.number(value).found() && scanner.rest().empty() ? std::optional(value) : std::nullopt;
}

/// The letter of `I:`, `O:`, `S:` or `W:`.
std::optional<char> tensor_mark(std::string_view word) {
    constexpr std::string_view letters = "IOSW";
    return word.size() == 2 && word[1] == ':' && letters.find(word[0]) != std::string_view::npos
               ? std::optional(word[0])
               : std::nullopt;
}

class ReportReader {
public:
    explicit ReportReader(std::string source) : source_(std::move(source)) {}

    Expected<Document> read(std::string_view content) {
        LogLines lines(content);
        while (lines.next()) {
            line_ = lines.number();
            if (auto done = read_line(trimmed(lines.text())); !done) {
                return tl::unexpected(std::move(done.error()));
            }
        }
        if (arrays_.empty() || plan_.nodes.empty()) {
            return failure(Error{
                source_, 0, std::string("the report has no rows of ") + (arrays_.empty() ? "C-Arrays" : "C-Layers"),
                "open the report of X-CUBE-AI 5.1 or later, with its tables C-Arrays and C-Layers, or "
                "the generated network.c"});
        }
        if (plan_.buffers.empty()) {
            return failure(Error{source_, 0, "every array of the report is constant",
                                 "open the report of a network with activations"});
        }
        plan_.has_offsets = false;
        lifetimes_.derive(plan_);
        add_notes();
        return document_of(std::move(plan_), source_).map([&](Document document) {
            note_own_plan(document);
            return document;
        });
    }

private:
    enum class Table : std::uint8_t { none, arrays, layers };

    [[nodiscard]] tl::unexpected<Error> incomplete(std::string_view table, std::string_view line,
                                                   std::string cure) const {
        return failure(Error{source_, line_, "the row of " + std::string(table) + " is incomplete: " + in_quotes(line),
                             std::move(cure)});
    }

    Expected<void> read_line(std::string_view line) {
        constexpr std::string_view activations = "activations (rw)";
        if (const auto arrays = count_in_heading(line, arrays_heading)) {
            // Of several reports, the last one is read.
            *this = ReportReader(source_, line_, stated_activations_);
            stated_arrays_ = *arrays;
            table_ = Table::arrays;
            return {};
        }
        if (const auto layers = count_in_heading(line, layers_heading)) {
            stated_layers_ = *layers;
            table_ = Table::layers;
            return {};
        }
        if (line.starts_with(activations)) {
            const std::size_t colon = line.find(':');
            const auto words = words_in(colon == std::string_view::npos ? std::string_view() : line.substr(colon + 1));
            stated_activations_ = words.empty() ? std::nullopt : integer_word(words.front());
            return {};
        }
        if (line.empty() || line.starts_with("--") || line.starts_with("c_id")) {
            // A blank line ends a table that has rows.
            const bool has_rows = table_ == Table::arrays ? !arrays_.empty() : !plan_.nodes.empty();
            table_ = line.empty() && has_rows ? Table::none : table_;
            return {};
        }
        return table_ == Table::arrays   ? read_array(line)
               : table_ == Table::layers ? read_layer(line)
                                         : Expected<void>();
    }

    Expected<void> read_array(std::string_view line) {
        const auto words = words_in(line);
        const auto id = integer_word(words.front());
        constexpr std::size_t least = 4;
        const std::size_t slash = words.size() < least ? std::string_view::npos : words[2].find('/');
        const auto size = slash == std::string_view::npos ? std::nullopt : integer_word(words[2].substr(slash + 1));
        if (!id || !size || *size < 0) {
            return incomplete("C-Arrays", line, "a row reads: 7 conv_output 256/1024 activations/**default** float");
        }
        const auto has = [&](std::string_view word) { return std::ranges::find(words, word) != words.end(); };
        std::optional<BufferIndex> shown;
        if (has("const") || words[3].starts_with("weights")) {
            ++constants_;
        } else if (*size == 0) {
            ++empty_;
        } else {
            shown = BufferIndex(plan_.buffers.size());
            PoolBuffer made;
            made.buffer.name = words[1];
            made.buffer.size = Bytes(*size);
            made.buffer.region = RegionIndex(pool_named(words[3]));
            made.buffer.kind = has("/input")    ? BufferKind::input
                               : has("/output") ? BufferKind::output
                                                : BufferKind::activation;
            plan_.buffers.push_back(std::move(made));
        }
        arrays_.try_emplace(*id, shown);
        array_of_name_.try_emplace(std::string(words[1]), shown);
        return {};
    }

    /// `activations/POOL_0_RAM` is POOL_0_RAM. A pool without a name of its own has that of its domain.
    std::size_t pool_named(std::string_view word) {
        const std::size_t slash = word.find('/');
        std::string_view name = slash == std::string_view::npos ? word : word.substr(slash + 1);
        if (name.empty() || name == "**default**") {
            name = word.substr(0, slash);
        }
        const auto [place, is_new] = pool_of_name_.try_emplace(std::string(name), plan_.pools.size());
        if (is_new) {
            plan_.pools.push_back({.name = std::string(name)});
        }
        return place->second;
    }

    /// The first row of a layer has its name and its first tensor, further rows have one tensor each.
    Expected<void> read_layer(std::string_view line) {
        const auto words = words_in(line);
        std::size_t mark = 0;
        while (mark < words.size() && !tensor_mark(words[mark])) {
            ++mark;
        }
        constexpr std::size_t least = 4;
        if (mark > 0) {
            if (mark < least || !integer_word(words.front())) {
                return incomplete("C-Layers", line,
                                  "a row reads: 0 conv 1 Conv2D 4096 320 I: image f32(1x16x16x1) (1)");
            }
            PoolNode made;
            made.node.name = words[1];
            made.node.type = words[3];
            made.types = {std::string(words[3])};
            made.step = Step(std::ssize(plan_.nodes));
            plan_.nodes.push_back(std::move(made));
        }
        if (mark + 1 < words.size()) {
            if (plan_.nodes.empty()) {
                return incomplete("C-Layers", line, "the row of a layer comes before its tensors");
            }
            use(*tensor_mark(words[mark]), words[mark + 1], words.back());
        }
        return {};
    }

    /// The array of a tensor: by the id at the end of its row, else by its name.
    [[nodiscard]] const std::optional<BufferIndex>* array_of(std::string_view tensor, std::string_view last) const {
        if (last.starts_with('(') && last.ends_with(')') && last.size() > 2) {
            if (const auto id = integer_word(last.substr(1, last.size() - 2))) {
                const auto found = arrays_.find(*id);
                return found == arrays_.end() ? nullptr : &found->second;
            }
        }
        const auto found = array_of_name_.find(std::string(tensor));
        return found == array_of_name_.end() ? nullptr : &found->second;
    }

    void use(char mark, std::string_view tensor, std::string_view last) {
        PoolNode& layer = plan_.nodes.back();
        const auto* const array = array_of(tensor, last);
        const bool is_read = mark == 'I' || mark == 'W';
        if (array == nullptr) {
            (is_read ? layer.node.reads_outside : layer.node.writes_outside).emplace_back(tensor);
            ++unknown_;
            return;
        }
        if (!*array) {
            layer.node.constants.emplace_back(tensor);
            return;
        }
        (is_read ? layer.node.reads : layer.node.writes).push_back(**array);
        lifetimes_.add_use(**array, *layer.step);
        if (mark == 'S') {
            plan_.buffers[array->value().value()].buffer.kind = BufferKind::scratch;
        }
    }

    void add_notes() {
        auto& notes = plan_.notes;
        notes.emplace_back("the report tells no offsets: the plan of the tool stands in the generated network.c");
        if (constants_ > 0) {
            notes.push_back("left out: " + counted(constants_, "constant array", "constant arrays"));
        }
        if (empty_ > 0) {
            notes.push_back("left out: " + counted(empty_, "array", "arrays") + " of 0 bytes");
        }
        if (unknown_ > 0) {
            notes.push_back(counted(unknown_, "tensor of a layer is", "tensors of layers are") +
                            " in no row of C-Arrays, so that no figure counts " + (unknown_ == 1 ? "it" : "them"));
            plan_.left_out = unknown_;
        }
        if (stated_arrays_ != std::ssize(arrays_)) {
            notes.push_back("the report states " +
                            counted(static_cast<std::uint64_t>(stated_arrays_), "array", "arrays") + " and lists " +
                            grouped(arrays_.size()) + ": rows may be missing");
        }
        if (stated_layers_ != std::ssize(plan_.nodes)) {
            notes.push_back("the report states " +
                            counted(static_cast<std::uint64_t>(stated_layers_), "layer", "layers") + " and lists " +
                            grouped(plan_.nodes.size()) + ": rows may be missing");
        }
    }

    /// What the tool itself needs, to compare a plan with.
    void note_own_plan(Document& document) const {
        if (!stated_activations_) {
            return;
        }
        std::string note = "the tool states " + grouped(*stated_activations_) + " B of activations for its own plan";
        if (Bytes(*stated_activations_) < threshold(document.problem)) {
            note += ", which is below the threshold here: its operators may overwrite what they read";
        }
        document.notes.push_back(std::move(note));
    }

    ReportReader(std::string source, std::int64_t line, std::optional<std::int64_t> activations)
        : source_(std::move(source)), line_(line), stated_activations_(activations) {}

    std::string source_;
    PoolPlan plan_;
    ArrayLifetimes lifetimes_;
    std::map<std::int64_t, std::optional<BufferIndex>> arrays_;  ///< by c_id; an empty index: not shown
    std::map<std::string, std::optional<BufferIndex>> array_of_name_;
    std::map<std::string, std::size_t> pool_of_name_;
    std::int64_t line_ = 0;
    std::optional<std::int64_t> stated_activations_;
    std::int64_t stated_arrays_ = 0;
    std::int64_t stated_layers_ = 0;
    std::size_t constants_ = 0;
    std::size_t empty_ = 0;
    std::size_t unknown_ = 0;
    Table table_ = Table::none;
};

}  // namespace

Format stedgeai_report_format() {
    return {.description = {FileFormat::stedgeai_report, "stedgeai-report", "ST Edge AI generate report", "*.txt",
                            FormatMaker::microcontroller_tool, FormatKind::printed_plan},
            .signs = {.is_line = is_report_line},
            .read = [](const FormatInput& input) { return ReportReader(input.source).read(input.content); }};
}

}  // namespace arenascope
