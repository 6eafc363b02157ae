#pragma once

#include <QObject>

namespace arenascope {

class LayoutView;
class PictureLegend;
struct WindowActions;

/// Keeps the legend up to date with the picture, and with that of the second plan of a comparison. Hides it if the user
/// does not want it or nothing is open. In a low window, it has one row.
class LegendView final : public QObject {
    Q_OBJECT

public:
    /// `other` is empty unless two plans are compared.
    LegendView(const LayoutView& view, const LayoutView& other, PictureLegend& legend, const WindowActions& actions,
               QObject* parent = nullptr);

    bool eventFilter(QObject* watched, QEvent* event) override;

private:
    /// Shows the changes of one turn of the event loop together.
    void show_later();
    void show_now();
    void fit_rows();

    const LayoutView& view_;
    const LayoutView& other_;
    PictureLegend& legend_;
    const WindowActions& actions_;
    bool is_waiting_ = false;
};

}  // namespace arenascope
