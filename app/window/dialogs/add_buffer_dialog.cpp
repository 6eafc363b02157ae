#include "app/window/dialogs/add_buffer_dialog.h"

#include <utility>

#include <QComboBox>
#include <QDialogButtonBox>
#include <QFormLayout>
#include <QLabel>
#include <QLineEdit>
#include <QPushButton>
#include <QVBoxLayout>

#include "core/base/text/unique_names.h"
#include "qt/words/visible_text.h"
#include "widgets/base/table_look.h"
#include "widgets/base/theme_follower.h"
#include "widgets/panels/inspector/typed_number.h"

namespace arenascope {
namespace {

constexpr std::int64_t proposed_size = 1024;

std::string free_name(const Problem& problem) {
    UniqueNames names;
    for (const Buffer& buffer : problem.buffers) {
        (void)names.add(buffer.name);
    }
    return names.add("buffer");
}

}  // namespace

AddBufferDialog::AddBufferDialog(const Problem& problem, std::optional<Step> begin, Add add, QWidget* parent)
    : QDialog(parent), add_(std::move(add)), region_(new QComboBox), error_(new QLabel) {
    setWindowTitle(tr("Add Buffer"));
    auto* form = new QFormLayout;
    const Step first = begin.value_or(time_span(problem).begin);
    name_ = add_field(*form, tr("&Name"), QString::fromStdString(free_name(problem)));
    size_ = add_field(*form, tr("&Size"), QString::number(proposed_size));
    size_->setToolTip(tr("In bytes, or with a unit such as 12 KiB"));
    begin_ = add_field(*form, tr("&First step"), QString::number(first.value()));
    end_ = add_field(*form, tr("&Until before step"), QString::number(first.value() + 1));
    for (const Region& region : problem.regions) {
        region_->addItem(visible_text(region.name));
    }
    region_->setAccessibleName(tr("Region"));
    if (problem.regions.size() > 1) {
        form->addRow(tr("&Region"), region_);
    } else {
        region_->setParent(this);
        region_->hide();
    }
    error_->setTextFormat(Qt::PlainText);
    error_->setWordWrap(true);
    auto* buttons = new QDialogButtonBox(QDialogButtonBox::Ok | QDialogButtonBox::Cancel);
    buttons->button(QDialogButtonBox::Ok)->setText(tr("Add"));
    buttons->button(QDialogButtonBox::Ok)->setDefault(true);
    auto* column = new QVBoxLayout(this);
    column->addLayout(form);
    column->addWidget(error_);
    column->addWidget(buttons);
    name_->selectAll();
    connect(buttons, &QDialogButtonBox::accepted, this, &AddBufferDialog::accept);
    connect(buttons, &QDialogButtonBox::rejected, this, &QDialog::reject);
    follow_theme(*this, [this](Theme theme) {
        apply_panel_look(*this, theme);
        apply_text_tone(*error_, theme, TextTone::risk);
    });
}

QLineEdit* AddBufferDialog::add_field(QFormLayout& form, const QString& label, const QString& text) {
    auto* line = new QLineEdit(text);
    line->setAccessibleName(QString(label).remove(QLatin1Char('&')));
    line->setMinimumWidth(fontMetrics().averageCharWidth() * 32);
    connect(line, &QLineEdit::textEdited, this, [this] { error_->clear(); });
    form.addRow(label, line);
    return line;
}

void AddBufferDialog::show_error(const QString& text, QLineEdit& field) {
    error_->setText(text);
    error_->setMinimumHeight(error_->heightForWidth(name_->width()));
    field.setFocus();
    field.selectAll();
}

void AddBufferDialog::accept() {
    Buffer buffer;
    buffer.name = name_->text().toStdString();
    const auto size = typed_bytes(size_->text());
    const auto begin = typed_step(begin_->text());
    const auto end = typed_step(end_->text());
    for (const auto& [number, field] : {std::pair(&size, size_), std::pair(&begin, begin_), std::pair(&end, end_)}) {
        if (!*number) {
            show_error(visible_text(to_string(number->error())), *field);
            return;
        }
    }
    buffer.size = Bytes(*size);
    buffer.lifetime = {Step(*begin), Step(*end)};
    buffer.region = RegionIndex(static_cast<std::size_t>(region_->currentIndex()));
    if (const auto added = add_(std::move(buffer)); !added) {
        show_error(visible_text(to_string(added.error())), *name_);
        return;
    }
    QDialog::accept();
}

}  // namespace arenascope
