#include "core/format/file_format.h"

#include <set>
#include <string>

#include <QFile>
#include <QRegularExpression>

#include "core/format/registry.h"
#include "tests/support/test_registry.h"

namespace arenascope {

class FileFormatTest : public QObject {
    Q_OBJECT

private slots:
    void every_format_is_listed_once_with_words_and_patterns_of_its_names() {
        std::set<FileFormat> listed;
        std::set<std::string_view> names;
        for (const Format& each : formats()) {
            const FormatDescription& description = each.description;
            QVERIFY2(listed.insert(description.format).second && names.insert(description.name).second,
                     description.name.data());
            QVERIFY(!description.files.empty() && description.suffixes.starts_with("*."));
            QVERIFY(static_cast<std::size_t>(description.format) < formats().size());
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
            for (const FormatDescription& each : group.formats) {
                const std::string heading =
                    &each == group.formats.data() ? std::string(group.name) + ": " : std::string();
                expected << QString::fromStdString(heading + std::string(each.files));
            }
        }
        QCOMPARE(listed, expected);
    }
};

ARENASCOPE_TEST(FileFormatTest)

}  // namespace arenascope

#include "file_format_test.moc"
