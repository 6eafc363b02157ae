#include "widgets/base/plot_axis.h"

#include <utility>

#include <qcustomplot.h>

#include "core/picture/plan/axis_drawing.h"
#include "qt/painting/picture_painter.h"
#include "qt/painting/theme.h"
#include "qt/words/visible_text.h"

namespace arenascope {
namespace {

class AxisTicker final : public QCPAxisTicker {
public:
    explicit AxisTicker(TickSource source) : source_(std::move(source)) {}

    void generate(const QCPRange& range, const QLocale& /*locale*/, QChar /*format*/, int /*precision*/,
                  QVector<double>& ticks, QVector<double>* sub_ticks, QVector<QString>* labels) override {
        ticks.clear();
        if (sub_ticks != nullptr) {
            sub_ticks->clear();
        }
        if (labels != nullptr) {
            labels->clear();
        }
        for (const PlacedTick& tick : source_(range.lower, range.upper)) {
            ticks.append(tick.position);
            if (labels != nullptr) {
                labels->append(visible_text(tick.label));
            }
        }
    }

private:
    TickSource source_;
};

}  // namespace

void set_ticks(QCPAxis& axis, TickSource source) {
    axis.setTicker(QSharedPointer<QCPAxisTicker>(new AxisTicker(std::move(source))));
    axis.setSubTicks(false);
    axis.setTickLength(0, static_cast<int>(axis_tick_length));
}

void apply_axis_look(QCPAxis& axis, Theme theme) {
    const Palette& tokens = palette(theme);
    const QPen line(qt_color(tokens.line));
    axis.setBasePen(line);
    axis.setTickPen(line);
    axis.grid()->setPen(line);
    axis.grid()->setZeroLinePen(line);
    axis.setTickLabelColor(qt_color(tokens.dim));
    axis.setLabelColor(qt_color(tokens.dim));
    axis.setTickLabelFont(picture_font(axis_style));
    axis.setLabelFont(picture_font(axis_style));
}

}  // namespace arenascope
