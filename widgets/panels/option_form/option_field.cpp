#include "widgets/panels/option_form/option_field.h"

#include <algorithm>

#include <QCheckBox>
#include <QComboBox>
#include <QEvent>
#include <QFileInfo>
#include <QHBoxLayout>
#include <QLineEdit>
#include <QPushButton>

#include "qt/words/tooltip.h"
#include "qt/words/visible_text.h"
#include "qt/words/wording.h"
#include "widgets/base/file_dialog.h"
#include "widgets/base/table_look.h"
#include "widgets/base/theme_follower.h"
#include "widgets/panels/option_form/whole_number_box.h"

namespace arenascope {
namespace {

QString option_words(std::string_view text) {
    return QString::fromUtf8(text.data(), static_cast<qsizetype>(text.size()));
}

bool holds_number(const OptionSpec& spec) {
    return spec.type == OptionType::integer || spec.type == OptionType::bytes;
}

QLabel* new_paragraph() {
    auto* label = new QLabel;
    label->setWordWrap(true);
    label->setTextFormat(Qt::PlainText);
    return label;
}

}  // namespace

OptionField::OptionField(const OptionSpec& spec, QWidget* parent)
    : QWidget(parent), spec_(spec), input_(new_input()), note_(new_paragraph()), error_(new_paragraph()) {
    input_->setObjectName(option_words(spec_.key));
    input_->setAccessibleName(visible_text(spec_.key));
    input_->setAccessibleDescription(note());
    input_->setToolTip(plain_tooltip(QString::fromStdString(whole_meaning(spec_))));
    // Only a click or a key gives it the focus, so that scrolling past it changes nothing.
    input_->setFocusPolicy(Qt::StrongFocus);
    input_->installEventFilter(this);
    auto* row = new QHBoxLayout;
    row->setSpacing(8);
    row->addWidget(input_, holds_number(spec_) ? 0 : 1);
    const QString unit = spec_.type == OptionType::bytes ? tr("bytes") : option_words(spec_.unit);
    if (!unit.isEmpty()) {
        row->addWidget(new QLabel(unit));
    }
    if (holds_number(spec_)) {
        row->addStretch(1);
    }
    if (auto* line = qobject_cast<QLineEdit*>(input_); line != nullptr && spec_.is_file) {
        browse_ = new QPushButton(tr("Browse…"));
        browse_->setAccessibleName(tr("Browse for %1").arg(visible_text(spec_.key)));
        browse_->setAutoDefault(false);  // otherwise Enter in a field of a dialog would open it
        connect(browse_, &QPushButton::clicked, this, [this, line] { choose_file(*line); });
        row->addWidget(browse_);
    }
    note_->setText(note());
    error_->setTextInteractionFlags(Qt::TextSelectableByMouse);
    auto* column = new QVBoxLayout(this);
    column->setContentsMargins({});
    column->setSpacing(2);
    column->addLayout(row);
    column->addWidget(note_);
    column->addWidget(error_);
    follow_theme(*this, [this](Theme theme) {
        apply_text_tone(*note_, theme, TextTone::dim);
        apply_text_tone(*error_, theme, TextTone::risk);
    });
    reset();
    validate();
}

QWidget* OptionField::new_input() {
    switch (spec_.type) {
        case OptionType::flag: {
            auto* box = new QCheckBox;
            connect(box, &QCheckBox::toggled, this, &OptionField::validate);
            return box;
        }
        case OptionType::choice: {
            auto* box = new QComboBox;
            for (const std::string_view choice : spec_.choices) {
                box->addItem(option_words(choice));
            }
            connect(box, &QComboBox::currentIndexChanged, this, &OptionField::validate);
            return box;
        }
        case OptionType::integer: {
            auto* box = new WholeNumberBox(spec_.minimum, spec_.maximum, option_words(spec_.unset));
            connect(box, &WholeNumberBox::value_changed, this, &OptionField::validate);
            return box;
        }
        case OptionType::bytes:
        case OptionType::text:
            break;
    }
    return new_line();
}

QWidget* OptionField::new_line() {
    auto* line = new QLineEdit;
    line->setPlaceholderText(option_words(spec_.unset));
    line->setClearButtonEnabled(spec_.is_file);
    connect(line, &QLineEdit::textChanged, this, &OptionField::validate);
    return line;
}

QWidget* OptionField::follow(QWidget* before) {
    setTabOrder(before, input_);
    if (browse_ == nullptr) {
        return input_;
    }
    setTabOrder(input_, browse_);
    return browse_;
}

QString OptionField::note() const {
    QStringList parts{QString::fromStdString(whole_meaning(spec_))};
    if (holds_number(spec_)) {
        parts << (spec_.maximum == OptionSpec{}.maximum
                      ? tr("at least %1").arg(grouped_text(spec_.minimum))
                      : tr("%1 to %2").arg(grouped_text(spec_.minimum), grouped_text(spec_.maximum)));
    }
    if (spec_.type == OptionType::bytes) {
        parts << tr("k, M, KiB or MiB may follow");
    }
    const QString usual = option_words(spec_.default_value);
    if (spec_.type == OptionType::flag) {
        parts << (usual == QLatin1String("true") ? tr("default: on") : tr("default: off"));
    } else if (is_unset(spec_, spec_.default_value)) {
        parts << tr("default: %1").arg(option_words(spec_.unset));
    } else if (!usual.isEmpty()) {
        bool is_whole = false;
        const qlonglong number = usual.toLongLong(&is_whole);
        parts << tr("default: %1").arg(is_whole ? grouped_text(number) : usual);
    }
    return parts.join(tr(" · "));
}

void OptionField::choose_file(QLineEdit& line) {
    const QString folder = line.text().isEmpty() ? QString() : QFileInfo(line.text()).absoluteFilePath();
    const QString path = choose_path_to_open(this, tr("Choose a File"), folder);
    if (!path.isEmpty()) {
        line.setText(path);
    }
}

QString OptionField::value() const {
    if (const auto* check = qobject_cast<const QCheckBox*>(input_)) {
        return check->isChecked() ? QStringLiteral("true") : QStringLiteral("false");
    }
    if (const auto* choice = qobject_cast<const QComboBox*>(input_)) {
        return choice->currentText();
    }
    if (const auto* number = qobject_cast<const WholeNumberBox*>(input_)) {
        return number->value();
    }
    const QString text = qobject_cast<const QLineEdit*>(input_)->text();
    return text.isEmpty() && holds_number(spec_) && !spec_.unset.empty() ? QStringLiteral("0") : text;
}

void OptionField::set_value(const QString& value) {
    if (auto* check = qobject_cast<QCheckBox*>(input_)) {
        check->setChecked(value == QLatin1String("true") || value == QLatin1String("1") ||
                          value == QLatin1String("yes") || value == QLatin1String("on"));
    } else if (auto* choice = qobject_cast<QComboBox*>(input_)) {
        choice->setCurrentText(value);
    } else if (auto* number = qobject_cast<WholeNumberBox*>(input_)) {
        number->set_value(value);
    } else if (auto* line = qobject_cast<QLineEdit*>(input_)) {
        line->setText(is_unset(spec_, value.toStdString()) ? QString() : value);
    }
}

void OptionField::reset() {
    set_value(option_words(spec_.default_value));
}

bool OptionField::is_default() const {
    return value() == option_words(spec_.default_value);
}

void OptionField::validate() {
    const auto checked = OptionValues::from({spec_}, {{std::string(spec_.key), value().toStdString()}});
    error_->setText(checked ? QString() : QString::fromStdString(to_string(checked.error())));
    error_->setVisible(!checked);
    emit changed();
}

bool OptionField::eventFilter(QObject* watched, QEvent* event) {
    if (event->type() == QEvent::Wheel && watched == input_ && !input_->hasFocus()) {
        event->ignore();  // the form scrolls
        return true;
    }
    return QWidget::eventFilter(watched, event);
}

}  // namespace arenascope
