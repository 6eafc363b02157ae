#include "widgets/panels/option_form/planner_box.h"

#include <algorithm>

#include <QAbstractItemView>
#include <QKeyEvent>
#include <QMouseEvent>
#include <QPainter>
#include <QScreen>
#include <QStandardItemModel>
#include <QStyledItemDelegate>

#include "qt/painting/theme.h"
#include "qt/words/planner_family.h"
#include "qt/words/tooltip.h"
#include "widgets/base/outlined_style.h"

namespace arenascope {
namespace {

constexpr int row_side = 8;       ///< pixels at both ends of a row
constexpr int column_space = 16;  ///< pixels between the columns

QString row_words(std::string_view text) {
    return QString::fromUtf8(text.data(), static_cast<qsizetype>(text.size()));
}

/// Paints a heading, or a name with what stands beside it.
class PlannerRow final : public QStyledItemDelegate {
public:
    PlannerRow(QComboBox& box) : QStyledItemDelegate(&box), box_(box) {}

    [[nodiscard]] QSize sizeHint(const QStyleOptionViewItem& option, const QModelIndex& index) const override {
        const int summary = option.fontMetrics.horizontalAdvance(index.data(PlannerBox::summary_role).toString());
        return {row_side + names_width(option.fontMetrics) + summary + row_side, option.fontMetrics.height() + 6};
    }

    void paint(QPainter* painter, const QStyleOptionViewItem& option, const QModelIndex& index) const override {
        const bool is_heading = index.data(PlannerBox::heading_role).toBool();
        const bool is_selected = option.state.testFlag(QStyle::State_Selected) && !is_heading;
        const Palette& tokens = arenascope::palette(theme_of(box_.palette()));
        painter->save();
        painter->fillRect(option.rect, qt_color(is_selected ? tokens.selection : tokens.ground));
        const QRect area = option.rect.adjusted(row_side, 0, -row_side, 0);
        const auto write = [&](const QRect& place, const QString& text, Color color) {
            painter->setPen(qt_color(color));
            painter->drawText(place, Qt::AlignVCenter | Qt::AlignLeft,
                              painter->fontMetrics().elidedText(text, Qt::ElideRight, place.width()));
        };
        const QString name = index.data().toString();
        QFont font = option.font;
        font.setBold(is_heading);
        painter->setFont(font);
        if (is_heading) {
            write(area, name, tokens.dim);
            painter->setPen(qt_color(tokens.line));
            painter->drawLine(option.rect.topLeft(), option.rect.topRight());
        } else {
            const int names = names_width(option.fontMetrics);
            write({area.left(), area.top(), names, area.height()}, name, tokens.ink);
            if (index.data(PlannerBox::default_role).toBool()) {
                const int from = area.left() + option.fontMetrics.horizontalAdvance(name) + column_space / 2;
                write({from, area.top(), area.left() + names - from, area.height()}, default_words(), tokens.good);
            }
            write(area.adjusted(names, 0, 0, 0), index.data(PlannerBox::summary_role).toString(), tokens.dim);
        }
        painter->restore();
    }

private:
    static QString default_words() { return PlannerBox::tr("default"); }

    [[nodiscard]] int names_width(const QFontMetrics& metrics) const {
        int widest = 0;
        for (int row = 0; row < box_.count(); ++row) {
            const QString mark = box_.itemData(row, PlannerBox::default_role).toBool() ? default_words() : QString();
            widest = std::max(widest, metrics.horizontalAdvance(box_.itemText(row)) +
                                          (mark.isEmpty() ? 0 : column_space / 2 + metrics.horizontalAdvance(mark)));
        }
        return widest + column_space;
    }

    QComboBox& box_;
};

}  // namespace

PlannerBox::PlannerBox(QWidget* parent) : QComboBox(parent) {
    setAccessibleName(tr("Planner"));
    setProperty(OutlinedStyle::opens_below, true);  // before the list exists
    setItemDelegate(new PlannerRow(*this));
    view()->viewport()->installEventFilter(this);
    connect(this, &QComboBox::currentIndexChanged, this, [this](int row) {
        if (row < 0 || itemData(row, heading_role).toBool()) {
            return;
        }
        setToolTip(plain_tooltip(itemData(row, summary_role).toString()));
        setAccessibleDescription(itemData(row, summary_role).toString());
        emit planner_changed(planner());
    });
}

void PlannerBox::set_planners(const std::vector<PlannerDescription>& planners) {
    clear();
    QString heading;
    for (const PlannerDescription& planner : planners) {
        if (const QString own = planner_heading(planner); own != heading) {
            heading = own;
            // Not current, though it is the first row: a heading is no planner.
            const QSignalBlocker blocker(this);
            addItem(heading);
            const int row = count() - 1;
            setItemData(row, true, heading_role);
            setItemData(row, plain_tooltip(planner_heading_meaning(planner)), Qt::ToolTipRole);
            qobject_cast<QStandardItemModel*>(model())->item(row)->setFlags(Qt::NoItemFlags);
        }
        addItem(row_words(planner.name));
        const int row = count() - 1;
        setItemData(row, row_words(planner.summary), summary_role);
        setItemData(row, planner.name == default_planner, default_role);
        setItemData(row, plain_tooltip(row_words(planner.summary)), Qt::ToolTipRole);
        setItemData(row, row_words(planner.summary), Qt::AccessibleDescriptionRole);
    }
    setMaxVisibleItems(std::max(1, count()));
    setCurrentIndex(count() > 0 ? 1 : -1);
}

void PlannerBox::choose(const QString& name) {
    const int row = findText(name);
    if (row >= 0 && !itemData(row, heading_role).toBool()) {
        setCurrentIndex(row);
    }
}

void PlannerBox::showPopup() {
    // As wide as its longest row, if the screen is.
    const int left = mapToGlobal(QPoint(0, 0)).x();
    const int room = screen()->availableGeometry().right() - left;
    const int scroll_bar = style()->pixelMetric(QStyle::PM_ScrollBarExtent);
    view()->setMinimumWidth(std::max(width(), std::min(view()->sizeHintForColumn(0) + scroll_bar, room)));
    QComboBox::showPopup();
}

bool PlannerBox::eventFilter(QObject* watched, QEvent* event) {
    // Otherwise a click on a heading would choose the row that the pointer was on before.
    if (event->type() == QEvent::MouseButtonRelease && watched == view()->viewport()) {
        const QModelIndex row = view()->indexAt(static_cast<QMouseEvent*>(event)->pos());
        if (row.isValid() && row.data(heading_role).toBool()) {
            return true;
        }
    }
    return QComboBox::eventFilter(watched, event);
}

bool PlannerBox::event(QEvent* event) {
    // Letters choose a planner here, also those that are keys of the window.
    if (event->type() == QEvent::ShortcutOverride) {
        const auto* key = static_cast<QKeyEvent*>(event);
        const QString text = key->text();
        const bool is_of_a_name = text.size() == 1 && (text.front().isLetter() || text.front() == u'-');
        if (is_of_a_name && (key->modifiers() & ~Qt::ShiftModifier) == 0) {
            event->accept();
            return true;
        }
    }
    return QComboBox::event(event);
}

}  // namespace arenascope
