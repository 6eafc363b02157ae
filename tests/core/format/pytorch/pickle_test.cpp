#include "core/format/pytorch/pickle.h"

#include <rapidcheck.h>

#include "tests/support/pickle_writer.h"
#include "tests/support/test_registry.h"

using namespace arenascope;
using namespace arenascope::snapshot_file;
using namespace std::string_literals;

namespace {

Pickle pickled(const std::string& content) {
    static std::string kept;  // the texts of a tree lie in the content
    kept = content;
    auto read = read_pickle(kept, "a.pickle");
    if (!read) {
        qFatal("%s", to_string(read.error()).c_str());
    }
    return std::move(*read);
}

std::string pickle_error(const std::string& content) {
    const auto read = read_pickle(content, "a.pickle");
    return read ? "no error" : to_string(read.error());
}

std::vector<std::int64_t> integers_in(const Pickle& pickle) {
    std::vector<std::int64_t> numbers;
    pickle.tree.for_each(pickle.root, [&](Value value) {
        numbers.push_back(pickle.tree.integer_of(value).value_or(-999));
        return true;
    });
    return numbers;
}

const std::string start = "\x80\x04"s;

}  // namespace

class PickleTest : public QObject {
    Q_OBJECT

private slots:
    void integers_of_every_width() {
        const Pickle pickle =
            pickled(start + "](K\xFFM\x01\x02J\xFE\xFF\xFF\xFF\x8A\x00\x8A\x01\x80\x8A\x02\xFF\x00"s +
                    "\x8A\x08\x00\x00\x00\x00\x00\x00\x00\x80"s + "\x8A\x08\xFF\xFF\xFF\xFF\xFF\xFF\xFF\x7F"s +
                    "\x8B\x05\x00\x00\x00\x00\x00\x00\x00\x01"s + "e.");
        QCOMPARE(integers_in(pickle),
                 (std::vector<std::int64_t>{255, 513, -2, 0, -128, 255, std::numeric_limits<std::int64_t>::min(),
                                            std::numeric_limits<std::int64_t>::max(), std::int64_t{1} << 32}));
    }

    void an_integer_beyond_64_bits_is_no_integer() {
        const Pickle pickle = pickled(start + "\x8A\x09\x00\x00\x00\x00\x00\x00\x00\x00\x01."s);
        QCOMPARE(pickle.root.kind(), Kind::other);
    }

    void texts_dicts_and_tuples() {
        const Pickle pickle =
            pickled(start + "\x95\x00\x00\x00\x00\x00\x00\x00\x00}\x94(\x8C\x01"s + "aX\x02\x00\x00\x00"s +
                    "xy\x8C\x01"s + "bK\x01K\x02\x86\x8C\x01"s + "cN\x8C\x01"s + "d\x88u."s);
        QCOMPARE(pickle.tree.text_at(pickle.root, "a").value_or(""), std::string_view("xy"));
        const auto pair = pickle.tree.list_at(pickle.root, "b");
        QVERIFY(pair.has_value());
        QCOMPARE(pickle.tree.count_of(*pair), std::size_t{2});
        QVERIFY(!pickle.tree.integer_at(pickle.root, "c"));
        QVERIFY(pickle.tree.is_true(pickle.root, "d"));
        QVERIFY(!pickle.tree.find(pickle.root, "e"));
    }

    void an_empty_tuple_is_an_empty_list_and_bytes_are_passed_over() {
        const Pickle pickle =
            pickled(start + "}(\x8C\x01"s + "a)\x8C\x01"s + "bC\x02)}\x8C\x01"s + "cB\x01\x00\x00\x00.\x8C\x01"s +
                    "d\x8E\x01\x00\x00\x00\x00\x00\x00\x00.\x8C\x01"s + "eK\x07u."s);
        QCOMPARE(pickle.tree.count_of(pickle.tree.list_at(pickle.root, "a").value()), std::size_t{0});
        QVERIFY(!pickle.tree.list_at(pickle.root, "b"));
        QCOMPARE(pickle.tree.integer_at(pickle.root, "e"), std::optional(std::int64_t{7}));
    }

    void the_last_of_two_values_under_one_key_counts() {
        const Pickle pickle = pickled(start + "}(\x8C\x01"s + "aK\x01u\x8C\x01"s + "aK\x02s."s);
        QCOMPARE(pickle.tree.integer_at(pickle.root, "a").value_or(0), std::int64_t{2});
    }

    void what_the_memo_gives_again_is_shared() {
        const Pickle pickle = pickled(start + "](]\x94K\x07"s + "ah\x00h\x00"s + "e."s);
        std::vector<std::uint64_t> lists;
        pickle.tree.for_each(pickle.root, [&](Value value) {
            lists.push_back(value.bits());
            return true;
        });
        QCOMPARE(lists.size(), std::size_t{3});
        QCOMPARE(lists[0], lists[2]);
    }

    void the_memo_of_older_protocols() {
        const Pickle pickle = pickled("\x80\x02]q\x00(K\x05q\x01r\x02\x00\x00\x00h\x01j\x02\x00\x00\x00"s + "e."s);
        QCOMPARE(integers_in(pickle), (std::vector<std::int64_t>{5, 5, 5}));
    }

    void nothing_that_names_or_calls_a_class_is_followed() {
        for (const auto& [code, name] : std::vector<std::pair<std::string, std::string>>{{"cos\nsystem\n", "GLOBAL"},
                                                                                         {"\x93", "STACK_GLOBAL"},
                                                                                         {"R", "REDUCE"},
                                                                                         {"b", "BUILD"},
                                                                                         {"i", "INST"},
                                                                                         {"o", "OBJ"},
                                                                                         {"\x81", "NEWOBJ"},
                                                                                         {"\x92", "NEWOBJ_EX"},
                                                                                         {"P", "PERSID"},
                                                                                         {"Q", "BINPERSID"},
                                                                                         {"\x82", "EXT1"}}) {
            const std::string error = pickle_error(start + "]" + code + ".");
            QVERIFY2(error.starts_with("a.pickle: byte 3: the pickle names or calls a class there (" + name + ")"),
                     error.c_str());
        }
    }

    void other_opcodes_are_refused_with_their_offset() {
        // EMPTY_SET
        const std::string error = pickle_error(start + "\x8F."s);
        QVERIFY2(error.find("byte 2: the opcode 0x8f is not one of") != std::string::npos, error.c_str());
    }

    void damage_is_an_error_data() {
        QTest::addColumn<QByteArray>("content");
        QTest::addColumn<QString>("cause");
        const auto row = [](const char* name, const std::string& content, const char* cause) {
            QTest::newRow(name) << QByteArray::fromStdString(start + content) << QString::fromLatin1(cause);
        };
        row("no end mark", "]", "byte 3: the pickle ends before its end mark");
        row("cut in a number", "M\x01", "byte 2: the pickle ends within a value");
        row("cut in a text",
            "\x8C\x05"
            "ab",
            "byte 2: the pickle ends within a value");
        row("a huge text", "\x8D\xFF\xFF\xFF\xFF\xFF\xFF\xFF\xFF", "byte 2: the pickle ends within a value");
        row("nothing on the stack", ".", "byte 2: there are too few values");
        row("nothing to append to", "K\x01"s + "a.", "byte 4: there are too few values");
        row("append to a number", "K\x01K\x01"s + "a.", "byte 6: elements go to what is not a list");
        row("a key without a value", "}(K\x01"s + "u.", "byte 6: keys and values go to what is not a dict");
        row("no mark", "]e.", "byte 3: there is no mark");
        row("an unknown memo entry", "h\x03.", "byte 2: the memo has no entry 3");
        row("a memo entry from nowhere", "]r\xFF\xFF\xFF\x7F.", "byte 3: the memo gets entry");
        row("containers from nothing", std::string(9000, ']'), "builds more than a snapshot");
        row("a stack from nothing", std::string(2'000'000, 'N'), "builds more than a snapshot");
    }
    void damage_is_an_error() {
        QFETCH(QByteArray, content);
        QFETCH(QString, cause);
        const std::string error = pickle_error(content.toStdString());
        QVERIFY2(error.find(cause.toStdString()) != std::string::npos, error.c_str());
    }

    void a_list_within_itself_does_no_harm() {
        const Pickle pickle = pickled(start + "]\x94h\x00"s + "a."s);
        QCOMPARE(pickle.tree.count_of(pickle.root), std::size_t{1});
    }

    void only_protocols_with_a_header_are_pickles() {
        QVERIFY(is_pickle("\x80\x02."s));
        QVERIFY(is_pickle("\x80\x05."s));
        QVERIFY(!is_pickle("\x80\x06."s));
        QVERIFY(!is_pickle("(lp0\n."s));
        QVERIFY(!is_pickle(""));
    }

    void any_list_of_integers_comes_back() {
        QVERIFY(rc::check([](const std::vector<std::int64_t>& numbers) {
            RC_ASSERT(integers_in(pickled(test::PickleWriter::pickle_of(numbers))) == numbers);
        }));
    }

    void any_bytes_give_a_value_or_an_error_within_the_file() {
        QVERIFY(rc::check([](const std::string& bytes) {
            const std::string content = start + bytes;
            const auto read = read_pickle(content, "a.pickle");
            RC_ASSERT(read.has_value() == (pickle_error(content) == "no error"));
        }));
    }
};

ARENASCOPE_TEST(PickleTest)

#include "pickle_test.moc"
