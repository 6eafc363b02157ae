#include "core/model/memory/name_parts.h"

#include <algorithm>
#include <map>
#include <rapidcheck.h>

#include "core/model/memory/short_names.h"
#include "tests/support/placed_plan.h"
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

    void different_names_are_shown_different() {
        QVERIFY(rc::check("names", [] {
            const auto part =
                rc::gen::element<std::string>("model", "block", "conv", "relu", "1", "12", "2", "卷积", "x");
            const auto separator = rc::gen::element<std::string>("/", "_", ".", "", "-");
            NameList names;
            const int count = *rc::gen::inRange(1, 40);
            for (int i = 0; i < count; ++i) {
                std::string name;
                const int length = *rc::gen::inRange(1, 6);
                for (int k = 0; k < length; ++k) {
                    name += *part + *separator;
                }
                names.push_back(name);
            }
            std::ranges::sort(names);
            names.erase(std::unique(names.begin(), names.end()), names.end());
            const NameParts parts = parts_of(names);
            const auto room = *rc::gen::inRange<std::size_t>(1, 30);
            std::map<std::string, std::string> taken;
            for (const std::string& name : names) {
                const std::string text = characters(name) <= room ? name : shown(parts, name, room);
                RC_ASSERT(characters(text) <= room);
                RC_ASSERT(text.empty() || taken.emplace(text, name).second);
                RC_ASSERT(text.empty() || matches_shortened(name, text));
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

    void a_buffer_is_called_by_any_of_its_names() {
        const auto plan = test::placed_plan({{"net/block_1/conv", 0, 1, 1, 0},
                                             {"net/block_1/relu", 0, 1, 1, 1},
                                             {"net/block_2/conv", 0, 1, 1, 2},
                                             {"net/block_2/relu", 0, 1, 1, 3}});
        const Problem& problem = plan.problem;
        QVERIFY(buffer_called(problem, "net/block_2/conv") == BufferIndex(2));
        QVERIFY(buffer_called(problem, "block_2/conv") == BufferIndex(2));
        QVERIFY(buffer_called(problem, "…_2…co…") == BufferIndex(2));
        QVERIFY(!buffer_called(problem, "…_2…"));
        QVERIFY(!buffer_called(problem, "conv"));
    }
};

ARENASCOPE_TEST(NamePartsTest)
#include "name_parts_test.moc"
