#include "core/model/memory/name_parts.h"

#include <algorithm>
#include <map>
#include <rapidcheck.h>

#include "core/model/memory/short_names.h"
#include "tests/support/drawn_names.h"
#include "tests/support/test_registry.h"

using namespace arenascope;

namespace {

using NameList = std::vector<std::string>;

std::size_t characters(std::string_view text) {
    return static_cast<std::size_t>(std::count_if(
        text.begin(), text.end(), [](char byte) { return (static_cast<unsigned char>(byte) & 0xC0U) != 0x80U; }));
}

NameParts parts_of(const NameList& names) {
    return NameParts(std::vector<std::string_view>(names.begin(), names.end()));
}

std::string shown(const NameParts& parts, std::string_view name, std::size_t room) {
    return parts.shortened(name, [room](const std::string& text) { return characters(text) <= room; });
}

/// As mobilenet's: every block has a depthwise and a pointwise convolution.
NameList blocks() {
    NameList names{"Conv2d_0", "AvgPool_1a", "Logits/Conv2d_1c_1x1", "Predictions"};
    for (int i = 1; i <= 13; ++i) {
        names.push_back("Conv2d_" + std::to_string(i) + "_depthwise");
        names.push_back("Conv2d_" + std::to_string(i) + "_pointwise");
    }
    return names;
}

bool is_letter(char byte) {
    return (byte >= 'a' && byte <= 'z') || (byte >= 'A' && byte <= 'Z') || (static_cast<unsigned char>(byte) & 0x80U);
}

bool is_figure(char byte) {
    return byte >= '0' && byte <= '9';
}

/// Whether a shown name begins or ends in the middle of a word that would fit as a whole, or of a number.
bool has_needless_cut(std::string_view name, std::string_view text, std::size_t room) {
    constexpr std::string_view ellipsis = "…";
    const auto is_cut_number = [&](std::size_t begin, std::size_t length) {
        const bool before = begin > 0 && is_figure(name[begin - 1]) && is_figure(name[begin]);
        const std::size_t end = begin + length;
        return before || (end < name.size() && is_figure(name[end - 1]) && is_figure(name[end]));
    };
    if (text.ends_with(ellipsis) && !text.starts_with(ellipsis)) {
        const std::size_t length = text.find(ellipsis);
        return is_cut_number(0, length);
    }
    if (!text.starts_with(ellipsis) || text.ends_with(ellipsis)) {
        return false;
    }
    const std::string_view last = text.substr(text.rfind(ellipsis) + ellipsis.size());
    std::size_t begin = name.size() - last.size();
    if (is_cut_number(begin, last.size())) {
        return true;
    }
    std::size_t missing = 0;
    while (begin > 0 && is_letter(name[begin - 1]) && is_letter(name[begin])) {
        --begin;
        ++missing;
    }
    return missing > 0 && characters(text) + missing <= room;
}

}  // namespace

class NamePartsTest : public QObject {
    Q_OBJECT

private slots:
    void a_shortened_name_keeps_what_tells_it_apart() {
        const NameParts parts = parts_of(blocks());
        QCOMPARE(shown(parts, "Conv2d_13_pointwise", 8), std::string("…_13_po…"));
        QCOMPARE(shown(parts, "Conv2d_13_pointwise", 19), std::string("Conv2d_13_pointwise"));
        QVERIFY(shown(parts, "Conv2d_13_pointwise", 3).empty());
    }

    void blocks_of_a_network_stay_apart_in_any_room() {
        const NameList names = blocks();
        const NameParts parts = parts_of(names);
        for (std::size_t room = 4; room < 20; ++room) {
            std::map<std::string, std::string> taken;
            for (const std::string& name : names) {
                const std::string text = shown(parts, name, room);
                if (!text.empty()) {
                    QVERIFY2(taken.emplace(text, name).second, (text + " " + name).c_str());
                    QVERIFY(characters(text) <= room && matches_shortened(name, text));
                }
            }
            QVERIFY(room < 9 || taken.size() == names.size());
        }
    }

    void a_line_of_a_source_file_and_a_number_are_not_cut() {
        const NameParts parts = parts_of({"model.py:27 forward#7", "model.py:27 forward#71", "model.py:9 forward#7",
                                          "train.py:27 forward#7", "model.py:27 backward#7"});
        QCOMPARE(shown(parts, "model.py:27 forward#71", 20), std::string("model.py:27 forw…#71"));
        QCOMPARE(shown(parts, "model.py:27 forward#71", 11), std::string("…forward#71"));
        QCOMPARE(shown(parts, "model.py:9 forward#7", 17), std::string("model.py:9 forwa…"));
        QCOMPARE(shown(parts, "train.py:27 forward#7", 17), std::string("train.py:27 forw…"));
        QVERIFY(shown(parts, "model.py:27 forward#71", 3).empty());
    }

    void paths_and_lists_keep_what_tells_them_apart() {
        const NameParts layers = parts_of({"/model.0/conv/Conv_output_0", "/model.0/act/Mul_output_0",
                                           "/model.1/conv/Conv_output_0", "/model.10/conv/Conv_output_0"});
        QCOMPARE(shown(layers, "/model.10/conv/Conv_output_0", 12), std::string("/model.10/…"));
        QCOMPARE(shown(layers, "/model.0/act/Mul_output_0", 12), std::string("/model…act/…"));
        const NameParts fused = parts_of({"model/conv_1/Relu;model/norm_1/add;model/conv_1/bias",
                                          "model/conv_1/Relu;model/norm_1/add", "model/conv_2/Relu;model/norm_2/add"});
        QCOMPARE(shown(fused, "model/conv_1/Relu;model/norm_1/add", 16), std::string("model/conv_1…add"));
        const NameParts modules =
            parts_of({"layer1_0_conv1", "layer1_0_conv2", "layer1_1_conv1", "layer1_0_conv1_weight"});
        QCOMPARE(shown(modules, "layer1_1_conv1", 12), std::string("layer1_1_…1"));
        QCOMPARE(shown(modules, "layer1_0_conv1_weight", 12), std::string("layer…weight"));
        const NameParts addresses = parts_of({"0x7f217b620000", "0x7f211c000000", "0x7f211c000000#2"});
        QVERIFY(shown(addresses, "0x7f217b620000", 12).empty());  // a number is not cut
    }

    void names_that_are_parts_of_others_are_told_apart() {
        const NameParts parts = parts_of({"Conv2d_1", "Conv2d_1_depthwise", "Conv2d_11", "x/Conv2d_1"});
        for (const std::string_view name : {"Conv2d_1", "Conv2d_1_depthwise", "Conv2d_11", "x/Conv2d_1"}) {
            QVERIFY2(parts.knows(name), name.data());
        }
        // "Conv2d_1" and the last one have the same end.
        const NameParts pairs = parts_of({"a_1/b_1", "a_1/b_2", "a_2/b_1", "a_2/b_2"});
        QVERIFY(pairs.knows("a_1/b_1") && pairs.knows("a_2/b_1"));
    }

    void different_names_are_shown_different() {
        QVERIFY(rc::check("names", [] {
            const auto part = rc::gen::element<std::string>("model", "block", "conv", "relu", "1", "12", "2", "卷积",
                                                            "x", "model.py:27", "train.py:9");
            const auto separator = rc::gen::element<std::string>("/", "_", ".", "", "-", " ", ";", "#");
            const NameList names = test::drawn_names(part, separator);
            const NameParts parts = parts_of(names);
            const auto room = *rc::gen::inRange<std::size_t>(1, 30);
            std::map<std::string, std::string> taken;
            for (const std::string& name : names) {
                const std::string text = characters(name) <= room ? name : shown(parts, name, room);
                RC_ASSERT(characters(text) <= room);
                RC_ASSERT(text.empty() || taken.emplace(text, name).second);
                RC_ASSERT(text.empty() || matches_shortened(name, text));
                RC_ASSERT(text.empty() || !has_needless_cut(name, text, room));
            }
        }));
    }

    void nothing_is_learned_of_very_many_names() {
        NameList names;
        for (std::size_t i = 0; i <= NameParts::most_names; ++i) {
            names.push_back("conv_" + std::to_string(i));
        }
        QVERIFY(shown(parts_of(names), "conv_1", 4).empty());
    }

    void a_shortened_name_is_matched() {
        QVERIFY(matches_shortened("Conv2d_13_pointwise", "…_13_po…"));
        QVERIFY(matches_shortened("Conv2d_13_pointwise", "Conv…wise"));
        QVERIFY(!matches_shortened("Conv2d_13_pointwise", "…_12…"));
        QVERIFY(!matches_shortened("aba", "ab…ba"));
        QVERIFY(matches_shortened("name", "name"));
        QVERIFY(!matches_shortened("names", "name"));
    }
};

ARENASCOPE_TEST(NamePartsTest)
#include "name_parts_test.moc"
