#include "widgets/panels/command_palette/command_palette.h"

#include <algorithm>
#include <utility>

#include <QApplication>
#include <QKeyEvent>
#include <QLabel>
#include <QLineEdit>
#include <QListView>
#include <QPainter>
#include <QVBoxLayout>

#include "qt/painting/theme.h"
#include "qt/words/wording.h"
#include "widgets/base/table_look.h"
#include "widgets/base/theme_follower.h"
#include "widgets/panels/command_palette/palette_delegate.h"
#include "widgets/panels/command_palette/palette_model.h"

namespace arenascope {
namespace {

constexpr std::size_t most_entries = 100;
constexpr int most_rows = 14;        ///< seen at once
constexpr int wanted_letters = 120;  ///< of the width
constexpr int window_margin = 24;    ///< left and right, in pixels
constexpr double top_share = 0.1;    ///< of the window's height, above the palette

}  // namespace

CommandPalette::CommandPalette(QWidget& window)
    : QFrame(&window),
      window_(window),
      line_(new QLineEdit(this)),
      list_(new QListView(this)),
      count_(new QLabel(this)),
      model_(new PaletteModel(this)) {
    hide();
    setAccessibleName(tr("Command palette"));
    line_->setPlaceholderText(tr("Command, buffer, operator or step; begin with > @ # or : for only one of them"));
    line_->setAccessibleName(tr("Command, buffer, operator or step"));
    line_->setClearButtonEnabled(true);
    line_->installEventFilter(this);
    window_.installEventFilter(this);
    list_->setModel(model_);
    list_->setItemDelegateForColumn(0, new PaletteDelegate(list_));  // the look of tables sets that of the whole list
    list_->setAccessibleName(tr("Found"));
    list_->setFocusPolicy(Qt::NoFocus);
    list_->setUniformItemSizes(true);
    list_->setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
    list_->setSelectionMode(QAbstractItemView::SingleSelection);
    count_->setTextFormat(Qt::PlainText);
    count_->setContentsMargins(field_margins);

    auto* field_row = new QHBoxLayout;
    field_row->setContentsMargins(field_margins);
    field_row->addWidget(line_);
    auto* column = new_panel_column(*this);
    column->setContentsMargins(1, 1, 1, 1);  // for the outline
    column->addLayout(field_row);
    column->addWidget(list_);
    column->addWidget(count_);

    connect(line_, &QLineEdit::textChanged, this, &CommandPalette::search);
    connect(list_, &QListView::clicked, this, &CommandPalette::choose);
    connect(&searching_, &BackgroundTask::ran_out_of_memory, this, [this] {
        show_results({});
        count_->setText(tr("There is not enough memory for this search; close other windows"));
    });
    follow_theme(*this, [this](Theme theme) {
        apply_panel_look(*this, theme);
        apply_table_look(*list_, theme);
        list_->setAlternatingRowColors(false);
        apply_text_tone(*count_, theme, TextTone::dim);
    });
}

void CommandPalette::open(std::shared_ptr<const PaletteContent> content) {
    if (isHidden()) {
        focus_before_ = QApplication::focusWidget();
    }
    content_ = std::move(content);
    line_->clear();
    show_results({});
    count_->clear();
    show();
    raise();
    line_->setFocus(Qt::ShortcutFocusReason);
    search();
}

void CommandPalette::set_content(std::shared_ptr<const PaletteContent> content) {
    content_ = std::move(content);
    search();
}

void CommandPalette::dismiss() {
    if (isHidden()) {
        return;
    }
    searching_.abandon();
    if (is_outdated_) {
        *is_outdated_ = true;
    }
    chooses_first_ = false;
    if (isAncestorOf(QApplication::focusWidget())) {
        QWidget* next = focus_before_ != nullptr && focus_before_->isVisible() ? focus_before_.data() : &window_;
        next->setFocus(Qt::OtherFocusReason);
    }
    hide();
    model_->set_results(nullptr, {});
    content_.reset();
}

void CommandPalette::leave() {
    if (!line_->hasFocus()) {  // it may have been opened again
        dismiss();
    }
}

void CommandPalette::search() {
    if (isHidden() || !content_) {
        return;
    }
    if (is_outdated_) {
        *is_outdated_ = true;
    }
    chooses_first_ = false;
    is_outdated_ = std::make_shared<std::atomic<bool>>(false);
    searching_.start(
        [content = content_, typed = line_->text().toStdString(), is_outdated = is_outdated_] {
            return search_palette(*content, typed, most_entries, [&] { return !*is_outdated; });
        },
        [this](PaletteResults results) {
            const bool chooses = std::exchange(chooses_first_, false);
            show_results(std::move(results));
            if (chooses) {
                choose_current();
            }
        });
}

void CommandPalette::show_results(PaletteResults results) {
    model_->set_results(content_, std::move(results));
    list_->setCurrentIndex(model_->index(0, 0));
    list_->scrollToTop();
    show_count();
    fit();
}

void CommandPalette::show_count() {
    count_->setText(count_words());
}

QString CommandPalette::count_words() const {
    const auto count = static_cast<std::int64_t>(model_->match_count());
    if (count == 0) {
        return content_ && !content_->problem ? tr("No command matches, and no plan is open")
                                              : tr("Nothing matches; fewer letters find more");
    }
    return model_->rowCount() < count
               ? tr("%1 of %2; more letters find fewer").arg(grouped_text(model_->rowCount()), grouped_text(count))
               : tr("%1 found").arg(grouped_text(count));
}

void CommandPalette::choose_current() {
    if (searching_.is_running()) {
        chooses_first_ = true;
    } else {
        choose(list_->currentIndex());
    }
}

void CommandPalette::choose(const QModelIndex& row) {
    if (!row.isValid() || !row.data(PaletteModel::is_available).toBool()) {
        return;
    }
    const PaletteEntry entry = model_->entry_at(row.row());
    dismiss();
    emit chosen(entry);
}

void CommandPalette::move_row(int by) {
    const int rows = model_->rowCount();
    if (rows == 0) {
        return;
    }
    const int from = list_->currentIndex().row();
    // One step goes round; a page stops at the ends.
    const int to = by == 1 || by == -1 ? (from + by + rows) % rows : std::clamp(from + by, 0, rows - 1);
    list_->setCurrentIndex(model_->index(to, 0));
}

bool CommandPalette::take_key(int key) {
    switch (key) {
        case Qt::Key_Escape:
            dismiss();
            return true;
        case Qt::Key_Return:
        case Qt::Key_Enter:
            choose_current();
            return true;
        case Qt::Key_Up:
            move_row(-1);
            return true;
        case Qt::Key_Down:
            move_row(1);
            return true;
        case Qt::Key_PageUp:
            move_row(1 - most_rows);
            return true;
        case Qt::Key_PageDown:
            move_row(most_rows - 1);
            return true;
        default:
            return false;
    }
}

bool CommandPalette::focusNextPrevChild(bool next) {
    move_row(next ? 1 : -1);
    return true;
}

bool CommandPalette::eventFilter(QObject* watched, QEvent* event) {
    if (watched == &window_) {
        if (event->type() == QEvent::Resize) {
            fit();
        }
        return false;
    }
    switch (event->type()) {
        case QEvent::ShortcutOverride:
            // The window has commands for some of these keys.
            if (const int key = static_cast<QKeyEvent*>(event)->key();
                key == Qt::Key_Escape || key == Qt::Key_Return || key == Qt::Key_Enter) {
                event->accept();
                return true;
            }
            return false;
        case QEvent::KeyPress:
            return take_key(static_cast<QKeyEvent*>(event)->key());
        case QEvent::FocusOut: {
            const Qt::FocusReason reason = static_cast<QFocusEvent*>(event)->reason();
            if (reason != Qt::ActiveWindowFocusReason && reason != Qt::PopupFocusReason) {
                QMetaObject::invokeMethod(this, &CommandPalette::leave, Qt::QueuedConnection);
            }
            return false;
        }
        default:
            return false;
    }
}

void CommandPalette::paintEvent(QPaintEvent* event) {
    QFrame::paintEvent(event);
    QPainter painter(this);
    painter.setPen(qt_color(arenascope::palette(theme_of(palette())).dim));
    painter.drawRect(rect().adjusted(0, 0, -1, -1));
}

void CommandPalette::fit() {
    if (isHidden()) {
        return;
    }
    const int width = std::min(fontMetrics().averageCharWidth() * wanted_letters, window_.width() - 2 * window_margin);
    const int top = static_cast<int>(window_.height() * top_share);
    const int row = std::max(1, list_->sizeHintForRow(0));
    const int beside =
        line_->sizeHint().height() + field_margins.top() + field_margins.bottom() + count_->sizeHint().height() + 2;
    const int room = (window_.height() - top - window_margin - beside) / row;
    const int rows = std::clamp(model_->rowCount(), 0, std::max(1, std::min(room, most_rows)));
    list_->setVisible(rows > 0);
    list_->setFixedHeight(rows * row);
    setGeometry((window_.width() - width) / 2, top, width, beside + rows * row);
}

}  // namespace arenascope
