#include "widgets/plots/sharing_matrix/sharing_matrix_view.h"

#include <QScrollBar>
#include <QSignalSpy>

#include "tests/support/placed_plan.h"
#include "tests/support/shown_theme.h"
#include "tests/support/test_registry.h"
#include "tests/support/worked_network.h"

using namespace arenascope;
using arenascope::test::NetworkSketch;
using arenascope::test::shared;
using arenascope::test::ShownTheme;
using arenascope::test::worked_network;

using Chosen = std::vector<BufferIndex>;

class SharingMatrixViewTest : public QObject {
    Q_OBJECT

private slots:
    void init() {
        view_ = std::make_unique<SharingMatrixView>();
        view_->resize(500, 500);
    }
    void cleanup() { view_.reset(); }

    void a_problem_without_a_network_says_so() {
        view_->set_problem(shared(Problem{}));
        view_->show();
        QVERIFY(!view_->grid()->isVisible());
    }

    void all_sets_of_a_network_are_shown_at_once() {
        show(worked_network());
        QCOMPARE(view_->findChild<SectionHeader*>()->detail(), QStringLiteral("9 buffers"));
        const MatrixGrid& grid = *view_->grid();
        // Rows and columns: input split0 conv0 conv1 split1 conv2 conv3 concat conv4.
        QCOMPARE(grid.sentence(1, 0), QStringLiteral("split0 may share memory with input"));
        QCOMPARE(grid.sentence(3, 1), QStringLiteral("conv1 must not use the memory of split0, its operand"));
        QCOMPARE(grid.sentence(3, 2), QStringLiteral("conv1 must not use the memory of conv0, which is read later"));
        QCOMPARE(grid.sentence(2, 3), grid.sentence(3, 2));
        QVERIFY(grid.sentence(0, 8).isEmpty());
    }

    void names_that_fit_are_whole_in_every_size_of_text() {
        for (int size = 7; size <= 20; ++size) {
            QFont font = view_->font();
            font.setPointSizeF(size * 0.9);
            view_->setFont(font);
            show(worked_network());
            for (const auto& [position, name] : {std::pair{0U, "input"}, {7U, "concat"}}) {
                QCOMPARE(view_->grid()->heading(position), QString::fromLatin1(name));
            }
        }
    }

    void cells_are_told_apart_in_both_themes() {
        for (const Theme theme : {Theme::light, Theme::dark}) {
            const ShownTheme shown(theme);
            show(worked_network());
            const QImage image = view_->grid()->viewport()->grab().toImage();
            const auto ground = [&](std::uint32_t row, std::uint32_t column) {
                return image.pixelColor(view_->grid()->cell_box(row, column).topLeft() + QPoint(3, 3));
            };
            const Palette& tokens = palette(theme);
            QCOMPARE(ground(1, 0), qt_color(tokens.kinds[1].fill));       // S
            QCOMPARE(ground(3, 1), qt_color(tokens.medium_beside.fill));  // 1
            QCOMPARE(ground(1, 3), qt_color(tokens.plot));                // 2
            QCOMPARE(ground(0, 8), qt_color(tokens.plot));
        }
    }

    void a_click_on_a_cell_chooses_both_buffers_and_on_a_name_that_one() {
        show(worked_network());
        QSignalSpy chosen(view_.get(), &SharingMatrixView::chosen);
        click(view_->grid()->cell_box(3, 2).center());
        QCOMPARE(chosen.takeFirst().front().value<Chosen>(), (Chosen{BufferIndex(3), BufferIndex(2)}));
        click({5, view_->grid()->cell_box(4, 0).center().y()});
        QCOMPARE(chosen.takeFirst().front().value<Chosen>(), Chosen{BufferIndex(4)});
        click({view_->grid()->cell_box(0, 5).center().x(), 5});
        QCOMPARE(chosen.takeFirst().front().value<Chosen>(), Chosen{BufferIndex(5)});
        click({5, 5});
        QVERIFY(chosen.isEmpty());
    }

    void arrow_keys_move_the_cell() {
        show(worked_network());
        click(view_->grid()->cell_box(3, 2).center());
        QSignalSpy chosen(view_.get(), &SharingMatrixView::chosen);
        QTest::keyClick(view_->grid(), Qt::Key_Down);
        QCOMPARE(chosen.takeFirst().front().value<Chosen>(), (Chosen{BufferIndex(4), BufferIndex(2)}));
        QTest::keyClick(view_->grid(), Qt::Key_Left);
        QCOMPARE(chosen.takeFirst().front().value<Chosen>(), (Chosen{BufferIndex(4), BufferIndex(1)}));
    }

    void a_selection_from_elsewhere_is_scrolled_to() {
        NetworkSketch sketch;
        auto last = sketch.input("in", 8);
        for (int i = 0; i < 2'000; ++i) {
            last = sketch.add("op" + std::to_string(i), OperatorFeature::ordinary, {last}, 8);
        }
        show(sketch.problem());
        QCOMPARE(view_->grid()->verticalScrollBar()->value(), 0);
        view_->set_selection({BufferIndex(1'500)});
        QVERIFY(view_->grid()->viewport()->rect().contains(view_->grid()->cell_box(1'500, 1'500)));
        const QImage image = view_->grid()->viewport()->grab().toImage();
        QCOMPARE(image.pixelColor(view_->grid()->cell_box(1'500, 1'502).center()),
                 qt_color(palette(Theme::light).selection));
    }

private:
    void show(const Problem& problem) {
        view_->set_problem(shared(problem));
        view_->show();
        QVERIFY(QTest::qWaitForWindowExposed(view_.get()));
        QTRY_VERIFY_WITH_TIMEOUT(!view_->findChild<SectionHeader*>()->detail().isEmpty(), 20'000);
    }

    void click(QPoint at) { QTest::mouseClick(view_->grid()->viewport(), Qt::LeftButton, Qt::NoModifier, at); }

    std::unique_ptr<SharingMatrixView> view_;
};

ARENASCOPE_TEST(SharingMatrixViewTest)
#include "sharing_matrix_view_test.moc"
