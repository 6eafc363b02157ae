#include "core/analysis/explain/layout_figures.h"
#include "tests/support/made_snapshot.h"
#include "tests/support/opened_text.h"
#include "tests/support/test_registry.h"

namespace arenascope {

using namespace test;

class AllocatorFiguresTest : public QObject {
    Q_OBJECT

private slots:
    void live_and_reserved_bytes_are_those_of_the_events() {
        const Document document = opened(MadeSnapshot()
                                             .segment(0x1000, 4096)
                                             .event("alloc", 0x1000, 600)
                                             .event("alloc", 0x1800, 100)
                                             .event("free_completed", 0x1000, 600)
                                             .text());
        const AllocatorFigures figures = allocator_figures(document.problem);
        QCOMPARE(figures.highest_live, Bytes(700));
        QCOMPARE(figures.highest_live_at, Step(1));
        QCOMPARE(figures.live_at_end, Bytes(100));
        QCOMPARE(figures.highest_reserved, Bytes(4096));
        QCOMPARE(figures.highest_reserved_at, Step(0));
        QCOMPARE(figures.reserved_at_end, Bytes(4096));
        QCOMPARE(figures.segments_at_end, std::size_t{1});
        QCOMPARE(figures.expandable, std::size_t{0});
    }

    void the_sample_never_lives_above_what_is_reserved() {
        const auto document = read_document(sample(QStringLiteral("training_snapshot.pickle")).toStdString());
        QVERIFY(document.has_value());
        const AllocatorFigures figures = allocator_figures(document->problem);
        QVERIFY(figures.highest_live > Bytes(0));
        QVERIFY(figures.highest_live <= figures.highest_reserved);
        QVERIFY(figures.live_at_end <= figures.reserved_at_end);
    }
};

ARENASCOPE_TEST(AllocatorFiguresTest)

}  // namespace arenascope

#include "allocator_figures_test.moc"
