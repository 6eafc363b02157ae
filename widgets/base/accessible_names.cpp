#include "widgets/base/accessible_names.h"

#include <QAbstractItemView>
#include <QAccessible>
#include <QAccessibleWidget>
#include <QComboBox>
#include <QCoreApplication>
#include <QLabel>
#include <QLineEdit>
#include <QTextDocumentFragment>

namespace arenascope {
namespace {

/// "Colour by: Risk"; one of them, if it has the other in it, or the other is empty. A text that was cut says no more
/// than the name.
QString name_with_text(const QString& name, const QString& text) {
    const bool is_cut = text.contains(QChar(0x2026));  // "…"
    if (name.isEmpty() || text.contains(name)) {
        return text.isEmpty() ? name : text;
    }
    return text.isEmpty() || is_cut || name.contains(text)
               ? name
               : QCoreApplication::translate("arenascope::AccessibleNames", "%1: %2").arg(name, text);
}

QString plain_text(const QLabel& label) {
    const bool is_rich =
        label.textFormat() == Qt::RichText || (label.textFormat() == Qt::AutoText && Qt::mightBeRichText(label.text()));
    QString text = is_rich ? QTextDocumentFragment::fromHtml(label.text()).toPlainText() : label.text();
    return label.buddy() != nullptr ? text.remove(QLatin1Char('&')) : text;
}

class AccessibleLabel final : public QAccessibleWidget {
public:
    explicit AccessibleLabel(QLabel& label) : QAccessibleWidget(&label, QAccessible::StaticText), label_(label) {}

    [[nodiscard]] QString text(QAccessible::Text kind) const override {
        return kind == QAccessible::Name ? name_with_text(label_.accessibleName(), plain_text(label_))
                                         : QAccessibleWidget::text(kind);
    }

    [[nodiscard]] QList<QPair<QAccessibleInterface*, QAccessible::Relation>> relations(
        QAccessible::Relation match) const override {
        auto all = QAccessibleWidget::relations(match);
        if (match.testFlag(QAccessible::Labelled) && label_.buddy() != nullptr) {
            all.append({QAccessible::queryAccessibleInterface(label_.buddy()), QAccessible::Labelled});
        }
        return all;
    }

private:
    QLabel& label_;
};

/// The text of the label that a widget is the buddy of.
QString label_of(const QAccessibleWidget& widget) {
    const auto labels = widget.relations(QAccessible::Label);
    return labels.isEmpty() ? QString() : labels.front().first->text(QAccessible::Name);
}

class AccessibleComboBox final : public QAccessibleWidget {
public:
    explicit AccessibleComboBox(QComboBox& box) : QAccessibleWidget(&box, QAccessible::ComboBox), box_(box) {
        // The name has the text in it.
        QObject::connect(&box, &QComboBox::currentTextChanged, &box, [&box] {
            QAccessibleEvent event(&box, QAccessible::NameChanged);
            QAccessible::updateAccessibility(&event);
        });
    }

    [[nodiscard]] QString text(QAccessible::Text kind) const override {
        const QString own = box_.accessibleName();
        return kind == QAccessible::Name    ? name_with_text(own.isEmpty() ? label_of(*this) : own, box_.currentText())
               : kind == QAccessible::Value ? box_.currentText()
                                            : QAccessibleWidget::text(kind);
    }

    [[nodiscard]] int childCount() const override { return box_.isEditable() ? 2 : 1; }
    [[nodiscard]] QAccessibleInterface* child(int index) const override {
        return index == 0                        ? QAccessible::queryAccessibleInterface(box_.view())
               : index == 1 && box_.isEditable() ? QAccessible::queryAccessibleInterface(box_.lineEdit())
                                                 : nullptr;
    }
    [[nodiscard]] int indexOfChild(const QAccessibleInterface* which) const override {
        return which->object() == box_.view() ? 0 : box_.isEditable() && which->object() == box_.lineEdit() ? 1 : -1;
    }
    [[nodiscard]] QAccessibleInterface* childAt(int x, int y) const override {
        return box_.isEditable() && box_.lineEdit()->rect().contains(box_.lineEdit()->mapFromGlobal(QPoint(x, y)))
                   ? child(1)
                   : nullptr;
    }

    [[nodiscard]] QStringList actionNames() const override { return {showMenuAction(), pressAction()}; }
    void doAction(const QString& action) override {
        if (action != showMenuAction() && action != pressAction()) {
            QAccessibleWidget::doAction(action);
        } else if (box_.view()->isVisible()) {
            box_.hidePopup();
        } else {
            box_.showPopup();
        }
    }

private:
    QComboBox& box_;
};

QAccessibleInterface* make_interface(const QString& type, QObject* object) {
    if (type == QLatin1String("QComboBox")) {
        return new AccessibleComboBox(*static_cast<QComboBox*>(object));
    }
    if (type == QLatin1String("QLabel")) {
        auto& label = *static_cast<QLabel*>(object);
        return label.pixmap().isNull() ? new AccessibleLabel(label) : nullptr;
    }
    return nullptr;
}

}  // namespace

void tell_text_changed(QLabel& label) {
    QAccessibleEvent event(&label, QAccessible::NameChanged);
    QAccessible::updateAccessibility(&event);
}

void install_accessible_names() {
    [[maybe_unused]] static const bool is_installed = [] {
        QAccessible::installFactory(make_interface);
        return true;
    }();
}

}  // namespace arenascope
