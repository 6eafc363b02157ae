#include "widgets/base/accessible_names.h"

#include <QAccessible>
#include <QComboBox>
#include <QLabel>
#include <QVBoxLayout>

#include "tests/support/test_registry.h"

using namespace arenascope;

class AccessibleNamesTest : public QObject {
    Q_OBJECT

private slots:
    void initTestCase() { install_accessible_names(); }

    void a_label_tells_its_name_and_its_text() {
        QLabel label(QStringLiteral("iteration 3"));
        QCOMPARE(name_of(label), QStringLiteral("iteration 3"));
        label.setAccessibleName(QStringLiteral("Step"));
        QCOMPARE(name_of(label), QStringLiteral("Step: iteration 3"));
        label.setAccessibleName(QStringLiteral("Peak: iteration 3"));
        QCOMPARE(name_of(label), QStringLiteral("Peak: iteration 3"));
        label.setText(QStringLiteral("it…3"));
        QCOMPARE(name_of(label), QStringLiteral("Peak: iteration 3"));
        label.clear();
        QCOMPARE(name_of(label), QStringLiteral("Peak: iteration 3"));
    }

    void a_label_with_links_tells_its_words() {
        QLabel label(QStringLiteral("<a href='x'>Improve this</a>"));
        label.setTextFormat(Qt::RichText);
        QCOMPARE(name_of(label), QStringLiteral("Improve this"));
    }

    void a_combo_box_tells_its_name_and_its_choice() {
        QComboBox box;
        box.addItems({QStringLiteral("Risk"), QStringLiteral("Size")});
        QCOMPARE(name_of(box), QStringLiteral("Risk"));
        box.setAccessibleName(QStringLiteral("Colour by"));
        QCOMPARE(name_of(box), QStringLiteral("Colour by: Risk"));
        box.setCurrentIndex(1);
        QCOMPARE(name_of(box), QStringLiteral("Colour by: Size"));
    }

    void a_combo_box_without_a_name_has_that_of_its_label() {
        QWidget panel;
        auto* column = new QVBoxLayout(&panel);
        auto* label = new QLabel(QStringLiteral("&Group by"));
        auto* box = new QComboBox;
        box->addItem(QStringLiteral("kind"));
        label->setBuddy(box);
        column->addWidget(label);
        column->addWidget(box);
        QCOMPARE(name_of(*box), QStringLiteral("Group by: kind"));
        QCOMPARE(name_of(*label), QStringLiteral("Group by"));
    }

    void the_list_of_a_combo_box_is_its_child() {
        QComboBox box;
        box.addItem(QStringLiteral("Risk"));
        QAccessibleInterface* shown = QAccessible::queryAccessibleInterface(&box);
        QCOMPARE(shown->role(), QAccessible::ComboBox);
        QCOMPARE(shown->childCount(), 1);
        QCOMPARE(shown->indexOfChild(shown->child(0)), 0);
        QVERIFY(shown->actionInterface()->actionNames().contains(QAccessibleActionInterface::pressAction()));
    }

private:
    static QString name_of(QWidget& widget) {
        return QAccessible::queryAccessibleInterface(&widget)->text(QAccessible::Name);
    }
};

ARENASCOPE_TEST(AccessibleNamesTest)
#include "accessible_names_test.moc"
