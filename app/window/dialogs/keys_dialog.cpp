#include "app/window/dialogs/keys_dialog.h"

#include <QAction>
#include <QDialogButtonBox>
#include <QMenu>
#include <QMenuBar>
#include <QTextBrowser>
#include <QVBoxLayout>

namespace arenascope {
namespace {

QString row(const QString& keys, const QString& what) {
    return QStringLiteral("<tr><td style='padding-right:24px'><b>%1</b></td><td>%2</td></tr>")
        .arg(keys.toHtmlEscaped(), what.toHtmlEscaped());
}

QString section(const QString& title, const QString& rows) {
    return rows.isEmpty() ? QString() : QStringLiteral("<h4>%1</h4><table>%2</table>").arg(title.toHtmlEscaped(), rows);
}

QString words(const QAction& action) {
    return action.text().remove(QLatin1Char('&'));
}

QString rows_of(const QMenu& menu) {
    QString rows;
    for (const QAction* action : menu.actions()) {
        if (action->menu() == nullptr && !action->shortcuts().isEmpty()) {
            QStringList keys;
            for (const QKeySequence& key : action->shortcuts()) {
                keys << key.toString(QKeySequence::NativeText);
            }
            keys.removeDuplicates();
            rows += row(keys.join(QObject::tr(" or ")), words(*action));
        }
    }
    return rows;
}

}  // namespace

KeysDialog::KeysDialog(const QMenuBar& menus, QWidget* parent) : QDialog(parent) {
    setWindowTitle(tr("Keys and Mouse"));
    QString page;
    for (const QAction* entry : menus.actions()) {
        page += section(words(*entry), rows_of(*entry->menu()));
    }
    page += section(
        tr("In the Picture"),
        row(tr("Arrows"), tr("Pan; in a list, go from row to row")) +
            row(tr("Ctrl+Up, Ctrl+Down"), tr("To the buffer above, below, at the time cursor")) +
            row(tr("Ctrl+Left, Ctrl+Right"), tr("To the buffer that begins earlier, later")) +
            row(tr("Shift+Home, Shift+End"), tr("Time cursor to the first and last step of the plan")) +
            row(tr("Shift+←, Shift+→"), tr("Select a range of steps; with Ctrl, in larger steps")) +
            row(tr("Shift+drag"), tr("Select a range of steps; Esc cancels it")) +
            row(tr("Wheel"), tr("Zoom at the pointer; with Ctrl only time, with Shift only offsets")) +
            row(tr("Drag"), tr("Pan; on a selected buffer, move it, also from the tray and between regions")) +
            row(tr("Drag the line of a capacity"), tr("Change the capacity; Esc cancels it")) +
            row(tr("Middle drag"), tr("Pan, also on a selected buffer")) +
            row(tr("Right or Alt+drag"), tr("Zoom to a box")) +
            row(tr("Right click, menu key, Shift+F10"), tr("Menu of the buffer or of the picture")) +
            row(tr("Click"), tr("Select, and set the time cursor; with Ctrl, add or remove")) +
            row(tr("Double click"), tr("On a folded memory: open it; on the name beside an open one: fold it")) +
            row(tr("Drag the dots above the live size"), tr("Make it higher or lower; a double click restores it")) +
            row(tr("Back, forward button"), tr("Previous view, next view")) +
            row(tr("Esc"), tr("During a drag: cancel it; while only the picture is shown: bring everything back")));
    page += section(tr("Everywhere"),
                    row(tr("Tab, Shift+Tab"), tr("To the next, to the previous field, list or button that is seen")) +
                        row(tr("Enter"), tr("Press the button that has the focus")) +
                        row(tr("Enter, Shift+Enter"), tr("In the filter of the buffers: next, previous match")) +
                        row(tr("Esc"), tr("In a filter: clear it, and return to the picture")) +
                        row(tr("Ctrl+Z, Ctrl+Y"), tr("In a field: undo, redo what was typed")));
    page += section(tr("In the Table of Cores"),
                    row(tr("Click"), tr("Zoom to the core; on the step of its peak, set the time cursor there")) +
                        row(tr("Double click"), tr("Fold or open its memory in the picture")) +
                        row(tr("Drag, Alt+Up, Alt+Down"), tr("Move its memory up or down in the picture")));
    auto* browser = new QTextBrowser;
    browser->setHtml(page);
    browser->setFrameShape(QFrame::NoFrame);
    auto* buttons = new QDialogButtonBox(QDialogButtonBox::Close);
    connect(buttons, &QDialogButtonBox::rejected, this, &QDialog::reject);
    auto* column = new QVBoxLayout(this);
    column->addWidget(browser, 1);
    column->addWidget(buttons);
    const QFontMetrics metrics = fontMetrics();
    resize(metrics.averageCharWidth() * 90, metrics.height() * 34);
}

QString KeysDialog::text() const {
    return findChild<QTextBrowser*>()->toPlainText();
}

}  // namespace arenascope
