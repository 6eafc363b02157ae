#include "widgets/base/focus_ring.h"

#include <memory>

#include <QLineEdit>
#include <QPushButton>
#include <QScrollArea>
#include <QVBoxLayout>

#include "tests/support/test_registry.h"

using namespace arenascope;

class FocusRingTest : public QObject {
    Q_OBJECT

private slots:
    void init() {
        window_ = std::make_unique<QWidget>();
        window_->resize(300, 200);
        ring_ = new FocusRing(*window_);
        button_ = new QPushButton(QStringLiteral("Tune"), window_.get());
        button_->setGeometry(20, 30, 100, 40);
        field_ = new QLineEdit(window_.get());
        field_->setGeometry(20, 90, 100, 30);
        window_->show();
        window_->activateWindow();
        QVERIFY(QTest::qWaitForWindowActive(window_.get()));
    }
    void cleanup() { window_.reset(); }

    void the_ring_surrounds_the_widget_with_the_focus_and_follows_it() {
        button_->setFocus();
        QCOMPARE(ring_->surrounded(), button_);
        QCOMPARE(ring_->geometry(), QRect(20, 30, 100, 40));
        button_->move(60, 70);
        QCOMPARE(ring_->geometry(), QRect(60, 70, 100, 40));
        button_->hide();
        QCOMPARE(ring_->surrounded(), nullptr);
    }

    void a_text_field_has_its_own_outline() {
        button_->setFocus();
        field_->setFocus();
        QCOMPARE(ring_->surrounded(), nullptr);
    }

    void the_ring_is_seen_on_a_widget_of_its_own_colour() {
        button_->setStyleSheet(QStringLiteral("QPushButton { background: palette(highlight); border: none; }"));
        button_->setFocus();
        const QImage image = window_->grab().toImage();
        QCOMPARE(image.pixelColor(60, 30), window_->palette().color(QPalette::Highlight));
        QCOMPARE(image.pixelColor(60, 32), window_->palette().color(QPalette::Base));
    }

    void clicks_go_through_the_ring() {
        button_->setFocus();
        QCOMPARE(window_->childAt(20, 31), button_);
    }

    void the_ring_stays_within_a_scroll_area() {
        QScrollArea area(window_.get());
        auto* tall = new QPushButton;
        tall->setFixedSize(80, 500);
        area.setWidget(tall);
        area.setGeometry(150, 20, 120, 100);
        area.show();
        tall->setFocus();
        QVERIFY(area.geometry().contains(ring_->geometry()));
    }

private:
    std::unique_ptr<QWidget> window_;
    FocusRing* ring_ = nullptr;
    QPushButton* button_ = nullptr;
    QLineEdit* field_ = nullptr;
};

ARENASCOPE_TEST(FocusRingTest)
#include "focus_ring_test.moc"
