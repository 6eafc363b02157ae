#include "widgets/tables/maker_table/maker_model.h"

#include <cmath>
#include <map>
#include <utility>

#include <QPainter>
#include <QPixmap>

#include "core/picture/plan/coloring.h"
#include "qt/painting/theme.h"
#include "qt/words/visible_text.h"
#include "qt/words/wording.h"
#include "widgets/base/swatch.h"

namespace arenascope {
namespace {

QIcon swatch_of(const RiskStyle& style, int side, double pixel_ratio) {
    const int pixels = static_cast<int>(std::ceil(side * pixel_ratio));
    QPixmap pixmap(pixels, pixels);
    pixmap.setDevicePixelRatio(pixel_ratio);
    pixmap.fill(Qt::transparent);
    QPainter painter(&pixmap);
    paint_swatch(painter, QRectF(0, 0, side, side), style);
    painter.end();
    QIcon icon(pixmap);
    icon.addPixmap(pixmap, QIcon::Selected);  // a tinted swatch would not be the colour of the picture
    return icon;
}

}  // namespace

MakerModel::MakerModel(QObject* parent) : RowModel(parent, UnitChange::repaints) {
    set_columns({
        {.title = tr("maker"),
         .meaning = tr("The code that made the allocations: the innermost Python frame"),
         .is_figure = false,
         .text = maker_name,
         .tooltip = [this](const Maker& one) { return name_words(one); }},
        {.title = tr("peak %1"), .amount = [](const Maker& one) { return one.at_peak.value(); }},
        {.title = tr("count"),
         .meaning = tr("Allocations over all steps"),
         .text = [](const Maker& one) { return grouped_text(static_cast<std::int64_t>(one.buffers)); },
         .tooltip =
             [](const Maker& one) {
                 return tr("%1, %2 in all")
                     .arg(counted(static_cast<std::int64_t>(one.buffers), tr("1 allocation"), tr("%1 allocations")),
                          exact_bytes(one.in_all.value()));
             }},
    });
    set_makers(std::make_shared<Problem>(), {});
}

void MakerModel::set_makers(std::shared_ptr<const Problem> problem, Makers makers) {
    problem_ = std::move(problem);
    makers_ = std::move(makers);
    column(at_peak).meaning =
        tr("Bytes alive at the highest live size, first at event %1").arg(grouped_text(makers_.peak_step.value()));
    paint_swatches();
    set_rows(makers_.makers);
}

void MakerModel::set_swatches(Theme theme, int side, double pixel_ratio) {
    theme_ = theme;
    side_ = side;
    pixel_ratio_ = pixel_ratio;
    paint_swatches();
    tell_cells_changed(*this);
}

void MakerModel::paint_swatches() {
    swatches_.clear();
    if (side_ == 0) {
        return;
    }
    // Most makers share one style.
    std::map<std::uint32_t, QIcon> painted;
    for (const RiskStyle& style : maker_styles(makers_, theme_)) {
        QIcon& swatch = painted[qt_color(style.fill).rgba()];
        if (swatch.isNull()) {
            swatch = swatch_of(style, side_, pixel_ratio_);
        }
        swatches_.push_back(swatch);
    }
}

QVariant MakerModel::role_of(const Maker& row, int column, int role) const {
    const bool has_swatch = role == Qt::DecorationRole && column == maker && position_of(row) < swatches_.size();
    return has_swatch ? QVariant(swatches_[position_of(row)]) : QVariant();
}

QString MakerModel::name_words(const Maker& one) const {
    return one.frame == StackFrameIndex::none()
               ? tr("The stacks of these allocations have no line of Python.")
               : maker_name(one) + QLatin1Char('\n') + visible_text(problem_->history->frames[one.frame].file);
}

}  // namespace arenascope
