#include "app/window/dialogs/external_dialog.h"

#include <QDialogButtonBox>
#include <QHBoxLayout>
#include <QHeaderView>
#include <QLabel>
#include <QMessageBox>
#include <QPushButton>
#include <QTableWidget>
#include <QVBoxLayout>

#include "app/session/external_planners.h"
#include "app/window/dialogs/external_entry_dialog.h"
#include "core/format/external/external_command.h"
#include "core/format/external/external_planner.h"
#include "qt/words/tooltip.h"
#include "qt/words/visible_text.h"
#include "qt/words/wording.h"
#include "widgets/base/column_fit.h"
#include "widgets/base/file_dialog.h"
#include "widgets/base/table_look.h"
#include "widgets/base/theme_follower.h"

namespace arenascope {
namespace {

enum ExternalColumn { external_name, external_exchange, external_command, external_columns };

QString exchange_words(const ExternalText& text) {
    return text.is_json ? ExternalDialog::tr("JSON") : ExternalDialog::tr("CSV");
}

/// Shows the command of an entry of a team's file. Empty: the user ended the import.
std::optional<bool> is_wanted(QWidget* window, const NamedExternal& planner) {
    QMessageBox box(QMessageBox::Question, ExternalDialog::tr("Keep the planner?"),
                    ExternalDialog::tr("Keep the external planner %1?").arg(visible_text(planner.name)),
                    QMessageBox::Cancel, window);
    box.setTextFormat(Qt::PlainText);
    box.setInformativeText(
        ExternalDialog::tr("It runs this command:\n\n%1\n\nOnly keep commands that you trust. They run as you, when "
                           "you ask for it.")
            .arg(visible_text(ExternalText::of(planner.text).command)));
    const QPushButton* keep = box.addButton(ExternalDialog::tr("&Keep"), QMessageBox::AcceptRole);
    QPushButton* skip = box.addButton(ExternalDialog::tr("&Skip"), QMessageBox::RejectRole);
    box.setDefaultButton(skip);
    box.exec();
    return box.clickedButton() == keep   ? std::optional(true)
           : box.clickedButton() == skip ? std::optional(false)
                                         : std::nullopt;
}

}  // namespace

ExternalDialog::ExternalDialog(QWidget* parent)
    : QDialog(parent),
      words_(new QLabel),
      error_(new QLabel),
      table_(new QTableWidget(0, external_columns)),
      add_(new QPushButton(tr("&Add…"))),
      edit_(new QPushButton(tr("&Edit…"))),
      remove_(new QPushButton(tr("&Remove"))),
      import_(new QPushButton(tr("&Import…"))),
      run_(new QPushButton(tr("&Tune with It"))) {
    setWindowTitle(tr("External Planners"));
    words_->setText(tr("Programs of your own that plan. Each gets the problem on its standard input, and answers with "
                       "a layout on its standard output, within %1 s. The layout is checked like any other. No shell "
                       "is involved.")
                        .arg(grouped_text(static_cast<std::int64_t>(default_external_seconds))));
    words_->setWordWrap(true);
    error_->setWordWrap(true);
    error_->setTextFormat(Qt::PlainText);
    error_->hide();
    table_->setAccessibleName(tr("External planners"));
    table_->setHorizontalHeaderLabels({tr("name"), tr("exchange"), tr("command")});
    table_->horizontalHeader()->setDefaultAlignment(Qt::AlignLeft | Qt::AlignVCenter);
    table_->setEditTriggers(QAbstractItemView::NoEditTriggers);
    table_->setSelectionMode(QAbstractItemView::SingleSelection);
    table_->setSelectionBehavior(QAbstractItemView::SelectRows);
    table_->setTabKeyNavigation(false);
    new ColumnFit(*table_, {external_command}, {external_exchange});
    edit_->setToolTip(tr("Change the name or the command of the selected planner"));
    import_->setToolTip(plain_tooltip(
        tr("Reads a list that your team passes on: one NAME=exec:COMMAND a line. Each command is shown, and "
           "kept only if you say so.")));
    run_->setToolTip(
        plain_tooltip(tr("Chooses this planner and runs it on the open plan. Undo brings the plan back.")));
    auto* close = new QPushButton(tr("Close"));
    auto* row = new QHBoxLayout;
    for (QPushButton* button : {add_, edit_, remove_, import_}) {
        button->setAutoDefault(false);
        row->addWidget(button);
    }
    row->addStretch(1);
    for (QPushButton* button : {run_, close}) {
        button->setAutoDefault(false);
        row->addWidget(button);
    }
    auto* column = new QVBoxLayout(this);
    column->addWidget(words_);
    column->addWidget(table_, 1);
    column->addWidget(error_);
    column->addLayout(row);
    resize(680, 360);
    connect(add_, &QPushButton::clicked, this, [this] { edit(std::nullopt); });
    connect(edit_, &QPushButton::clicked, this, [this] { edit(selected()); });
    connect(table_, &QTableWidget::doubleClicked, this, [this] { edit(selected()); });
    connect(remove_, &QPushButton::clicked, this, &ExternalDialog::remove);
    connect(import_, &QPushButton::clicked, this, &ExternalDialog::import);
    connect(run_, &QPushButton::clicked, this, [this] {
        if (const auto planner = selected()) {
            emit run_requested(QString::fromStdString(planner->name));
        }
    });
    connect(close, &QPushButton::clicked, this, &QDialog::close);
    connect(table_, &QTableWidget::itemSelectionChanged, this, &ExternalDialog::show_state);
    follow_theme(*this, [this](Theme theme) {
        apply_panel_look(*this, theme);
        apply_table_look(*table_, theme);
        apply_text_tone(*words_, theme, TextTone::dim);
        apply_text_tone(*error_, theme, TextTone::risk);
    });
    list();
}

void ExternalDialog::showEvent(QShowEvent* event) {
    const auto chosen = selected();
    list(chosen ? QString::fromStdString(chosen->name) : QString());  // the command line may have changed them
    QDialog::showEvent(event);
}

void ExternalDialog::set_running(bool running, bool has_plan) {
    can_run_ = has_plan && !running;
    show_state();
}

void ExternalDialog::list(const QString& selected) {
    kept_ = kept_external_planners();
    table_->setRowCount(static_cast<int>(kept_.size()));
    int chosen = 0;
    for (int row = 0; row < table_->rowCount(); ++row) {
        const NamedExternal& planner = kept_[static_cast<std::size_t>(row)];
        const ExternalText text = ExternalText::of(planner.text);
        const auto cell = [&](int column, const QString& words, const QString& tooltip) {
            auto* item = new QTableWidgetItem(words);
            item->setToolTip(plain_tooltip(tooltip));
            table_->setItem(row, column, item);
        };
        cell(external_name, visible_text(planner.name), {});
        cell(external_exchange, exchange_words(text),
             text.is_json ? tr("The whole problem as a plan in JSON, with regions, pins and sharing")
                          : tr("One region after the other as MiniMalloc CSV"));
        cell(external_command, visible_text(text.command), visible_text(text.command));
        chosen = QString::fromStdString(planner.name) == selected ? row : chosen;
    }
    if (!kept_.empty()) {
        table_->selectRow(chosen);
    }
    show_state();
}

void ExternalDialog::show_state() {
    const bool has_one = selected().has_value();
    edit_->setEnabled(has_one);
    remove_->setEnabled(has_one);
    run_->setEnabled(has_one && can_run_);
}

std::optional<NamedExternal> ExternalDialog::selected() const {
    const QList<QTableWidgetItem*> items = table_->selectedItems();
    const auto row = items.isEmpty() ? kept_.size() : static_cast<std::size_t>(items.front()->row());
    return row < kept_.size() ? std::optional(kept_[row]) : std::nullopt;
}

void ExternalDialog::edit(const std::optional<NamedExternal>& before) {
    ExternalEntryDialog dialog(before, kept_, this);
    if (dialog.exec() != QDialog::Accepted) {
        return;
    }
    const NamedExternal planner = dialog.planner();
    error_->hide();
    if (const auto kept = keep_external_planners({planner}); !kept) {
        say(kept.error());
        return;
    }
    if (before && before->name != planner.name) {
        (void)forget_external_planner(before->name);
    }
    list(QString::fromStdString(planner.name));
    emit changed();
}

void ExternalDialog::remove() {
    error_->hide();
    if (const auto planner = selected()) {
        if (!forget_external_planner(planner->name)) {
            say(settings_unwritten());
            return;
        }
        list();
        emit changed();
    }
}

void ExternalDialog::import() {
    error_->hide();
    const QString path = choose_path_to_open(this, tr("Import External Planners"), {}, tr("All files (*)"));
    if (path.isEmpty()) {
        return;
    }
    bool is_ended = false;
    const auto list_of_team = confirmed_externals(path.toStdString(), [this, &is_ended](const NamedExternal& planner) {
        const auto answer = is_ended ? std::nullopt : is_wanted(this, planner);
        is_ended = is_ended || !answer;
        return answer.value_or(false);
    });
    if (!list_of_team) {
        say(list_of_team.error());
        return;
    }
    if (is_ended || list_of_team->confirmed.empty()) {
        return;
    }
    if (const auto kept = keep_external_planners(list_of_team->confirmed); !kept) {
        say(kept.error());
        return;
    }
    list(QString::fromStdString(list_of_team->confirmed.front().name));
    emit changed();
}

void ExternalDialog::say(const Error& error) {
    error_->setText(visible_text(to_string(error)));
    error_->show();
}

}  // namespace arenascope
