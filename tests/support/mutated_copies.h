#pragma once

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <random>
#include <string>
#include <string_view>
#include <utility>

#include <QtTest>

#include "core/check/overlap_checker.h"
#include "core/format/reading.h"
#include "tests/support/counted_memory.h"

namespace arenascope::test {

/// Copies of a file, each damaged in one to three places. Copy number n is the same on every machine.
///
///   flipped      a byte has another value
///   cut          the file ends early
///   doubled      a line, or some bytes of a file without lines, comes twice
///   dropped      the same, but it is missing
///   huge         a number is replaced by one at the edge of what 64 bits hold, or beyond it
///   swapped      some bytes come from another place of the file
class MutatedCopies {
public:
    explicit MutatedCopies(std::string original) : original_(std::move(original)) {}

    [[nodiscard]] std::string copy(std::size_t number) const {
        std::mt19937_64 random(number);
        std::string text = original_;
        for (std::size_t damages = 1 + random() % 3; damages > 0 && !text.empty(); --damages) {
            damage(text, random);
        }
        return text;
    }

private:
    using Random = std::mt19937_64;
    struct Part {
        std::size_t from;
        std::size_t size;
    };

    static void damage(std::string& text, Random& random) {
        switch (random() % 6) {
            case 0:
                text[random() % text.size()] = static_cast<char>(random() % 256);
                break;
            case 1:
                text.resize(random() % text.size());
                break;
            case 2: {
                const Part part = any_part(text, random);
                text.insert(part.from, text.substr(part.from, part.size));
                break;
            }
            case 3: {
                const Part part = any_part(text, random);
                text.erase(part.from, part.size);
                break;
            }
            case 4:
                enlarge_number(text, random);
                break;
            default: {
                const Part part = any_part(text, random);
                const std::string other = text.substr(random() % text.size(), part.size);
                text.replace(part.from, other.size(), other);
                break;
            }
        }
    }

    /// A line with its end; some bytes if the lines are long, as in a binary file.
    static Part any_part(const std::string& text, Random& random) {
        constexpr std::size_t longest_line = 400;
        const std::size_t place = random() % text.size();
        const std::size_t before = place == 0 ? std::string::npos : text.rfind('\n', place - 1);
        const std::size_t from = before == std::string::npos ? 0 : before + 1;
        const std::size_t end = text.find('\n', from);
        const std::size_t size = (end == std::string::npos ? text.size() : end + 1) - from;
        if (size <= longest_line) {
            return {from, size};
        }
        return {place, std::min(text.size() - place, std::size_t{1} + random() % 16)};
    }

    /// Replaces the first number at or after a random place. In a binary file, sets eight bytes.
    static void enlarge_number(std::string& text, Random& random) {
        static constexpr std::array<std::string_view, 10> numbers = {"9223372036854775807",
                                                                     "9223372036854775808",
                                                                     "18446744073709551615",
                                                                     "99999999999999999999",
                                                                     "4294967296",
                                                                     "2147483648",
                                                                     "-1",
                                                                     "0",
                                                                     "-9223372036854775808",
                                                                     "1e308"};
        constexpr std::string_view digits = "0123456789";
        const std::size_t place = random() % text.size();
        const std::string_view number = numbers[random() % numbers.size()];
        const std::size_t from = text.find_first_of(digits, place);
        if (text.find('\0') != std::string::npos || from == std::string::npos) {
            const char byte = random() % 2 == 0 ? '\xFF' : '\x7F';
            std::fill_n(text.begin() + static_cast<std::ptrdiff_t>(place),
                        std::min<std::size_t>(8, text.size() - place), byte);
            return;
        }
        const std::size_t end = std::min(text.find_first_not_of(digits, from), text.size());
        text.replace(from, end - from, number);
    }

    std::string original_;
};

/// The most memory that reading a file may take: 20 times its size, and a constant for what any file takes.
[[nodiscard]] constexpr std::size_t most_memory_to_read(std::size_t file) {
    return 20 * file + 65'536;
}

/// Verifies what holds for every document: it is valid, and the checker can judge it.
inline void verify_sound(const Document& document, std::size_t number) {
    const auto valid = validate(document.problem);
    QVERIFY2(valid, qPrintable(QStringLiteral("copy %1 gives an invalid problem").arg(number)));
    QCOMPARE(document.layout.placements.size(), document.problem.buffers.size());
    const CheckReport report = check(document.problem, document.layout);
    QCOMPARE(report.unplaced.empty(), is_complete(document.layout));
}

/// Reads 2,000 damaged copies of a file as `format`, and as whatever they are detected to be. Each gives an error with
/// a cause, or a sound document, and takes little memory. Hangs end by the time limit of the test.
inline void verify_mutated_copies(FileFormat format, const std::string& original) {
    constexpr std::size_t copies = 2'000;
    const MutatedCopies mutated(original);
    std::size_t opened = 0;
    for (std::size_t number = 0; number < copies; ++number) {
        const std::string text = mutated.copy(number);
        for (const bool is_detected : {false, true}) {
            const CountedMemory memory;
            const auto document = is_detected ? parse_document(text, "copy") : parse_document_as(format, text, "copy");
            const std::size_t most = memory.most();
            QVERIFY2(most <= most_memory_to_read(std::max(text.size(), original.size())),
                     qPrintable(QStringLiteral("copy %1 of %2 bytes takes %3").arg(number).arg(text.size()).arg(most)));
            if (!document) {
                QVERIFY2(!document.error().cause.empty(), qPrintable(QStringLiteral("copy %1").arg(number)));
                continue;
            }
            ++opened;
            verify_sound(*document, number);
            if (QTest::currentTestFailed()) {
                return;
            }
        }
    }
    QVERIFY2(opened > 0, "no copy opens, so the copies say little about the reader");
    QVERIFY2(opened < 2 * copies, "every copy opens, so they are not damaged");
}

}  // namespace arenascope::test
