#pragma once

#include <cstddef>
#include <exception>
#include <memory>
#include <utility>

#include <QCoreApplication>

#include "qt/tasks/handled_at_once.h"
#include "qt/tasks/work_pool.h"

namespace arenascope {

/// A value that is shared. If it has many elements, it is destroyed on another thread, wherever its last owner lets it
/// go: to free ten million names takes more than a second.
template <class T>
[[nodiscard]] std::shared_ptr<const T> released_apart(std::unique_ptr<const T> value, std::size_t elements) {
    if (elements <= most_handled_at_once) {
        return value;
    }
    return std::shared_ptr<const T>(value.release(), [](const T* shared) {
        const auto release = [shared] { delete shared; };
        if (QCoreApplication::instance() == nullptr || QCoreApplication::closingDown()) {
            release();
            return;
        }
        try {
            work_pool().start(release);
        } catch (const std::exception&) {
            release();
        }
    });
}

template <class T>
[[nodiscard]] std::shared_ptr<const T> released_apart(T value, std::size_t elements) {
    return elements <= most_handled_at_once ? std::make_shared<const T>(std::move(value))
                                            : released_apart(std::make_unique<const T>(std::move(value)), elements);
}

}  // namespace arenascope
