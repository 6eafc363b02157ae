#pragma once

#include <map>
#include <memory>
#include <optional>
#include <vector>

#include <QPixmap>
#include <QWidget>

#include "core/model/memory/layout.h"
#include "core/model/memory/problem.h"
#include "core/model/tiers/risk.h"
#include "core/picture/plan/palette.h"
#include "qt/tasks/background_task.h"

namespace arenascope {

/// Layouts as cards side by side, each with a name, a figure and a picture. All pictures have the same scale (see
/// thumbnail). Pictures of many buffers are drawn on another thread and appear when they are ready. A click or an arrow
/// key chooses a card; a double click or Enter adopts it. The gallery belongs into a scroll area.
class LayoutGallery final : public QWidget {
    Q_OBJECT

public:
    struct Card {
        std::size_t entry;
        QString title;
        QString figure;
        std::shared_ptr<const Problem> problem;
        std::shared_ptr<const Layout> layout;
        std::shared_ptr<const IndexedVector<BufferIndex, Risk>> risks;
        std::int64_t height;  ///< see stack_height()
    };

    explicit LayoutGallery(QWidget* parent = nullptr);

    /// Sets the cards in display order.
    void set_cards(std::vector<Card> cards);
    void set_selected(std::optional<std::size_t> entry);
    void set_theme(Theme theme);
    [[nodiscard]] QSize sizeHint() const override;
    /// The rectangle of an entry's card; empty if the entry has no card.
    [[nodiscard]] QRect card_rect(std::size_t entry) const;

signals:
    void chosen(std::size_t entry);
    void adopt_requested(std::size_t entry);

protected:
    void paintEvent(QPaintEvent* event) override;
    void mousePressEvent(QMouseEvent* event) override;
    void mouseDoubleClickEvent(QMouseEvent* event) override;
    void keyPressEvent(QKeyEvent* event) override;

private:
    [[nodiscard]] QRect rect_at(std::size_t position) const;
    [[nodiscard]] QRect picture_rect(std::size_t position) const;
    [[nodiscard]] const Card* card_at(QPoint point) const;
    void paint_card(QPainter& painter, std::size_t position);
    [[nodiscard]] const QPixmap& picture_of(const Card& card, QSize size);

    /// All that a picture depends on, besides its layout.
    struct Look {
        QSize size;
        std::int64_t top = 0;
        Theme theme = Theme::light;
        friend bool operator==(const Look&, const Look&) = default;
    };
    struct Picture {
        Look look;  ///< as last requested
        QPixmap pixels;
        BackgroundTask drawing;
    };

    std::vector<Card> cards_;
    std::int64_t top_ = 1;                                        ///< upper end of the scale of all pictures
    std::map<const Layout*, std::unique_ptr<Picture>> pictures_;  ///< only for cards that were visible
    std::optional<std::size_t> selected_;
    Theme theme_ = Theme::light;
};

}  // namespace arenascope
