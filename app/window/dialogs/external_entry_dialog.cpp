#include "app/window/dialogs/external_entry_dialog.h"

#include <algorithm>
#include <string_view>
#include <utility>

#include <QComboBox>
#include <QDialogButtonBox>
#include <QFormLayout>
#include <QLabel>
#include <QLineEdit>
#include <QPushButton>
#include <QVBoxLayout>

#include "qt/words/visible_text.h"
#include "widgets/base/table_look.h"
#include "widgets/base/theme_follower.h"

namespace arenascope {
namespace {

constexpr int command_letters = 52;
constexpr int error_lines = 2;

}  // namespace

ExternalText ExternalText::of(const std::string& text) {
    constexpr std::string_view json = "exec:json:";
    constexpr std::string_view plain = "exec:";
    if (text.starts_with(json)) {
        return {true, text.substr(json.size())};
    }
    return {false, text.starts_with(plain) ? text.substr(plain.size()) : text};
}

ExternalEntryDialog::ExternalEntryDialog(const std::optional<NamedExternal>& before, std::vector<NamedExternal> kept,
                                         QWidget* parent)
    : QDialog(parent),
      before_(before ? before->name : std::string()),
      kept_(std::move(kept)),
      name_(new QLineEdit),
      exchange_(new QComboBox),
      command_(new QLineEdit),
      error_(new QLabel),
      keep_(nullptr) {
    setWindowTitle(before ? tr("Edit External Planner") : tr("Add External Planner"));
    const ExternalText text = ExternalText::of(before ? before->text : std::string());
    name_->setText(QString::fromStdString(before_));
    name_->setPlaceholderText(tr("such as first-fit"));
    exchange_->addItem(tr("CSV: each region, as MiniMalloc reads it"));
    exchange_->addItem(tr("JSON: the whole problem, with regions, pins and sharing"));
    exchange_->setCurrentIndex(text.is_json ? 1 : 0);
    command_->setText(QString::fromStdString(text.command));
    command_->setPlaceholderText(tr("such as python3 /home/me/first_fit.py"));
    command_->setMinimumWidth(command_letters * fontMetrics().averageCharWidth());
    command_->setToolTip(tr("A program and its arguments. Quotes keep blanks together; nothing is expanded."));
    error_->setTextFormat(Qt::PlainText);
    error_->setWordWrap(true);
    error_->setMinimumHeight(error_lines * fontMetrics().lineSpacing());
    error_->setAlignment(Qt::AlignTop | Qt::AlignLeft);
    auto* form = new QFormLayout;
    form->setFieldGrowthPolicy(QFormLayout::AllNonFixedFieldsGrow);
    form->addRow(tr("&Name"), name_);
    form->addRow(tr("E&xchange"), exchange_);
    form->addRow(tr("&Command"), command_);
    auto* buttons = new QDialogButtonBox(QDialogButtonBox::Ok | QDialogButtonBox::Cancel);
    keep_ = buttons->button(QDialogButtonBox::Ok);
    keep_->setText(tr("Keep"));
    auto* column = new QVBoxLayout(this);
    column->addLayout(form);
    column->addWidget(error_, 1);
    column->addWidget(buttons);
    connect(name_, &QLineEdit::textChanged, this, &ExternalEntryDialog::check);
    connect(command_, &QLineEdit::textChanged, this, &ExternalEntryDialog::check);
    connect(exchange_, &QComboBox::currentIndexChanged, this, &ExternalEntryDialog::check);
    connect(buttons, &QDialogButtonBox::accepted, this, &QDialog::accept);
    connect(buttons, &QDialogButtonBox::rejected, this, &QDialog::reject);
    follow_theme(*this, [this](Theme theme) {
        apply_panel_look(*this, theme);
        apply_text_tone(*error_, theme, TextTone::risk);
    });
    check();
    name_->setFocus();
}

NamedExternal ExternalEntryDialog::planner() const {
    const ExternalText text{exchange_->currentIndex() == 1, command_->text().trimmed().toStdString()};
    return {name_->text().trimmed().toStdString(), text.text()};
}

void ExternalEntryDialog::check() {
    const NamedExternal planner = this->planner();
    const auto named = parse_named_external(planner.name + "=" + planner.text);
    const bool is_taken =
        planner.name != before_ && std::ranges::find(kept_, planner.name, &NamedExternal::name) != kept_.end();
    keep_->setEnabled(named && *named == planner && !is_taken);
    if (planner.name.empty() || ExternalText::of(planner.text).command.empty()) {
        error_->clear();  // not typed yet
    } else if (is_taken) {
        error_->setText(tr("You keep an external planner of this name already. Choose another name."));
    } else {
        error_->setText(named ? QString() : visible_text(to_string(named.error())));
    }
}

}  // namespace arenascope
