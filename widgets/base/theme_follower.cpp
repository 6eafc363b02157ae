#include "widgets/base/theme_follower.h"

#include <optional>
#include <utility>

#include <QEvent>
#include <QWidget>

#include "qt/painting/theme.h"

namespace arenascope {
namespace {

/// Tells of the palette changes that are changes of the theme.
class ThemeFollower final : public QObject {
public:
    ThemeFollower(QWidget& widget, std::function<void(Theme)> apply)
        : QObject(&widget), widget_(widget), apply_(std::move(apply)) {
        widget_.installEventFilter(this);
        follow();
    }

    bool eventFilter(QObject* /*watched*/, QEvent* event) override {
        if (event->type() == QEvent::PaletteChange) {
            follow();
        }
        return false;
    }

private:
    void follow() {
        const Theme theme = theme_of(widget_.palette());
        if (std::exchange(applied_, theme) != theme) {
            apply_(theme);
        }
    }

    QWidget& widget_;
    std::function<void(Theme)> apply_;
    std::optional<Theme> applied_;
};

}  // namespace

void follow_theme(QWidget& widget, std::function<void(Theme)> apply) {
    new ThemeFollower(widget, std::move(apply));
}

}  // namespace arenascope
