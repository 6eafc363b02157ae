#include "core/planner/scratch/scratch_choices.h"

#include <algorithm>
#include <array>

#include "core/base/error/quotation.h"
#include "core/planner/random.h"

namespace arenascope {
namespace {

/// The option key and the words of one kind of choice.
struct ChoiceWords {
    std::string_view key;
    std::string_view yes;
    std::string_view no;
    bool ScratchChoice::*choice;
    std::string_view meaning;
};

constexpr std::array<ChoiceWords, 4> all_words = {{
    {"area-end", "top", "bottom", &ScratchChoice::top_of_area,
     "at which end of its free area scratch goes: any, or a list of top and bottom by position in the queue"},
    {"overlay", "yes", "no", &ScratchChoice::overlay,
     "whether scratch goes over other scratch that allows it: any, or a list of yes and no"},
    {"growth", "top", "bottom", &ScratchChoice::grow_top,
     "at which end the heap grows: any, or a list of top and bottom"},
    {"part", "asked", "other", &ScratchChoice::asked_part,
     "the part of a heap for scratch that asks for the fast one, which has a capacity; asked: another part only where "
     "that one cannot hold it; any: the criterion decides; or a list of asked and other, which leaves the fast part to "
     "others; by-criterion: any for criterion=fast, else asked"},
}};

constexpr std::string_view any = "any";
constexpr std::string_view by_criterion = "by-criterion";

Expected<std::vector<bool>> parse(std::string_view text, const ChoiceWords& words) {
    std::vector<bool> list;
    if (text == any || (text == by_criterion && words.choice == &ScratchChoice::asked_part)) {
        return list;
    }
    for (std::size_t from = 0; from <= text.size();) {
        const std::size_t to = std::min(text.find(',', from), text.size());
        const std::string_view word = text.substr(from, to - from);
        if (word != words.yes && word != words.no) {
            return failure(in_quotes(word) + " is not a valid choice",
                           "write any, or a list such as " + std::string(words.yes) + "," + std::string(words.no));
        }
        list.push_back(word == words.yes);
        from = to + 1;
    }
    return list;
}

/// The choices that the options give, which are checked; empty: open.
std::vector<bool> given_choices(const OptionValues& options, const ChoiceWords& words) {
    const std::string& text = options.text(words.key);
    if (text == by_criterion) {
        return options.text("criterion") == "fast" ? std::vector<bool>() : std::vector<bool>{true};
    }
    return *parse(text, words);
}

template <std::size_t position>
Expected<void> check(std::string_view text) {
    return parse(text, all_words[position]).map([](const std::vector<bool>&) {});
}

std::string text_of(const std::vector<ScratchChoice>& choices, const ChoiceWords& words) {
    const auto word = [&words](const ScratchChoice& choice) {
        return std::string(choice.*words.choice ? words.yes : words.no);
    };
    const bool alike = std::ranges::all_of(
        choices, [&](const ScratchChoice& choice) { return choice.*words.choice == choices.front().*words.choice; });
    std::string text = choices.empty() ? std::string(any) : word(choices.front());
    for (std::size_t i = 1; i < choices.size() && !alike; ++i) {
        text += "," + word(choices[i]);
    }
    return text;
}

}  // namespace

std::vector<OptionSpec> choice_options() {
    constexpr std::array checks = {&check<0>, &check<1>, &check<2>, &check<3>};
    std::vector<OptionSpec> specs;
    for (std::size_t i = 0; i < all_words.size(); ++i) {
        const bool is_part = all_words[i].choice == &ScratchChoice::asked_part;
        specs.push_back({.key = all_words[i].key,
                         .default_value = is_part ? by_criterion : any,
                         .meaning = all_words[i].meaning,
                         .check = checks[i]});
    }
    return specs;
}

Expected<void> check_choices(const OptionValues& options, std::size_t buffers) {
    for (const ChoiceWords& words : all_words) {
        const std::size_t count = given_choices(options, words).size();
        if (count > 1 && count > buffers) {
            return failure(
                "option " + in_quotes(words.key) + " lists " + std::to_string(count) + " choices, but " +
                    (buffers == 1 ? "1 scratch buffer waits" : std::to_string(buffers) + " scratch buffers wait") +
                    " in the queue",
                "list at most one for each of them; a shorter list is repeated");
        }
    }
    return {};
}

ScratchTrials::ScratchTrials(const OptionValues& options, std::size_t buffers, bool may_spill, std::uint64_t count,
                             std::uint64_t seed)
    : buffers_(buffers), count_(1), seed_(seed) {
    for (std::size_t i = 0; i < given_.size(); ++i) {
        given_[i].list = i == part && !may_spill ? std::vector<bool>{true} : given_choices(options, all_words[i]);
        combinations_ *= given_[i].list.empty() ? 2 : 1;
    }
    if (buffers == 0 || combinations_ == 1) {
        return;
    }
    std::uint64_t all = combinations_;
    for (std::size_t i = 1; i < buffers && all <= count; ++i) {
        all *= combinations_;
    }
    tries_all_ = all <= count;
    count_ = std::min(all, count);
}

ScratchChoice ScratchTrials::alike(std::uint64_t combination) const {
    ScratchChoice choice;
    for (std::size_t i = 0; i < given_.size(); ++i) {
        if (given_[i].list.empty()) {
            choice.*all_words[i].choice = combination % 2 == 0;
            combination /= 2;
        }
    }
    return choice;
}

ScratchChoice ScratchTrials::with_given(std::size_t position, ScratchChoice choice) const {
    for (std::size_t i = 0; i < given_.size(); ++i) {
        bool& value = choice.*all_words[i].choice;
        value = given_[i].at(position, value);
    }
    return choice;
}

std::vector<ScratchChoice> ScratchTrials::choices(std::uint64_t trial) const {
    if (tries_all_) {
        std::vector<ScratchChoice> choices;
        for (std::size_t i = 0; i < buffers_; ++i, trial /= combinations_) {
            choices.push_back(with_given(i, alike(trial % combinations_)));
        }
        return choices;
    }
    constexpr std::array<std::size_t, 3> rarities = {2, 8, 32};
    std::vector<ScratchChoice> choices(buffers_, alike(trial % combinations_));
    Random random(seed_ + 0x51'7c'c1'b7ULL * trial);
    const bool turns = trial >= combinations_;
    const std::size_t rarity = rarities[(trial / combinations_) % rarities.size()];
    const auto turned = [&](bool value) { return (turns && random.below(rarity) == 0) != value; };
    for (std::size_t i = 0; i < choices.size(); ++i) {
        ScratchChoice choice = choices[i];
        for (std::size_t kind = 0; kind < given_.size(); ++kind) {
            bool& value = choice.*all_words[kind].choice;
            value = kind != part || parts_are_open() ? turned(value) : value;
        }
        choices[i] = with_given(i, choice);
    }
    return choices;
}

std::vector<KeyValue> choice_settings(const std::vector<ScratchChoice>& choices, bool may_spill) {
    std::vector<KeyValue> settings;
    for (const ChoiceWords& words : all_words) {
        if (words.choice == &ScratchChoice::asked_part && !may_spill) {
            continue;
        }
        settings.emplace_back(words.key, text_of(choices, words));
    }
    return settings;
}

}  // namespace arenascope
