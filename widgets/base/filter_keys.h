#pragma once

#include <QAbstractItemView>
#include <QLineEdit>
#include <QObject>

namespace arenascope {

/// The keys of a filter field: Down moves to the rows, Esc clears the filter. Esc clears a filter even if the window
/// uses Esc for something else.
class FilterKeys final : public QObject {
    Q_OBJECT

public:
    /// Serves the field and is deleted with it.
    FilterKeys(QLineEdit& field, QAbstractItemView& rows);

protected:
    bool eventFilter(QObject* watched, QEvent* event) override;

private:
    QLineEdit& field_;
    QAbstractItemView& rows_;
};

}  // namespace arenascope
