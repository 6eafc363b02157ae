#include "widgets/plots/planner_comparison/layout_gallery.h"

#include <QSignalSpy>

#include "core/picture/plan/thumbnail.h"
#include "tests/support/placed_plan.h"
#include "tests/support/test_registry.h"

using namespace arenascope;
using namespace arenascope::test;

class LayoutGalleryTest : public QObject {
    Q_OBJECT

private slots:
    void init() {
        gallery_ = std::make_unique<LayoutGallery>();
        gallery_->set_cards({card(4, 100), card(1, 120), card(7, 900)});
        gallery_->resize(gallery_->sizeHint());
        gallery_->show();
    }

    void cards_are_side_by_side_in_the_given_order() {
        QVERIFY(gallery_->card_rect(4).right() < gallery_->card_rect(1).left());
        QVERIFY(gallery_->card_rect(1).right() < gallery_->card_rect(7).left());
        QVERIFY(gallery_->card_rect(2).isNull());
        QVERIFY(gallery_->rect().contains(gallery_->card_rect(7)));
    }

    void a_click_chooses_and_a_double_click_adopts() {
        QSignalSpy chosen(gallery_.get(), &LayoutGallery::chosen);
        QSignalSpy adopted(gallery_.get(), &LayoutGallery::adopt_requested);
        QTest::mouseClick(gallery_.get(), Qt::LeftButton, Qt::NoModifier, gallery_->card_rect(1).center());
        QCOMPARE(chosen.at(0).at(0).value<std::size_t>(), std::size_t{1});
        QTest::mouseDClick(gallery_.get(), Qt::LeftButton, Qt::NoModifier, gallery_->card_rect(7).center());
        QCOMPARE(adopted.at(0).at(0).value<std::size_t>(), std::size_t{7});
    }

    void arrows_go_from_card_to_card_and_enter_adopts() {
        connect(gallery_.get(), &LayoutGallery::chosen, gallery_.get(),
                [this](std::size_t entry) { gallery_->set_selected(entry); });
        QSignalSpy adopted(gallery_.get(), &LayoutGallery::adopt_requested);
        QTest::keyClick(gallery_.get(), Qt::Key_Return);
        QCOMPARE(adopted.count(), 0);
        for (const std::size_t expected : {4U, 1U, 7U, 4U}) {
            QTest::keyClick(gallery_.get(), Qt::Key_Right);
            QTest::keyClick(gallery_.get(), Qt::Key_Return);
            QCOMPARE(adopted.takeLast().at(0).value<std::size_t>(), expected);
        }
        QTest::keyClick(gallery_.get(), Qt::Key_Left);
        QTest::keyClick(gallery_.get(), Qt::Key_Return);
        QCOMPARE(adopted.takeLast().at(0).value<std::size_t>(), std::size_t{7});
    }

    void all_pictures_are_on_one_scale() {
        // The same buffers, 20 bytes higher in the second layout. Much higher parts are cut off.
        const QImage image = gallery_->grab().toImage();
        const auto highest_row = [&](std::size_t entry) {
            const QRect area = gallery_->card_rect(entry).adjusted(8, 60, -8, -8);
            const QRgb ground = image.pixel(area.center().x(), area.top() + 2);
            for (int y = area.top(); y < area.bottom(); ++y) {
                if (image.pixel(area.center().x(), y) != ground) {
                    return y;
                }
            }
            return area.bottom();
        };
        QVERIFY(highest_row(1) < highest_row(4));
    }

private:
    /// Two buffers of 50 bytes, the upper one's tail at `peak`.
    static LayoutGallery::Card card(std::size_t entry, std::int64_t peak) {
        const PlacedPlan plan = placed_plan({{"a", 0, 8, 50, 0}, {"b", 0, 8, 50, peak - 50}});
        return {entry,
                QStringLiteral("planner"),
                QStringLiteral("%1 B").arg(peak),
                std::make_shared<const Problem>(plan.problem),
                std::make_shared<const Layout>(plan.layout),
                std::make_shared<const IndexedVector<BufferIndex, Risk>>(2),
                stack_height(plan.problem, plan.layout)};
    }

    std::unique_ptr<LayoutGallery> gallery_;
};

ARENASCOPE_TEST(LayoutGalleryTest)
#include "layout_gallery_test.moc"
