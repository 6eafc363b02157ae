#include "widgets/panels/inspector/buffer_form.h"

#include <memory>

#include <QSignalSpy>

#include "core/model/memory/allocator_history.h"
#include "tests/support/first_buffers.h"
#include "tests/support/placed_plan.h"
#include "tests/support/test_registry.h"

using namespace arenascope;
using namespace arenascope::test::first_buffers;

class BufferFormTest : public QObject {
    Q_OBJECT

private slots:
    void init() {
        plan_ = test::placed_plan({{"a", 0, 4, 8, 0}, {"b", 2, 6, 16, 8}});
        form_ = std::make_unique<BufferForm>();
        form_->resize(320, 300);
        show({a});
        form_->set_unfolded(true);
        form_->show();
        QVERIFY(QTest::qWaitForWindowExposed(form_.get()));
    }
    void cleanup() { form_.reset(); }

    void shows_the_values_of_one_buffer() {
        QCOMPARE(texts(), (QStringList{"8", "0", "4", "1", ""}));
        QCOMPARE(choices().constFirst()->currentText(), QStringLiteral("activation"));
        QVERIFY(!choices().constLast()->isVisible());  // there is one region
        show({b});
        QCOMPARE(texts(), (QStringList{"16", "2", "6", "1", ""}));
    }

    void typed_text_stays_unless_other_buffers_are_shown() {
        type(0, QStringLiteral("12"));
        show({a});
        QCOMPARE(texts().constFirst(), QStringLiteral("12"));
        show({b});
        QCOMPARE(texts().constFirst(), QStringLiteral("16"));
    }

    void enter_asks_for_what_was_typed_and_for_nothing_else() {
        QSignalSpy requested(form_.get(), &BufferForm::change_requested);
        QTest::keyClick(fields()[0], Qt::Key_Return);
        QCOMPARE(requested.size(), 0);
        type(0, QStringLiteral("2KiB"));
        type(3, QStringLiteral("64"));
        QTest::keyClick(fields()[3], Qt::Key_Return);
        QCOMPARE(requested.size(), 1);
        QCOMPARE(requested[0][0].value<BufferChange>(), (BufferChange{.size = Bytes(2048), .alignment = Bytes(64)}));
        type(4, QStringLiteral("32"));
        QTest::keyClick(fields()[4], Qt::Key_Return);
        QCOMPARE(requested[1][0].value<BufferChange>().pin,
                 std::optional(PinChange{PinChange::To::offset, Offset(32)}));
    }

    void several_buffers_have_kind_region_and_pin_in_common() {
        plan_.problem.regions.push_back({"fast"});
        plan_.problem.buffers[1].kind = BufferKind::output;
        plan_.problem.buffers[1].pin = Offset(8);
        show({a, b});
        for (const QLineEdit* line : fields()) {
            QVERIFY(!line->isVisible());
        }
        QCOMPARE(choices().constFirst()->currentIndex(), -1);
        QCOMPARE(choices().constLast()->currentText(), QStringLiteral("arena"));
        QCOMPARE(form_->findChild<QCheckBox*>()->checkState(), Qt::PartiallyChecked);
    }

    void is_folded_to_its_title_until_it_is_wanted() {
        form_->set_unfolded(false);
        QVERIFY(!fields()[0]->isVisible());
        QTest::mouseClick(form_->findChild<QToolButton*>(), Qt::LeftButton);
        QVERIFY(fields()[0]->isVisible());
        form_->set_unfolded(false);
        form_->start();
        QVERIFY(fields()[0]->isVisible());
    }

    void is_hidden_where_there_is_nothing_to_edit() {
        show({});
        QVERIFY(!form_->isVisible());
        show({a});
        QVERIFY(form_->isVisible());
        plan_.problem.history = std::make_shared<const AllocatorHistory>();
        show({a});
        QVERIFY(!form_->isVisible());
    }

private:
    void show(const std::vector<BufferIndex>& buffers) {
        if (!problem_ || *problem_ != plan_.problem) {
            problem_ = test::shared(plan_.problem);
        }
        form_->set_buffers(problem_, test::shared(plan_.layout), buffers);
    }

    [[nodiscard]] QList<QLineEdit*> fields() const { return form_->findChildren<QLineEdit*>(); }
    [[nodiscard]] QList<QComboBox*> choices() const { return form_->findChildren<QComboBox*>(); }

    [[nodiscard]] QStringList texts() const {
        QStringList all;
        for (const QLineEdit* line : fields()) {
            all << line->text();
        }
        return all;
    }

    void type(int field, const QString& text) const {
        fields()[field]->setFocus();
        fields()[field]->selectAll();
        QTest::keyClicks(fields()[field], text);
    }

    test::PlacedPlan plan_;
    std::shared_ptr<const Problem> problem_;
    std::unique_ptr<BufferForm> form_;
};

ARENASCOPE_TEST(BufferFormTest)
#include "buffer_form_test.moc"
