#include "widgets/panels/inspector/buffer_form.h"

#include <algorithm>
#include <string>
#include <utility>

#include <QApplication>
#include <QHBoxLayout>
#include <QKeyEvent>
#include <QScrollArea>
#include <QSignalBlocker>
#include <QTimer>
#include <QVBoxLayout>

#include "qt/painting/theme.h"
#include "qt/words/tooltip.h"
#include "qt/words/visible_text.h"
#include "qt/words/wording.h"
#include "widgets/base/table_look.h"
#include "widgets/base/theme_follower.h"
#include "widgets/panels/inspector/typed_number.h"

namespace arenascope {
namespace {

/// Positions of the fields.
enum FieldPosition : std::size_t { size_field, begin_field, end_field, alignment_field, pin_field };

constexpr std::array kinds = {BufferKind::activation, BufferKind::input, BufferKind::output, BufferKind::variable,
                              BufferKind::scratch};

/// The position that all buffers have in common; −1: they differ.
template <class Value>
int common_position(const std::vector<BufferIndex>& buffers, Value&& value) {
    const int first = value(buffers.front());
    return std::ranges::all_of(buffers, [&](BufferIndex buffer) { return value(buffer) == first; }) ? first : -1;
}

}  // namespace

BufferForm::BufferForm(QWidget* parent)
    : QWidget(parent),
      title_(new QToolButton),
      rows_(new QWidget),
      grid_(new QGridLayout(rows_)),
      kinds_(new QComboBox),
      regions_(new QComboBox),
      pinned_(new QCheckBox(tr("at offset"))),
      message_(new QLabel(rows_)) {
    auto* column = new QVBoxLayout(this);
    column->setContentsMargins({});
    column->setSpacing(0);
    auto* head = new QHBoxLayout;
    head->setContentsMargins(panel_margins.left() - 4, 2, panel_margins.right(), 0);
    head->addWidget(title_);
    head->addStretch();
    column->addLayout(head);
    column->addWidget(rows_);
    title_->setText(tr("Edit"));
    title_->setToolTip(tr("Change size, lifetime, alignment, kind, region and pin (F2)"));
    title_->setCheckable(true);
    title_->setAutoRaise(true);
    title_->setToolButtonStyle(Qt::ToolButtonTextBesideIcon);
    grid_->setContentsMargins(panel_margins);
    grid_->setColumnStretch(1, 1);
    grid_->setVerticalSpacing(4);
    add_row(Row::size, tr("Size"), add_field(Row::size, tr("Size")));
    controls_[Row::size]->setToolTip(tr("In bytes, or with a unit such as 12 KiB"));
    auto* steps = new QWidget;
    auto* both = new QHBoxLayout(steps);
    both->setContentsMargins({});
    both->addWidget(add_field(Row::lifetime, tr("First step")));
    both->addWidget(new QLabel(tr("to before")));
    both->addWidget(add_field(Row::lifetime, tr("End")));
    add_row(Row::lifetime, tr("Lifetime"), steps);
    add_row(Row::alignment, tr("Alignment"), add_field(Row::alignment, tr("Alignment")));
    for (const BufferKind each : kinds) {
        kinds_->addItem(kind_words(each));
    }
    kinds_->setAccessibleName(tr("Kind"));
    add_row(Row::kind, tr("Kind"), kinds_);
    regions_->setAccessibleName(tr("Region"));
    add_row(Row::region, tr("Region"), regions_);
    auto* place = new QWidget;
    auto* line = new QHBoxLayout(place);
    line->setContentsMargins({});
    pinned_->setAccessibleName(tr("Pinned"));
    line->addWidget(pinned_);
    line->addWidget(add_field(Row::pin, tr("Pinned offset")), 1);
    add_row(Row::pin, tr("Pinned"), place);
    pinned_->setToolTip(tr("Planners keep the offset of a pinned buffer."));
    for (QComboBox* choice : {kinds_, regions_}) {
        choice->setPlaceholderText(tr("different"));
        choice->setSizeAdjustPolicy(QComboBox::AdjustToMinimumContentsLengthWithIcon);
        choice->setMinimumContentsLength(6);
        choice->setFocusPolicy(Qt::StrongFocus);
        choice->installEventFilter(this);
    }
    message_->setTextFormat(Qt::PlainText);
    message_->setWordWrap(true);
    message_->hide();
    connect(kinds_, &QComboBox::activated, this,
            [this](int position) { request(Row::kind, {.kind = kinds[static_cast<std::size_t>(position)]}); });
    connect(regions_, &QComboBox::activated, this, [this](int position) {
        request(Row::region, {.region = RegionIndex(static_cast<std::size_t>(position))});
    });
    connect(pinned_, &QCheckBox::clicked, this, [this](bool checked) {
        request(Row::pin, {.pin = PinChange{checked ? PinChange::To::own_offset : PinChange::To::nothing}});
    });
    follow_theme(*this, [this](Theme theme) {
        apply_panel_look(*this, theme);
        for (QLabel* label : labels_) {
            apply_text_tone(*label, theme, TextTone::dim);
        }
        apply_text_tone(*message_, theme, shows_error_ ? TextTone::risk : TextTone::dim);
    });
    connect(title_, &QToolButton::toggled, this, &BufferForm::set_unfolded);
    set_unfolded(false);
    hide();
}

void BufferForm::set_unfolded(bool unfolded) {
    title_->setChecked(unfolded);
    title_->setArrowType(unfolded ? Qt::DownArrow : Qt::RightArrow);
    rows_->setVisible(unfolded);
    emit unfolded_changed();
}

void BufferForm::add_row(Row row, const QString& label, QWidget* control) {
    auto* text = new QLabel(label);
    grid_->addWidget(text, 2 * row, 0);
    grid_->addWidget(control, 2 * row, 1);
    labels_[row] = text;
    controls_[row] = control;
}

QLineEdit* BufferForm::add_field(Row row, const QString& name) {
    auto* line = new QLineEdit;
    line->setAccessibleName(name);
    line->setMinimumWidth(line->fontMetrics().averageCharWidth() * 5);
    line->installEventFilter(this);
    connect(line, &QLineEdit::returnPressed, this, [this, row] {
        requested_ = row;
        apply();
    });
    connect(line, &QLineEdit::textEdited, this, [this, row] {
        requested_ = row;
        show_hint();
    });
    fields_.push_back({line, row});
    return line;
}

void BufferForm::show_row(Row row, bool is_shown) {
    labels_[row]->setVisible(is_shown);
    controls_[row]->setVisible(is_shown);
}

void BufferForm::set_buffers(std::shared_ptr<const Problem> problem, std::shared_ptr<const Layout> layout,
                             const std::vector<BufferIndex>& buffers) {
    const bool is_other_problem = problem != problem_;
    const bool are_others = is_other_problem || buffers != buffers_;
    problem_ = std::move(problem);
    if (is_other_problem) {
        list_regions();
    }
    layout_ = std::move(layout);
    buffers_ = buffers;
    const bool can_edit =
        !buffers_.empty() && !problem_->history && layout_->placements.size() == problem_->buffers.size();
    setVisible(can_edit);
    if (!can_edit) {
        return;
    }
    for (const Row row : {Row::size, Row::lifetime, Row::alignment}) {
        show_row(row, buffers_.size() == 1);
    }
    show_row(Row::region, problem_->regions.size() > 1);
    if (are_others) {
        for (Field& field : fields_) {
            field.line->setText(field.shown);  // nothing is typed any more
        }
        message_->hide();
    }
    show_values();
    show_choices();
}

void BufferForm::list_regions() {
    const QSignalBlocker no_region(regions_);
    regions_->clear();
    for (const Region& each : problem_->regions) {
        regions_->addItem(visible_text(each.name));
    }
}

void BufferForm::show_values() {
    if (buffers_.size() != 1) {
        fields_[pin_field].line->hide();
        return;
    }
    const Buffer& buffer = problem_->buffers[buffers_.front()];
    const auto& placement = layout_->placements[buffers_.front()];
    set_shown(size_field, QString::number(buffer.size.value()));
    set_shown(begin_field, QString::number(buffer.lifetime.begin.value()));
    set_shown(end_field, QString::number(buffer.lifetime.end.value()));
    set_shown(alignment_field, QString::number(buffer.alignment.value()));
    set_shown(pin_field, buffer.pin ? QString::number(buffer.pin->value()) : QString());
    fields_[pin_field].line->show();
    fields_[pin_field].line->setPlaceholderText(placement ? QString::number(placement->offset.value())
                                                          : tr("not placed"));
}

void BufferForm::show_choices() {
    const QSignalBlocker no_kind(kinds_);
    const QSignalBlocker no_region(regions_);
    const QSignalBlocker no_pin(pinned_);
    kinds_->setCurrentIndex(common_position(
        buffers_, [this](BufferIndex buffer) { return static_cast<int>(problem_->buffers[buffer].kind); }));
    regions_->setCurrentIndex(common_position(
        buffers_, [this](BufferIndex buffer) { return static_cast<int>(problem_->buffers[buffer].region.value()); }));
    const int pinned = common_position(
        buffers_, [this](BufferIndex buffer) { return problem_->buffers[buffer].pin.has_value() ? 1 : 0; });
    pinned_->setTristate(pinned < 0);
    pinned_->setCheckState(pinned < 0 ? Qt::PartiallyChecked : pinned > 0 ? Qt::Checked : Qt::Unchecked);
    pinned_->setText(buffers_.size() == 1 ? tr("at offset") : tr("each at its offset"));
}

void BufferForm::set_shown(std::size_t field, const QString& text) {
    Field& own = fields_[field];
    if (own.shown != text || !is_typed(field)) {
        own.shown = text;
        own.line->setText(text);
    }
}

bool BufferForm::is_typed(std::size_t field) const {
    return fields_[field].line->text() != fields_[field].shown;
}

void BufferForm::revert() {
    for (Field& field : fields_) {
        field.line->setText(field.shown);
    }
    message_->hide();
}

void BufferForm::start() {
    set_unfolded(true);
    QWidget* first = buffers_.size() == 1 ? static_cast<QWidget*>(fields_[size_field].line) : kinds_;
    first->setFocus(Qt::TabFocusReason);
}

std::optional<BufferChange> BufferForm::typed_change() {
    BufferChange change;
    for (const std::size_t field : {size_field, begin_field, end_field, alignment_field, pin_field}) {
        if (!is_typed(field)) {
            continue;
        }
        requested_ = fields_[field].row;
        if (field == pin_field && fields_[field].line->text().trimmed().isEmpty()) {
            change.pin = PinChange{};
            continue;
        }
        const QString text = fields_[field].line->text();
        const auto value = field == begin_field || field == end_field ? typed_step(text) : typed_bytes(text);
        if (!value) {
            show_below(requested_, visible_text(to_string(value.error())), true);
            return std::nullopt;
        }
        switch (field) {
            case size_field:
                change.size = Bytes(*value);
                break;
            case begin_field:
                change.begin = Step(*value);
                break;
            case end_field:
                change.end = Step(*value);
                break;
            case alignment_field:
                change.alignment = Bytes(*value);
                break;
            default:
                change.pin = PinChange{PinChange::To::offset, Offset(*value)};
        }
    }
    return change;
}

void BufferForm::apply() {
    const auto change = typed_change();
    if (change && *change != BufferChange{}) {
        request(requested_, *change);
    }
}

void BufferForm::request(Row row, const BufferChange& change) {
    requested_ = row;
    message_->hide();
    QWidget* focused = QApplication::focusWidget();
    emit change_requested(change);
    show_choices();  // as they are, if the change was refused
    // Another problem hides the form for a moment, which takes the keyboard from it.
    if (focused != nullptr && isAncestorOf(focused) && focused->isVisible()) {
        focused->setFocus();
    }
}

void BufferForm::show_hint() {
    bool is_any_typed = false;
    for (std::size_t field = 0; field < fields_.size(); ++field) {
        is_any_typed = is_any_typed || is_typed(field);
    }
    if (is_any_typed) {
        show_below(requested_, tr("Enter applies, Esc reverts."), false);
    } else {
        message_->hide();
    }
}

void BufferForm::show_error(const QString& text) {
    show_below(requested_, text, true);
}

void BufferForm::show_below(Row row, const QString& text, bool is_error) {
    shows_error_ = is_error;
    message_->setText(text);
    apply_text_tone(*message_, theme_of(palette()), is_error ? TextTone::risk : TextTone::dim);
    grid_->addWidget(message_, 2 * row + 1, 0, 1, 2);  // moves it
    message_->show();
    // Once it has its height.
    QTimer::singleShot(0, message_, [this] {
        for (QWidget* around = parentWidget(); around != nullptr; around = around->parentWidget()) {
            if (auto* area = qobject_cast<QScrollArea*>(around)) {
                area->ensureWidgetVisible(message_, 0, 4);
            }
        }
    });
}

bool BufferForm::eventFilter(QObject* watched, QEvent* event) {
    if (event->type() == QEvent::Wheel && qobject_cast<QComboBox*>(watched) != nullptr) {
        event->ignore();  // the panel scrolls
        return true;
    }
    const auto* line = qobject_cast<QLineEdit*>(watched);
    if (line == nullptr || (event->type() != QEvent::ShortcutOverride && event->type() != QEvent::KeyPress)) {
        return QWidget::eventFilter(watched, event);
    }
    auto& key = static_cast<QKeyEvent&>(*event);
    if (key.key() == Qt::Key_Escape && !message_->isHidden()) {
        if (event->type() == QEvent::KeyPress) {
            revert();
        }
        event->accept();
        return true;
    }
    // The window's undo is for the plan, once there is nothing to undo in the field.
    const bool is_for_plan = (key.matches(QKeySequence::Undo) && !line->isUndoAvailable()) ||
                             (key.matches(QKeySequence::Redo) && !line->isRedoAvailable());
    if (is_for_plan && event->type() == QEvent::ShortcutOverride) {
        event->ignore();
        return true;
    }
    return QWidget::eventFilter(watched, event);
}

}  // namespace arenascope
