#include "core/planner/peak_suppression/rectangle_converter.h"

#include <map>
#include <rapidcheck.h>

#include "core/model/memory/problem.h"
#include "tests/support/test_registry.h"

namespace arenascope {
namespace {

MemoryOperation alloc(std::string name, std::int64_t size = 64, std::int64_t alignment = 1) {
    return {MemoryOperation::Kind::allocate, std::move(name), Bytes(size), Bytes(alignment), 0};
}

MemoryOperation free(std::string name) {
    return {MemoryOperation::Kind::free, std::move(name), {}, Bytes(1), 0};
}

using Rectangle = std::tuple<std::string, std::int64_t, std::int64_t>;

std::vector<Rectangle> rectangles_of(const std::vector<MemoryOperation>& operations) {
    const auto buffers = convert_to_rectangles(operations);
    std::vector<Rectangle> rectangles;
    for (const Buffer& buffer : buffers.value()) {
        rectangles.emplace_back(buffer.name, buffer.lifetime.begin.value(), buffer.lifetime.end.value());
    }
    return rectangles;
}

std::string conversion_error(const std::vector<MemoryOperation>& operations) {
    const auto buffers = convert_to_rectangles(operations, "log");
    return buffers ? "no error" : to_string(buffers.error());
}

}  // namespace

class RectangleConverterTest : public QObject {
    Q_OBJECT

private slots:
    void a_buffer_is_alive_from_allocation_to_free() {
        QCOMPARE(rectangles_of({alloc("a"), alloc("b"), free("a"), free("b")}),
                 (std::vector<Rectangle>{{"a", 0, 2}, {"b", 1, 3}}));
        const auto buffers = convert_to_rectangles(std::vector{alloc("a", 64, 16)});
        QCOMPARE(buffers->front().size, Bytes(64));
        QCOMPARE(buffers->front().alignment, Bytes(16));
    }

    void a_buffer_that_is_never_freed_lives_to_the_end() {
        QCOMPARE(rectangles_of({alloc("a"), alloc("b"), free("a"), alloc("c")}),
                 (std::vector<Rectangle>{{"a", 0, 2}, {"b", 1, 4}, {"c", 3, 4}}));
    }

    void a_repeated_name_becomes_a_second_buffer() {
        QCOMPARE(rectangles_of({alloc("a"), free("a"), alloc("a"), free("a"), alloc("a")}),
                 (std::vector<Rectangle>{{"a", 0, 1}, {"a#2", 2, 3}, {"a#3", 4, 5}}));
    }

    void a_numbered_name_of_the_sequence_is_skipped() {
        QCOMPARE(rectangles_of({alloc("a"), free("a"), alloc("a"), alloc("a#2")}),
                 (std::vector<Rectangle>{{"a", 0, 1}, {"a#3", 2, 4}, {"a#2", 3, 4}}));
    }

    void errors_name_the_operation() {
        QCOMPARE(conversion_error({alloc("a"), free("a"), free("a")})
                     .find("log: operation 2 (free 'a') frees a buffer that was already freed"),
                 std::size_t{0});
        QCOMPARE(conversion_error({free("a"), alloc("a")})
                     .find("log: operation 0 (free 'a') frees a buffer that was never allocated"),
                 std::size_t{0});
        QCOMPARE(conversion_error({alloc("a"), alloc("a")})
                     .find("log: operation 1 (alloc 'a') allocates a buffer that is still alive"),
                 std::size_t{0});
        QCOMPARE(conversion_error({alloc("a", 0)}).find("log: operation 0 (alloc 'a') has the size 0"), std::size_t{0});
        QCOMPARE(conversion_error({alloc("a", -3)}).find("log: operation 0 (alloc 'a') has the size -3"),
                 std::size_t{0});
        QCOMPARE(conversion_error({alloc("a", 1, 0)}).find("log: operation 0 (alloc 'a') has the alignment 0"),
                 std::size_t{0});
    }

    void each_allocation_of_any_sequence_gets_a_unique_name() {
        QVERIFY(rc::check([] {
            const std::vector<std::string> names{"a", "b", "a#2", "a#3", "b#2#2", "b#2"};
            std::map<std::string, bool> alive;
            std::vector<MemoryOperation> operations;
            std::size_t allocations = 0;
            for (const auto choice : *rc::gen::container<std::vector<int>>(rc::gen::inRange(0, 6))) {
                const std::string& name = names[static_cast<std::size_t>(choice)];
                bool& is_alive = alive[name];
                operations.push_back(is_alive ? free(name) : alloc(name));
                allocations += is_alive ? 0 : 1;
                is_alive = !is_alive;
            }
            Problem problem;
            problem.buffers = convert_to_rectangles(operations).value();
            RC_ASSERT(problem.buffers.size() == allocations);
            RC_ASSERT(validate(problem).has_value());
        }));
    }
};

ARENASCOPE_TEST(RectangleConverterTest)

}  // namespace arenascope

#include "rectangle_converter_test.moc"
