#pragma once

#include <memory>

#include <QByteArray>
#include <QSemaphore>

#include "app/session/plan_change.h"
#include "core/model/edit/buffer_change.h"
#include "qt/tasks/handled_at_once.h"

namespace arenascope::test {

/// A plan of so many buffers that another thread makes its changes.
inline QByteArray large_csv() {
    QByteArray text = "id,lower,upper,size,offset\n";
    for (std::size_t i = 0; i <= most_handled_at_once; ++i) {
        const QByteArray number = QByteArray::number(static_cast<qulonglong>(i));
        text += "b" + number + "," + number + "," + QByteArray::number(static_cast<qulonglong>(i + 1)) + ",8,0\n";
    }
    return text;
}

/// A change of a large plan, which is under way until finish() is called. The first buffer gets another size.
class SlowChange {
public:
    explicit SlowChange(OpenPlan& plan) {
        edit_plan(plan, {[gate = gate_](const Problem& problem, const Layout& layout, const auto& chosen) {
                             gate->acquire();
                             return changed_buffers(problem, layout, chosen, {.size = Bytes(16)});
                         },
                         {BufferIndex(0)},
                         QStringLiteral("slow")});
    }
    ~SlowChange() { finish(); }
    SlowChange(const SlowChange&) = delete;
    SlowChange& operator=(const SlowChange&) = delete;

    void finish() { gate_->release(); }

private:
    std::shared_ptr<QSemaphore> gate_ = std::make_shared<QSemaphore>();
};

}  // namespace arenascope::test
