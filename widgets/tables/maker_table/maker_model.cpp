#include "widgets/tables/maker_table/maker_model.h"

#include <algorithm>
#include <cmath>
#include <map>
#include <utility>

#include <QPainter>
#include <QPixmap>

#include "core/picture/plan/coloring.h"
#include "qt/painting/theme.h"
#include "qt/words/tooltip.h"
#include "qt/words/visible_text.h"
#include "qt/words/wording.h"
#include "widgets/base/swatch.h"
#include "widgets/base/table_cells.h"

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

MakerModel::MakerModel(QObject* parent) : QAbstractTableModel(parent), problem_(std::make_shared<Problem>()) {}

void MakerModel::set_makers(std::shared_ptr<const Problem> problem, Makers makers) {
    beginResetModel();
    problem_ = std::move(problem);
    makers_ = std::move(makers);
    count_decimals();
    paint_swatches();
    endResetModel();
}

void MakerModel::set_unit(Unit unit, UnitRule rule) {
    table_unit_.set(unit, rule);
    count_decimals();
    tell_cells_changed(*this);
    emit headerDataChanged(Qt::Horizontal, at_peak, at_peak);
}

void MakerModel::set_swatches(Theme theme, int side, double pixel_ratio) {
    theme_ = theme;
    side_ = side;
    pixel_ratio_ = pixel_ratio;
    paint_swatches();
    tell_cells_changed(*this);
}

void MakerModel::count_decimals() {
    table_unit_.forget();
    for (const Maker& each : makers_.makers) {
        table_unit_.add(each.at_peak.value());
    }
    unit_ = table_unit_.unit();
    decimals_ = 0;
    for (const Maker& each : makers_.makers) {
        decimals_ = std::max(decimals_, decimals_of(each.at_peak.value(), unit_));
    }
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

int MakerModel::rowCount(const QModelIndex& parent) const {
    return parent.isValid() ? 0 : static_cast<int>(makers_.makers.size());
}

int MakerModel::columnCount(const QModelIndex& parent) const {
    return parent.isValid() ? 0 : column_count;
}

QVariant MakerModel::data(const QModelIndex& index, int role) const {
    if (!index.isValid()) {
        return {};
    }
    const auto row = static_cast<std::size_t>(index.row());
    switch (role) {
        case Qt::TextAlignmentRole:
            return cell_alignment(index.column() != maker);
        case Qt::DisplayRole:
            return text(makers_.makers[row], index.column());
        case Qt::ToolTipRole:
            return plain_tooltip(tooltip(makers_.makers[row], index.column()));
        case Qt::DecorationRole:
            return index.column() == maker && row < swatches_.size() ? QVariant(swatches_[row]) : QVariant();
        default:
            return {};
    }
}

QVariant MakerModel::headerData(int section, Qt::Orientation orientation, int role) const {
    if (orientation != Qt::Horizontal) {
        return {};
    }
    switch (role) {
        case Qt::TextAlignmentRole:
            return cell_alignment(section != maker);
        case Qt::DisplayRole:
            return section == maker     ? tr("maker")
                   : section == at_peak ? tr("peak %1").arg(QString::fromStdString(name_of(unit_)))
                                        : tr("count");
        case Qt::ToolTipRole:
            return plain_tooltip(section == maker ? tr("The code that made the allocations: the innermost Python frame")
                                 : section == at_peak ? tr("Bytes alive at the highest live size, first at event %1")
                                                            .arg(grouped_text(makers_.peak_step.value()))
                                                      : tr("Allocations over all steps"));
        default:
            return {};
    }
}

QString MakerModel::text(const Maker& maker, int column) const {
    switch (column) {
        case MakerModel::maker:
            return maker_name(maker);
        case at_peak:
            return QString::fromStdString(number_text(maker.at_peak.value(), unit_, decimals_));
        case allocations:
            return grouped_text(static_cast<std::int64_t>(maker.buffers));
        default:
            return {};
    }
}

QString MakerModel::tooltip(const Maker& maker, int column) const {
    switch (column) {
        case MakerModel::maker: {
            if (maker.frame == StackFrameIndex::none()) {
                return tr("The stacks of these allocations have no line of Python.");
            }
            return maker_name(maker) + QLatin1Char('\n') + visible_text(problem_->history->frames[maker.frame].file);
        }
        case at_peak:
            return exact_bytes(maker.at_peak.value());
        case allocations:
            return tr("%1, %2 in all")
                .arg(counted(static_cast<std::int64_t>(maker.buffers), tr("1 allocation"), tr("%1 allocations")),
                     exact_bytes(maker.in_all.value()));
        default:
            return {};
    }
}

}  // namespace arenascope
