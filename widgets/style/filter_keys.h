#pragma once

#include <QAbstractItemView>
#include <QLineEdit>
#include <QObject>

namespace arenascope {

/// The keys of a field that filters a list: Down goes to the rows, Esc takes the filter away. While there is a filter,
/// Esc means the filter, whatever the window uses it for.
class FilterKeys final : public QObject {
    Q_OBJECT

public:
    /// Works for the field, and dies with it.
    FilterKeys(QLineEdit& field, QAbstractItemView& rows);

protected:
    bool eventFilter(QObject* watched, QEvent* event) override;

private:
    QLineEdit& field_;
    QAbstractItemView& rows_;
};

}  // namespace arenascope
