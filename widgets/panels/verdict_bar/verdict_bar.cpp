#include "widgets/panels/verdict_bar/verdict_bar.h"

#include <algorithm>

#include <QAccessible>
#include <QKeyEvent>
#include <QPainter>

#include "qt/painting/theme.h"
#include "qt/words/tooltip.h"
#include "qt/words/visible_text.h"
#include "widgets/base/table_look.h"
#include "widgets/base/theme_follower.h"

namespace arenascope {
namespace {

constexpr std::size_t most_choices = 3;
constexpr int field_letters = 11;  ///< "131,072 KiB"
constexpr int least_letters = 10;  ///< of the sentence, so that a narrow window does not hide it
constexpr double headline_scale = 1.08;
constexpr double field_share = 0.45;  ///< of the width, for the fields
constexpr int low_window = 42;        ///< lines of text in a window in which every line counts

void set_ink(QWidget& label, Color ink) {
    QPalette colours;
    colours.setColor(QPalette::WindowText, qt_color(ink));
    label.setPalette(colours);
}

}  // namespace

VerdictBar::VerdictBar(QWidget* parent)
    : QWidget(parent),
      headline_(new FittingLabel(this)),
      outlook_(new FittingLabel(this)),
      first_row_(new QHBoxLayout),
      field_row_(new QWidget(this)),
      help_row_(new QWidget(this)),
      help_title_(new QLabel(tr("What helps:"), this)),
      help_note_(new QLabel(this)) {
    QFont large = headline_->font();
    large.setPointSizeF(large.pointSizeF() * headline_scale);
    large.setBold(true);
    headline_->setFont(large);
    headline_->set_least_letters(least_letters);
    outlook_->setSizePolicy(QSizePolicy::Ignored, QSizePolicy::Preferred);
    auto* column = new QVBoxLayout(this);
    column->setSpacing(3);
    first_row_->setSpacing(8);
    first_row_->addWidget(headline_);
    first_row_->addWidget(outlook_, 1);
    build_fields();
    column->addLayout(first_row_);
    auto* row = new QHBoxLayout(help_row_);
    row->setContentsMargins(0, 0, 0, 0);
    row->setSpacing(8);
    row->addWidget(help_title_);
    for (std::size_t i = 0; i < most_choices; ++i) {
        auto* button = new QPushButton(help_row_);
        button->setFocusPolicy(Qt::TabFocus);
        button->setAccessibleName(help_title_->text());
        button->hide();
        connect(button, &QPushButton::clicked, this, [this, i] { emit help_chosen(i); });
        row->addWidget(button);
        buttons_.push_back(button);
    }
    row->addWidget(help_note_, 1);
    column->addWidget(help_row_);
    help_row_->hide();
    follow_theme(*this, [this](Theme theme) {
        theme_ = theme;
        apply_tone();
    });
}

void VerdictBar::build_fields() {
    auto* row = new QHBoxLayout(field_row_);
    row->setContentsMargins(0, 0, 0, 0);
    row->setSpacing(8);
    row->setSizeConstraint(QLayout::SetNoConstraint);  // several fields must not widen the window
    first_row_->addWidget(field_row_);
    for (std::size_t i = 0; i < most_capacities; ++i) {
        Field field{{}, new QLabel(field_row_), new QLineEdit(field_row_)};
        field.edit->setFixedWidth((field_letters + 3) * fontMetrics().averageCharWidth());
        field.edit->setPlaceholderText(tr("no limit"));
        field.edit->setFocusPolicy(Qt::StrongFocus);
        field.edit->setAccessibleName(tr("Capacity of the memory"));
        field.edit->setAlignment(Qt::AlignRight);
        field.edit->installEventFilter(this);
        field.label->setBuddy(field.edit);
        row->addWidget(field.label);
        row->addWidget(field.edit);
        connect(field.edit, &QLineEdit::returnPressed, this, [this, i] { enter(fields_[i]); });
        fields_.push_back(field);
    }
}

void VerdictBar::show_verdict(const VerdictWords& words, const std::vector<CapacityChoice>& capacities) {
    show_fields(capacities);
    if (words == words_) {
        return;
    }
    words_ = words;
    const QString whole = words.outlook.isEmpty() ? words.headline : tr("%1 %2").arg(words.headline, words.outlook);
    headline_->setAccessibleName(whole);
    setToolTip(plain_tooltip(words.meaning.isEmpty() ? whole : tr("%1\n%2").arg(whole, words.meaning)));
    setAccessibleName(whole);
    apply_tone();
    QAccessibleEvent event(this, QAccessible::Alert);
    QAccessible::updateAccessibility(&event);
}

void VerdictBar::show_fields(const std::vector<CapacityChoice>& capacities) {
    for (std::size_t i = 0; i < fields_.size(); ++i) {
        Field& field = fields_[i];
        if (i >= capacities.size()) {
            continue;
        }
        const CapacityChoice& choice = capacities[i];
        // What somebody is typing stays.
        if (choice != field.choice || !field.edit->hasFocus()) {
            field.choice = choice;
            field.edit->setText(choice.amount);
            field.edit->setToolTip(plain_tooltip(
                tr("The memory that the device has, such as 52 KiB. Enter applies it; empty: no limit.")));
            field.label->setText(in_a_menu(choice.name.isEmpty() ? tr("Memory") : choice.name));
            field.edit->setAccessibleName(choice.name.isEmpty() ? tr("Capacity of the memory")
                                                                : tr("Capacity of %1").arg(choice.name));
            apply_tone();
        }
    }
    choice_count_ = std::min(capacities.size(), fields_.size());
    fit_fields();
}

void VerdictBar::fit_fields() {
    const int room = static_cast<int>(width() * field_share);
    int taken = 0;
    for (std::size_t i = 0; i < fields_.size(); ++i) {
        const Field& field = fields_[i];
        const int needed = field.label->sizeHint().width() + field.edit->width() + 2 * field_row_->layout()->spacing();
        const bool is_shown = i < choice_count_ && (i == 0 || taken + needed <= room);
        taken += is_shown ? needed : 0;
        field.label->setVisible(is_shown);
        field.edit->setVisible(is_shown);
        if (i == 0) {
            field_row_->setMinimumWidth(is_shown ? needed : 0);
        }
    }
    field_row_->setVisible(choice_count_ > 0);
}

void VerdictBar::resizeEvent(QResizeEvent* event) {
    QWidget::resizeEvent(event);
    const bool is_low = window()->height() < low_window * fontMetrics().lineSpacing();
    const int margin = is_low ? 0 : 4;
    for (const Field& field : fields_) {
        field.edit->setMaximumHeight(is_low ? fontMetrics().height() + 1 : QWIDGETSIZE_MAX);
    }
    layout()->setContentsMargins(panel_margins.left(), margin, panel_margins.right(), margin);
    fit_fields();
}

void VerdictBar::enter(const Field& field) {
    const QString amount = field.edit->text().trimmed();
    if (amount == field.choice.amount) {
        emit left();
        return;
    }
    emit capacity_entered(field.choice.region, amount);
}

void VerdictBar::refuse_capacity(RegionIndex region, const QString& why) {
    for (Field& field : fields_) {
        if (field.choice.region == region) {
            QPalette colours;
            colours.setColor(QPalette::Text, qt_color(arenascope::palette(theme_).bad));
            field.edit->setPalette(colours);
            field.edit->setToolTip(plain_tooltip(why));
            field.edit->selectAll();
            return;
        }
    }
}

void VerdictBar::edit_capacity() {
    QLineEdit& edit = *fields_.front().edit;
    if (edit.isVisible()) {
        edit.setFocus(Qt::ShortcutFocusReason);
        edit.selectAll();
    }
}

void VerdictBar::show_help(const std::vector<HelpChoice>& choices, bool looking, const QString& none) {
    help_ = choices;
    help_.resize(std::min(help_.size(), most_choices));
    for (std::size_t i = 0; i < buttons_.size(); ++i) {
        const bool is_shown = i < help_.size();
        if (is_shown) {
            buttons_[i]->setText(in_a_menu(help_[i].text));
            buttons_[i]->setAccessibleName(help_[i].text);
            buttons_[i]->setToolTip(plain_tooltip(help_[i].meaning));
        }
        buttons_[i]->setVisible(is_shown);
    }
    const QString note = looking         ? (help_.empty() ? tr("looking …") : tr("looking for more …"))
                         : help_.empty() ? none
                                         : QString();
    help_note_->setText(note);
    help_row_->setVisible(!help_.empty() || !note.isEmpty());
}

void VerdictBar::apply_tone() {
    const Palette& tokens = arenascope::palette(theme_);
    const QString sign = words_.tone == VerdictTone::plain ? QString() : QStringLiteral("● ");
    headline_->set_parts(words_.headline.isEmpty() ? QStringList() : QStringList{sign + words_.headline});
    outlook_->set_parts(words_.outlook.isEmpty() ? QStringList() : QStringList{words_.outlook});
    set_ink(*headline_, color_of(tokens, words_.tone));
    set_ink(*outlook_, tokens.ink);
    set_ink(*help_title_, tokens.ink);
    set_ink(*help_note_, tokens.dim);
    for (Field& field : fields_) {
        set_ink(*field.label, tokens.ink);
        field.edit->setPalette({});
    }
    update();
}

bool VerdictBar::eventFilter(QObject* watched, QEvent* event) {
    if (event->type() == QEvent::KeyPress && static_cast<QKeyEvent*>(event)->key() == Qt::Key_Escape) {
        for (Field& field : fields_) {
            if (field.edit == watched) {
                field.edit->setText(field.choice.amount);
                apply_tone();
                emit left();
                return true;
            }
        }
    }
    if (event->type() == QEvent::FocusOut) {
        for (Field& field : fields_) {
            if (field.edit == watched && field.edit->text().trimmed() != field.choice.amount) {
                field.edit->setText(field.choice.amount);  // Enter applies; what is left otherwise is not applied
                apply_tone();
            }
        }
    }
    return QWidget::eventFilter(watched, event);
}

void VerdictBar::paintEvent(QPaintEvent* /*event*/) {
    const Palette& tokens = arenascope::palette(theme_);
    QPainter painter(this);
    painter.fillRect(rect(), qt_color(ground_of(tokens, words_.tone)));
    painter.fillRect(0, height() - 1, width(), 1, qt_color(tokens.line));
}

}  // namespace arenascope
