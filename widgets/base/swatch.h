#pragma once

#include <QStyledItemDelegate>
#include <QWidget>

#include "core/model/tiers/risk.h"
#include "core/picture/plan/palette.h"

namespace arenascope {

/// Item role for the risk of a row: an int from `to_role_value`.
inline constexpr int risk_role = Qt::UserRole + 64;

/// A risk as an item role value.
[[nodiscard]] int to_role_value(Risk risk);
[[nodiscard]] Risk risk_of_role_value(int value);

/// Paints the symbol of a risk (fill, hatch or dots, edge, letter) into a square. Tables, legend, inspector and summary
/// use the same one. Pattern and letter distinguish it without colour.
void paint_swatch(QPainter& painter, const QRectF& square, Risk risk, Theme theme);

/// The same of any other style.
void paint_swatch(QPainter& painter, const QRectF& square, const RiskStyle& style);

/// Side of a swatch next to text in this font, in pixels.
[[nodiscard]] int swatch_side(const QFontMetrics& metrics);

/// A single swatch, for legends and facts.
class Swatch final : public QWidget {
    Q_OBJECT

public:
    explicit Swatch(QWidget* parent = nullptr);

    void set_risk(Risk risk);
    [[nodiscard]] Risk risk() const { return risk_; }
    [[nodiscard]] QSize sizeHint() const override;

protected:
    void paintEvent(QPaintEvent* event) override;

private:
    Risk risk_;
};

/// Paints the risk of an item (see risk_role) as a swatch before its text, both aligned right.
class SwatchDelegate final : public QStyledItemDelegate {
    Q_OBJECT

public:
    using QStyledItemDelegate::QStyledItemDelegate;

    void paint(QPainter* painter, const QStyleOptionViewItem& option, const QModelIndex& index) const override;
    [[nodiscard]] QSize sizeHint(const QStyleOptionViewItem& option, const QModelIndex& index) const override;
};

}  // namespace arenascope
