#include "core/base/file/compression.h"

#include <rapidcheck.h>

#include "tests/support/test_registry.h"

using namespace arenascope;

class CompressionTest : public QObject {
    Q_OBJECT

private slots:
    void any_bytes_are_restored() {
        QVERIFY(rc::check([](const std::string& content) {
            for (const Compression compression : {Compression::fast, Compression::small}) {
                const std::string bytes = compressed(content, compression);
                RC_ASSERT(decompressed_size(bytes) == content.size());
                RC_ASSERT(decompressed(bytes, content.size()) == content);
                RC_ASSERT(bytes == compressed(content, compression));
            }
        }));
    }

    void a_changed_byte_is_noticed() {
        const std::string content(1'000, 'x');
        const std::string bytes = compressed(content, Compression::fast);
        for (std::size_t i = 0; i < bytes.size(); ++i) {
            std::string damaged = bytes;
            damaged[i] = static_cast<char>(damaged[i] ^ 1);
            QVERIFY(decompressed(damaged, content.size()).value_or(content) == content);
        }
        std::string damaged = bytes;
        damaged.back() = static_cast<char>(damaged.back() ^ 1);
        QVERIFY(!decompressed(damaged, content.size()));
    }

    void more_than_wanted_is_not_decompressed() {
        const std::string bytes = compressed(std::string(1'000'000, 'x'), Compression::fast);
        QVERIFY(bytes.size() < 1'000);
        QVERIFY(!decompressed(bytes, 999'999));
        QVERIFY(!decompressed(bytes + bytes, 2'000'000));
        QVERIFY(!decompressed("no frame", 100));
        std::string boast("\x28\xB5\x2F\xFD\xE0", 5);  // eight bytes of size
        boast += std::string("\0\0\0\x40\0\0\0\0\1\0\0", 11);
        QVERIFY(!decompressed_size(boast));
        QVERIFY(!decompressed("", 100));
    }
};

ARENASCOPE_TEST(CompressionTest)
#include "compression_test.moc"
