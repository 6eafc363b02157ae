#include "qt/painting/picture_export.h"

#include <algorithm>
#include <cmath>

#include <QBuffer>
#include <QFontInfo>
#include <QHashSeed>
#include <QPageSize>
#include <QPainter>
#include <QPdfWriter>
#include <QRegularExpression>
#include <QSvgGenerator>

#include "core/base/error/out_of_memory.h"
#include "core/base/error/quotation.h"
#include "core/base/file/atomic_file.h"
#include "core/format/document.h"
#include "qt/painting/picture_painter.h"
#include "qt/painting/theme.h"
#include "qt/words/visible_text.h"

namespace arenascope {
namespace {

constexpr double most_pixels = 16384;      ///< limit of an image side; painters and viewers fail above it
constexpr double points_per_pixel = 0.75;  ///< 72 points and 96 pixels per inch
constexpr int pdf_resolution = 1200;
constexpr const char* draw_action = "to draw the picture";
constexpr double paper_margin = 12;  ///< in points; the picture has margins of its own

/// In points, across.
QSizeF page_of_paper(Paper paper) {
    return paper == Paper::a4 ? QSizeF(842, 595) : QSizeF(792, 612);
}

constexpr const char* smaller_cure = "choose a smaller size or scale";

/// In SVG and PDF, small rectangles are rasterised on a grid this many times finer than the pixels of the drawing.
constexpr std::int32_t shape_grid_scale = 2;

Drawing page_of(const PageContent& content, const PictureSettings& settings, Medium medium, std::int32_t scale,
                const IsOutdated& is_outdated) {
    return compose_page(content, {settings.width, settings.height, settings.theme, medium, scale},
                        picture_text_measure(), is_outdated);
}

Expected<QImage> image_of(const PageContent& content, const PictureSettings& settings, const IsOutdated& is_outdated) {
    // The scale of the grid must be an integer, so that every pixel is computed and none is interpolated.
    const auto grid_scale = std::max(1, static_cast<std::int32_t>(std::lround(settings.scale)));
    const Drawing drawing = page_of(content, settings, Medium::pixels, grid_scale, is_outdated);
    QImage image(static_cast<int>(std::lround(drawing.width * settings.scale)),
                 static_cast<int>(std::lround(drawing.height * settings.scale)), QImage::Format_RGB32);
    if (image.isNull()) {
        return failure(out_of_memory(draw_action, smaller_cure));
    }
    image.fill(qt_color(palette(settings.theme).panel));
    QPainter painter(&image);
    painter.scale(settings.scale, settings.scale);
    paint(painter, drawing, Medium::pixels);
    painter.end();
    return image;
}

Expected<QByteArray> png_bytes(const PageContent& content, const PictureSettings& settings,
                               const IsOutdated& is_outdated) {
    QByteArray bytes;
    QBuffer buffer(&bytes);
    buffer.open(QIODevice::WriteOnly);
    return render_image(content, settings, is_outdated).and_then([&](const QImage& image) -> Expected<QByteArray> {
        if (!image.save(&buffer, "PNG")) {
            return failure("the picture could not be encoded as PNG", std::string(smaller_cure));
        }
        return bytes;
    });
}

Expected<QByteArray> svg_bytes(const PageContent& content, const PictureSettings& settings,
                               const IsOutdated& is_outdated) {
    const Drawing drawing = page_of(content, settings, Medium::shapes, shape_grid_scale, is_outdated);
    QByteArray bytes;
    QBuffer buffer(&bytes);
    QSvgGenerator generator;
    generator.setOutputDevice(&buffer);
    generator.setResolution(96);
    generator.setTitle(visible_text(content.title));
    generator.setDescription(QString());
    generator.setSize(QSizeF(drawing.width * settings.scale, drawing.height * settings.scale).toSize());
    generator.setViewBox(QRectF(0, 0, drawing.width, drawing.height));
    QPainter painter;
    if (!painter.begin(&generator)) {
        return failure("the picture could not be written as SVG");
    }
    paint(painter, drawing, Medium::shapes);
    painter.end();
    // If the family is not installed, a viewer would use a serif font.
    const QByteArray family = QFontInfo(picture_font({})).family().toUtf8();
    bytes.replace("font-family=\"" + family + '"', "font-family=\"" + family + ", sans-serif\"");
    return bytes;
}

/// Makes the order of fonts in a PDF reproducible. The PDF engine numbers them in hash order, which otherwise differs
/// between processes.
class SteadyHashes {
public:
    SteadyHashes() { QHashSeed::setDeterministicGlobalSeed(); }
    SteadyHashes(const SteadyHashes&) = delete;
    SteadyHashes& operator=(const SteadyHashes&) = delete;
    ~SteadyHashes() { QHashSeed::resetRandomGlobalSeed(); }
};

/// QPdfWriter always writes the date and the time zone. This removes that line and corrects the table of byte positions
/// at the end.
QByteArray without_date(QByteArray bytes) {
    const auto from = bytes.indexOf("/CreationDate (");
    const auto end = bytes.indexOf(")\n", from);
    if (from < 0 || end < 0) {
        return bytes;
    }
    const auto to = end + 2;
    const auto change = from - to;
    bytes.remove(from, to - from);
    const auto start = bytes.lastIndexOf("startxref\n");
    const auto number = start + static_cast<int>(sizeof("startxref\n")) - 1;
    const auto number_end = bytes.indexOf('\n', number);
    const auto table = bytes.mid(number, number_end - number).toLongLong() + change;
    bytes.replace(number, number_end - number, QByteArray::number(table));
    for (auto line = bytes.indexOf("\n", static_cast<qsizetype>(table)); line >= 0 && line < start;
         line = bytes.indexOf('\n', line + 1)) {
        const QByteArray entry = bytes.mid(line + 1, 18);
        if (entry.size() == 18 && entry.endsWith(" n")) {
            const qlonglong position = entry.left(10).toLongLong();
            if (position > from) {
                bytes.replace(line + 1, 10, QByteArray::number(position + change).rightJustified(10, '0'));
            }
        }
    }
    return bytes;
}

Expected<QByteArray> pdf_bytes(const PageContent& content, const PictureSettings& chosen,
                               const IsOutdated& is_outdated) {
    const PictureSettings settings = on_paper(chosen);
    const Drawing drawing = page_of(content, settings, Medium::shapes, shape_grid_scale, is_outdated);
    const SteadyHashes steady;
    QByteArray bytes;
    QBuffer buffer(&bytes);
    buffer.open(QIODevice::WriteOnly);
    QPdfWriter writer(&buffer);
    writer.setTitle(visible_text(content.title));
    writer.setCreator(QStringLiteral("Arenascope"));
    writer.setResolution(pdf_resolution);
    const double points = points_per_pixel * settings.scale;
    const bool has_paper = settings.paper != Paper::none;
    const QSizeF page =
        has_paper ? page_of_paper(settings.paper) : QSizeF(drawing.width * points, drawing.height * points);
    writer.setPageSize(QPageSize(page, QPageSize::Point, QString(), QPageSize::ExactMatch));
    writer.setPageMargins(QMarginsF());
    QPainter painter;
    if (!painter.begin(&writer)) {
        return failure("the picture could not be written as PDF");
    }
    const double factor = pdf_resolution / 72.0 * points;
    if (has_paper) {
        painter.fillRect(QRectF(QPointF(), page * (pdf_resolution / 72.0)), qt_color(palette(settings.theme).panel));
        painter.translate(paper_margin * pdf_resolution / 72.0, paper_margin * pdf_resolution / 72.0);
    }
    painter.scale(factor, factor);
    paint(painter, drawing, Medium::shapes);
    painter.end();
    return without_date(std::move(bytes));
}

}  // namespace

PictureSettings on_paper(PictureSettings settings) {
    if (settings.paper != Paper::none) {
        const QSizeF page = page_of_paper(settings.paper);
        settings.width = std::floor((page.width() - 2 * paper_margin) / points_per_pixel);
        settings.height = std::floor((page.height() - 2 * paper_margin) / points_per_pixel);
        settings.scale = 1;
    }
    return settings;
}

Expected<PictureFormat> picture_format_of(const std::string& path) {
    const std::size_t dot = path.rfind('.');
    std::string suffix = dot == std::string::npos ? std::string() : path.substr(dot + 1);
    std::transform(suffix.begin(), suffix.end(), suffix.begin(),
                   [](unsigned char letter) { return static_cast<char>(std::tolower(letter)); });
    if (suffix == "png") {
        return PictureFormat::png;
    }
    if (suffix == "svg") {
        return PictureFormat::svg;
    }
    if (suffix == "pdf") {
        return PictureFormat::pdf;
    }
    return failure(Error{path, 0, "no picture format has the suffix " + in_quotes(suffix), "use .png, .svg or .pdf"});
}

Expected<void> validate(const PictureSettings& settings) {
    if (!(settings.width >= least_page_width && settings.height >= least_page_height)) {
        return failure("the picture is smaller than its title and axes",
                       "give it at least " + std::to_string(static_cast<int>(least_page_width)) + "x" +
                           std::to_string(static_cast<int>(least_page_height)) + " pixels");
    }
    if (!(settings.scale >= 0.1 && settings.scale <= 16)) {
        return failure("the scale is out of range", "give a scale between 0.1 and 16");
    }
    if (settings.width * settings.scale > most_pixels || settings.height * settings.scale > most_pixels) {
        return failure(
            "the picture is too large",
            "size times scale is at most " + std::to_string(static_cast<int>(most_pixels)) + " pixels each way");
    }
    return {};
}

Expected<QImage> render_image(const PageContent& content, const PictureSettings& settings,
                              const IsOutdated& is_outdated) {
    return within_memory(draw_action, smaller_cure, [&] { return image_of(content, settings, is_outdated); });
}

Expected<QByteArray> render_picture(const PageContent& content, const PictureSettings& settings, PictureFormat format,
                                    const IsOutdated& is_outdated) {
    if (auto valid = validate(settings); !valid) {
        return tl::unexpected(valid.error());
    }
    return within_memory(draw_action, smaller_cure, [&] {
        switch (format) {
            case PictureFormat::png:
                return png_bytes(content, settings, is_outdated);
            case PictureFormat::svg:
                return svg_bytes(content, settings, is_outdated);
            case PictureFormat::pdf:
                break;
        }
        return pdf_bytes(content, settings, is_outdated);
    });
}

Expected<void> export_picture(const std::string& path, const PageContent& content, const PictureSettings& settings,
                              const IsOutdated& is_outdated, ReadOnlyFile read_only) {
    return picture_format_of(path)
        .and_then([&](PictureFormat format) { return render_picture(content, settings, format, is_outdated); })
        .and_then([&](const QByteArray& bytes) {
            return is_outdated && is_outdated()
                       ? Expected<void>()
                       : write_atomically(path, {bytes.constData(), static_cast<std::size_t>(bytes.size())}, read_only);
        });
}

}  // namespace arenascope
