#include "widgets/base/enter_choice.h"

#include <utility>

#include <QKeyEvent>

namespace arenascope {
namespace {

class EnterFilter final : public QObject {
public:
    EnterFilter(QAbstractItemView& list, std::function<void(const QModelIndex&)> choose)
        : QObject(&list), list_(list), choose_(std::move(choose)) {
        list.installEventFilter(this);
    }

protected:
    bool eventFilter(QObject* watched, QEvent* event) override {
        if (watched == &list_ && event->type() == QEvent::KeyPress && list_.currentIndex().isValid()) {
            const int key = static_cast<QKeyEvent*>(event)->key();
            if (key == Qt::Key_Return || key == Qt::Key_Enter) {
                choose_(list_.currentIndex());
                return true;
            }
        }
        return QObject::eventFilter(watched, event);
    }

private:
    QAbstractItemView& list_;
    std::function<void(const QModelIndex&)> choose_;
};

}  // namespace

void choose_with_enter(QAbstractItemView& list, std::function<void(const QModelIndex&)> choose) {
    new EnterFilter(list, std::move(choose));
}

}  // namespace arenascope
