#include "core/format/file_format.h"

#include <set>
#include <string>

#include <QFile>
#include <QRegularExpression>

#include "tests/support/test_registry.h"

namespace arenascope {

class FileFormatTest : public QObject {
    Q_OBJECT

private slots:
    void every_format_is_in_one_group() {
        std::set<FileFormat> grouped;
        for (const FormatGroup& group : format_groups()) {
            for (const GroupedFormat& each : group.formats) {
                QVERIFY2(grouped.insert(each.format).second, each.files.data());
            }
        }
        // Formats are numbered from 0 on, and only they have names.
        std::size_t formats = 0;
        while (!name_of(static_cast<FileFormat>(formats)).empty()) {
            QVERIFY2(grouped.contains(static_cast<FileFormat>(formats)),
                     name_of(static_cast<FileFormat>(formats)).data());
            ++formats;
        }
        QCOMPARE(grouped.size(), formats);
    }

    void every_format_has_words_and_patterns_of_its_names() {
        for (const FormatGroup& group : format_groups()) {
            QVERIFY(!group.name.empty());
            for (const GroupedFormat& each : group.formats) {
                QCOMPARE(files_of(each.format), each.files);
                QVERIFY(each.suffixes.starts_with("*."));
            }
        }
    }

    /// Rows of docs/formats.md: `| group | [words](#section) … | yes | |`. Only the first row of a group names it.
    void the_page_of_formats_lists_the_same_ones() {
        QFile page(test::sample(QStringLiteral("../docs/formats.md")));
        QVERIFY(page.open(QIODevice::ReadOnly));
        const QString text = QString::fromUtf8(page.readAll());
        const QRegularExpression row(QStringLiteral("^\\| ([^|]*)\\|? ?\\[([^\\]]*)\\]\\(#[^|]*\\| yes \\|"),
                                     QRegularExpression::MultilineOption);
        QStringList listed;
        for (const auto& match : row.globalMatch(text)) {
            const QString group = match.captured(1).trimmed();
            listed << (group.isEmpty() ? QString() : group + QStringLiteral(": ")) + match.captured(2);
        }
        QStringList expected;
        for (const FormatGroup& group : format_groups()) {
            for (const GroupedFormat& each : group.formats) {
                const std::string heading =
                    &each == group.formats.data() ? std::string(group.name) + ": " : std::string();
                expected << QString::fromStdString(heading + std::string(each.files));
            }
        }
        QCOMPARE(listed, expected);
    }

    void a_model_is_no_plan_of_another_tool() {
        for (std::size_t i = 0; !name_of(static_cast<FileFormat>(i)).empty(); ++i) {
            const auto format = static_cast<FileFormat>(i);
            QVERIFY(!(is_model(format) && is_printed_plan(format)));
        }
    }
};

ARENASCOPE_TEST(FileFormatTest)

}  // namespace arenascope

#include "file_format_test.moc"
