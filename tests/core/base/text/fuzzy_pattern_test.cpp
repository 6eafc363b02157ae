#include "core/base/text/fuzzy_pattern.h"

#include <rapidcheck.h>

#include "core/base/text/plain_text.h"
#include "tests/support/test_registry.h"

namespace arenascope {
namespace {

/// The kind of a match; "no" if there is none.
std::string kind_of(std::string_view typed, std::string_view text) {
    const auto match = FuzzyPattern(typed).rank(text);
    if (!match) {
        return "no";
    }
    constexpr const char* words[] = {"whole", "prefix", "word", "initials", "part", "letters"};
    return words[static_cast<std::size_t>(match->kind)];
}

/// The text with the places that match in brackets.
std::string marked(std::string_view typed, std::string_view text) {
    std::string result(text);
    const std::vector<std::uint32_t> places = FuzzyPattern(typed).places(text);
    for (auto place = places.rbegin(); place != places.rend(); ++place) {
        result.insert(*place + 1, "]");
        result.insert(*place, "[");
    }
    return result;
}

bool is_small(char c) {
    return c >= 'a' && c <= 'z';
}

bool is_big(char c) {
    return c >= 'A' && c <= 'Z';
}

bool is_figure(char c) {
    return c >= '0' && c <= '9';
}

bool begins_word(const std::string& text, std::size_t at) {
    const char here = text[at];
    const char before = at == 0 ? ' ' : text[at - 1];
    const auto is_inside = [](char c) { return is_small(c) || is_big(c) || is_figure(c); };
    return is_inside(here) &&
           (!is_inside(before) || (is_big(here) && is_small(before)) || (is_figure(here) && !is_figure(before)));
}

/// All ways to find the letters in a text, in order.
void add_ways(const std::string& letters, const std::string& text, std::vector<std::size_t>& way,
              std::vector<std::vector<std::size_t>>& ways) {
    if (way.size() == letters.size()) {
        ways.push_back(way);
        return;
    }
    for (std::size_t at = way.empty() ? 0 : way.back() + 1; at < text.size(); ++at) {
        if (lower_case(text[at]) == letters[way.size()]) {
            way.push_back(at);
            add_ways(letters, text, way, ways);
            way.pop_back();
        }
    }
}

bool are_initials(const std::vector<std::size_t>& way, const std::string& text) {
    for (std::size_t i = 0; i < way.size(); ++i) {
        if (!begins_word(text, way[i]) && (i == 0 || way[i] != way[i - 1] + 1)) {
            return false;
        }
    }
    return true;
}

/// The rank as the header defines it, over all ways.
std::optional<MatchRank> plain_rank(const std::string& typed, const std::string& text) {
    const std::string whole = lower_case(trimmed(typed));
    std::string letters = whole;
    std::erase(letters, ' ');
    std::vector<std::size_t> way;
    std::vector<std::vector<std::size_t>> ways;
    add_ways(letters, text, way, ways);
    if (ways.empty()) {
        return std::nullopt;
    }
    MatchRank best{MatchKind::letters, 1'000'000, static_cast<std::uint32_t>(text.size())};
    const std::string lower = lower_case(text);
    for (std::size_t at = lower.find(whole); at != std::string::npos; at = lower.find(whole, at + 1)) {
        best.skipped = 0;
        const MatchKind kind = at == 0 && whole.size() == text.size() ? MatchKind::whole
                               : at == 0                              ? MatchKind::prefix
                               : begins_word(text, at)                ? MatchKind::word
                                                                      : MatchKind::part;
        best.kind = std::min(best.kind, kind);
    }
    for (const std::vector<std::size_t>& one : ways) {
        if (are_initials(one, text) && best.kind > MatchKind::initials) {
            best.kind = MatchKind::initials;
            best.skipped = 0;
        }
        if (best.kind == MatchKind::letters) {
            const auto skipped = static_cast<std::uint32_t>(one.back() + 1 - one.front() - letters.size());
            best.skipped = std::min(best.skipped, skipped);
        }
    }
    return best;
}

/// Words of few letters, so that they often match each other.
rc::Gen<std::string> short_text(int most) {
    return rc::gen::mapcat(rc::gen::inRange(0, most + 1), [](int size) {
        return rc::gen::container<std::string>(static_cast<std::size_t>(size),
                                               rc::gen::element('a', 'b', 'A', 'B', '1', '/', ' '));
    });
}

}  // namespace

class FuzzyPatternTest : public QObject {
    Q_OBJECT

private slots:
    void each_kind_of_match_is_told_apart() {
        QCOMPARE(kind_of("zoom in", "Zoom In"), std::string("whole"));
        QCOMPARE(kind_of("zoo", "Zoom In"), std::string("prefix"));
        QCOMPARE(kind_of("sel", "Zoom to Selection"), std::string("word"));
        QCOMPARE(kind_of("zts", "Zoom to Selection"), std::string("initials"));
        QCOMPARE(kind_of("zoosel", "Zoom to Selection"), std::string("initials"));
        QCOMPARE(kind_of("ele", "Zoom to Selection"), std::string("part"));
        QCOMPARE(kind_of("zmln", "Zoom to Selection"), std::string("letters"));
        QCOMPARE(kind_of("zx", "Zoom to Selection"), std::string("no"));
        QCOMPARE(kind_of("ni", "in"), std::string("no"));
    }

    void words_start_at_capitals_and_digits_too() {
        QCOMPARE(kind_of("bias", "conv2d/BiasAdd"), std::string("word"));
        QCOMPARE(kind_of("add", "conv2d/BiasAdd"), std::string("word"));
        QCOMPARE(kind_of("2d", "conv2d/BiasAdd"), std::string("word"));
        QCOMPARE(kind_of("cba", "conv2d/BiasAdd"), std::string("initials"));
        QCOMPARE(kind_of("dbias", "conv2d_BiasAdd"), std::string("letters"));
        QCOMPARE(kind_of("7", "t17"), std::string("part"));
        QCOMPARE(kind_of("17", "t17"), std::string("word"));
    }

    void blanks_at_the_ends_are_ignored_and_others_are_where_words_are() {
        QCOMPARE(kind_of("  fit ", "Fit"), std::string("whole"));
        QCOMPARE(kind_of("zoom sel", "Zoom to Selection"), std::string("initials"));
        QCOMPARE(kind_of("to sel", "Zoom to Selection"), std::string("word"));
        QCOMPARE(kind_of("", "anything"), std::string("whole"));
        QVERIFY(FuzzyPattern("  ").is_empty());
    }

    void closer_letters_and_shorter_texts_come_first() {
        const FuzzyPattern pattern("ax");
        QCOMPARE(pattern.rank("qabx")->skipped, 1U);
        QCOMPARE(pattern.rank("qabbxqaqx")->skipped, 1U);
        QVERIFY(*pattern.rank("qabx") < *pattern.rank("qabbx"));
        QVERIFY(*pattern.rank("qabx") < *pattern.rank("qabxq"));
        QVERIFY(*FuzzyPattern("conv").rank("conv1") < *FuzzyPattern("conv").rank("conv10"));
    }

    void the_matched_letters_are_those_of_the_kind() {
        QCOMPARE(marked("sel", "Resell Selection"), std::string("Resell [S][e][l]ection"));
        QCOMPARE(marked("zts", "Zoom to Selection"), std::string("[Z]oom [t]o [S]election"));
        QCOMPARE(marked("zosel", "Zoom to Selection"), std::string("[Z][o]om to [S][e][l]ection"));
        QCOMPARE(marked("ax", "qabbxqaqx"), std::string("qabbxq[a]q[x]"));
        QCOMPARE(marked("to sel", "Zoom to Selection"), std::string("Zoom [t][o][ ][S][e][l]ection"));
        QCOMPARE(marked("", "Zoom"), std::string("Zoom"));
        QCOMPARE(marked("x", "Zoom"), std::string("Zoom"));
    }

    void characters_beyond_ascii_match_as_a_whole() {
        QCOMPARE(kind_of("é", "café"), std::string("part"));
        QCOMPARE(kind_of("é", "à ©"), std::string("no"));  // the same first byte here, the same second one there
        QCOMPARE(kind_of("cé", "café"), std::string("letters"));
        QCOMPARE(FuzzyPattern("cé").rank("café")->skipped, 2U);
        QCOMPARE(FuzzyPattern("cé").places("café"), (std::vector<std::uint32_t>{0, 3, 4}));
        QCOMPARE(FuzzyPattern("né").places("n/é"), (std::vector<std::uint32_t>{0, 2, 3}));
    }

    void long_texts_match_only_as_a_part() {
        const std::string typed(70, 'a');
        QCOMPARE(kind_of(typed, "b" + typed), std::string("part"));
        QCOMPARE(kind_of(typed, "/" + typed), std::string("word"));
        QCOMPARE(kind_of(typed, "/" + typed.substr(1) + "b" + typed), std::string("part"));
        QCOMPARE(kind_of(typed, typed.substr(1) + "ba"), std::string("no"));
    }

    void ranks_are_those_of_the_plain_definition() {
        QVERIFY(rc::check([] {
            const std::string typed = *short_text(4);
            const std::string text = *short_text(9);
            const FuzzyPattern pattern(typed);
            if (pattern.is_empty()) {
                RC_ASSERT(pattern.rank(text) == MatchRank{});
                return;
            }
            RC_ASSERT(pattern.rank(text) == plain_rank(typed, text));
        }));
    }

    void places_are_a_way_of_the_kind() {
        QVERIFY(rc::check([] {
            const std::string typed = *short_text(4);
            const std::string text = *short_text(9);
            const FuzzyPattern pattern(typed);
            const auto match = pattern.rank(text);
            const std::vector<std::uint32_t> places = pattern.places(text);
            RC_ASSERT(places.empty() == (!match || pattern.is_empty()));
            if (places.empty()) {
                return;
            }
            std::string matched;
            for (const std::uint32_t place : places) {
                matched += lower_case(text[place]);
            }
            std::string letters = lower_case(trimmed(typed));
            const bool is_scattered = match->kind == MatchKind::initials || match->kind == MatchKind::letters;
            if (is_scattered) {
                std::erase(letters, ' ');
            }
            RC_ASSERT(matched == letters);
            RC_ASSERT(std::adjacent_find(places.begin(), places.end(), std::greater_equal<>()) == places.end());
            if (match->kind == MatchKind::initials) {
                RC_ASSERT(are_initials({places.begin(), places.end()}, text));
            } else {
                RC_ASSERT(places.back() + 1 - places.front() - places.size() == match->skipped);
            }
        }));
    }
};

}  // namespace arenascope

using arenascope::FuzzyPatternTest;
ARENASCOPE_TEST(FuzzyPatternTest)
#include "fuzzy_pattern_test.moc"
