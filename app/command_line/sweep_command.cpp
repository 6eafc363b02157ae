#include <algorithm>
#include <charconv>
#include <filesystem>
#include <map>
#include <optional>
#include <string>
#include <system_error>
#include <thread>
#include <utility>
#include <vector>

#include "app/command_line/arguments.h"
#include "app/command_line/json_text.h"
#include "app/command_line/message.h"
#include "app/command_line/stop_signal.h"
#include "app/command_line/sub_commands.h"
#include "app/command_line/sweep_journal.h"
#include "app/command_line/sweep_line.h"
#include "app/command_line/sweep_table.h"
#include "app/command_line/sweep_worker.h"
#include "app/command_line/text_table.h"
#include "app/command_line/work_progress.h"
#include "app/command_line/worker_crew.h"
#include "core/base/error/quotation.h"
#include "core/base/file/atomic_file.h"
#include "core/base/file/file_content.h"
#include "core/base/text/amount.h"
#include "core/base/text/content_limits.h"
#include "core/format/folder_search.h"

namespace arenascope {
namespace {

namespace fs = std::filesystem;

/// A part of all files: number `number` of `count`, from 1.
struct Shard {
    std::size_t number = 1;
    std::size_t count = 1;
};

Expected<Shard> shard_of(const std::string& text) {
    Shard shard;
    if (text.empty()) {
        return shard;
    }
    const char* const end = text.data() + text.size();
    const auto number = std::from_chars(text.data(), end, shard.number);
    const bool has_count = number.ec == std::errc() && number.ptr != end && *number.ptr == '/';
    const auto count = has_count ? std::from_chars(number.ptr + 1, end, shard.count) : number;
    if (!has_count || count.ec != std::errc() || count.ptr != end || shard.number < 1 || shard.number > shard.count) {
        return failure("--shard " + in_quotes(text) + " is no part of a whole", "write it as in 1/4");
    }
    return shard;
}

/// What a sweep came to.
struct Sweep {
    std::vector<SweepLine> lines;
    std::size_t resumed = 0;  ///< lines that an earlier run had made
};

bool leads_to(const std::string& path, const std::string& other) {
    std::error_code trouble;
    return fs::equivalent(path, other, trouble);
}

/// The files that open below a folder.
void add_folder(const SweepArguments& arguments, const std::string& folder, std::vector<std::string>& files) {
    const WorkProgress shown(arguments.common, "looking for files in " + visible(folder));
    FolderSearch search(folder);
    while (!search.is_done() && !stop_requested()) {
        for (const FoundFile& found : search.next()) {
            files.push_back(found.path);
        }
    }
    if (search.is_cut()) {
        note(arguments.common, {folder, 0,
                                "the folder has more than " + grouped(search.files()) +
                                    " files; the others "
                                    "are left out",
                                "sweep its folders one by one"});
    }
}

/// All files of the sweep in the order of their paths, each once. Error: a path that does not exist.
Expected<std::vector<std::string>> swept_files(const SweepArguments& arguments) {
    std::vector<std::string> files;
    for (const std::string& path : arguments.files) {
        std::error_code trouble;
        const fs::file_status status = fs::status(path, trouble);
        if (status.type() == fs::file_type::not_found || status.type() == fs::file_type::none) {
            return failure({path, 0, "there is no such file", "check the path"});
        }
        if (fs::is_directory(status)) {
            add_folder(arguments, path, files);
        } else if (fs::is_regular_file(status)) {
            files.push_back(path);
        } else {
            return failure({path, 0, "it is neither a file nor a folder", "give files and folders"});
        }
    }
    for (std::string& path : files) {
        path = fs::path(path).lexically_normal().string();
    }
    std::ranges::sort(files);
    files.erase(std::unique(files.begin(), files.end()), files.end());
    std::erase_if(files, [&](const std::string& path) {
        return leads_to(path, arguments.output) || leads_to(path, journal_path(arguments.output));
    });
    return files;
}

/// The lines of earlier runs that still hold, by key: same program, same switches. A line that a limit cut short holds
/// under the same limits.
using FormerLines = std::map<std::string, SweepLine>;

void keep_former(FormerLines& former, const SweepArguments& arguments, const std::vector<SweepLine>& lines) {
    const std::string switches = switches_of(arguments);  // asks for the settings of the user
    const std::string limits = limits_of(arguments);
    for (const SweepLine& line : lines) {
        const bool holds = line.version == ARENASCOPE_VERSION && line.switches == switches && !line.digest.empty() &&
                           (line.stop == SweepStop::none || line.limits == limits);
        if (holds) {
            former.insert_or_assign(line_key(line), line);
        }
    }
}

Expected<std::vector<SweepLine>> table_at(const std::string& path) {
    const auto content = read_content(path);
    return content ? sweep_lines(*content, source_name(path), false) : tl::unexpected(content.error());
}

/// The lines of the table and of the journal that an earlier run left.
Expected<FormerLines> former_lines(const SweepArguments& arguments, const SweepJournal& journal) {
    FormerLines former;
    if (!arguments.resume) {
        return former;
    }
    std::error_code trouble;
    if (fs::exists(arguments.output, trouble)) {
        const auto lines = table_at(arguments.output);
        if (!lines) {
            Error error = lines.error();
            error.cure = "remove it, or sweep without --resume";
            return tl::unexpected(error);
        }
        keep_former(former, arguments, *lines);
    }
    keep_former(former, arguments, journal.lines());
    return former;
}

/// The line that a former run made of this content; null: there is none.
const SweepLine* former_of(const FormerLines& former, const std::string& file) {
    const auto found = former.find(visible(file));
    return found != former.end() && found->second.digest == digest_of(file) ? &found->second : nullptr;
}

enum class SweepEnd : std::uint8_t { done, stopped, unwritten };

/// Runs workers over the files, and appends each line to the journal as it is done.
SweepEnd run_workers(const SweepArguments& arguments, const std::vector<std::string>& files,
                     std::vector<std::size_t> open, Sweep& sweep, SweepJournal& journal) {
    std::optional<Error> trouble;
    std::size_t done = files.size() - open.size();
    std::optional<WorkProgress> shown;
    const auto show = [&] {
        shown.emplace(arguments.common, "swept " + grouped(done) + " of " + counted(files.size(), "file", "files"));
    };
    show();
    CrewOrder order;
    order.tasks = open.size();
    order.jobs = static_cast<std::size_t>(arguments.jobs);
    order.time_limit = arguments.time_limit_seconds;
    order.most_bytes = std::size_t{1} << 26U;
    order.arguments = [&](std::size_t task) { return worker_arguments(arguments, files[open[task]]); };
    order.ended = [&](std::size_t task, const WorkerEnd& end) {
        SweepLine& line = sweep.lines[open[task]];
        line = line_of(arguments, files[open[task]], end);
        if (const auto kept = journal.append(line); !kept) {
            trouble = kept.error();
        }
        ++done;
        show();
        return !trouble;
    };
    order.stop = stop_requested;
    const bool is_done = run_crew(order);
    shown.reset();
    if (trouble) {
        (void)fail(arguments.common, *trouble, ExitStatus::unwritten);
        return SweepEnd::unwritten;
    }
    if (!is_done) {
        (void)fail(arguments.common,
                   {{},
                    0,
                    "stopped by a signal after " + grouped(done) + " of " + counted(files.size(), "file", "files"),
                    "go on with --resume"},
                   ExitStatus::stopped);
    }
    return is_done ? SweepEnd::done : SweepEnd::stopped;
}

/// How good one planner was on all files.
struct PlannerTotals {
    std::string name;
    std::size_t planned = 0;
    std::size_t lowest = 0;  ///< files where no other planner was lower
    std::size_t measured = 0;
    double ratios = 0;  ///< sum
    double worst = 0;
    std::string worst_file;
};

std::vector<PlannerTotals> totals_of(const std::vector<SweepLine>& lines, const std::vector<std::string>& planners) {
    std::vector<PlannerTotals> totals;
    totals.reserve(planners.size());
    for (const std::string& name : planners) {
        totals.push_back({name});
    }
    for (const SweepLine& line : lines) {
        std::optional<std::int64_t> lowest;
        for (const SweptPlan& plan : line.plans) {
            lowest = plan.peak && (!lowest || *plan.peak < *lowest) ? plan.peak : lowest;
        }
        for (const SweptPlan& plan : line.plans) {
            const auto one = std::ranges::find(totals, plan.planner, &PlannerTotals::name);
            if (one == totals.end() || !plan.peak) {
                continue;
            }
            ++one->planned;
            one->lowest += plan.peak == lowest ? 1 : 0;
            if (const auto ratio = plan.ratio) {
                ++one->measured;
                one->ratios += *ratio;
                if (*ratio > one->worst) {
                    one->worst = *ratio;
                    one->worst_file = line.file;
                }
            }
        }
    }
    return totals;
}

double mean_ratio(const PlannerTotals& totals) {
    return totals.ratios / static_cast<double>(std::max<std::size_t>(totals.measured, 1));
}

std::size_t count_of_errors(const Sweep& sweep) {
    return static_cast<std::size_t>(
        std::ranges::count_if(sweep.lines, [](const SweepLine& line) { return line.error.has_value(); }));
}

std::size_t count_of_findings(const Sweep& sweep) {
    return static_cast<std::size_t>(std::ranges::count_if(sweep.lines, is_finding));
}

Json sweep_json(const SweepArguments& arguments, const Sweep& sweep) {
    return {{"table", arguments.output},
            {"files", sweep.lines.size()},
            {"resumed", sweep.resumed},
            {"findings", count_of_findings(sweep)},
            {"errors", count_of_errors(sweep)},
            {"planners", json_list(totals_of(sweep.lines, planners_of(sweep.lines)),
                                   [](const PlannerTotals& totals) -> Json {
                                       const bool is_measured = totals.measured > 0;
                                       return {{"planner", totals.name},
                                               {"planned", totals.planned},
                                               {"lowest", totals.lowest},
                                               {"mean_ratio", is_measured ? Json(mean_ratio(totals)) : Json()},
                                               {"worst_ratio", is_measured ? Json(totals.worst) : Json()},
                                               {"worst_file", text_or_null(totals.worst_file)}};
                                   })},
            {"lines", json_list(sweep.lines, json_of)}};
}

std::string sweep_text(const SweepArguments& arguments, const Sweep& sweep) {
    std::string text = counted(sweep.lines.size(), "file", "files") + ", " + grouped(count_of_findings(sweep)) +
                       " with findings: " + visible(arguments.output) + "\n";
    const auto totals = totals_of(sweep.lines, planners_of(sweep.lines));
    if (totals.empty()) {
        return text;
    }
    std::vector<std::vector<std::string>> rows = {{"planner", "planned", "lowest", "mean", "worst", "worst file"}};
    for (const PlannerTotals& one : totals) {
        const bool is_measured = one.measured > 0;
        rows.push_back({one.name, grouped(one.planned), grouped(one.lowest),
                        is_measured ? percent_text(mean_ratio(one) - 1, true) : "-",
                        is_measured ? percent_text(one.worst - 1, true) : "-",
                        one.worst_file.empty() ? "-" : visible(one.worst_file)});
    }
    const TextColumn right = {"  ", true, ""};
    return text + table_text({{"", false, ""}, right, right, right, right, {"  ", false, ""}}, rows);
}

/// Writes the table and prints what it came to.
ExitStatus finish(const SweepArguments& arguments, const Sweep& sweep, SweepFormat format, SweepJournal* journal) {
    if (const auto written = write_atomically(arguments.output, sweep_table_text(sweep.lines, format)); !written) {
        return fail(arguments.common, written.error(), ExitStatus::unwritten);
    }
    if (journal != nullptr) {
        journal->remove();
    }
    for (const SweepLine& line : sweep.lines) {
        if (line.error) {
            note(arguments.common, *line.error);
        }
    }
    const bool printed = print_result(
        arguments.common, [&] { return sweep_json(arguments, sweep); }, [&] { return sweep_text(arguments, sweep); });
    return !printed ? ExitStatus::unwritten : count_of_findings(sweep) > 0 ? ExitStatus::finding : ExitStatus::fine;
}

ExitStatus merge(const SweepArguments& arguments, SweepFormat format) {
    std::vector<SweepShard> shards;
    for (const std::string& path : arguments.files) {
        auto lines = table_at(path);
        if (!lines) {
            return fail(arguments.common, lines.error());
        }
        shards.push_back({path, std::move(*lines)});
    }
    auto lines = merged_lines(std::move(shards));
    if (!lines) {
        return fail(arguments.common, lines.error());
    }
    return finish(arguments, {std::move(*lines)}, format, nullptr);
}

ExitStatus sweep_all(const SweepArguments& arguments, const Shard& shard, SweepFormat format) {
    handle_stop_signals();
    auto all = swept_files(arguments);
    if (!all) {
        return fail(arguments.common, all.error());
    }
    if (all->empty()) {
        return fail(arguments.common, {arguments.files.front(), 0, "no file in it can be opened",
                                       "arenascope planners lists the formats"});
    }
    std::vector<std::string> files;
    for (std::size_t i = shard.number - 1; i < all->size(); i += shard.count) {
        files.push_back((*all)[i]);
    }
    auto journal = SweepJournal::open(journal_path(arguments.output), arguments.resume);
    if (!journal) {
        return fail(arguments.common, journal.error(), ExitStatus::unwritten);
    }
    const auto former = former_lines(arguments, *journal);
    if (!former) {
        return fail(arguments.common, former.error());
    }
    Sweep sweep;
    sweep.lines.resize(files.size());
    std::vector<std::size_t> open;
    for (std::size_t i = 0; i < files.size() && !stop_requested(); ++i) {
        if (const SweepLine* line = former_of(*former, files[i])) {
            sweep.lines[i] = *line;
            sweep.lines[i].file = files[i];
            ++sweep.resumed;
        } else {
            open.push_back(i);
        }
    }
    switch (run_workers(arguments, files, std::move(open), sweep, *journal)) {
        case SweepEnd::stopped:
            return ExitStatus::stopped;
        case SweepEnd::unwritten:
            return ExitStatus::unwritten;
        default:
            return finish(arguments, sweep, format, &*journal);
    }
}

}  // namespace

ExitStatus run_sweep(const SweepArguments& given) {
    SweepArguments arguments = given;
    arguments.jobs = given.jobs > 0 ? given.jobs : std::max(1, static_cast<int>(std::thread::hardware_concurrency()));
    if (arguments.worker) {
        return run_sweep_worker(arguments);
    }
    const FileArguments& common = arguments.common;
    if (arguments.output.empty()) {
        return fail(common, {{}, 0, "sweep writes a table, but -o is not given", "add -o TABLE.csv, .jsonl or .html"});
    }
    const auto format = sweep_format_of(arguments.output);
    if (!format) {
        return fail(common, format.error());
    }
    if (const auto writable = check_target(arguments.output); !writable) {
        return fail(common, writable.error(), ExitStatus::unwritten);
    }
    if (arguments.merge) {
        return merge(arguments, *format);
    }
    if (const auto settings = check_settings(common); !settings) {
        return fail(common, settings.error());
    }
    const auto names = swept_planners(arguments);
    if (!names) {
        return fail(common, names.error());
    }
    const auto shard = shard_of(arguments.shard);
    if (!shard) {
        return fail(common, shard.error());
    }
    return sweep_all(arguments, *shard, *format);
}

}  // namespace arenascope
