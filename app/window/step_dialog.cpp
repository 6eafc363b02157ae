#include "app/window/step_dialog.h"

#include <QCompleter>
#include <QDialogButtonBox>
#include <QLabel>
#include <QLineEdit>
#include <QPushButton>
#include <QVBoxLayout>

#include "core/picture/step_names.h"
#include "widgets/style/table_look.h"
#include "widgets/style/theme.h"
#include "widgets/style/visible_text.h"
#include "widgets/style/wording.h"

namespace arenascope {

StepDialog::StepDialog(std::shared_ptr<const Problem> problem, std::optional<Step> current, QWidget* parent)
    : QDialog(parent), problem_(std::move(problem)), field_(new QLineEdit), error_(new QLabel) {
    setWindowTitle(tr("Go to Step"));
    const Lifetime span = time_span(*problem_);
    const QString first = grouped_text(span.begin.value());
    const QString last = grouped_text(span.end.value() - 1);
    QStringList names;
    for (const std::string_view name : names_of_steps(*problem_)) {
        names << QString::fromUtf8(name.data(), static_cast<qsizetype>(name.size()));
    }
    auto* label =
        new QLabel((names.isEmpty() ? tr("&Step, %1 to %2") : tr("&Step, %1 to %2, or its operator")).arg(first, last));
    label->setBuddy(field_);
    field_->setAccessibleName(tr("Step"));
    field_->setMinimumWidth(fontMetrics().averageCharWidth() * 40);
    if (!names.isEmpty()) {
        auto* completer = new QCompleter(names, this);
        completer->setFilterMode(Qt::MatchContains);
        completer->setCaseSensitivity(Qt::CaseInsensitive);
        field_->setCompleter(completer);
    }
    if (current) {
        field_->setText(QString::number(current->value()));
        field_->selectAll();
    }
    error_->setTextFormat(Qt::PlainText);
    error_->setWordWrap(true);
    auto* buttons = new QDialogButtonBox(QDialogButtonBox::Ok | QDialogButtonBox::Cancel);
    buttons->button(QDialogButtonBox::Ok)->setText(tr("Go"));
    auto* column = new QVBoxLayout(this);
    column->addWidget(label);
    column->addWidget(field_);
    column->addWidget(error_);
    column->addWidget(buttons);
    buttons->button(QDialogButtonBox::Ok)->setDefault(true);
    connect(field_, &QLineEdit::textEdited, error_, &QLabel::clear);
    connect(buttons, &QDialogButtonBox::accepted, this, &StepDialog::accept);
    connect(buttons, &QDialogButtonBox::rejected, this, &QDialog::reject);
    follow_theme(*this, [this](Theme theme) {
        apply_panel_look(*this, theme);
        apply_text_tone(*error_, theme, TextTone::risk);
    });
}

void StepDialog::accept() {
    const auto found = step_named(*problem_, field_->text().toStdString());
    if (!found) {
        error_->setText(visible_text(to_string(found.error())));
        error_->setMinimumHeight(error_->heightForWidth(field_->width()));
        field_->setFocus();
        field_->selectAll();
        return;
    }
    step_ = *found;
    QDialog::accept();
}

}  // namespace arenascope
