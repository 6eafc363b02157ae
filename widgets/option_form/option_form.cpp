#include "widgets/option_form/option_form.h"

#include <limits>
#include <utility>

#include <QAction>
#include <QCheckBox>
#include <QFileDialog>
#include <QFileInfo>
#include <QLineEdit>
#include <QSpinBox>
#include <QStyle>
#include <QVBoxLayout>

#include "widgets/style/table_look.h"
#include "widgets/style/theme.h"
#include "widgets/style/tooltip.h"
#include "widgets/style/visible_text.h"

namespace arenascope {
namespace {

QString text_of(std::string_view text) {
    return QString::fromUtf8(text.data(), static_cast<qsizetype>(text.size()));
}

bool fits_spin_box(const OptionSpec& spec) {
    return spec.minimum >= std::numeric_limits<int>::min() && spec.maximum <= std::numeric_limits<int>::max();
}

}  // namespace

OptionForm::OptionForm(QWidget* parent)
    : QWidget(parent),
      chooser_(new QComboBox(this)),
      summary_(new QLabel(this)),
      error_(new QLabel(this)),
      reset_(new QPushButton(tr("&Reset to defaults"), this)) {
    chooser_->setAccessibleName(tr("Planner"));
    summary_->setWordWrap(true);
    summary_->setTextFormat(Qt::PlainText);
    error_->setWordWrap(true);
    error_->setTextFormat(Qt::PlainText);
    error_->setTextInteractionFlags(Qt::TextSelectableByMouse);
    error_->hide();
    reset_->setAutoDefault(false);  // otherwise Enter in a field of a dialog would reset the form
    auto* column = new QVBoxLayout(this);
    column->setContentsMargins(12, 12, 12, 12);
    column->setSpacing(8);
    column->addWidget(chooser_);
    column->addWidget(summary_);
    column->addWidget(error_);
    column->addWidget(reset_, 0, Qt::AlignLeft);
    column->addStretch(1);
    connect(chooser_, &QComboBox::currentIndexChanged, this, [this] {
        rebuild();
        emit planner_changed(planner());
    });
    connect(reset_, &QPushButton::clicked, this, &OptionForm::reset);
    follow_theme(*this, [this](Theme theme) {
        apply_panel_look(*this, theme);
        apply_text_tone(*summary_, theme, TextTone::dim);
        apply_text_tone(*error_, theme, TextTone::risk);
    });
}

void OptionForm::set_planners(std::vector<PlannerDescription> planners) {
    planners_ = std::move(planners);
    chooser_->clear();
    for (const PlannerDescription& each : planners_) {
        chooser_->addItem(text_of(each.name));
    }
}

void OptionForm::set_options(std::vector<OptionSpec> options, QStringList files) {
    has_no_planner_ = true;
    files_ = std::move(files);
    chooser_->hide();
    summary_->hide();
    PlannerDescription alone{};
    alone.options = std::move(options);
    set_planners({std::move(alone)});
}

void OptionForm::choose_planner(const QString& name) {
    if (const int position = chooser_->findText(name); position >= 0) {
        chooser_->setCurrentIndex(position);
    }
}

void OptionForm::set_values(const std::vector<KeyValue>& values) {
    for (const auto& [key, value] : values) {
        for (std::size_t i = 0; i < fields_.size(); ++i) {
            if (chosen()->options[i].key == key) {
                set_value(fields_[i], QString::fromStdString(value));
            }
        }
    }
}

std::vector<KeyValue> OptionForm::values() const {
    std::vector<KeyValue> all;
    for (std::size_t i = 0; i < fields_.size(); ++i) {
        all.emplace_back(std::string(chosen()->options[i].key), value_of(fields_[i]).toStdString());
    }
    return all;
}

void OptionForm::reset() {
    for (std::size_t i = 0; i < fields_.size(); ++i) {
        set_value(fields_[i], text_of(chosen()->options[i].default_value));
    }
}

void OptionForm::rebuild() {
    delete form_;
    fields_.clear();
    form_ = new QWidget(this);
    auto* rows = new QFormLayout(form_);
    rows->setContentsMargins(0, 0, 0, 0);
    rows->setFieldGrowthPolicy(QFormLayout::AllNonFixedFieldsGrow);
    rows->setRowWrapPolicy(QFormLayout::WrapLongRows);
    const PlannerDescription* planner = chosen();
    summary_->setText(planner != nullptr ? text_of(planner->summary) : QString());
    if (planner != nullptr) {
        for (const OptionSpec& spec : planner->options) {
            QWidget* field = new_field(spec);
            field->setObjectName(text_of(spec.key));
            field->setAccessibleName(visible_text(spec.key));
            field->setAccessibleDescription(text_of(spec.meaning));
            field->setToolTip(plain_tooltip(text_of(spec.meaning)));
            rows->addRow(new_label(spec, *field), field);
            fields_.push_back(field);
        }
    }
    static_cast<QVBoxLayout*>(layout())->insertWidget(2, form_);
    reset_->setEnabled(!fields_.empty());
    validate();
}

QLabel* OptionForm::new_label(const OptionSpec& spec, QWidget& field) {
    // A key may come from a file and contain an ampersand, which must not mark a letter.
    auto* label = new QLabel(in_a_menu(visible_text(spec.key)), form_);
    label->setTextFormat(Qt::PlainText);
    label->setBuddy(&field);
    return label;
}

QWidget* OptionForm::new_field(const OptionSpec& spec) {
    const QString given = text_of(spec.default_value);
    if (spec.type == OptionType::flag) {
        // Next to other parts of a window there is no room for a label that does not wrap; the tooltip contains it.
        auto* box = new QCheckBox(has_no_planner_ ? QString() : text_of(spec.meaning), form_);
        set_value(box, given);
        connect(box, &QCheckBox::toggled, this, &OptionForm::validate);
        return box;
    }
    if (spec.type == OptionType::choice) {
        auto* box = new QComboBox(form_);
        for (const std::string_view choice : spec.choices) {
            box->addItem(text_of(choice));
        }
        set_value(box, given);
        connect(box, &QComboBox::currentIndexChanged, this, &OptionForm::validate);
        return box;
    }
    if (spec.type == OptionType::integer && fits_spin_box(spec)) {
        auto* box = new QSpinBox(form_);
        box->setRange(static_cast<int>(spec.minimum), static_cast<int>(spec.maximum));
        box->setGroupSeparatorShown(true);
        set_value(box, given);
        connect(box, &QSpinBox::valueChanged, this, &OptionForm::validate);
        return box;
    }
    // Byte amounts may have a unit, and 64-bit numbers do not fit a spin box.
    auto* line = new QLineEdit(given, form_);
    connect(line, &QLineEdit::textChanged, this, &OptionForm::validate);
    if (files_.contains(text_of(spec.key))) {
        add_chooser(*line);
    }
    return line;
}

void OptionForm::add_chooser(QLineEdit& line) {
    line.setPlaceholderText(tr("no file"));
    line.setClearButtonEnabled(true);
    QAction* choose = line.addAction(style()->standardIcon(QStyle::SP_DirOpenIcon), QLineEdit::TrailingPosition);
    choose->setToolTip(tr("Choose a file…"));
    connect(choose, &QAction::triggered, this, [this, &line] {
        const QString folder = line.text().isEmpty() ? QString() : QFileInfo(line.text()).absolutePath();
        const QString path = QFileDialog::getOpenFileName(this, tr("Choose a File"), folder);
        if (!path.isEmpty()) {
            line.setText(path);
        }
    });
}

QString OptionForm::value_of(const QWidget* field) {
    if (const auto* check = qobject_cast<const QCheckBox*>(field)) {
        return check->isChecked() ? QStringLiteral("true") : QStringLiteral("false");
    }
    if (const auto* choice = qobject_cast<const QComboBox*>(field)) {
        return choice->currentText();
    }
    if (const auto* number = qobject_cast<const QSpinBox*>(field)) {
        return QString::number(number->value());
    }
    return qobject_cast<const QLineEdit*>(field)->text();
}

void OptionForm::set_value(QWidget* field, const QString& value) {
    if (auto* check = qobject_cast<QCheckBox*>(field)) {
        check->setChecked(value == QLatin1String("true") || value == QLatin1String("1") ||
                          value == QLatin1String("yes") || value == QLatin1String("on"));
    } else if (auto* choice = qobject_cast<QComboBox*>(field)) {
        choice->setCurrentText(value);
    } else if (auto* number = qobject_cast<QSpinBox*>(field)) {
        number->setValue(value.toInt());
    } else if (auto* line = qobject_cast<QLineEdit*>(field)) {
        line->setText(value);
    }
}

void OptionForm::validate() {
    if (chosen() == nullptr) {
        return;
    }
    const auto checked = OptionValues::from(chosen()->options, values());
    const bool was_valid = is_valid();
    error_->setVisible(!checked);
    error_->setText(checked ? QString() : QString::fromStdString(to_string(checked.error())));
    if (was_valid != checked.has_value()) {
        emit validity_changed(checked.has_value());
    }
}

const PlannerDescription* OptionForm::chosen() const {
    const auto position = static_cast<std::size_t>(chooser_->currentIndex());
    return position < planners_.size() ? &planners_[position] : nullptr;
}

}  // namespace arenascope
