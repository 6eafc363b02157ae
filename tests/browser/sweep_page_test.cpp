#include <cstdio>
#include <cstdlib>

#include <QFile>
#include <QTemporaryDir>
#include <QTest>

#include "tests/app/program_run.h"
#include "tests/browser/browser.h"
#include "tests/support/test_registry.h"

using namespace arenascope;
using namespace arenascope::test;

/// Opens the page of a sweep in Chromium.
class SweepPageTest : public QObject {
    Q_OBJECT

private:
    QTemporaryDir folder_;

    [[nodiscard]] QString page() const {
        for (const char* const size : {"10", "30", "20"}) {
            QFile csv(folder_.filePath(QString("file%1.csv").arg(size)));
            csv.open(QIODevice::WriteOnly);
            csv.write(QByteArray("id,lower,upper,size\n<script>alert(1)</script>,0,2,") + size + "\n");
        }
        run({"sweep", folder_.path(), "-o", folder_.filePath("page.html")});
        return folder_.filePath("page.html");
    }

private slots:
    void initTestCase() {
        if (Browser::program().isEmpty()) {
            std::puts("skipped: Chromium is not installed; scripts/install-packages browser installs it");
            std::exit(77);  // which ctest takes for a skipped test
        }
    }

    void a_click_on_a_head_sorts_and_another_turns_the_order() {
        Browser browser(true);
        browser.open(page());
        const QString thresholds =
            "Array.from(document.querySelectorAll('tbody tr'))"
            ".map(row => row.cells[6].dataset.v).join()";
        const QString click = "document.querySelectorAll('th')[6].querySelector('button').click()";
        QCOMPARE(browser.evaluate(thresholds).toString(), QString("10,20,30"));
        browser.evaluate(click);
        QCOMPARE(browser.evaluate(thresholds).toString(), QString("30,20,10"));
        browser.evaluate(click);
        QCOMPARE(browser.evaluate(thresholds).toString(), QString("10,20,30"));
        QCOMPARE(browser.complaints(), QStringList());
    }

    void nothing_is_loaded_with_or_without_scripts() {
        const QString file = page();
        for (const bool scripts : {true, false}) {
            Browser browser(scripts);
            browser.open(file);
            QCOMPARE(browser.evaluate("document.querySelectorAll('tbody tr svg').length").toInt(), 3);
            QCOMPARE(browser.requests().size(), 1);
            QCOMPARE(browser.complaints(), QStringList());
        }
    }
};

ARENASCOPE_EXTENDED_TEST(SweepPageTest)
#include "sweep_page_test.moc"
