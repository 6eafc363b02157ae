#pragma once

#include <QEvent>
#include <QResizeEvent>
#include <QScrollArea>
#include <QScrollBar>

#include "widgets/style/fact_sheet.h"

namespace arenascope {

/// Scrolls the facts if the inspector is too short, and is never taller than the facts.
class FactArea final : public QScrollArea {
public:
    FactArea(FactSheet* facts, QWidget* parent) : QScrollArea(parent) {
        setWidget(facts);
        setWidgetResizable(true);
        setFrameShape(QFrame::NoFrame);
        setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
        setFocusPolicy(Qt::NoFocus);
        setSizePolicy(QSizePolicy::Preferred, QSizePolicy::Maximum);
        // Transparent, so that the panel's colour shows.
        viewport()->setAutoFillBackground(false);
        facts->setAutoFillBackground(false);
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
        return QScrollArea::eventFilter(watched, event);
    }
    void resizeEvent(QResizeEvent* event) override {
        QScrollArea::resizeEvent(event);
        // Narrower facts wrap into more lines.
        if (event->size().width() != event->oldSize().width()) {
            updateGeometry();
        }
    }
};

}  // namespace arenascope
