#include "qt/words/frame_words.h"

#include <QtTest>

#include "tests/support/test_registry.h"

using namespace arenascope;

class FrameWordsTest : public QObject {
    Q_OBJECT

private slots:
    void counts_have_the_words_of_their_kind() {
        FrameCounts counts{};
        QCOMPARE(frame_counts_words(counts), QString());
        counts[static_cast<std::size_t>(FrameKind::pass)] = 2;
        counts[static_cast<std::size_t>(FrameKind::iteration)] = 1;
        counts[static_cast<std::size_t>(FrameKind::rearrangement)] = 1234;
        QCOMPARE(frame_counts_words(counts), QStringLiteral("2 passes, 1 iteration, 1,234 rearrangements"));
    }
};

ARENASCOPE_TEST(FrameWordsTest)
#include "frame_words_test.moc"
