#include "core/format/external/external_planner.h"

#include <algorithm>
#include <array>
#include <charconv>
#include <chrono>
#include <cstring>
#include <utility>

#include "core/base/error/quotation.h"
#include "core/base/process/child_process.h"
#include "core/base/text/plain_text.h"
#include "core/format/external/external_command.h"
#include "core/format/external/external_layout.h"
#include "core/format/plan/plan_json.h"
#include "core/format/table/minimalloc_csv.h"
#include "core/model/memory/live_profile.h"
#include "core/planner/placement_frames.h"
#include "core/planner/region_problem.h"
#include "core/planner/soundness.h"
#include "core/planner/stop_poll.h"

namespace arenascope {
namespace {

using ExternalClock = std::chrono::steady_clock;

constexpr std::size_t most_shown_lines = 5;
constexpr std::size_t least_answer_limit = std::size_t{64} << 20U;

/// The last lines of a text, without what a terminal would obey: "; its standard error ends with: one | two".
std::string last_lines(std::string_view text) {
    constexpr std::size_t longest = 400;
    std::string lines_shown;
    for (std::size_t count = 0; count < most_shown_lines; ++count) {
        const std::size_t end = text.find_last_not_of("\r\n");
        if (end == std::string_view::npos) {
            break;
        }
        text = text.substr(0, end + 1);
        const std::size_t line_end = text.rfind('\n');
        const std::size_t begin = line_end == std::string_view::npos ? 0 : line_end + 1;
        std::string line = visible(text.substr(begin));
        if (line.size() > longest) {
            line = "…" + visible(line.substr(line.size() - longest));
        }
        lines_shown = line + (lines_shown.empty() ? "" : " | ") + lines_shown;
        text = text.substr(0, begin);
    }
    return lines_shown.empty() ? lines_shown : "; its standard error ends with: " + lines_shown;
}

/// With a decimal point in every locale.
std::string number_word(double number) {
    constexpr int digits = 6;
    std::array<char, 32> text = {};
    const auto end = std::to_chars(text.data(), text.data() + text.size(), number, std::chars_format::general, digits);
    return {text.data(), end.ptr};
}

/// The error with what the program said last.
Error with_last_lines(Error error, const std::string& lines) {
    (error.cure.empty() ? error.cause : error.cure) += lines;
    return error;
}

/// Runs an external planner for a request.
class ExternalRun {
public:
    ExternalRun(const std::string& text, const ExternalCommand& command, double seconds, const PlanRequest& request)
        : text_(text), command_(command), seconds_(seconds), request_(request), stop_(request.stop) {}

    Expected<PlanResult> run() {
        const Problem& problem = request_.problem;
        PlanResult result;
        result.layout = empty_layout(problem);
        if (command_.format == ExchangeFormat::json) {
            Layout groups = empty_layout(problem);
            if (request_.given != nullptr) {
                groups.sharing = request_.given->sharing;
            }
            auto layout = answer_to(problem, plan_json_text(problem, groups, std::nullopt), std::nullopt);
            if (!layout) {
                return tl::unexpected(layout.error());
            }
            result.layout = std::move(*layout);
            result.layout.sharing = std::move(groups.sharing);
        } else if (auto planned = plan_regions(result.layout); !planned) {
            return tl::unexpected(planned.error());
        }
        if (!ended_early_.empty()) {
            result.layout = empty_layout(problem);
            result.notes.push_back(ended_early_);
        } else if (const std::string fault = placement_fault(problem, result.layout); !fault.empty()) {
            return failure(name() + " gave a layout that is wrong: " + fault,
                           "the layout is withheld; correct the planner");
        }
        finish(result);
        return result;
    }

private:
    [[nodiscard]] std::string name() const { return "the external planner " + in_quotes(text_); }

    /// Plans each region by itself, because the table of buffers knows no regions.
    Expected<void> plan_regions(Layout& layout) {
        const Problem& problem = request_.problem;
        for (std::size_t i = 0; i < problem.regions.size() && ended_early_.empty(); ++i) {
            const RegionProblem region(problem, RegionIndex(i));
            const Problem& part = region.problem();
            if (part.buffers.empty() && problem.regions.size() > 1) {
                continue;
            }
            std::string table;
            if (part.regions.front().name == Region{}.name) {
                table = minimalloc_csv_text(part, empty_layout(part));
            } else {
                Problem unnamed = part;  // a name would be a column that few planners know
                unnamed.regions.front().name = Region{}.name;
                table = minimalloc_csv_text(unnamed, empty_layout(unnamed));
            }
            auto answer = answer_to(part, table, part.regions.front().capacity);
            if (!answer) {
                return tl::unexpected(answer.error());
            }
            region.put_into(layout, *answer);
        }
        return {};
    }

    /// Runs the program once. The layout is empty if `ended_early_` says why there is none.
    Expected<Layout> answer_to(const Problem& problem, const std::string& input, std::optional<Bytes> capacity) {
        const std::chrono::duration<double> used = ExternalClock::now() - begin_;
        const double left = std::max(0.0, seconds_ - used.count());
        ProcessOrder order{.words = command_.words,
                           .environment = {"ARENASCOPE_SECONDS=" + number_word(left),
                                           "ARENASCOPE_SEED=" + std::to_string(request_.seed),
                                           "ARENASCOPE_THREADS=" + std::to_string(request_.threads),
                                           capacity ? "ARENASCOPE_CAPACITY=" + std::to_string(capacity->value())
                                                    : "ARENASCOPE_CAPACITY"},
                           .input = input,
                           .output_limit = least_answer_limit + 4 * input.size(),
                           .seconds = left,
                           .stop = [this] {
                               report_to(request_.progress, {.work = ++looks_});
                               return stop_.check_now();
                           }};
        ProcessResult ended = run_process(order);
        const std::string errors = last_lines(ended.errors);
        const std::string left_behind =
            ended.leaves ? "; it has left a process behind that could not be ended, such as one of another user" : "";
        const auto wrong = [&](const std::string& what, std::string cure) {
            return failure(with_last_lines({{}, 0, name() + " " + what + left_behind, std::move(cure)}, errors));
        };
        switch (ended.end) {
            case ProcessEnd::not_started:
                return wrong("cannot be started: " + std::string(std::strerror(ended.code)),
                             "check that " + in_quotes(command_.words.front()) + " is a program that you may run");
            case ProcessEnd::killed:
                return wrong("was ended by signal " + std::to_string(ended.code) + " (" + strsignal(ended.code) + ")",
                             {});
            case ProcessEnd::unwatched:
                return wrong("ended the process that watches it", {});
            case ProcessEnd::too_much_output:
                return wrong("wrote more than " + std::to_string(order.output_limit >> 20U) +
                                 " MiB to its standard output, and was ended",
                             {});
            case ProcessEnd::out_of_time:
            case ProcessEnd::stopped:
                ended_early_ = name() +
                               (ended.end == ProcessEnd::stopped && !is_overdue()
                                    ? " was stopped"
                                    : " did not end within " + number_word(seconds_) + " s, and was ended") +
                               " without a layout" + left_behind + errors;
                return empty_layout(problem);
            case ProcessEnd::exited:
                break;
        }
        if (ended.code != 0) {
            return wrong("failed with exit status " + std::to_string(ended.code), {});
        }
        if (ended.leaves) {
            notes_.push_back(name() + left_behind.substr(1));
        }
        auto layout =
            read_external_layout(command_.format, ended.output, "standard output of " + in_quotes(text_), problem);
        if (!layout) {
            return failure(with_last_lines(std::move(layout.error()), errors));
        }
        return layout;
    }

    [[nodiscard]] bool is_overdue() const {
        return std::chrono::duration<double>(ExternalClock::now() - begin_).count() >= seconds_;
    }

    void finish(PlanResult& result) {
        const Problem& problem = request_.problem;
        const bool is_whole = ended_early_.empty();
        result.threshold = is_whole ? threshold(problem, result.layout) : threshold(problem);
        if (!result.layout.sharing.empty()) {
            result.threshold_unshared = threshold(problem);
        }
        result.lower_bound = result.threshold;
        result.goal = !is_whole                                                          ? Goal::stopped
                      : peak(problem, result.layout).value() <= result.threshold.value() ? Goal::at_threshold
                                                                                         : Goal::complete;
        // Nobody knows whether a program gives the same twice.
        result.reproducible = false;
        result.notes.insert(result.notes.end(), notes_.begin(), notes_.end());
        if (is_whole) {
            const auto offsets = offsets_of(result.layout);
            record_result(request_.trace, FrameKind::improvement, "the answer of the external planner",
                          {.offsets = offsets, .order = {}, .risks = {}, .peak = peak(problem, result.layout)});
        }
    }

    const std::string& text_;
    const ExternalCommand& command_;
    double seconds_;
    const PlanRequest& request_;
    StopPoll stop_;
    ExternalClock::time_point begin_ = ExternalClock::now();
    std::uint64_t looks_ = 0;
    std::string ended_early_;         ///< why there is no answer; empty: there is one
    std::vector<std::string> notes_;  ///< for the result
};

/// A planner with the texts that it refers to.
struct ExternalPlanner {
    std::string text;
    ExternalCommand command;
    Planner planner;
};

}  // namespace

Expected<std::shared_ptr<const Planner>> external_planner(const std::string& text, std::optional<double> seconds) {
    auto command = parse_external_command(text);
    if (!command) {
        return tl::unexpected(command.error());
    }
    auto own = std::make_shared<ExternalPlanner>();
    own->text = text;
    own->command = std::move(*command);
    own->planner.description = {.name = own->text,
                                .family = PlannerFamily::greedy,
                                .kind = PlannerKind::offsets,
                                .summary = "a program of the user's",
                                .options = {},
                                .takes_groups = own->command.format == ExchangeFormat::json};
    // The planner lives in what it refers to, so it keeps no owner of that.
    own->planner.plan = [&owner = *own, limit = seconds.value_or(default_external_seconds)](
                            const PlanRequest& request) -> Expected<PlanResult> {
        return ExternalRun(owner.text, owner.command, limit, request).run();
    };
    return std::shared_ptr<const Planner>(own, &own->planner);
}

}  // namespace arenascope
