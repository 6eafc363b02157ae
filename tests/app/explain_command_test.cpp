#include "app/command_line/explain_command.h"

#include "tests/app/program_run.h"

using namespace arenascope;
using namespace arenascope::test;

class ExplainCommandTest : public QObject {
    Q_OBJECT

private slots:
    void chain_and_holes_line_up_whatever_the_names() {
        const Outcome explain = run({"explain", "-"},
                                    "id,lower,upper,size,offset\n"
                                    "a,0,4,20480,0\n畳み込み,2,12,8448,20480\n"
                                    "a_layer_with_a_long_name,8,12,102400,30720\n");
        QCOMPARE(explain.status, 0);
        QCOMPARE(QString::fromUtf8(explain.output),
                 QStringLiteral("peak 130 KiB, threshold 108.25 KiB at step 8 (+20.1 %)\n"
                                "\n"
                                "chain that carries the peak, top down\n"
                                "  a_layer_with_a_long_name  offset 30 KiB, size 100.00 KiB, over a hole of 1.75 KiB\n"
                                "  畳み込み                  offset 20 KiB, size   8.25 KiB\n"
                                "  a                         offset  0 KiB, size  20.00 KiB\n"
                                "\n"
                                "holes under the chain, largest first\n"
                                "  steps [4, 12)  bytes [     0, 20,480)  20.00 KiB\n"
                                "  steps [8, 12)  bytes [28,928, 30,720)   1.75 KiB\n"));
    }
};

ARENASCOPE_TEST(ExplainCommandTest)
#include "explain_command_test.moc"
