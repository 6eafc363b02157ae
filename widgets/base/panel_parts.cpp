#include "widgets/base/panel_parts.h"

#include <algorithm>
#include <utility>

#include <QHBoxLayout>
#include <QKeyEvent>
#include <QTableView>

#include "qt/painting/theme.h"
#include "widgets/base/filter_keys.h"
#include "widgets/base/theme_follower.h"

namespace arenascope {
namespace {

class EnterFilter final : public QObject {
public:
    EnterFilter(QAbstractItemView& list, std::function<void(const QModelIndex&)> choose)
        : QObject(&list), list_(list), choose_(std::move(choose)) {
        list.installEventFilter(this);
    }

protected:
    bool eventFilter(QObject* watched, QEvent* event) override {
        if (watched == &list_ && event->type() == QEvent::KeyPress && list_.currentIndex().isValid()) {
            const int key = static_cast<QKeyEvent*>(event)->key();
            if (key == Qt::Key_Return || key == Qt::Key_Enter) {
                choose_(list_.currentIndex());
                return true;
            }
        }
        return QObject::eventFilter(watched, event);
    }

private:
    QAbstractItemView& list_;
    std::function<void(const QModelIndex&)> choose_;
};

}  // namespace

Paragraph::Paragraph(QWidget* parent, TextTone tone, Qt::TextFormat format) : QLabel(parent), tone_(tone) {
    setTextFormat(format);
    apply_paragraph_look(*this);
    follow_theme(*this, [this](Theme theme) {
        apply_text_tone(*this, theme, tone_);
        if (textFormat() == Qt::RichText) {
            // A text that stands keeps the colour that its link had.
            const QString words = text();
            clear();
            setText(words);
        }
    });
}

void Paragraph::set_tone(TextTone tone) {
    tone_ = tone;
    apply_text_tone(*this, theme_of(palette()), tone);
}

void set_linked_text(QLabel& label, const QString& text, bool has_links) {
    label.setTextInteractionFlags(has_links ? Qt::TextInteractionFlags(Qt::TextBrowserInteraction)
                                            : Qt::TextInteractionFlags(Qt::TextSelectableByMouse));
    label.setText(text);
}

void fill_panel(QWidget& panel, std::initializer_list<PanelPart> parts) {
    QVBoxLayout* column = new_panel_column(panel);
    for (const PanelPart& part : parts) {
        if (auto* const* widget = std::get_if<QWidget*>(&part)) {
            column->addWidget(*widget, qobject_cast<QAbstractScrollArea*>(*widget) != nullptr ? 1 : 0);
        } else {
            column->addLayout(std::get<QLayout*>(part));
        }
    }
    column->addStretch(0);
    follow_theme(panel, [&panel](Theme theme) { apply_panel_look(panel, theme); });
}

QLayout* new_button_row(std::initializer_list<QWidget*> buttons, QMargins margins) {
    auto* row = new QHBoxLayout;
    row->setContentsMargins(margins);
    for (QWidget* button : buttons) {
        row->addWidget(button);
    }
    row->addStretch(1);
    return row;
}

QLayout* new_field_row(QWidget& field) {
    auto* row = new QHBoxLayout;
    row->setContentsMargins(field_margins);
    row->addWidget(&field);
    return row;
}

void set_up_filter(QLineEdit& field, QAbstractItemView& rows, const QString& name, const QString& placeholder) {
    field.setPlaceholderText(placeholder);
    field.setClearButtonEnabled(true);
    field.setAccessibleName(name);
    new FilterKeys(field, rows);
}

void set_up_rows(QAbstractItemView& view, QAbstractItemModel& model, const QString& name,
                 std::function<void()> adjust) {
    view.setModel(&model);
    view.setAccessibleName(name);
    view.setSelectionMode(QAbstractItemView::SingleSelection);
    view.setTabKeyNavigation(false);
    follow_theme(view, [&view, adjust = std::move(adjust)](Theme theme) {
        apply_table_look(view, theme);
        if (adjust) {
            adjust();
        }
    });
}

void choose_with_enter(QAbstractItemView& list, std::function<void(const QModelIndex&)> choose) {
    new EnterFilter(list, std::move(choose));
}

void choose_rows(QAbstractItemView& view, const std::function<void(const QModelIndex&)>& choose) {
    QObject::connect(&view, &QAbstractItemView::clicked, &view, choose);
    choose_with_enter(view, choose);
}

void clear_rows(QAbstractItemView& view) {
    view.clearSelection();
    view.setCurrentIndex({});
}

}  // namespace arenascope
