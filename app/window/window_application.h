#pragma once

#include <new>
#include <stdexcept>

#include <QApplication>

namespace arenascope {

/// The application of the windows. Where memory runs out in what a person does, that fails with its reason in the error
/// bar of the window, and everything open stays.
class WindowApplication final : public QApplication {
    Q_OBJECT

public:
    using QApplication::QApplication;

    bool notify(QObject* receiver, QEvent* event) override;
};

/// Tells it in the window that the receiver of an event belongs to, or in any window where it belongs to none.
void report_out_of_memory(const QObject* receiver);

/// Gives what `deliver` gives. If memory runs out meanwhile, or a list would pass any memory there can be, it is
/// reported, and the event counts as delivered.
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
