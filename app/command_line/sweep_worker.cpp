#include "app/command_line/sweep_worker.h"

#include <algorithm>
#include <array>
#include <chrono>
#include <cstdio>
#include <fstream>

#include <QCryptographicHash>

#include <sys/resource.h>

#include "app/command_line/advice_report.h"
#include "app/command_line/all_planners.h"
#include "app/command_line/arguments.h"
#include "app/command_line/message.h"
#include "app/command_line/text_table.h"
#include "app/command_line/verdict_report.h"
#include "app/session/external_planners.h"
#include "core/analysis/compare/planner_standing.h"
#include "core/base/error/out_of_memory.h"
#include "core/base/error/quotation.h"
#include "core/base/file/file_content.h"
#include "core/base/text/amount.h"
#include "core/base/text/name_list.h"
#include "core/base/text/shell_word.h"
#include "core/format/registry.h"
#include "core/model/memory/live_profile.h"
#include "core/model/network/lever.h"
#include "core/picture/report/table_picture.h"
#include "core/planner/registry.h"

namespace arenascope {
namespace {

/// A sanitizer reserves terabytes of addresses, which a limit would take away. GCC and Clang tell it in ways of their
/// own.
#if defined(__SANITIZE_ADDRESS__) || defined(__SANITIZE_THREAD__)
constexpr bool is_watched_by_sanitizer = true;
#elif defined(__has_feature)
constexpr bool is_watched_by_sanitizer = __has_feature(address_sanitizer) || __has_feature(thread_sanitizer);
#else
constexpr bool is_watched_by_sanitizer = false;
#endif

/// What a worker is about to do, as the error of a line that is not complete.
constexpr std::string_view before = "while it ";

class SweptFile {
public:
    explicit SweptFile(const SweepArguments& arguments) : arguments_(arguments), common_(arguments.common) {
        common_.quiet = true;
        common_.json = false;
        common_.file = arguments.files.front();
        line_.file = common_.file;
        line_.version = ARENASCOPE_VERSION;
        line_.switches = switches_of(arguments);
    }

    void run() {
        const auto done = within_memory("for this file", "raise --memory-limit", [&] { return work(); });
        line_.error = done ? std::nullopt : std::optional(done.error());
        if (line_.error && line_.error->source.empty()) {
            line_.error->source = source_name(common_.file);
        }
        if (line_.error && line_.error->cause.starts_with(out_of_memory({}, {}).cause)) {
            line_.error->cure = "raise --memory-limit";
            line_.stop = SweepStop::memory;
            line_.limits = limits_of(arguments_);
        }
        report_line();
    }

private:
    Expected<void> work() {
        emit_before("was read");
        line_.digest = digest_of(common_.file);
        emit_before("was opened");
        // A zoo has files of many formats: a switch of the import is for those that know it.
        auto document = open_one_of_two(common_, common_.file);
        if (!document) {
            return tl::unexpected(document.error());
        }
        if (arguments_.capacity) {
            set_capacity(document->problem, arguments_.capacity);
        }
        emit_before("was checked");
        describe(*document);
        const auto planners = swept_planners(arguments_);
        for (const std::string& planner : planners.value_or(std::vector<std::string>())) {
            emit_before("was planned by " + planner);
            plan(*document, planner);
        }
        if (line_.verdict.empty()) {
            judge(verdict_on(common_, *document, nullptr));
        }
        if (arguments_.advise && document->problem.graph) {
            emit_before("was tried with levers");
            return advise_on(*document);
        }
        return {};
    }

    void describe(const Document& document) {
        const Problem& problem = document.problem;
        line_.format = name_of(document.format);
        line_.buffers = static_cast<std::int64_t>(problem.buffers.size());
        if (problem.graph) {
            line_.operators = static_cast<std::int64_t>(problem.graph->operators.size());
        }
        line_.threshold = threshold(problem, document.layout).value();
        if (!has_placements(document.layout)) {
            return;
        }
        const CheckReport report = check(problem, document.layout, 0);
        line_.overlap_count = static_cast<std::int64_t>(report.overlap_count);
        line_.peak = peak(problem, document.layout).value();
        judge(verdict_on(common_, document, &report));
        line_.picture = table_picture(problem, document.layout);
        is_placed_ = true;
    }

    void judge(const Verdict& verdict) {
        line_.verdict = name_of(verdict.state);
        line_.sentence = verdict.text();
    }

    void plan(const Document& document, const std::string& name) {
        line_.plans.push_back({name, {}, 0, {}});
        SweptPlan& swept = line_.plans.back();
        auto order = plan_order(common_, name, std::nullopt);
        if (!order) {
            swept.error = to_string(order.error());
            return;
        }
        const auto options = all_options((order->external ? order->external.get() : *planner_named(name))->description);
        std::erase_if(order->settings, [&](const KeyValue& setting) {
            return std::ranges::find(options, setting.first, &OptionSpec::key) == options.end();
        });
        order->capacity = arguments_.capacity;
        const auto plan = run_planner(document.problem, document.layout, *order);
        if (!plan || !is_complete(plan->result.layout)) {
            swept.error = plan ? "it left buffers out for lack of room" : to_string(plan.error());
            return;
        }
        if (lacks_all_sizes(document.problem)) {
            swept.error = "no size is known";
            return;
        }
        const PlannerStanding standing = standing_of(*plan, document.layout);
        swept.peak = standing.peak.value();
        swept.seconds = standing.seconds;
        if (standing.threshold.value() > 0) {
            swept.ratio = static_cast<double>(standing.peak.value()) / static_cast<double>(standing.threshold.value());
        }
        line_.lower_bound = std::max(line_.lower_bound.value_or(0), standing.lower_bound.value());
        if (is_placed_ || (lowest_ && !is_lower(standing, *lowest_))) {
            return;
        }
        // Of a file without a layout, the line speaks of the lowest plan.
        lowest_ = standing;
        judge(verdict_on(common_, document, *plan));
        line_.picture = table_picture(plan->problem, plan->result.layout);
    }

    Expected<void> advise_on(const Document& document) {
        const auto settings = settings_of(common_);
        if (!settings) {
            return tl::unexpected(settings.error());
        }
        AdviceOrder order = advice_order(common_.file, document, settings->import);
        order.allowed = {exact_levers.begin(), exact_levers.end()};
        order.capacity = arguments_.capacity;
        order.seed = common_.seed;
        order.threads = thread_count(common_);
        const auto advice = advise(order);
        if (!advice) {
            return tl::unexpected(advice.error());
        }
        const AdviceOption& lowest = advice->lowest();
        line_.advised_peak = lowest.peak.value();
        line_.levers = lowest.levers.empty() ? std::string() : lowest.name();
        return {};
    }

    void emit_before(const std::string& part) {
        line_.error = Error{source_name(common_.file), 0, std::string(before) + part, {}};
        report_line();
    }

    void report_line() {
        const std::chrono::duration<double> passed = std::chrono::steady_clock::now() - begin_;
        line_.seconds = passed.count();
        is_written_ = is_written_ && print(text_of(line_, true) + "\n");
    }

    const SweepArguments& arguments_;
    FileArguments common_;
    SweepLine line_;
    bool is_placed_ = false;  ///< the file has a layout
    bool is_written_ = true;
    std::optional<PlannerStanding> lowest_;
    std::chrono::steady_clock::time_point begin_ = std::chrono::steady_clock::now();
};

/// The last line of an output that is whole.
std::optional<SweepLine> last_line(std::string_view output) {
    const std::size_t end = output.rfind('\n');
    if (end == std::string_view::npos || end == 0) {
        return std::nullopt;
    }
    const std::size_t begin = output.rfind('\n', end - 1);
    return sweep_line(output.substr(begin == std::string_view::npos ? 0 : begin + 1,
                                    end - (begin == std::string_view::npos ? 0 : begin + 1)));
}

std::string seconds_words(double seconds) {
    std::array<char, 64> text{};
    std::snprintf(text.data(), text.size(), "%g s", seconds);
    return text.data();
}

/// At most so many bytes can be allocated from now on, and no core file is left.
void limit_memory(std::size_t bytes) {
    const rlimit none = {0, 0};
    ::setrlimit(RLIMIT_CORE, &none);
    rlimit limit = {};
    if (::getrlimit(RLIMIT_AS, &limit) == 0) {
        limit.rlim_cur = std::min<rlim_t>(limit.rlim_max, bytes);
        ::setrlimit(RLIMIT_AS, &limit);
    }
}

/// Bytes that a worker may allocate: its share of the memory of this machine, if the user gave no limit.
std::uint64_t memory_limit_of(const SweepArguments& arguments) {
    if (arguments.memory_limit) {
        return static_cast<std::uint64_t>(arguments.memory_limit->value());
    }
    constexpr std::uint64_t least = std::uint64_t{2} << 30U;
    const auto pages = static_cast<std::uint64_t>(std::max(::sysconf(_SC_PHYS_PAGES), 1L));
    const auto size = static_cast<std::uint64_t>(std::max(::sysconf(_SC_PAGESIZE), 1L));
    return std::max(least, pages * size / static_cast<std::uint64_t>(std::max(arguments.jobs, 1)));
}

/// The external planners that the sweep runs. Another command under the same name is another planner, so switches_of()
/// tells it.
std::vector<NamedExternal> kept_planners(const SweepArguments& arguments) {
    return arguments.with_external ? kept_external_planners() : std::vector<NamedExternal>();
}

}  // namespace

Expected<std::vector<std::string>> swept_planners(const SweepArguments& arguments) {
    std::vector<std::string> names;
    if (arguments.planners == all_planners) {
        for (const Planner& planner : planners()) {
            names.emplace_back(planner.description.name);
        }
    } else {
        const std::string& list = arguments.planners;
        for (std::size_t begin = 0; begin <= list.size();) {
            const std::size_t end = std::min(list.find(',', begin), list.size());
            const std::string name = list.substr(begin, end - begin);
            if (const auto known = planner_named(name); !known) {
                return tl::unexpected(known.error());
            }
            if (std::ranges::find(names, name) != names.end()) {
                return failure("the planner " + in_quotes(name) + " is given twice", "give each planner once");
            }
            names.push_back(name);
            begin = end + 1;
        }
    }
    for (const NamedExternal& kept : kept_planners(arguments)) {
        names.push_back(kept.name);
    }
    return names;
}

std::string switches_of(const SweepArguments& arguments) {
    std::string text = "sweep --planner " + arguments.planners;
    for (const std::string& setting : arguments.common.settings) {
        text += " --set " + shell_word(setting);
    }
    text += " --seed " + std::to_string(arguments.common.seed) + " --threads " +
            std::to_string(std::max(arguments.common.threads, 1));
    if (arguments.capacity) {
        text += " --capacity " + std::to_string(arguments.capacity->value());
    }
    text += arguments.advise ? " --advise" : "";
    text += arguments.with_external ? " --with-external" : "";
    for (const NamedExternal& kept : kept_planners(arguments)) {
        text += " (" + kept.name + "=" + kept.text + ")";
    }
    return text;
}

std::string digest_of(const std::string& file) {
    std::ifstream bytes(file, std::ios::binary);
    QCryptographicHash hash(QCryptographicHash::Sha256);
    std::vector<char> chunk(std::size_t{1} << 20U);
    while (bytes) {
        bytes.read(chunk.data(), static_cast<std::streamsize>(chunk.size()));
        hash.addData(QByteArrayView(chunk.data(), static_cast<qsizetype>(bytes.gcount())));
    }
    return bytes.eof() ? hash.result().toHex().toStdString() : std::string();
}

std::string limits_of(const SweepArguments& arguments) {
    return seconds_words(arguments.time_limit_seconds) + ", " + grouped(memory_limit_of(arguments)) + " B";
}

std::vector<std::string> worker_arguments(const SweepArguments& arguments, const std::string& file) {
    std::vector<std::string> words = {"sweep",          "--worker",
                                      "--planner",      arguments.planners,
                                      "--seed",         std::to_string(arguments.common.seed),
                                      "--threads",      std::to_string(std::max(arguments.common.threads, 1)),
                                      "--memory-limit", std::to_string(memory_limit_of(arguments))};
    for (const std::string& setting : arguments.common.settings) {
        words.push_back("--set=" + setting);
    }
    if (arguments.capacity) {
        words.insert(words.end(), {"--capacity", std::to_string(arguments.capacity->value())});
    }
    if (arguments.advise) {
        words.emplace_back("--advise");
    }
    if (arguments.with_external) {
        words.emplace_back("--with-external");
    }
    words.insert(words.end(), {"--", file});
    return words;
}

ExitStatus run_sweep_worker(const SweepArguments& arguments) {
    if (!is_watched_by_sanitizer) {
        limit_memory(memory_limit_of(arguments));
    }
    SweptFile(arguments).run();
    return ExitStatus::fine;
}

SweepLine line_of(const SweepArguments& arguments, const std::string& file, const WorkerEnd& end) {
    auto last = last_line(end.process.output);
    SweepLine line = last ? std::move(*last) : SweepLine{};
    line.file = file;
    line.version = ARENASCOPE_VERSION;
    line.switches = switches_of(arguments);
    const bool is_cut = line.error && line.error->cause.starts_with(before);
    const ProcessResult& process = end.process;
    if (last && !is_cut && process.end != ProcessEnd::too_much_output) {
        return line;
    }
    const std::string where = is_cut ? " " + line.error->cause : "";
    line.seconds = end.seconds;
    line.limits = limits_of(arguments);
    line.stop = process.end == ProcessEnd::out_of_time ? SweepStop::time : SweepStop::crash;
    line.error = Error{file, 0, {}, {}};
    switch (process.end) {
        case ProcessEnd::out_of_time:
            line.error->cause = "stopped after " + seconds_words(arguments.time_limit_seconds) + where;
            line.error->cure = "raise --time-limit, or name faster planners";
            break;
        case ProcessEnd::not_started:
            line.error->cause = "no process could be started for it";
            line.error->cure = "end other programs, or give fewer --jobs";
            break;
        case ProcessEnd::killed:
            line.error->cause = "the program was ended by signal " + std::to_string(process.code) + where;
            line.error->cure = "raise --memory-limit; if that does not help, report the file to the authors";
            break;
        default:
            line.error->cause = "the program ended with status " + std::to_string(process.code) + where;
            line.error->cure = "open it with arenascope info";
    }
    return line;
}

}  // namespace arenascope
