#pragma once

#include <vector>

#include <QSlider>

namespace arenascope {

/// A slider over the steps of a run, with small ticks at some of them.
///
///   ──┃──────●───┃┃───
class StepSlider final : public QSlider {
    Q_OBJECT

public:
    explicit StepSlider(QWidget* parent = nullptr);

    /// Steps, ascending. Those that are not on the slider have no tick.
    void set_marks(std::vector<int> marks);
    [[nodiscard]] const std::vector<int>& marks() const { return marks_; }

protected:
    void paintEvent(QPaintEvent* event) override;

private:
    std::vector<int> marks_;
};

}  // namespace arenascope
