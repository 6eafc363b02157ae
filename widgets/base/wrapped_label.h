#pragma once

#include <QLabel>

namespace arenascope {

/// A plain text that is wrapped between words, and within a word that is longer than a line, such as a file name.
/// QLabel cuts such a word off.
class WrappedLabel final : public QLabel {
    Q_OBJECT

public:
    explicit WrappedLabel(const QString& text = {}, QWidget* parent = nullptr);

    [[nodiscard]] int heightForWidth(int width) const override;
    [[nodiscard]] QSize sizeHint() const override;
    /// Space for a few letters on one line.
    [[nodiscard]] QSize minimumSizeHint() const override;

protected:
    void paintEvent(QPaintEvent* event) override;
};

}  // namespace arenascope
