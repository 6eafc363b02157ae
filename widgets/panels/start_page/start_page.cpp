#include "widgets/panels/start_page/start_page.h"

#include <algorithm>
#include <utility>
#include <vector>

#include <QDragEnterEvent>
#include <QFileInfo>
#include <QMimeData>
#include <QVBoxLayout>

#include "core/format/reading.h"
#include "core/format/registry.h"
#include "qt/words/format_words.h"
#include "qt/words/tooltip.h"
#include "qt/words/visible_text.h"
#include "widgets/base/steady_scroll_area.h"
#include "widgets/base/table_look.h"
#include "widgets/base/theme_follower.h"

namespace arenascope {
namespace {

constexpr int page_width = 520;

/// Says what can be opened, by who makes it. Formats that this build does not read are not named.
QString opening_words() {
    const std::vector<FileFormat> missing = missing_formats();
    QString lines;
    for (const FormatGroup& group : format_groups()) {
        QStringList files;
        for (const FormatDescription& each : group.formats) {
            if (std::ranges::find(missing, each.format) == missing.end()) {
                files << format_words(each.format);
            }
        }
        lines +=
            QStringLiteral("\n• ") + StartPage::tr("%1: %2").arg(group_words(group), files.join(StartPage::tr(", ")));
    }
    return StartPage::tr(
               "It opens with its picture, and a plan is checked for overlaps at once. A folder opens as the "
               "list of what can be opened in it.") +
           QLatin1Char('\n') + lines;
}

/// The files of a drag that can be opened: files on this machine.
QStringList local_files(const QMimeData& data) {
    QStringList files;
    for (const QUrl& url : data.urls()) {
        if (url.isLocalFile()) {
            files.append(url.toLocalFile());
        }
    }
    return files;
}

}  // namespace

StartPage::StartPage(QWidget* parent)
    : QWidget(parent),
      continue_(new QPushButton(tr("Continue"), this)),
      title_(new QLabel(tr("Drop a model or a memory plan"), this)),
      hint_(new QLabel(opening_words(), this)),
      open_(new QPushButton(tr("&Open…"), this)),
      samples_title_(new QLabel(tr("Or look at a sample"), this)),
      recent_title_(new QLabel(tr("Recent files"), this)),
      recent_(new QListWidget(this)) {
    setAcceptDrops(true);
    QFont large = title_->font();
    large.setPointSizeF(large.pointSizeF() * 1.6);
    title_->setFont(large);
    hint_->setWordWrap(true);
    recent_->setAccessibleName(tr("Recent files"));
    recent_->setTextElideMode(Qt::ElideMiddle);
    recent_->setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);

    auto* page = new QWidget(this);
    page->setMaximumWidth(page_width);
    auto* column = new QVBoxLayout(page);
    column->setSpacing(12);
    column->addStretch(1);
    column->addWidget(continue_, 0, Qt::AlignLeft);
    column->addSpacing(12);
    column->addWidget(title_);
    column->addWidget(hint_);
    auto* buttons = new QHBoxLayout;
    buttons->addWidget(open_);
    buttons->addStretch(1);
    column->addLayout(buttons);
    column->addWidget(samples_title_);
    auto* samples = new QHBoxLayout;
    for (const auto& [question, file] : {std::pair{tr("Does it &fit?"), "mobile_vision.json"},
                                         {tr("Does it o&verlap?"), "vendor_plan.csv"},
                                         {tr("&Why so high?"), "digits_tvm_graph.json"}}) {
        auto* sample = new QPushButton(question, this);
        sample->setToolTip(tr("Opens %1").arg(QLatin1String(file)));
        connect(sample, &QPushButton::clicked, this,
                [this, name = QString::fromLatin1(file)] { emit sample_requested(name); });
        samples->addWidget(sample);
    }
    samples->addStretch(1);
    column->addLayout(samples);
    column->addSpacing(12);
    column->addWidget(recent_title_);
    column->addWidget(recent_, 2);
    column->addStretch(1);
    auto* whole = new QWidget;
    auto* row = new QHBoxLayout(whole);
    row->addStretch(1);
    row->addWidget(page, 4);
    row->addStretch(1);
    auto* area = new SteadyScrollArea;  // in a low window, the words scroll and are not cut
    area->setWidget(whole);
    new_panel_column(*this)->addWidget(area);

    connect(continue_, &QPushButton::clicked, this, &StartPage::continue_requested);
    connect(open_, &QPushButton::clicked, this, &StartPage::open_requested);
    const auto choose = [this](QListWidgetItem* item) { emit file_chosen(item->data(Qt::UserRole).toString()); };
    connect(recent_, &QListWidget::itemClicked, this, choose);
    // Enter opens, whatever has the focus on the page.
    auto* chief = new QAction(this);
    chief->setShortcuts({QKeySequence(Qt::Key_Return), QKeySequence(Qt::Key_Enter)});
    chief->setShortcutContext(Qt::WidgetWithChildrenShortcut);
    addAction(chief);
    connect(chief, &QAction::triggered, this, [this, choose] {
        if (recent_->hasFocus() && recent_->currentItem() != nullptr) {
            choose(recent_->currentItem());
            return;
        }
        auto* button = qobject_cast<QPushButton*>(focusWidget());
        (button != nullptr ? button : continue_->isVisible() ? continue_ : open_)->click();
    });
    set_recent_files({});
    set_last_session({});
    follow_theme(*this, [this, area](Theme theme) {
        apply_panel_look(*this, theme);
        apply_panel_look(*area, theme);
        apply_table_look(*recent_, theme);
        apply_text_tone(*title_, theme, TextTone::plain);
        apply_text_tone(*hint_, theme, TextTone::dim);
        apply_text_tone(*samples_title_, theme, TextTone::dim);
        apply_text_tone(*recent_title_, theme, TextTone::dim);
    });
}

void StartPage::set_recent_files(const QStringList& paths) {
    recent_->clear();
    for (const QString& path : paths) {
        const QFileInfo file(path);
        auto* item =
            new QListWidgetItem(tr("%1 — %2").arg(visible_text(file.fileName()), visible_text(file.path())), recent_);
        item->setData(Qt::UserRole, path);
        item->setToolTip(plain_tooltip(visible_text(path)));
    }
    recent_->setVisible(!paths.isEmpty());
    recent_title_->setVisible(!paths.isEmpty());
}

void StartPage::set_last_session(const QStringList& paths) {
    continue_->setVisible(!paths.isEmpty());
    continue_->setDefault(!paths.isEmpty());
    open_->setDefault(paths.isEmpty());
    if (paths.isEmpty()) {
        return;
    }
    QStringList names;
    QStringList shown_paths;
    for (const QString& path : paths) {
        names << visible_text(QFileInfo(path).fileName());
        shown_paths << visible_text(path);
    }
    const QString first = fontMetrics().elidedText(names.front(), Qt::ElideMiddle, page_width / 2);
    const auto others = names.size() - 1;
    const QString text = others == 0   ? tr("Continue with %1").arg(first)
                         : others == 1 ? tr("Continue with %1 and 1 more file").arg(first)
                                       : tr("Continue with %1 and %2 more files").arg(first).arg(others);
    continue_->setText(in_a_menu(text));
    continue_->setAccessibleName(text);
    continue_->setToolTip(plain_tooltip(shown_paths.join(QLatin1Char('\n'))));
    continue_->setFocus();
}

void StartPage::dragEnterEvent(QDragEnterEvent* event) {
    if (!local_files(*event->mimeData()).isEmpty()) {
        event->acceptProposedAction();
    }
}

void StartPage::dropEvent(QDropEvent* event) {
    event->acceptProposedAction();
    for (const QString& path : local_files(*event->mimeData())) {
        emit file_chosen(path);
    }
}

}  // namespace arenascope
