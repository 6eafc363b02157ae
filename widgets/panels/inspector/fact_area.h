#pragma once

#include <QApplication>
#include <QEvent>
#include <QResizeEvent>
#include <QScrollBar>
#include <QVBoxLayout>

#include "widgets/base/fact_sheet.h"
#include "widgets/base/steady_scroll_area.h"

namespace arenascope {

/// Scrolls the form and the facts below it, if the inspector is too short. Never taller than both. The field that has
/// the keyboard is in sight.
class FactArea final : public SteadyScrollArea {
public:
    FactArea(FactSheet& facts, QWidget& form, QWidget* parent) : SteadyScrollArea(parent) {
        auto* both = new QWidget;
        auto* column = new QVBoxLayout(both);
        column->setContentsMargins({});
        column->setSpacing(0);
        column->addWidget(&form);
        column->addWidget(&facts);
        setWidget(both);
        setSizePolicy(QSizePolicy::Preferred, QSizePolicy::Maximum);
        // Transparent, so that the panel's colour shows.
        viewport()->setAutoFillBackground(false);
        both->setAutoFillBackground(false);
        facts.setAutoFillBackground(false);
        connect(qApp, &QApplication::focusChanged, this, [this, both](QWidget*, QWidget* now) {
            if (now != nullptr && both->isAncestorOf(now)) {
                ensureWidgetVisible(now);
            }
        });
    }

    [[nodiscard]] QSize sizeHint() const override {
        return {widget()->sizeHint().width(), widget()->heightForWidth(width())};
    }
    [[nodiscard]] QSize minimumSizeHint() const override {
        return {widget()->minimumSizeHint().width() + verticalScrollBar()->sizeHint().width(),
                4 * fontMetrics().height()};
    }

protected:
    bool eventFilter(QObject* watched, QEvent* event) override {
        if (watched == widget() && event->type() == QEvent::LayoutRequest) {
            updateGeometry();
        }
        return SteadyScrollArea::eventFilter(watched, event);
    }
    void resizeEvent(QResizeEvent* event) override {
        SteadyScrollArea::resizeEvent(event);
        // Narrower facts wrap into more lines.
        if (event->size().width() != event->oldSize().width()) {
            updateGeometry();
        }
    }

private:
    int rounds_ = 0;  ///< resizes of the content that cause each other
};

}  // namespace arenascope
