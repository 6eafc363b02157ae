#pragma once

#include <QAbstractItemView>
#include <QLineEdit>
#include <QObject>

namespace arenascope {

/// The keys of a filter field: Down moves to the rows, Esc clears the filter and leaves the field. Esc does so even if
/// the window uses Esc for something else.
class FilterKeys final : public QObject {
    Q_OBJECT

public:
    /// Serves the field and is deleted with it.
    FilterKeys(QLineEdit& field, QAbstractItemView& rows);

signals:
    /// Esc was pressed, and the filter is empty: the focus belongs elsewhere.
    void left();

protected:
    bool eventFilter(QObject* watched, QEvent* event) override;

private:
    QLineEdit& field_;
    QAbstractItemView& rows_;
};

}  // namespace arenascope
