#include "app/command_line/sweep_line.h"

#include <algorithm>
#include <array>
#include <cmath>

#include "core/analysis/verdict/verdict.h"

namespace arenascope {
namespace {

constexpr std::array<std::string_view, 4> stop_names = {"", "time", "memory", "crash"};

/// JSON on one line. Texts may hold any bytes.
void append_flat(std::string& out, const Json& json) {
    if (json.is_string()) {
        append_json_string(out, json.get_ref<const std::string&>());
    } else if (json.is_array()) {
        append_json_row(out, json, [&out](const Json& entry) { append_flat(out, entry); });
    } else if (json.is_object()) {
        MemberWriter members(out);
        for (const auto& member : json.items()) {
            append_flat(members.name(member.key()), member.value());
        }
        members.close();
    } else {
        out += json.dump();
    }
}

Json number_json(const std::optional<std::int64_t>& number) {
    return number ? Json(*number) : Json();
}

/// Three decimals, so that a line that is read is written as it was.
double rounded(double number) {
    return std::round(number * 1000) / 1000;
}

/// Takes members of a kind out of an object that a stranger may have written.
class LineMembers {
public:
    explicit LineMembers(const Json& json) : json_(json) {}

    [[nodiscard]] const Json& at(const char* key) const {
        static const Json nothing;
        const auto found = json_.find(key);
        return found == json_.end() ? nothing : *found;
    }
    [[nodiscard]] std::string text(const char* key) const {
        const Json& value = at(key);
        return value.is_string() ? bytes_of_json_string(value.get_ref<const std::string&>()) : std::string();
    }
    [[nodiscard]] std::optional<std::int64_t> number(const char* key) const {
        const Json& value = at(key);
        return value.is_number_integer() ? std::optional(value.get<std::int64_t>()) : std::nullopt;
    }
    [[nodiscard]] std::optional<double> decimal(const char* key) const {
        const Json& value = at(key);
        return value.is_number() ? std::optional(value.get<double>()) : std::nullopt;
    }

private:
    const Json& json_;
};

Json plans_json(const SweepLine& line) {
    return json_list(line.plans, [](const SweptPlan& plan) -> Json {
        return {{"planner", plan.planner},
                {"peak", number_json(plan.peak)},
                {"ratio", plan.ratio ? Json(rounded(*plan.ratio)) : Json()},
                {"seconds", rounded(plan.seconds)},
                {"error", text_or_null(plan.error)}};
    });
}

std::vector<SweptPlan> plans_of(const Json& json) {
    std::vector<SweptPlan> plans;
    if (json.is_array()) {
        for (const Json& entry : json) {
            if (entry.is_object()) {
                const LineMembers members(entry);
                plans.push_back({members.text("planner"), members.number("peak"),
                                 members.decimal("seconds").value_or(0), members.text("error"),
                                 members.decimal("ratio")});
            }
        }
    }
    return plans;
}

std::optional<Error> error_of(const Json& json) {
    if (!json.is_object()) {
        return std::nullopt;
    }
    const LineMembers members(json);
    return Error{members.text("file"), members.number("line").value_or(0), members.text("what"), members.text("cure")};
}

}  // namespace

Json json_of(const SweepLine& line) {
    Json json = {{"file", line.file},
                 {"format", text_or_null(line.format)},
                 {"buffers", number_json(line.buffers)},
                 {"operators", number_json(line.operators)},
                 {"threshold", number_json(line.threshold)},
                 {"lower_bound", number_json(line.lower_bound)},
                 {"peak", number_json(line.peak)},
                 {"plans", plans_json(line)},
                 {"overlap_count", number_json(line.overlap_count)},
                 {"verdict", text_or_null(line.verdict)},
                 {"sentence", text_or_null(line.sentence)},
                 {"advised_peak", number_json(line.advised_peak)},
                 {"levers", text_or_null(line.levers)},
                 {"seconds", rounded(line.seconds)},
                 {"error", Json()},
                 {"stop", text_or_null(std::string(name_of(line.stop)))},
                 {"limits", text_or_null(line.limits)},
                 {"version", line.version},
                 {"switches", line.switches},
                 {"digest", line.digest}};
    if (line.error) {
        json["error"] = {{"file", text_or_null(line.error->source)},
                         {"line", line.error->line > 0 ? Json(line.error->line) : Json()},
                         {"what", line.error->cause},
                         {"cure", text_or_null(line.error->cure)}};
    }
    return json;
}

std::string text_of(const SweepLine& line, bool with_picture) {
    Json json = json_of(line);
    if (with_picture) {
        json["picture"] = text_or_null(line.picture);
    }
    std::string text;
    append_flat(text, json);
    return text;
}

std::optional<SweepLine> sweep_line(std::string_view text) {
    const Json json = Json::parse(text, nullptr, false);
    if (!json.is_object()) {
        return std::nullopt;
    }
    const LineMembers members(json);
    SweepLine line = line_of_fields(members);
    line.plans = plans_of(members.at("plans"));
    line.error = error_of(members.at("error"));
    line.picture = members.text("picture");
    return line.file.empty() || line.version.empty() ? std::nullopt : std::optional(std::move(line));
}

std::vector<std::string> planners_of(const std::vector<SweepLine>& lines) {
    std::vector<std::string> names;
    for (const SweepLine& line : lines) {
        for (const SweptPlan& plan : line.plans) {
            if (std::ranges::find(names, plan.planner) == names.end()) {
                names.push_back(plan.planner);
            }
        }
    }
    return names;
}

std::string_view name_of(SweepStop stop) {
    return stop_names[static_cast<std::size_t>(stop)];
}

SweepStop sweep_stop_named(std::string_view name) {
    const auto* const found = std::ranges::find(stop_names, name);
    return found == stop_names.end() ? SweepStop::none : static_cast<SweepStop>(found - stop_names.begin());
}

std::optional<double> worst_ratio(const SweepLine& line) {
    std::optional<double> worst;
    for (const SweptPlan& plan : line.plans) {
        worst = plan.ratio && (!worst || *plan.ratio > *worst) ? plan.ratio : worst;
    }
    return worst;
}

bool is_finding(const SweepLine& line) {
    // Where no size is known, a planner has nothing to do.
    const bool lacks_sizes = line.verdict == name_of(VerdictState::unknown_sizes);
    return badness_rank(line) <= 2 || line.overlap_count.value_or(0) > 0 ||
           std::ranges::any_of(line.plans, [&](const SweptPlan& plan) { return !plan.error.empty() && !lacks_sizes; });
}

int badness_rank(const SweepLine& line) {
    const auto is = [&line](VerdictState state) { return line.verdict == name_of(state); };
    return line.error                                                        ? 0
           : is(VerdictState::unsound)                                       ? 1
           : is(VerdictState::cannot_fit) || is(VerdictState::over_capacity) ? 2
           : is(VerdictState::unknown_sizes)                                 ? 3
                                                                             : 4;
}

}  // namespace arenascope
