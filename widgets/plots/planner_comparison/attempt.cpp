#include "widgets/plots/planner_comparison/attempt.h"

#include <algorithm>
#include <numeric>
#include <utility>

#include <QCoreApplication>

namespace arenascope {
namespace {

QString attempt_text(const char* text) {
    return QCoreApplication::translate("arenascope::Attempt", text);
}

/// The planner's name with its settings.
std::string name_of_attempt(const Attempt& attempt) {
    if (!attempt.listed.empty() && !attempt.configured) {
        return attempt.listed;
    }
    std::string settings;
    const auto add = [&settings](const std::string& key, const std::string& value) {
        settings += (settings.empty() ? "" : ", ") + key + "=" + value;
    };
    for (const auto& [key, value] : attempt.settings) {
        add(key, value);
    }
    if (attempt.seed != 0) {
        add("seed", std::to_string(attempt.seed));
    }
    return std::string(attempt.planner.name) + (settings.empty() ? "" : " (" + settings + ")");
}

}  // namespace

bool is_under_way(const Attempt& attempt) {
    return attempt.state == AttemptState::waiting || attempt.state == AttemptState::running;
}

std::optional<double> progress_of(const Attempt& attempt) {
    if (attempt.state != AttemptState::running || attempt.work_limit == 0) {
        return std::nullopt;
    }
    return std::min(1.0, static_cast<double>(attempt.work) / static_cast<double>(attempt.work_limit));
}

QString measured_words(std::size_t beside) {
    return beside == 0   ? attempt_text("measured alone")
           : beside == 1 ? attempt_text("beside up to 1 other run")
                         : attempt_text("beside up to %1 other runs").arg(beside);
}

void configure(Attempt& attempt, std::vector<KeyValue> settings, std::uint64_t seed) {
    std::erase_if(settings, [&](const KeyValue& setting) {
        const auto& options = attempt.planner.options;
        return std::any_of(options.begin(), options.end(), [&](const OptionSpec& option) {
            return option.key == setting.first && option.default_value == setting.second;
        });
    });
    attempt.settings = std::move(settings);
    attempt.seed = seed;
}

void forget_result(Attempt& attempt) {
    attempt.state = AttemptState::idle;
    attempt.work = 0;
    attempt.work_limit = 0;
    attempt.standing.reset();
    attempt.error.clear();
}

void name_attempts(std::vector<Attempt>& attempts) {
    for (auto attempt = attempts.begin(); attempt != attempts.end(); ++attempt) {
        const std::string name = name_of_attempt(*attempt);
        const auto others = std::count_if(attempts.begin(), attempt,
                                          [&](const Attempt& each) { return name_of_attempt(each) == name; });
        attempt->name = others == 0 ? name : name + " #" + std::to_string(others + 1);
    }
}

std::vector<std::size_t> listed_order(const std::vector<Attempt>& attempts) {
    std::vector<std::size_t> order(attempts.size());
    std::iota(order.begin(), order.end(), std::size_t{0});
    const auto place = [&](std::size_t entry) {
        return std::find_if(attempts.begin(), attempts.end(),
                            [&](const Attempt& each) { return each.planner.name == attempts[entry].planner.name; });
    };
    std::stable_sort(order.begin(), order.end(), [&](std::size_t a, std::size_t b) { return place(a) < place(b); });
    return order;
}

}  // namespace arenascope
