#include "qt/painting/picture_painter.h"

#include <cmath>

#include <QFontMetricsF>
#include <QPainter>

#include "core/base/containers/indexed_vector.h"
#include "core/format/reading.h"
#include "core/picture/plan/container.h"
#include "core/picture/plan/page.h"
#include "core/picture/plan/pixel_grid.h"
#include "core/picture/plan/raster.h"
#include "qt/painting/picture_export.h"
#include "qt/painting/theme.h"
#include "tests/support/placed_plan.h"
#include "tests/support/placed_sheet.h"
#include "tests/support/test_registry.h"

using namespace arenascope;
using namespace arenascope::test;

namespace {

/// The problem of the file after a first placement.
Sheet first_placement(const QString& path) {
    auto document = read_document(path.toStdString());
    return placed_sheet(document ? std::move(document->problem) : Problem{}, "width");
}

/// The pixels covered by lines and texts of the page.
class Covered {
public:
    explicit Covered(QSize size) : size_(size), pixels_(static_cast<std::size_t>(size.width() * size.height())) {}

    void add(QRectF area) {
        const QRect whole = area.toAlignedRect().intersected(QRect(QPoint(), size_));
        for (int y = whole.top(); y <= whole.bottom(); ++y) {
            for (int x = whole.left(); x <= whole.right(); ++x) {
                pixels_[static_cast<std::size_t>(y * size_.width() + x)] = true;
            }
        }
    }
    void add(const Primitive& primitive) {
        if (const auto* box = std::get_if<FilledBox>(&primitive)) {
            const QRectF whole(QPointF(box->box.left, box->box.top), QPointF(box->box.right, box->box.bottom));
            if (box->fill || box->pattern != Pattern::plain) {
                add(whole);
            } else {
                add(QRectF(whole.left() - 1, whole.top() - 1, whole.width() + 2, 3));
                add(QRectF(whole.left() - 1, whole.bottom() - 2, whole.width() + 2, 3));
                add(QRectF(whole.left() - 1, whole.top() - 1, 3, whole.height() + 2));
                add(QRectF(whole.right() - 2, whole.top() - 1, 3, whole.height() + 2));
            }
        } else if (const auto* line = std::get_if<StraightLine>(&primitive)) {
            add(QRectF(QPointF(line->from.x, line->from.y), QPointF(line->to.x, line->to.y))
                    .normalized()
                    .adjusted(-2, -2, 2, 2));
        } else if (const auto* text = std::get_if<DrawnText>(&primitive)) {
            const QFontMetricsF metrics(picture_font(text->style));
            const double width = metrics.horizontalAdvance(QString::fromStdString(text->text)) + 4;
            const double left = text->align == DrawnText::Align::left
                                    ? -2
                                    : (text->align == DrawnText::Align::right ? -width : -width / 2);
            const QRectF level(left - 2, -metrics.height(), width + 4, 2 * metrics.height());
            // Rotated by 90° to be read from below.
            const QRectF own =
                text->upwards ? QRectF(level.top(), -level.right(), level.height(), level.width()) : level;
            add(own.translated(text->at.x, text->at.y));
        }
    }
    [[nodiscard]] bool at(int x, int y) const { return pixels_[static_cast<std::size_t>(y * size_.width() + x)]; }

private:
    QSize size_;
    std::vector<bool> pixels_;
};

/// A page as a PNG image, with its grid and the areas drawn over the grid.
struct Exported {
    QImage image;
    std::shared_ptr<const PixelGrid> grid;
    Covered covered;
};

Exported exported(const Sheet& sheet, Theme theme) {
    const PictureSettings settings{.width = 1200, .height = 800, .scale = 1, .theme = theme};
    const PageFormat format{.width = settings.width, .height = settings.height, .theme = theme};
    Exported result{*render_image(sheet.content(), settings), nullptr, Covered(QSize(1200, 800))};
    for (const Primitive& primitive : compose_page(sheet.content(), format, picture_text_measure()).primitives) {
        if (const auto* grid = std::get_if<std::shared_ptr<const PixelGrid>>(&primitive)) {
            result.grid = *grid;
        } else if (result.grid) {
            result.covered.add(primitive);
        }
    }
    return result;
}

QStringList files() {
    QStringList paths{sample(QStringLiteral("mobile_vision.json")), sample(QStringLiteral("gaps.csv"))};
    if (!shared_data().isEmpty()) {
        for (const char* name : {"A", "D", "K"}) {
            paths.append(shared_data(QStringLiteral("minimalloc/%1.1048576.csv").arg(name)));
        }
    }
    return paths;
}

}  // namespace

class PicturePainterTest : public QObject {
    Q_OBJECT

private slots:
    void text_is_measured_as_it_is_drawn() {
        const MeasureText measure = picture_text_measure();
        const TextStyle style{12, false};
        QCOMPARE(measure("", style), 0.0);
        QVERIFY(measure("conv_2", style) > measure("conv", style));
        QVERIFY(measure("卷积核", style) > 0);
        QVERIFY(std::abs(measure("conv_2", {24, false}) - 2 * measure("conv_2", style)) < 3);
        QCOMPARE(picture_font(style).pixelSize(), 12);
        QVERIFY(picture_font({12, true}).bold());
    }

    void a_grid_is_painted_pixel_for_pixel() {
        for (const QString& path : files()) {
            for (const Theme theme : {Theme::light, Theme::dark}) {
                const Exported page = exported(first_placement(path), theme);
                const auto colors = colors_of(*page.grid);
                int compared = 0;
                for (int row = 0; row < page.grid->rows; ++row) {
                    for (int column = 0; column < page.grid->columns; ++column) {
                        const int x = static_cast<int>(page.grid->box.left) + column;
                        const int y = static_cast<int>(page.grid->box.top) + row;
                        const std::uint32_t expected =
                            colors[static_cast<std::size_t>(row * page.grid->columns + column)];
                        if (expected != 0 && !page.covered.at(x, y)) {
                            QCOMPARE(page.image.pixel(x, y), expected);
                            ++compared;
                        }
                    }
                }
                QVERIFY2(compared > 85'000, qPrintable(path));
            }
        }
    }

    /// Checks the exported page itself, with its lines and texts.
    void every_buffer_is_visible_on_the_exported_page_unless_a_line_or_label_covers_it() {
        for (const QString& path : files()) {
            const Sheet sheet = first_placement(path);
            const Exported page = exported(sheet, Theme::light);
            const auto stack = containers(sheet.problem, sheet.layout);
            const CellMapper cells(whole_view(sheet.problem, stack), page.grid->columns, page.grid->rows);
            const auto colors = colors_of(*page.grid);
            IndexedVector<BufferIndex, bool> shown(sheet.problem.buffers.size(), false);
            for (const MemoryRectangle& each :
                 memory_rectangles(sheet.problem, sheet.layout, shifts(sheet.problem, stack))) {
                const CellRange touched = cells(each);
                for (int row = touched.top; row < touched.bottom; ++row) {
                    for (int column = touched.left; column < touched.right; ++column) {
                        const auto there = page.image.pixel(static_cast<int>(page.grid->box.left) + column,
                                                            static_cast<int>(page.grid->box.top) + row);
                        const std::uint32_t own = colors[static_cast<std::size_t>(row * page.grid->columns + column)];
                        if (there == own || page.covered.at(static_cast<int>(page.grid->box.left) + column,
                                                            static_cast<int>(page.grid->box.top) + row)) {
                            shown[each.buffer] = true;
                        }
                    }
                }
            }
            const auto hidden = std::count(shown.begin(), shown.end(), false);
            QVERIFY2(hidden == 0, qPrintable(QStringLiteral("%1 of %2").arg(hidden).arg(path)));
        }
    }

    /// With a fractional scale, pixels of the grid are not whole pixels of the image.
    void a_buffer_of_one_pixel_is_visible_at_any_scale() {
        PlacedPlan plan = placed_plan({{"large", 0, 100'000, 100'000, 0}});
        for (int i = 0; i < 40; ++i) {
            plan.problem.buffers.push_back(plan.problem.buffers.front());
            Buffer& small = plan.problem.buffers.back();
            small.name = std::to_string(i);
            small.lifetime = {Step(2000 * i + 37 * i), Step(2000 * i + 37 * i + 1)};
            small.size = Bytes(30'000);
            plan.layout.placements.push_back(Placement{Offset(100'000), RegionIndex(0)});
        }
        Sheet sheet{plan.problem, plan.layout, std::vector<Risk>(41)};
        std::fill(sheet.risks.begin() + 1, sheet.risks.end(), Risk{Tier::high, Cause::over});
        for (const double scale : {0.5, 0.75, 1.0, 1.25, 1.5, 1.75, 2.0, 2.6}) {
            const QImage image = *render_image(sheet.content(), {.width = 640, .height = 400, .scale = scale});
            // A line through all small buffers crosses as many stripes as there are buffers.
            int most = 0;
            for (int y = 0; y < image.height(); ++y) {
                int stripes = 0;
                bool inside = false;
                for (int x = 0; x < image.width(); ++x) {
                    const QColor pixel = image.pixelColor(x, y);
                    const bool hot = pixel.red() > pixel.blue() + 60;
                    stripes += hot && !inside ? 1 : 0;
                    inside = hot;
                }
                most = std::max(most, stripes);
            }
            QVERIFY2(most >= 40, qPrintable(QStringLiteral("%1 at scale %2").arg(most).arg(scale)));
        }
    }

    void a_clip_applies_until_it_ends() {
        QImage image(20, 20, QImage::Format_RGB32);
        image.fill(Qt::white);
        const Color red{255, 0, 0};
        const Color blue{0, 0, 255};
        const Drawing drawing{20,
                              20,
                              {ClipBegin{{5, 5, 10, 10}}, FilledBox{{0, 0, 20, 20}, red, {}, 1, Pattern::plain, {}},
                               ClipEnd{}, FilledBox{{15, 15, 20, 20}, blue, {}, 1, Pattern::plain, {}}}};
        QPainter painter(&image);
        paint(painter, drawing, Medium::pixels);
        painter.end();
        QCOMPARE(image.pixelColor(7, 7), QColor(255, 0, 0));
        QCOMPARE(image.pixelColor(12, 12), QColor(255, 255, 255));
        QCOMPARE(image.pixelColor(17, 17), QColor(0, 0, 255));
    }
};

ARENASCOPE_TEST(PicturePainterTest)
#include "picture_painter_test.moc"
