#include "core/model/expression/buffer_filter.h"

#include "tests/support/random_problem.h"
#include "tests/support/test_registry.h"

using namespace arenascope;
using namespace arenascope::test;

namespace {

const Problem& four() {
    static const Problem problem = problem_of({buffer("Conv_1", 0, 4, 100), buffer("conv_2", 2, 6, 70'000),
                                               buffer("pool", 5, 9, 300), buffer("a size", 6, 7, 1)});
    return problem;
}

const std::vector<Risk>& risks() {
    static const std::vector<Risk> result{{Tier::high, Cause::over}, {Tier::high, Cause::beside}, {}, {}};
    return result;
}

/// The names of the buffers that pass.
QStringList passing(const char* text) {
    const auto filter = BufferFilter::parse(text);
    if (!filter) {
        return {QString::fromStdString(to_string(filter.error()))};
    }
    const Layout layout = layout_of(four(), {0, 100, 0, 0});
    const auto passes = filter->passing({&four(), &layout, risks()});
    QStringList names;
    for (std::size_t i = 0; i < passes.size(); ++i) {
        if (passes[i]) {
            names.append(QString::fromStdString(four().buffers[i].name));
        }
    }
    return names;
}

}  // namespace

class BufferFilterTest : public QObject {
    Q_OBJECT

private slots:
    void addresses_may_use_all_64_bits() {
        Problem problem = problem_of({buffer("low", 0, 4, 16), buffer("high", 0, 4, 16)});
        problem.regions[0].base = 0xFFFF'8000'0000'0000;
        const Layout layout = layout_of(problem, {0, 16});
        const BufferFacts facts{&problem, &layout};
        for (const char* text :
             {"address=0xffff800000000010", "address>0xFFFF800000000000", "address=18446603336221196304",
              "address>18,446,603,336,221,196,288", "address>=0xffff800000000001 and address<0xffffffffffffffff",
              "address - 0xffff800000000000 = 16", "address + 1 = 0xffff800000000011", "address ~ *304"}) {
            const auto filter = BufferFilter::parse(text);
            QVERIFY2(filter.has_value(), text);
            QVERIFY2(filter->passing(facts) == (std::vector<bool>{false, true}), text);
        }
        for (const char* text : {"address>1", "address", "address>size", "not address<0x7fffffffffffffff"}) {
            QVERIFY2(BufferFilter::parse(text)->passing(facts) == (std::vector<bool>{true, true}), text);
        }
        QVERIFY(!BufferFilter::parse("address<0x10000000000000000").has_value());
    }

    void a_name_selects_as_it_is_shown() {
        const Problem problem = problem_of({buffer("net/conv_1/Relu", 0, 4, 1), buffer("net/conv_2/Relu", 0, 4, 1),
                                            buffer("net/pool/Relu", 0, 4, 1), buffer("net/f(x)/Relu", 0, 4, 1)});
        const Layout layout = layout_of(problem, {0, 1, 2, 3});
        BufferFacts facts{&problem, &layout};
        facts.names = short_names(problem);
        const auto passing = [&facts](const BufferFilter& filter) {
            std::string marks;
            for (const bool passes : filter.passing(facts)) {
                marks += passes ? '1' : '0';
            }
            return marks;
        };
        for (const char* text : {"conv_2", "name=conv_2", "name~conv_2", "name~…_2", "…_2", "name=\"…_2\" size=1",
                                 "name~*_2", "net/conv_2/Relu", "name!=conv_1 …_2"}) {
            QVERIFY2(passing(*BufferFilter::parse(text)) == "0100", text);
        }
        QCOMPARE(passing(*BufferFilter::parse("name!=conv_2")), std::string("1011"));
        QCOMPARE(passing(BufferFilter::of_name("f(x)")), std::string("0001"));
        QCOMPARE(passing(BufferFilter::of_name("conv_2 · 4 KiB")), std::string("0100"));
    }

    void a_filter_tells_which_fields_it_depends_on() {
        const auto mentions = [](const char* text, const char* field) {
            return BufferFilter::parse(text)->mentions(field);
        };
        QVERIFY(mentions("size>64k (tier=high or offset<8)", "offset"));
        QVERIFY(!mentions("size>64k tier=high", "offset"));
        QVERIFY(mentions("conv size>4", "name"));
        QVERIFY(!mentions("conv", "size"));
        QVERIFY(!mentions("", "size"));
    }

    void a_result_that_nobody_needs_is_not_found() {
        const auto filter = BufferFilter::parse("conv");
        QVERIFY(!filter->passing({&four()}, [] { return true; }));
        QCOMPARE(filter->passing({&four()}, [] { return false; }), std::optional(filter->passing({&four()})));
    }

    void empty_text_accepts_all_buffers() {
        QVERIFY(BufferFilter().accepts_all());
        QVERIFY(BufferFilter::parse("")->accepts_all());
        QVERIFY(BufferFilter::parse(" \t ")->accepts_all());
        QCOMPARE(passing("").size(), 4);
    }

    void a_word_is_part_of_a_name_in_any_case() {
        QCOMPARE(passing("conv"), QStringList({"Conv_1", "conv_2"}));
        QCOMPARE(passing("CONV_2"), QStringList({"conv_2"}));
        QCOMPARE(passing(" pool "), QStringList({"pool"}));
        QVERIFY(passing("nothing").isEmpty());
    }

    void several_words_are_part_of_a_name_too() { QCOMPARE(passing("a si"), QStringList({"a size"})); }

    void an_expression_compares_fields() {
        QCOMPARE(passing("size>64k"), QStringList({"conv_2"}));
        QCOMPARE(passing("size>64 tier=high"), QStringList({"Conv_1", "conv_2"}));
        QCOMPARE(passing("cause=over"), QStringList({"Conv_1"}));
    }

    void a_wrong_expression_is_an_error_with_a_cure() {
        for (const char* wrong : {"size>", "colour=red", "(size>1"}) {
            const auto filter = BufferFilter::parse(wrong);
            QVERIFY2(!filter.has_value(), wrong);
            QVERIFY2(!filter.error().cause.empty(), wrong);
        }
    }

    void any_text_filters_or_is_refused() {
        QVERIFY(rc::check("any text", [] {
            const auto text = *rc::gen::string<std::string>();
            const auto filter = BufferFilter::parse(text);
            if (filter) {
                const Layout layout = empty_layout(four());
                RC_ASSERT(filter->passing({&four(), &layout, risks()}).size() == four().buffers.size());
            } else {
                RC_ASSERT(!filter.error().cause.empty());
            }
        }));
    }

    void the_whole_name_of_a_buffer_finds_it() {
        QVERIFY(rc::check("names", [] {
            const auto name = *rc::gen::nonEmpty(rc::gen::container<std::string>(rc::gen::inRange('a', 'z')));
            Problem problem = problem_of({buffer("." + name + ".", 0, 1, 1)});
            const auto filter = BufferFilter::parse("." + name);
            RC_ASSERT(filter.has_value());
            const Layout layout = empty_layout(problem);
            RC_ASSERT(filter->passing({&problem, &layout})[0]);
        }));
    }
};

ARENASCOPE_TEST(BufferFilterTest)
#include "buffer_filter_test.moc"
