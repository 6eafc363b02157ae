#include "app/command_line/export_command.h"

#include <QFile>
#include <QImage>
#include <QRegularExpression>
#include <QSvgRenderer>
#include <QTemporaryDir>

#include "tests/app/program_run.h"

using namespace arenascope;
using namespace arenascope::test;

namespace {

/// The height of the title: from the first to the last row that has more than the background.
int title_height(const QImage& image) {
    const QRgb ground = image.pixel(0, 0);
    int first = -1;
    for (int y = 0; y < image.height(); ++y) {
        bool empty = true;
        for (int x = 0; x < image.width() / 4 && empty; ++x) {
            empty = image.pixel(x, y) == ground;
        }
        if (!empty && first < 0) {
            first = y;
        } else if (empty && first >= 0) {
            return y - first;
        }
    }
    return 0;
}

}  // namespace

/// Runs `arenascope export` as scripts do.
class ExportCommandTest : public QObject {
    Q_OBJECT

private:
    QTemporaryDir folder_;

    [[nodiscard]] QString file(const QString& name) const { return folder_.filePath(name); }
    /// Exports a sample plan and returns the path of the picture.
    [[nodiscard]] QString exported(const QString& name, const QStringList& more = {}, const char* zone = "UTC") const {
        const Outcome outcome =
            run(QStringList{"export", sample(QStringLiteral("vendor_plan.csv")), "-o", file(name)} + more,
                {.time_zone = zone});
        return outcome.status == 0 ? file(name) : QString::fromUtf8(outcome.errors);
    }

private slots:
    void a_plan_that_was_edited_by_hand_says_so_in_the_caption() {
        const QByteArray plan = R"({"format": "arenascope-plan", "version": 1,
            "hand_edits": [{"what": "size of 'a'", "from": "8", "to": "4"OF}],
            "buffers": [{"name": "a", "size": 4, "begin": 0, "end": 3, "offset": 0}]})";
        const auto picture_with = [&](const QByteArray& of) {
            const QString path = file(QStringLiteral("edited.svg"));
            [[maybe_unused]] const Outcome outcome =
                run({"export", "-", "-o", path}, QByteArray(plan).replace("OF", of));
            QFile picture(path);
            return picture.open(QIODevice::ReadOnly) ? picture.readAll() : outcome.errors;
        };
        QVERIFY(picture_with({}).contains("edited by hand"));
        QVERIFY(picture_with(", \"of\": \"planned problem\"").contains("of a problem edited by hand"));
    }

    void notes_of_the_plan_are_in_the_picture_unless_they_are_left_out() {
        const QByteArray plan = R"({"format": "arenascope-plan", "version": 1,
            "pinned_notes": [{"text": "why <here>?", "buffer": "a"}, {"text": "好", "step": 2}],
            "buffers": [{"name": "a", "size": 4, "begin": 0, "end": 3, "offset": 0}]})";
        const auto svg = [&](const QString& input, const QStringList& more) {
            const QString path = file(QStringLiteral("noted.svg"));
            const Outcome outcome = run(QStringList{"export", input, "-o", path} + more, plan);
            QFile picture(path);
            return picture.open(QIODevice::ReadOnly) && outcome.status == 0 ? picture.readAll() : outcome.errors;
        };
        const QByteArray noted = svg("-", {});
        QVERIFY2(noted.contains("1  a: why &lt;here&gt;?") && noted.contains("2  step 2: ") && noted.contains("好"),
                 noted.constData());
        QVERIFY(!svg("-", {"--no-notes"}).contains("why"));
        // The steps of a run have them, too.
        const QString trace = file(QStringLiteral("noted.arenatrace"));
        QCOMPARE(run({"plan", "-", "--trace", trace}, plan).status, 0);
        QVERIFY(svg(trace, {"--iteration", "0"}).contains("1  a: why &lt;here&gt;?"));
    }

    void a_png_has_exactly_the_size_times_the_scale_data() {
        QTest::addColumn<QString>("scale");
        QTest::addColumn<QSize>("size");
        QTest::newRow("whole") << "2" << QSize(1602, 1006);
        QTest::newRow("one_and_a_half") << "1.5" << QSize(1202, 755);      // 801 · 1.5 = 1201.5
        QTest::newRow("one_and_a_quarter") << "1.25" << QSize(1001, 629);  // 801 · 1.25 = 1001.25
        QTest::newRow("small") << "0.5" << QSize(401, 252);
        QTest::newRow("a_third") << "0.3333" << QSize(267, 168);
    }

    void a_png_has_exactly_the_size_times_the_scale() {
        QFETCH(const QString, scale);
        QFETCH(const QSize, size);
        const QImage image(exported(QStringLiteral("s.png"), {"--size", "801x503", "--scale", scale}));
        QCOMPARE(image.size(), size);
    }

    void text_grows_with_the_scale() {
        const int once = title_height(QImage(exported(QStringLiteral("t1.png"), {"--size", "800x500"})));
        QVERIFY(once > 8);
        for (const auto& [text, scale] : {std::pair("1.25", 1.25), {"1.5", 1.5}, {"2", 2.0}, {"3", 3.0}}) {
            const int height = title_height(
                QImage(exported(QStringLiteral("t.png"), {"--size", "800x500", "--scale", QLatin1String(text)})));
            QVERIFY2(std::abs(height - once * scale) <= scale + 1, qPrintable(QString::number(height)));
        }
    }

    void a_scaled_page_shows_the_same_share_of_everything() {
        const QImage once(exported(QStringLiteral("a.png"), {"--size", "800x500"}));
        const QImage larger(exported(QStringLiteral("b.png"), {"--size", "800x500", "--scale", "1.5"}));
        const QImage shrunk = larger.scaled(once.size(), Qt::IgnoreAspectRatio, Qt::SmoothTransformation);
        qint64 difference = 0;
        for (int y = 0; y < once.height(); ++y) {
            for (int x = 0; x < once.width(); ++x) {
                difference += std::abs(qGray(once.pixel(x, y)) - qGray(shrunk.pixel(x, y)));
            }
        }
        // Patterns and edges may move by a pixel, areas and texts may not.
        QVERIFY2(difference / (once.width() * once.height()) < 12, qPrintable(QString::number(difference)));
    }

    void an_svg_and_a_pdf_have_the_given_size() {
        QSvgRenderer svg(exported(QStringLiteral("s.svg"), {"--size", "801x503", "--scale", "1.5"}));
        QVERIFY(svg.isValid());
        QCOMPARE(svg.viewBox().size(), QSize(801, 503));
        const QByteArray text = content_of(file(QStringLiteral("s.svg")));
        const auto width =
            QRegularExpression(QStringLiteral(R"(<svg width="([0-9.]+)mm")")).match(QString::fromUtf8(text));
        QVERIFY(width.hasMatch());
        QCOMPARE(qRound(width.captured(1).toDouble() / 25.4 * 96), 1202);
        const QByteArray pdf = content_of(exported(QStringLiteral("s.pdf"), {"--size", "800x400"}));
        const auto box = QRegularExpression(QStringLiteral(R"(/MediaBox \[0 0 ([0-9.]+) ([0-9.]+)\])"))
                             .match(QString::fromLatin1(pdf));
        QVERIFY(box.hasMatch());
        QCOMPARE(qRound(box.captured(1).toDouble()), 600);  // 800 pixels at 96 to the inch
        QCOMPARE(qRound(box.captured(2).toDouble()), 300);
    }

    void theme_and_colouring_change_the_picture() {
        const QImage light(exported(QStringLiteral("l.png"), {"--theme", "light"}));
        const QImage dark(exported(QStringLiteral("d.png"), {"--theme", "dark"}));
        QVERIFY(qGray(light.pixel(0, 0)) > 200);
        QVERIFY(qGray(dark.pixel(0, 0)) < 80);
        QList<QByteArray> pictures;
        for (const char* by : {"risk", "size", "lifetime", "kind"}) {
            const QByteArray svg = content_of(exported(QStringLiteral("c.svg"), {"--color-by", QLatin1String(by)}));
            QVERIFY2(svg.startsWith("<?xml"), by);
            QVERIFY2(!pictures.contains(svg), by);
            pictures.append(svg);
        }
    }

    void every_iteration_of_a_trace_can_be_drawn_and_no_other() {
        QCOMPARE(run({"plan", sample(QStringLiteral("mobile_vision.json")), "--planner", "peak-suppression", "--set",
                      "work=20000", "--trace", file(QStringLiteral("t.json")), "-o", file(QStringLiteral("p.json"))})
                     .status,
                 0);
        const auto of_iteration = [&](const QString& number) {
            return run(
                {"export", file(QStringLiteral("t.json")), "-o", file(QStringLiteral("i.svg")), "--iteration", number});
        };
        QCOMPARE(of_iteration(QStringLiteral("0")).status, 0);
        const QByteArray first = content_of(file(QStringLiteral("i.svg")));
        QVERIFY(first.contains("iteration 0 of ") && first.contains("trace of the file"));
        QVERIFY(!first.contains("layout of the file"));
        for (const char* wrong : {"1000000", "-1", "x", "1.5", "18446744073709551616"}) {
            const Outcome outcome = of_iteration(QLatin1String(wrong));
            QVERIFY2(outcome.status == 2, wrong);
            QVERIFY2(!outcome.errors.isEmpty(), wrong);
        }
        QVERIFY(of_iteration(QStringLiteral("1000000")).errors.contains("there is no iteration 1000000"));
        const Outcome untraced = run(
            {"export", sample(QStringLiteral("placed.csv")), "-o", file(QStringLiteral("i.svg")), "--iteration", "0"});
        QCOMPARE(untraced.status, 2);
        QVERIFY2(untraced.errors.contains("there is no trace"), untraced.errors.constData());
    }

    void a_group_and_a_rearrangement_can_be_drawn_in_the_tiers_that_made_the_group() {
        const QString trace = file(QStringLiteral("g.json"));
        QCOMPARE(run({"plan", sample(QStringLiteral("mobile_vision.json")), "--planner", "peak-suppression", "--set",
                      "work=20000", "--trace", trace, "-o", file(QStringLiteral("p.json"))})
                     .status,
                 0);
        const QString picture = file(QStringLiteral("g.svg"));
        QCOMPARE(run({"export", trace, "-o", picture, "--iteration", "1.1"}).status, 0);
        QVERIFY(content_of(picture).contains("group 1, in the tiers of iteration 0"));
        QCOMPARE(run({"export", trace, "-o", picture, "--iteration", "1.1.1"}).status, 0);
        QVERIFY(content_of(picture).contains("group 1, rearrangement 1, in the tiers of iteration 0"));
        QVERIFY(run({"export", trace, "-o", picture, "--iteration", "1.99"}).errors.contains("has no group 99"));
    }

    void an_iteration_has_its_own_moves_and_shared_objects() {
        const auto svg_of = [&](const char* planner, const char* number) {
            const QString trace = file(QStringLiteral("o.json"));
            const QString picture = file(QStringLiteral("o.svg"));
            [&] {
                QVERIFY(run({"plan", sample(QStringLiteral("mobile_vision.json")), "--planner", QLatin1String(planner),
                             "--trace", trace, "--quiet"})
                            .errors.isEmpty());
                QCOMPARE(run({"export", trace, "-o", picture, "--iteration", QLatin1String(number)}).status, 0);
            }();
            return content_of(picture);
        };
        QVERIFY(!svg_of("peak-suppression", "0").contains("moved since"));
        QVERIFY(svg_of("peak-suppression", "1").contains("moved since"));
        const QByteArray first = svg_of("greedy-by-size", "0");
        QVERIFY(first.contains("object 0") && !first.contains("object 1"));
        QVERIFY(svg_of("greedy-by-size", "57").contains("object 1"));
    }

    void legend_and_caption_can_be_left_out() {
        const auto svg = [this](const QStringList& more) {
            return content_of(exported(QStringLiteral("o.svg"), more));
        };
        const QByteArray whole = svg({});
        QVERIFY(whole.contains("high: over the threshold (") && whole.contains("layout of the file"));
        const QByteArray without_legend = svg({"--no-legend"});
        QVERIFY(!without_legend.contains("high: over the threshold (") &&
                without_legend.contains("layout of the file"));
        const QByteArray without_caption = svg({"--no-caption"});
        QVERIFY(without_caption.contains("high: over the threshold (") &&
                !without_caption.contains("layout of the file"));
    }

    void the_same_input_gives_the_same_bytes_in_another_zone_at_another_time() {
        const auto export_all = [this](int number, const char* zone) {
            QStringList files;
            for (const char* suffix : {"png", "svg", "pdf"}) {
                files << exported(QStringLiteral("%1.%2").arg(number).arg(QLatin1String(suffix)), {}, zone);
            }
            return files;
        };
        const QStringList first = export_all(1, "UTC");
        const qint64 then = QDateTime::currentSecsSinceEpoch();
        QTRY_VERIFY(QDateTime::currentSecsSinceEpoch() != then);  // a date in the files differs from now on
        const QStringList second = export_all(2, "Asia/Tokyo");
        for (qsizetype i = 0; i < first.size(); ++i) {
            QVERIFY2(!content_of(first[i]).isEmpty(), qPrintable(first[i]));
            QVERIFY2(content_of(first[i]) == content_of(second[i]), qPrintable(first[i]));
        }
    }

    void no_picture_contains_a_date_an_author_or_a_place() {
        const QRegularExpression year(QStringLiteral("20[2-9][0-9]-?[01][0-9]-?[0-3][0-9]"));
        for (const char* suffix : {"png", "svg", "pdf"}) {
            const QByteArray bytes = content_of(exported(QStringLiteral("d.%1").arg(QLatin1String(suffix))));
            for (const char* word : {"CreationDate", "ModDate", "tIME", "date:create", "xmp:CreateDate", "/tmp/"}) {
                QVERIFY2(!bytes.contains(word), word);
            }
            if (qstrcmp(suffix, "png") != 0) {
                QVERIFY2(!year.match(QString::fromLatin1(bytes)).hasMatch(), suffix);
            }
        }
    }

    void a_picture_that_cannot_be_drawn_or_written_is_an_error_data() {
        QTest::addColumn<QStringList>("more");
        QTest::addColumn<QByteArray>("words");
        QTest::newRow("size_without_cross") << QStringList{"--size", "800"} << QByteArray("1600x1000");
        QTest::newRow("size_of_nothing") << QStringList{"--size", "0x500"} << QByteArray("1600x1000");
        QTest::newRow("size_too_small") << QStringList{"--size", "100x100"} << QByteArray("at least 320x240");
        QTest::newRow("size_too_large") << QStringList{"--size", "90000x1000"} << QByteArray("too large");
        QTest::newRow("scale_zero") << QStringList{"--scale", "0"} << QByteArray("scale");
        QTest::newRow("scale_nan") << QStringList{"--scale", "nan"} << QByteArray("scale");
        QTest::newRow("scale_word") << QStringList{"--scale", "big"} << QByteArray("scale");
        QTest::newRow("theme") << QStringList{"--theme", "blue"} << QByteArray("light");
        QTest::newRow("color_by") << QStringList{"--color-by", "mood"} << QByteArray("lifetime");
    }

    void a_picture_that_cannot_be_drawn_or_written_is_an_error() {
        QFETCH(const QStringList, more);
        QFETCH(const QByteArray, words);
        const Outcome outcome = run(
            QStringList{"export", sample(QStringLiteral("placed.csv")), "-o", file(QStringLiteral("no.png"))} + more);
        QCOMPARE(outcome.status, 2);
        QVERIFY2(outcome.errors.contains(words), outcome.errors.constData());
        QVERIFY(!QFile::exists(file(QStringLiteral("no.png"))));
    }

    void a_snapshot_is_coloured_by_the_line_function_or_file_of_its_makers() {
        const auto picture = [this](const QStringList& more) {
            const Outcome outcome = run(QStringList{"export", sample(QStringLiteral("training_snapshot.pickle")), "-o",
                                                    file(QStringLiteral("m.svg"))} +
                                        more);
            return outcome.status == 0 ? content_of(file(QStringLiteral("m.svg"))) : outcome.errors;
        };
        const QByteArray lines = picture({});
        QVERIFY(lines == picture({"--color-by", "maker"}));
        const QByteArray functions = picture({"--color-by", "maker-function"});
        const QByteArray files = picture({"--color-by", "maker-file"});
        // Names of buffers are lines of code, too; those of functions and files are only in the legend.
        const QByteArray function = "model.py forward \xC2\xB7";
        const QByteArray name = "model.py \xC2\xB7";
        QVERIFY(functions.contains(function) && !lines.contains(function) && !files.contains(function));
        QVERIFY(files.contains(name) && !lines.contains(name) && !functions.contains(name));
        for (const QByteArray& each : {lines, functions, files}) {
            QVERIFY(each.contains("amounts of the legend"));
        }
    }

    void only_a_snapshot_has_makers_to_colour_by() {
        for (const char* by : {"maker", "maker-function", "maker-file"}) {
            const Outcome outcome = run({"export", sample(QStringLiteral("placed.csv")), "-o",
                                         file(QStringLiteral("no.svg")), "--color-by", QLatin1String(by)});
            QCOMPARE(outcome.status, 2);
            QVERIFY(outcome.errors.contains("use one of: risk, size, lifetime, kind\n"));
        }
        const Outcome outcome = run({"export", sample(QStringLiteral("training_snapshot.pickle")), "-o",
                                     file(QStringLiteral("no.svg")), "--color-by", "risk"});
        QVERIFY(outcome.errors.contains("use one of: size, lifetime, kind, maker, maker-function, maker-file"));
    }

    void an_unwritable_place_is_an_error() {
        for (const QString& target :
             {file(QStringLiteral("missing/p.png")), file(QStringLiteral("p.gif")), file(QStringLiteral("nosuffix"))}) {
            const Outcome outcome = run({"export", sample(QStringLiteral("placed.csv")), "-o", target});
            QCOMPARE(outcome.status, target.contains("missing") ? 4 : 2);
            QVERIFY2(outcome.errors.contains(target.toUtf8()), outcome.errors.constData());
        }
    }
};

ARENASCOPE_TEST(ExportCommandTest)
#include "export_command_test.moc"
