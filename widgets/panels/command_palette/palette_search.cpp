#include "widgets/panels/command_palette/palette_search.h"

#include <algorithm>
#include <optional>
#include <tuple>
#include <utility>

#include "core/base/text/decimal_number.h"
#include "core/base/text/fuzzy_pattern.h"
#include "core/base/text/plain_text.h"
#include "core/model/memory/called_buffers.h"

namespace arenascope {
namespace {

constexpr std::size_t entries_between_polls = 1024;

/// An entry and its place in the order.
struct Ranked {
    MatchRank match;
    PaletteEntry entry;
    bool is_disabled = false;
    std::size_t place = 0;  ///< among equals

    [[nodiscard]] auto key() const {
        return std::tuple(match.kind, entry.kind, is_disabled, match.skipped, match.length, place);
    }
};

std::optional<PaletteKind> kind_signed(std::string_view typed) {
    for (const PaletteKind kind :
         {PaletteKind::commands, PaletteKind::buffers, PaletteKind::operators, PaletteKind::steps}) {
        if (!typed.empty() && typed.front() == sign_of(kind)) {
            return kind;
        }
    }
    return std::nullopt;
}

class PaletteSearch {
public:
    PaletteSearch(const PaletteContent& content, std::string_view typed, std::size_t most,
                  const std::function<bool()>& poll)
        : content_(content), only_(kind_signed(typed)), most_(most), poll_(poll) {
        results_.pattern = trimmed(only_ ? typed.substr(1) : typed);
        pattern_ = FuzzyPattern(results_.pattern);
    }

    PaletteResults run() {
        add_commands();
        if (content_.problem) {
            add_buffers();
            add_operators();
            add_steps();
        }
        const std::size_t listed = std::min(most_, found_.size());
        std::partial_sort(found_.begin(), found_.begin() + static_cast<std::ptrdiff_t>(listed), found_.end(),
                          [](const Ranked& a, const Ranked& b) { return a.key() < b.key(); });
        results_.count += found_.size();
        found_.resize(listed);
        for (const Ranked& one : found_) {
            results_.entries.push_back(one.entry);
        }
        return std::move(results_);
    }

private:
    [[nodiscard]] bool searches(PaletteKind kind) const { return !is_ended_ && only_.value_or(kind) == kind; }

    /// False: the search ends.
    bool go_on() {
        if (poll_ && ++visited_ % entries_between_polls == 0 && !poll_()) {
            is_ended_ = true;
        }
        return !is_ended_;
    }

    void add(const Ranked& one) {
        // Only the first ones count, so the list is cut now and then.
        if (found_.size() >= 8 * most_ + entries_between_polls) {
            const auto end = found_.begin() + static_cast<std::ptrdiff_t>(most_);
            std::nth_element(found_.begin(), end, found_.end(),
                             [](const Ranked& a, const Ranked& b) { return a.key() < b.key(); });
            results_.count += static_cast<std::size_t>(found_.end() - end);
            found_.erase(end, found_.end());
        }
        found_.push_back(one);
    }

    void add_commands() {
        if (!searches(PaletteKind::commands)) {
            return;
        }
        const std::vector<std::size_t>& recent = content_.recent_commands;
        for (std::size_t i = 0; i < content_.commands.size() && go_on(); ++i) {
            const PaletteCommand& command = content_.commands[i];
            std::optional<MatchRank> match = pattern_.rank(command.text);
            const PaletteEntry entry{PaletteKind::commands, static_cast<std::int64_t>(i)};
            if (!match) {
                match = pattern_.rank(title_of(content_, entry));
                if (match) {
                    match->kind = std::max(match->kind, MatchKind::part);
                }
            }
            if (!match) {
                continue;
            }
            Ranked one{*match, entry, !command.is_enabled, recent.size() + i};
            if (pattern_.is_empty()) {
                const auto used = std::find(recent.begin(), recent.end(), i);
                one.place = used == recent.end() ? one.place : static_cast<std::size_t>(used - recent.begin());
                one.is_disabled = false;  // the menus have their order for a reason
            }
            add(one);
        }
    }

    void add_buffers() {
        const auto& buffers = content_.problem->buffers;
        for (std::size_t i = 0; searches(PaletteKind::buffers) && i < buffers.size() && go_on(); ++i) {
            if (const auto match = rank_of_buffer(buffers[i].name)) {
                add({*match, {PaletteKind::buffers, static_cast<std::int64_t>(i)}, false, i});
            }
        }
    }

    /// How closely the full name or the name as views show it matches, whichever is closer.
    [[nodiscard]] std::optional<MatchRank> rank_of_buffer(std::string_view full) const {
        const std::string_view shown = content_.names(full);
        std::optional<MatchRank> match = pattern_.rank(full);
        if (pattern_.is_empty()) {
            return match;
        }
        if (const auto shorter = shown == full ? std::nullopt : pattern_.rank(shown)) {
            match = !match || *shorter < *match ? shorter : match;
        }
        return match || !is_shown_as(shown, results_.pattern) ? match : std::optional(MatchRank{});
    }

    void add_operators() {
        if (!content_.problem->graph) {
            return;
        }
        const auto& operators = content_.problem->graph->operators;
        for (std::size_t i = 0; searches(PaletteKind::operators) && i < operators.size() && go_on(); ++i) {
            const PaletteEntry entry{PaletteKind::operators, static_cast<std::int64_t>(i)};
            std::optional<MatchRank> match = pattern_.rank(operators[i].name);
            if (!match || match->kind >= MatchKind::part) {
                const auto with_type = pattern_.rank(title_of(content_, entry));
                match = !match || (with_type && *with_type < *match) ? with_type : match;
            }
            if (match) {
                add({*match, entry, false, i});
            }
        }
    }

    void add_steps() {
        if (!searches(PaletteKind::steps) || content_.problem->buffers.empty()) {
            return;
        }
        const std::optional<Step> numbered = typed_step();
        if (numbered) {
            add({MatchRank{}, {PaletteKind::steps, numbered->value()}, false, 0});
        }
        const auto add_named = [&](std::string_view name, Step step, std::size_t place) {
            if (step == numbered) {
                return;
            }
            if (const auto match = pattern_.rank(name)) {
                add({*match, {PaletteKind::steps, step.value()}, false, place});
            }
        };
        if (!content_.problem->graph) {
            const auto& labels = content_.problem->step_labels;
            for (std::size_t i = 0; i < labels.size() && go_on(); ++i) {
                add_named(labels[i].text, labels[i].step, i + 1);
            }
        } else if (only_) {
            const auto& operators = content_.problem->graph->operators;
            for (std::size_t i = 0; i < operators.size() && go_on(); ++i) {
                // Operators of one step follow each other.
                if (i == 0 || operators[i].step != operators[i - 1].step) {
                    add_named(operators[i].name, operators[i].step, i + 1);
                }
            }
        }
    }

    [[nodiscard]] std::optional<Step> typed_step() const {
        const auto number = whole_number(results_.pattern);
        const Lifetime span = time_span(*content_.problem);
        const bool is_step = number && span.begin <= Step(*number) && Step(*number) < span.end;
        return is_step ? std::optional(Step(*number)) : std::nullopt;
    }

    const PaletteContent& content_;
    std::optional<PaletteKind> only_;
    std::size_t most_;
    const std::function<bool()>& poll_;
    FuzzyPattern pattern_{""};
    PaletteResults results_;
    std::vector<Ranked> found_;
    std::size_t visited_ = 0;
    bool is_ended_ = false;
};

}  // namespace

PaletteResults search_palette(const PaletteContent& content, std::string_view typed, std::size_t most,
                              const std::function<bool()>& poll) {
    return PaletteSearch(content, typed, most, poll).run();
}

}  // namespace arenascope
