#include "core/model/memory/name.h"

#include <thread>
#include <vector>

#include "tests/support/counted_memory.h"
#include "tests/support/test_registry.h"

namespace arenascope {

class NameTest : public QObject {
    Q_OBJECT

private slots:
    void holds_a_text() {
        const Name name("conv1");
        QCOMPARE(name.view(), std::string_view("conv1"));
        QCOMPARE(name.size(), std::size_t{5});
        QVERIFY(name == "conv1" && name == std::string("conv1") && name != Name("conv2"));
        QVERIFY(Name().empty() && Name() == Name("") && Name() == "");
        QVERIFY(Name("a") < Name("b") && Name("b") > "a");
        QCOMPARE("<" + name + ">", std::string("<conv1>"));
    }

    void a_copy_outlives_its_source() {
        Name copy;
        {
            Name source("first");
            copy = source;
            source = "second";
            QCOMPARE(source, Name("second"));
        }
        QCOMPARE(copy, Name("first"));
        const Name moved = std::move(copy);
        QCOMPARE(moved, Name("first"));
    }

    void may_hold_any_bytes() {
        const std::string bytes("a\0b", 3);
        QCOMPARE(Name(bytes).text(), bytes);
    }

    void names_outlive_the_store() {
        std::vector<Name> names;
        {
            NameStore store;
            for (int i = 0; i < 10'000; ++i) {
                names.push_back(store.add("b" + std::to_string(i)));
            }
            names.push_back(store.add(std::string(1'000'000, 'x')));
            names.push_back(store.add(""));
            names.push_back(store.add("last"));
        }
        for (std::size_t i = 0; i < 10'000; ++i) {
            QCOMPARE(names[i].text(), "b" + std::to_string(i));
        }
        QCOMPARE(names[10'000].size(), std::size_t{1'000'000});
        QVERIFY(names[10'001].empty());
        QCOMPARE(names[10'002].text(), std::string("last"));
    }

    void a_store_whose_names_are_gone_frees_its_memory() {
        NameStore store;
        static_cast<void>(store.add("a"));
        static_cast<void>(store.add(std::string(5'000, 'b')));
    }

    void a_stored_name_takes_few_bytes_beside_its_text() {
        std::vector<Name> names;
        constexpr std::size_t count = 100'000;
        names.reserve(count);
        const test::CountedMemory memory;
        {
            NameStore store;
            for (std::size_t i = 0; i < count; ++i) {
                names.push_back(store.add("12345678"));
            }
        }
        QVERIFY2(memory.most() < count * (8 + 8 + 2) + 300'000, std::to_string(memory.most()).c_str());
    }

    void threads_may_share_names() {
        NameStore store;
        std::vector<Name> names;
        for (int i = 0; i < 1'000; ++i) {
            names.push_back(store.add(std::to_string(i)));
        }
        const auto copy_and_drop = [&names] {
            for (int i = 0; i < 100; ++i) {
                const std::vector<Name> copies = names;
            }
        };
        std::thread other(copy_and_drop);
        copy_and_drop();
        other.join();
        QCOMPARE(names[999].text(), std::string("999"));
    }
};

ARENASCOPE_TEST(NameTest)

}  // namespace arenascope

#include "name_test.moc"
