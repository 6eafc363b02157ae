#pragma once

#include <QObject>

namespace arenascope {

class LayoutView;
class PictureLegend;
struct WindowActions;

/// Keeps the legend up to date with the picture. Hides it if the user does not want it or nothing is open.
class LegendView final : public QObject {
    Q_OBJECT

public:
    LegendView(const LayoutView& view, PictureLegend& legend, const WindowActions& actions, QObject* parent = nullptr);

private:
    /// Shows the changes of one turn of the event loop together.
    void show_later();
    void show_now();

    const LayoutView& view_;
    PictureLegend& legend_;
    const WindowActions& actions_;
    bool is_waiting_ = false;
};

}  // namespace arenascope
