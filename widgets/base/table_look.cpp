#include "widgets/base/table_look.h"

#include <algorithm>

#include <QFontDatabase>
#include <QHeaderView>
#include <QStyledItemDelegate>
#include <QTableView>
#include <QTreeView>

#include "qt/painting/theme.h"

namespace arenascope {
namespace {

QString name_of(Color color) {
    return qt_color(color).name();
}

constexpr int row_padding = 6;

/// Makes rows of trees as high as rows of tables.
class RowHeight final : public QStyledItemDelegate {
public:
    using QStyledItemDelegate::QStyledItemDelegate;
    [[nodiscard]] QSize sizeHint(const QStyleOptionViewItem& option, const QModelIndex& index) const override {
        return {QStyledItemDelegate::sizeHint(option, index).width(), option.fontMetrics.height() + row_padding};
    }
};

QString header_style(const Palette& tokens) {
    return QStringLiteral(
               "QHeaderView { background: %1; border: none; }"
               "QHeaderView::section { background: %1; color: %2; border: none; border-bottom: 1px solid %3;"
               " padding: 4px 3px; font-weight: normal; }"
               "QHeaderView::section:hover { color: %4; }")
        .arg(name_of(tokens.panel), name_of(tokens.dim), name_of(tokens.line), name_of(tokens.ink));
}

/// Figures of equal width line up. If the desktop's font has none, its fixed-width font is used; Qt 6.4 cannot request
/// tabular figures.
void line_up_figures(QAbstractItemView& view) {
    const QFontMetricsF metrics(view.font());
    const QString digits = QStringLiteral("0123456789");
    const auto as_wide = [&](QChar digit) {
        return qFuzzyCompare(metrics.horizontalAdvance(digit), metrics.horizontalAdvance(digits.front()));
    };
    if (!std::all_of(digits.begin(), digits.end(), as_wide)) {
        QFont fixed = QFontDatabase::systemFont(QFontDatabase::FixedFont);
        fixed.setPointSizeF(QFontInfo(view.font()).pointSizeF());
        view.setFont(fixed);
    }
}

void give_row_height(QAbstractItemView& view) {
    if (dynamic_cast<RowHeight*>(view.itemDelegate()) == nullptr) {
        view.setItemDelegate(new RowHeight(&view));
    }
}

void set_up_header(QHeaderView& header) {
    header.setHighlightSections(false);
    header.setMinimumSectionSize(36);
}

}  // namespace

void apply_table_look(QAbstractItemView& view, Theme theme) {
    const Palette& tokens = palette(theme);
    QPalette colours;  // the others are the window's
    colours.setColor(QPalette::Highlight, qt_color(tokens.selection));
    colours.setColor(QPalette::HighlightedText, qt_color(tokens.ink));
    view.setPalette(colours);
    view.setFrameShape(QFrame::NoFrame);
    view.setAlternatingRowColors(true);
    view.setSelectionBehavior(QAbstractItemView::SelectRows);
    if (view.editTriggers() != edited_in_place) {
        view.setEditTriggers(QAbstractItemView::NoEditTriggers);
    }
    view.setHorizontalScrollMode(QAbstractItemView::ScrollPerPixel);
    line_up_figures(view);
    const int row_height = view.fontMetrics().height() + row_padding;
    if (auto* table = qobject_cast<QTableView*>(&view)) {
        table->setShowGrid(false);
        table->setWordWrap(false);
        table->setCornerButtonEnabled(false);
        table->verticalHeader()->hide();
        table->verticalHeader()->setSectionResizeMode(QHeaderView::Fixed);
        table->verticalHeader()->setMinimumSectionSize(row_height);
        table->verticalHeader()->setDefaultSectionSize(row_height);
        table->horizontalHeader()->setStyleSheet(header_style(tokens));
        set_up_header(*table->horizontalHeader());
    } else if (auto* tree = qobject_cast<QTreeView*>(&view)) {
        tree->setUniformRowHeights(true);
        give_row_height(*tree);
        tree->header()->setStyleSheet(header_style(tokens));
        set_up_header(*tree->header());
    } else {
        give_row_height(view);
    }
}

void apply_panel_look(QWidget& panel, Theme theme) {
    QPalette colours;  // the others are the window's
    colours.setColor(QPalette::Window, qt_color(palette(theme).panel));
    panel.setPalette(colours);
    panel.setAutoFillBackground(true);
}

QVBoxLayout* new_panel_column(QWidget& panel) {
    auto* column = new QVBoxLayout(&panel);
    column->setContentsMargins(0, 0, 0, 0);
    column->setSpacing(0);
    return column;
}

void apply_paragraph_look(QLabel& label) {
    label.setWordWrap(true);
    label.setContentsMargins(panel_margins);
}

void apply_text_tone(QWidget& label, Theme theme, TextTone tone) {
    const Palette& tokens = palette(theme);
    const auto chosen = [&]() -> Color {
        switch (tone) {
            case TextTone::plain:
                return tokens.ink;
            case TextTone::dim:
                return tokens.dim;
            case TextTone::risk:
                return tokens.risk_text;
            case TextTone::good:
                return tokens.good;
            case TextTone::warning:
                return tokens.warning;
            case TextTone::bad:
                return tokens.bad;
        }
        return tokens.ink;
    }();
    QPalette colours;  // the others are the window's
    colours.setColor(QPalette::WindowText, qt_color(chosen));
    label.setPalette(colours);
}

}  // namespace arenascope
