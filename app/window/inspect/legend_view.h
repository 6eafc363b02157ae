#pragma once

#include "app/window/frame/window_part.h"

namespace arenascope {

class PictureLegend;

/// Keeps the legend up to date with the picture, and with that of the second plan of a comparison. Hides it if the user
/// does not want it or nothing is open. In a low window, it has one row.
class LegendView final : public WindowPart {
    Q_OBJECT

public:
    /// `other` is empty unless two plans are compared.
    LegendView(const WindowFrame& frame, const LayoutView& other, PictureLegend& legend);

    bool eventFilter(QObject* watched, QEvent* event) override;

private:
    /// Shows the changes of one turn of the event loop together.
    void show_later();
    void show_now();
    void fit_rows();

    const LayoutView& other_;
    PictureLegend& legend_;
    bool is_waiting_ = false;
};

}  // namespace arenascope
