#pragma once

#include <functional>
#include <initializer_list>
#include <variant>

#include <QAbstractItemView>
#include <QLabel>
#include <QLayout>
#include <QLineEdit>

#include "widgets/base/table_look.h"

namespace arenascope {

/// A paragraph in a panel, such as a hint. It follows the theme.
class Paragraph final : public QLabel {
public:
    explicit Paragraph(QWidget* parent = nullptr, TextTone tone = TextTone::dim, Qt::TextFormat format = Qt::PlainText);

    void set_tone(TextTone tone);

private:
    TextTone tone_;
};

/// Shows a text whose links the user can follow. Without links, a keyboard has nothing to do in the label.
void set_linked_text(QLabel& label, const QString& text, bool has_links);

/// A part of a panel: a widget or a layout.
using PanelPart = std::variant<QWidget*, QLayout*>;

/// Puts parts below each other into a panel, which follows the theme. What scrolls shares the room that is left. If
/// nothing does, it stays empty below the parts.
void fill_panel(QWidget& panel, std::initializer_list<PanelPart> parts);

/// Parts side by side with margins; the room that is left stays empty at their right.
[[nodiscard]] QLayout* new_button_row(std::initializer_list<QWidget*> buttons, QMargins margins);

/// A row with a text field over the whole width.
[[nodiscard]] QLayout* new_field_row(QWidget& field);

/// Gives a filter field its words, and the keys that lead to the rows.
void set_up_filter(QLineEdit& field, QAbstractItemView& rows, const QString& name, const QString& placeholder);

/// Gives a table or a tree its rows, of which one can be selected, and the look of tables, which follows the theme.
/// `adjust` changes that look; null: nothing. `name`: what the rows are called for those who cannot see them.
void set_up_rows(QAbstractItemView& view, QAbstractItemModel& model, const QString& name,
                 std::function<void()> adjust = {});

/// Enter in a list chooses its current row, as a click does. Without a current row, the key stays that of the window.
/// The list owns what this sets up.
void choose_with_enter(QAbstractItemView& list, std::function<void(const QModelIndex&)> choose);

/// A click or Enter on a row chooses it.
void choose_rows(QAbstractItemView& view, const std::function<void(const QModelIndex&)>& choose);

/// No row is selected or current any longer.
void clear_rows(QAbstractItemView& view);

}  // namespace arenascope
