#pragma once

#include <cstdint>

#include <QButtonGroup>
#include <QGridLayout>
#include <QLabel>
#include <QSlider>
#include <QWidget>

namespace arenascope {

class SectionHeader;

/// How two pictures are shown.
enum class PictureArrangement : std::uint8_t {
    side_by_side,
    overlaid,    ///< one on the other: A left of a curtain, B right of it
    difference,  ///< B alone, where its caller marks what differs
};

/// The picture of one plan; while two plans are compared, the pictures of both, side by side or one on the other.
///
///   A · file …          peak │ B · file …          peak
///   ┌────────────────────────┬────────────────────────┐
///   │ first                  │ second                 │
///   └────────────────────────┴────────────────────────┘
///     difference
///   [Side by side] [Overlaid] [Difference]  ───●───      linked: zoom, cursor, selection
class ComparedPictures final : public QWidget {
    Q_OBJECT

public:
    /// Takes the widgets over. `difference` is shown below both.
    ComparedPictures(QWidget* first, QWidget* second, QWidget* difference, QWidget* parent = nullptr);

    /// Whether there are two plans; otherwise only the first picture is shown.
    void set_comparing(bool comparing);
    [[nodiscard]] bool is_comparing() const { return is_comparing_; }
    void set_first_title(const QString& title, const QString& detail);
    void set_second_title(const QString& title, const QString& detail);
    void set_arrangement(PictureArrangement arrangement);
    [[nodiscard]] PictureArrangement arrangement() const { return arrangement_; }
    /// Where the curtain is, from 0 (only B is seen) to 1 (only A is).
    void set_curtain(double share);

signals:
    void arrangement_changed();
    /// A picture has another size or place.
    void resized();

protected:
    bool eventFilter(QObject* watched, QEvent* event) override;

private:
    void build_bar();
    void arrange();
    void draw_curtain();

    QWidget* first_;
    QWidget* second_;
    QWidget* difference_;
    SectionHeader* first_title_;
    SectionHeader* second_title_;
    QGridLayout* grid_;
    QWidget* bar_;
    QButtonGroup* choices_;
    QSlider* curtain_;
    QLabel* hint_;
    bool is_comparing_ = false;
    PictureArrangement arrangement_ = PictureArrangement::side_by_side;
};

}  // namespace arenascope
