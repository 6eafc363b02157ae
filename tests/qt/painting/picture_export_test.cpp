#include "qt/painting/picture_export.h"

#include <cstdlib>
#include <ctime>

#include <QImage>
#include <QRegularExpression>
#include <QTemporaryDir>

#include "tests/support/placed_plan.h"
#include "tests/support/placed_sheet.h"
#include "tests/support/test_registry.h"

using namespace arenascope;
using test::placed_plan;
using test::PlacedPlan;
using test::Sheet;

namespace {

/// Sets the time zone of the C library and of Qt, and restores it at the end.
class InZone {
public:
    explicit InZone(const char* zone) : before_(qgetenv("TZ")) { set(zone); }
    InZone(const InZone&) = delete;
    InZone& operator=(const InZone&) = delete;
    ~InZone() {
        if (before_.isEmpty()) {
            qunsetenv("TZ");
        } else {
            set(before_.constData());
        }
        tzset();
    }

private:
    static void set(const char* zone) {
        qputenv("TZ", zone);
        tzset();
    }
    QByteArray before_;
};

}  // namespace

class PictureExportTest : public QObject {
    Q_OBJECT

private slots:
    void the_suffix_determines_the_format() {
        QVERIFY(picture_format_of("a/b.PNG") == PictureFormat::png);
        QVERIFY(picture_format_of("b.svg") == PictureFormat::svg);
        QVERIFY(picture_format_of("b.x.pdf") == PictureFormat::pdf);
        QVERIFY(picture_format_of("b.gif").error().cure.find(".png") != std::string::npos);
        QVERIFY(!picture_format_of("noending").has_value());
    }

    void a_png_has_the_size_times_the_scale() {
        const QImage image = *render_image(content(), {640, 400, 1.5, Theme::light});
        QCOMPARE(image.size(), QSize(960, 600));
    }

    void an_svg_keeps_its_text_as_text() {
        const QByteArray svg = bytes(PictureFormat::svg);
        QVERIFY(svg.contains("conv_long_name"));
        QVERIFY(svg.contains("卷积核"));
        QVERIFY(svg.contains("theoretical threshold"));
        QVERIFY(!svg.contains("<image"));
        QVERIFY(svg.contains("viewBox=\"0 0 1600 1000\""));
    }

    void a_pdf_keeps_its_text_as_text_and_has_its_own_page_size() {
        const QByteArray pdf = bytes(PictureFormat::pdf);
        QVERIFY(pdf.startsWith("%PDF-"));
        QVERIFY(pdf.contains("/Subtype /Type0"));  // fonts, which outlines would not need
        QVERIFY(pdf.contains("/ToUnicode"));
        QVERIFY(pdf.contains("/MediaBox [0 0 1200"));
    }

    void the_same_input_gives_the_same_bytes_at_any_time_and_in_any_zone_data() {
        QTest::addColumn<int>("format");
        QTest::newRow("png") << static_cast<int>(PictureFormat::png);
        QTest::newRow("svg") << static_cast<int>(PictureFormat::svg);
        QTest::newRow("pdf") << static_cast<int>(PictureFormat::pdf);
    }
    void the_same_input_gives_the_same_bytes_at_any_time_and_in_any_zone() {
        QFETCH(int, format);
        QByteArray first;
        {
            const InZone zone("UTC");
            first = bytes(static_cast<PictureFormat>(format));
        }
        const qint64 then = QDateTime::currentSecsSinceEpoch();
        QTRY_VERIFY(QDateTime::currentSecsSinceEpoch() != then);  // a date in the file differs from now on
        const InZone zone("Asia/Tokyo");
        QVERIFY(bytes(static_cast<PictureFormat>(format)) == first);
    }

    void a_pdf_on_paper_fills_the_page_across() {
        for (const auto& [paper, box] :
             {std::pair(Paper::a4, "/MediaBox [0 0 842"), {Paper::letter, "/MediaBox [0 0 792"}}) {
            const auto pdf = render_picture(content(), {.paper = paper}, PictureFormat::pdf);
            QVERIFY(pdf && pdf->contains(box));
        }
    }

    void every_position_in_a_pdf_points_to_its_object() {
        const InZone zone("Asia/Tokyo");
        const QByteArray pdf = bytes(PictureFormat::pdf);
        const auto start = pdf.lastIndexOf("startxref\n") + 10;
        const auto table = pdf.mid(start, pdf.indexOf('\n', start) - start).toLongLong();
        QVERIFY(pdf.mid(table, 5) == "xref\n");
        int object = 0;
        for (auto line = pdf.indexOf('\n', table + 5) + 1; line < start - 10; line = pdf.indexOf('\n', line) + 1) {
            const QByteArray entry = pdf.mid(line, 18);
            if (entry.endsWith(" n")) {
                const QByteArray expected = QByteArray::number(object) + " 0 obj";
                QCOMPARE(pdf.mid(entry.left(10).toLongLong(), expected.size()), expected);
            }
            ++object;
        }
        QVERIFY(object > 5);
    }

    void the_culprit_is_the_only_saturated_area() {
        const QImage image = *render_image(content(), {1200, 800, 1, Theme::light});
        int saturated = 0;
        for (int y = 0; y < image.height(); ++y) {
            for (int x = 0; x < image.width(); ++x) {
                const Color hot = palette(Theme::light).high_over.fill;
                saturated += image.pixelColor(x, y) == QColor(hot.red, hot.green, hot.blue) ? 1 : 0;
            }
        }
        QVERIFY(saturated > 1000);
    }

    void sizes_that_cannot_be_drawn_are_refused() {
        QVERIFY(!validate(PictureSettings{10, 400, 1, Theme::light}).has_value());
        QVERIFY(!validate(PictureSettings{1600, 1000, 0, Theme::light}).has_value());
        QVERIFY(!validate(PictureSettings{9000, 1000, 4, Theme::light}).has_value());
        QVERIFY(validate(PictureSettings{}).has_value());
    }

    void a_file_is_written_whole_or_not_at_all() {
        const QTemporaryDir directory;
        const QString path = directory.filePath(QStringLiteral("plan.svg"));
        QVERIFY(export_picture(path.toStdString(), content(), {}).has_value());
        QFile file(path);
        QVERIFY(file.open(QIODevice::ReadOnly));
        QCOMPARE(file.readAll(), bytes(PictureFormat::svg));
        QVERIFY(!export_picture("/no/such/directory/plan.svg", content(), {}).has_value());
    }

private:
    [[nodiscard]] PageContent content() const { return sheet_.content(); }

    [[nodiscard]] QByteArray bytes(PictureFormat format) const {
        const auto rendered = render_picture(content(), {}, format);
        return rendered ? *rendered : QByteArray();
    }

    PlacedPlan plan_ =
        placed_plan({{"conv_long_name", 0, 50, 4096, 0}, {"卷积核", 40, 100, 4096, 8192}, {"small", 0, 100, 1, 4097}});
    Sheet sheet_{plan_.problem,
                 plan_.layout,
                 {{Tier::high, Cause::beside}, {Tier::high, Cause::over}, {Tier::high, Cause::beside}}};
};

ARENASCOPE_TEST(PictureExportTest)
#include "picture_export_test.moc"
