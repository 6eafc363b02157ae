#include "app/window/dialogs/format_filters.h"

#include <QDir>
#include <QFile>
#include <QFileInfo>
#include <QStringList>

#include "core/format/detection.h"
#include "core/format/registry.h"
#include "tests/support/test_registry.h"

using namespace arenascope;

class FormatFiltersTest : public QObject {
    Q_OBJECT

private slots:
    void each_group_is_a_filter_between_all_that_opens_and_all_files() {
        const QStringList filters = format_filters().split(QStringLiteral(";;"));
        QCOMPARE(filters.size(), static_cast<qsizetype>(format_groups().size() + 2));
        QCOMPARE(filters[1], QStringLiteral("From PyTorch (*.pickle *.pkl *.json)"));
        QCOMPARE(filters.last(), QStringLiteral("All files (*)"));
    }

    void a_sample_matches_the_pattern_of_its_format() {
        for (const QFileInfo& file :
             QFileInfo(test::sample(QStringLiteral("gaps.csv"))).dir().entryInfoList(QDir::Files)) {
            QFile opened(file.filePath());
            QVERIFY(opened.open(QIODevice::ReadOnly));
            const std::string content = opened.readAll().toStdString();
            const auto format = detect_format(content, "sample");
            if (!format) {
                continue;  // a file of rules or a description
            }
            const QString suffixes = QString::fromStdString(std::string(format_of(*format).description.suffixes));
            QVERIFY2(QDir::match(suffixes.split(QLatin1Char(' ')), file.fileName()), qPrintable(file.fileName()));
        }
    }
};

ARENASCOPE_TEST(FormatFiltersTest)
#include "format_filters_test.moc"
