#include "core/model/memory/short_names.h"

#include <rapidcheck.h>
#include <set>

#include "tests/support/drawn_names.h"
#include "tests/support/test_registry.h"

using namespace arenascope;

namespace {

using NameList = std::vector<std::string>;

ShortNames rule_of(const NameList& names) {
    const std::vector<std::string_view> views(names.begin(), names.end());
    return short_names(views);
}

NameList shortened(const NameList& names) {
    const ShortNames rule = rule_of(names);
    NameList result;
    for (const std::string& name : names) {
        result.emplace_back(rule(name));
    }
    return result;
}

}  // namespace

class ShortNamesTest : public QObject {
    Q_OBJECT

private slots:
    void the_prefix_of_most_names_is_left_out() {
        const NameList names{"input", "net/block/conv1", "net/block/conv2", "net/block/relu", "net/out"};
        QCOMPARE(rule_of(names).prefix, std::string("net/block/"));
        QCOMPARE(shortened(names), (NameList{"input", "conv1", "conv2", "relu", "net/out"}));
        QCOMPARE(note_of(rule_of(names)), std::string("names without “net/block/”"));
    }

    void a_prefix_ends_at_a_separator() {
        QCOMPARE(shortened({"model/conv1", "model/conv2"}), (NameList{"conv1", "conv2"}));
        QCOMPARE(shortened({"tensor1", "tensor2"}), (NameList{"tensor1", "tensor2"}));
        QCOMPARE(note_of(rule_of({"tensor1", "tensor2"})), std::string());
        QCOMPARE(shortened({"model/conv1"}), (NameList{"model/conv1"}));  // common to nothing
    }

    void a_prefix_does_not_cut_a_number_or_a_line_of_a_source_file() {
        const NameList allocations{"model.py:27 forward#1", "model.py:27 forward#2", "model.py:9 backward"};
        QCOMPARE(shortened(allocations), allocations);
        QCOMPARE(shortened({"/model.0/conv/Conv_output_0", "/model.0/act/Mul_output_0", "/model.1/conv/Conv_output_0"}),
                 (NameList{"conv", "act/Mul_output_0", "/model.1/conv"}));
        const NameList layers{"/model.0/conv", "/model.1/conv", "/model.2/conv", "/model.2/act"};
        QCOMPARE(shortened(layers), (NameList{"/model.0", "/model.1", "/model.2", "/model.2/act"}));
        QCOMPARE(shortened({"torch.layers.0.attn", "torch.layers.1.attn", "torch.layers.2.mlp"}),
                 (NameList{"layers.0", "layers.1", "layers.2.mlp"}));
        const NameList lines{"a.py:27 forward", "b.py:27 forward", "c.py:27 forward"};
        QCOMPARE(shortened(lines), lines);
    }

    void a_name_never_becomes_a_bare_number_or_nothing() {
        QCOMPARE(shortened({"tensor 83", "tensor 84"}), (NameList{"tensor 83", "tensor 84"}));
        QCOMPARE(shortened({"model/a", "model/b", "model/c", "model/7", "model/"}),
                 (NameList{"a", "b", "c", "model/7", "model/"}));
    }

    void the_last_part_of_most_names_is_left_out_too() {
        const NameList names{"input", "net/conv_1/Relu", "net/conv_2/Relu", "net/pool/Relu", "net/out/Softmax"};
        QCOMPARE(shortened(names), (NameList{"input", "conv_1", "conv_2", "pool", "out/Softmax"}));
        QCOMPARE(note_of(rule_of(names)), std::string("names without “net/” and “/Relu”"));
        // Not if a name would be another one then, or a bare number.
        QCOMPARE(shortened({"net/a/Relu", "net/b/Relu", "net/a"}), (NameList{"a/Relu", "b/Relu", "a"}));
        QCOMPARE(shortened({"net/1/Relu", "net/2/Relu"}), (NameList{"1/Relu", "2/Relu"}));
    }

    void of_fused_tensors_only_the_first_name_is_shown() {
        const NameList names{"model/relu;model/norm;model/conv", "model/relu_1;model/norm;model/conv", "model/pool"};
        QCOMPARE(shortened(names), (NameList{"relu", "relu_1", "pool"}));
        QCOMPARE(note_of(rule_of(names)), std::string("names without “model/”; of fused tensors, only the first"));
    }

    void fused_tensors_with_the_same_first_name_keep_the_others() {
        QCOMPARE(shortened({"model/relu;model/a", "model/relu;model/b"}), (NameList{"relu;model/a", "relu;model/b"}));
    }

    void names_that_would_become_the_same_are_shown_in_full() {
        const NameList names{"model/conv", "model/relu", "conv"};
        QCOMPARE(shortened(names), names);
    }

    void short_names_differ_and_are_parts_of_the_full_ones() {
        QVERIFY(rc::check([] {
            const auto part = rc::gen::element<std::string>("model", "block", "conv", "relu", "1", "a_b", "");
            const auto separator = rc::gen::element<std::string>("/", "/", ";", "_", ".", "");
            const NameList names = test::drawn_names(part, separator, "x");
            const NameList shorter = shortened(names);
            RC_ASSERT((std::set<std::string>(shorter.begin(), shorter.end()).size() == names.size()));
            for (std::size_t i = 0; i < names.size(); ++i) {
                RC_ASSERT(!shorter[i].empty());
                RC_ASSERT(names[i].find(shorter[i]) != std::string::npos);
            }
        }));
    }
};

ARENASCOPE_TEST(ShortNamesTest)
#include "short_names_test.moc"
