#include "widgets/panels/option_form/option_form.h"

#include <algorithm>
#include <utility>

#include <QGridLayout>
#include <QVBoxLayout>

#include "qt/words/visible_text.h"
#include "widgets/base/table_look.h"
#include "widgets/base/theme_follower.h"
#include "widgets/panels/option_form/option_field.h"
#include "widgets/panels/option_form/planner_box.h"

namespace arenascope {

OptionForm::OptionForm(QWidget* parent)
    : QWidget(parent),
      chooser_(new PlannerBox(this)),
      summary_(new QLabel(this)),
      reset_(new QPushButton(tr("&Reset to defaults"), this)) {
    summary_->setWordWrap(true);
    summary_->setTextFormat(Qt::PlainText);
    reset_->setAutoDefault(false);  // otherwise Enter in a field of a dialog would reset the form
    auto* column = new QVBoxLayout(this);
    column->setContentsMargins(12, 12, 12, 12);
    column->setSpacing(8);
    column->addWidget(chooser_);
    column->addWidget(summary_);
    column->addWidget(reset_, 0, Qt::AlignLeft);
    column->addStretch(1);
    connect(chooser_, &PlannerBox::planner_changed, this, [this](const QString& name) {
        const auto chosen = std::find_if(planners_.begin(), planners_.end(),
                                         [&](const auto& each) { return name == QLatin1String(each.name); });
        if (chosen != planners_.end()) {
            summary_->setText(visible_text(chosen->summary));
            rebuild(chosen->options);
            emit planner_changed(name);
        }
    });
    connect(reset_, &QPushButton::clicked, this, &OptionForm::reset);
    follow_theme(*this, [this](Theme theme) {
        apply_panel_look(*this, theme);
        apply_text_tone(*summary_, theme, TextTone::dim);
    });
}

void OptionForm::set_planners(std::vector<PlannerDescription> planners) {
    planners_ = std::move(planners);
    chooser_->set_planners(planners_);
}

void OptionForm::set_options(std::vector<OptionSpec> options) {
    has_no_planner_ = true;
    chooser_->hide();
    summary_->hide();
    rebuild(std::move(options));
}

void OptionForm::choose_planner(const QString& name) {
    chooser_->choose(name);
}

void OptionForm::set_choosing(bool choosing) {
    chooser_->setEnabled(choosing);
}

QString OptionForm::planner() const {
    return chooser_->planner();
}

void OptionForm::set_values(const std::vector<KeyValue>& values) {
    for (const auto& [key, value] : values) {
        for (std::size_t i = 0; i < fields_.size(); ++i) {
            if (options_[i].key == key) {
                fields_[i]->set_value(QString::fromStdString(value));
            }
        }
    }
}

std::vector<KeyValue> OptionForm::values() const {
    std::vector<KeyValue> all;
    for (std::size_t i = 0; i < fields_.size(); ++i) {
        all.emplace_back(std::string(options_[i].key), fields_[i]->value().toStdString());
    }
    return all;
}

QString OptionForm::error_text() const {
    for (const OptionField* field : fields_) {
        if (!field->error_text().isEmpty()) {
            return field->error_text();
        }
    }
    return {};
}

void OptionForm::reset() {
    for (OptionField* field : fields_) {
        field->reset();
    }
}

void OptionForm::rebuild(std::vector<OptionSpec> options) {
    delete form_;
    fields_.clear();
    options_ = std::move(options);
    form_ = new QWidget(this);
    auto* rows = new QGridLayout(form_);
    rows->setContentsMargins({});
    rows->setHorizontalSpacing(12);
    rows->setVerticalSpacing(has_no_planner_ ? 2 : 10);
    rows->setColumnStretch(has_no_planner_ ? 0 : 1, 1);
    for (const OptionSpec& spec : options_) {
        auto* field = new OptionField(spec, form_);
        QLabel* label = new_label(spec, *field);
        const int row = rows->rowCount();
        if (has_no_planner_) {
            rows->addWidget(label, row, 0);
            rows->addWidget(field, row + 1, 0);
            rows->setRowMinimumHeight(row + 2, 6);
        } else {
            // On one line with the field, above its note.
            label->setMinimumHeight(field->input().sizeHint().height());
            rows->addWidget(label, row, 0, Qt::AlignTop);
            rows->addWidget(field, row, 1);
        }
        fields_.push_back(field);
        connect(field, &OptionField::changed, this, &OptionForm::validate);
    }
    static_cast<QVBoxLayout*>(layout())->insertWidget(2, form_);
    form_->show();
    // New widgets are the last of their window in the tab order.
    QWidget* last = chooser_;
    for (OptionField* field : fields_) {
        last = field->follow(last);
    }
    setTabOrder(last, reset_);
    validate();
}

QLabel* OptionForm::new_label(const OptionSpec& spec, const OptionField& field) {
    // A key may come from a file and contain an ampersand, which must not mark a letter.
    auto* label = new QLabel(in_a_menu(visible_text(spec.key)), form_);
    label->setTextFormat(Qt::PlainText);
    label->setBuddy(&field.input());
    return label;
}

void OptionForm::validate() {
    const auto is_right = [](const OptionField* field) { return field->error_text().isEmpty(); };
    const auto is_usual = [](const OptionField* field) { return field->is_default(); };
    const bool was_valid = std::exchange(is_valid_, std::all_of(fields_.begin(), fields_.end(), is_right));
    reset_->setEnabled(!std::all_of(fields_.begin(), fields_.end(), is_usual));
    if (was_valid != is_valid_) {
        emit validity_changed(is_valid_);
    }
}

}  // namespace arenascope
