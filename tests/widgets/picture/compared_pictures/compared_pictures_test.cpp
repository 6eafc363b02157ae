#include "widgets/picture/compared_pictures/compared_pictures.h"

#include <QSignalSpy>
#include <QToolButton>

#include "tests/support/idle_state.h"
#include "tests/support/test_registry.h"
#include "widgets/base/section_header.h"

using namespace arenascope;

namespace {

/// Counts how often it is painted.
class PaintedWidget : public QWidget {
public:
    int paintings = 0;

protected:
    void paintEvent(QPaintEvent* event) override {
        ++paintings;
        QWidget::paintEvent(event);
    }
};

}  // namespace

class ComparedPicturesTest : public QObject {
    Q_OBJECT

private slots:
    void init() {
        first_ = new QWidget;
        second_ = new QWidget;
        difference_ = new QWidget;
        pictures_ = std::make_unique<ComparedPictures>(first_, second_, difference_);
        pictures_->resize(1000, 600);
        pictures_->show();
        QVERIFY(QTest::qWaitForWindowExposed(pictures_.get()));
    }
    void cleanup() { pictures_.reset(); }

    void without_a_second_plan_the_first_picture_has_all_the_room() {
        QVERIFY(first_->isVisible());
        QVERIFY(!second_->isVisible());
        QCOMPARE(first_->size(), pictures_->size());
    }

    void side_by_side_pictures_have_the_same_size() {
        pictures_->set_comparing(true);
        test::wait_until_idle();
        QVERIFY(second_->isVisible());
        QCOMPARE(first_->size(), second_->size());
        QVERIFY(second_->x() >= first_->geometry().right());
        QVERIFY(difference_->isVisible());
        QCOMPARE(difference_->width(), pictures_->width());
    }

    void overlaid_pictures_share_their_place_behind_a_curtain() {
        pictures_->set_comparing(true);
        pictures_->set_arrangement(PictureArrangement::overlaid);
        pictures_->set_curtain(0.25);
        test::wait_until_idle();
        QCOMPARE(first_->geometry(), second_->geometry());
        QVERIFY(!second_->mask().contains(QPoint(second_->width() / 4 - 2, 5)));
        QVERIFY(second_->mask().contains(QPoint(second_->width() / 4 + 2, 5)));
        QVERIFY(difference_->isVisible());
        pictures_->set_curtain(1);
        QVERIFY(!second_->isVisible());
        pictures_->set_curtain(0);
        QVERIFY(second_->isVisible());
    }

    void what_lies_behind_an_opaque_picture_is_painted_again() {
        auto* first = new PaintedWidget;
        auto* second = new QWidget;
        auto* plot = new PaintedWidget;
        plot->setParent(second);
        plot->setAttribute(Qt::WA_OpaquePaintEvent);
        plot->resize(2000, 2000);
        ComparedPictures pictures(first, second, new QWidget);
        pictures.resize(1000, 600);
        pictures.show();
        QVERIFY(QTest::qWaitForWindowExposed(&pictures));
        pictures.set_comparing(true);
        pictures.set_arrangement(PictureArrangement::overlaid);
        test::wait_until_idle();
        first->paintings = 0;
        first->update();
        QTRY_COMPARE(first->paintings, 1);
        pictures.set_arrangement(PictureArrangement::side_by_side);
        plot->paintings = 0;
        plot->update();
        QTRY_VERIFY(plot->paintings > 0);
        QVERIFY(plot->mask().isEmpty());
    }

    void a_curtain_follows_another_size() {
        pictures_->set_comparing(true);
        pictures_->set_arrangement(PictureArrangement::overlaid);
        pictures_->resize(600, 500);
        QTRY_COMPARE(second_->mask().boundingRect().right(), second_->rect().right());
        QVERIFY(second_->mask().contains(QPoint(second_->width() / 2 + 2, 5)));
    }

    void difference_shows_the_second_picture_alone() {
        pictures_->set_comparing(true);
        QSignalSpy changed(pictures_.get(), &ComparedPictures::arrangement_changed);
        for (QToolButton* button : pictures_->findChildren<QToolButton*>()) {
            if (button->text() == QStringLiteral("Difference")) {
                QTest::mouseClick(button, Qt::LeftButton);
            }
        }
        QCOMPARE(changed.size(), qsizetype{1});
        QVERIFY(pictures_->arrangement() == PictureArrangement::difference);
        QVERIFY(!first_->isVisible());
        QVERIFY(second_->mask().isEmpty());
        QVERIFY(difference_->isVisible());
        pictures_->set_comparing(false);
        QVERIFY(first_->isVisible());
        QVERIFY(!difference_->isVisible());
    }

    void a_button_that_is_toggled_without_a_click_does_the_same() {
        pictures_->set_comparing(true);
        for (QToolButton* button : pictures_->findChildren<QToolButton*>()) {
            if (button->text() == QStringLiteral("Overlaid")) {
                button->setChecked(true);  // as a screen reader does
            }
        }
        QVERIFY(pictures_->arrangement() == PictureArrangement::overlaid);
    }

    void titles_stand_above_their_pictures() {
        pictures_->set_comparing(true);
        pictures_->set_first_title(QStringLiteral("A"), QStringLiteral("1"));
        pictures_->set_second_title(QStringLiteral("B"), QStringLiteral("2"));
        test::wait_until_idle();
        const auto headers = pictures_->findChildren<SectionHeader*>();
        QCOMPARE(headers[0]->x(), first_->x());
        QCOMPARE(headers[1]->x(), second_->x());
        QCOMPARE(headers[1]->detail(), QStringLiteral("2"));
    }

    /// conv_1 and Conv_1 are two buffers.
    void names_in_titles_keep_their_letters() {
        pictures_->set_comparing(true);
        for (const SectionHeader* header : pictures_->findChildren<SectionHeader*>()) {
            for (const QLabel* label : header->findChildren<QLabel*>()) {
                QVERIFY(label->font().capitalization() == QFont::MixedCase);
            }
        }
    }

private:
    QWidget* first_ = nullptr;
    QWidget* second_ = nullptr;
    QWidget* difference_ = nullptr;
    std::unique_ptr<ComparedPictures> pictures_;
};

ARENASCOPE_TEST(ComparedPicturesTest)
#include "compared_pictures_test.moc"
