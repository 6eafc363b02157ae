#pragma once

#include <QStyledItemDelegate>
#include <QWidget>

#include "core/memory/risk.h"
#include "core/picture/palette.h"

namespace arenascope {

/// Item role under which a model gives the risk of a row: an int made by `to_role_value`.
inline constexpr int risk_role = Qt::UserRole + 64;

/// A risk as an item model hands it out.
[[nodiscard]] int to_role_value(Risk risk);
[[nodiscard]] Risk risk_of_role_value(int value);

/// Paints the sign of a risk (fill, hatch or dots, edge, letter) into a square: the same one in tables, legend,
/// inspector and summary. It can be told without colour: by pattern and letter.
void paint_swatch(QPainter& painter, const QRectF& square, Risk risk, Theme theme);

/// Side of a swatch beside text of this font, in pixels.
[[nodiscard]] int swatch_side(const QFontMetrics& metrics);

/// A swatch alone, for legends and facts.
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

/// Paints the risk of an item (see risk_role) as a swatch in front of its text, both at the right.
class SwatchDelegate final : public QStyledItemDelegate {
    Q_OBJECT

public:
    using QStyledItemDelegate::QStyledItemDelegate;

    void paint(QPainter* painter, const QStyleOptionViewItem& option, const QModelIndex& index) const override;
    [[nodiscard]] QSize sizeHint(const QStyleOptionViewItem& option, const QModelIndex& index) const override;
};

}  // namespace arenascope
