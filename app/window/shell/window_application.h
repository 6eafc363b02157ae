#pragma once

#include <new>
#include <stdexcept>

#include <QApplication>

namespace arenascope {

/// The application object. If memory runs out in an event, the event fails with an error in the window's message bar,
/// and all open plans stay.
class WindowApplication final : public QApplication {
    Q_OBJECT

public:
    using QApplication::QApplication;

    bool notify(QObject* receiver, QEvent* event) override;
};

/// Shows the error in the window of the receiver, or in any window if the receiver belongs to none.
void report_out_of_memory(const QObject* receiver);

/// Returns the result of `deliver`. If memory runs out, or a container would exceed its greatest possible size, reports
/// it and counts the event as delivered.
template <class Deliver>
bool deliver_within_memory(const QObject* receiver, Deliver&& deliver) {
    try {
        return deliver();
    } catch (const std::bad_alloc&) {
        report_out_of_memory(receiver);
    } catch (const std::length_error&) {
        report_out_of_memory(receiver);
    }
    return true;
}

}  // namespace arenascope
