#pragma once

#include <cstddef>
#include <initializer_list>
#include <memory>
#include <utility>
#include <vector>

#include "qt/tasks/released_apart.h"

namespace arenascope {

/// A list that copies share until one of them changes it. A copy is O(1).
template <class T>
class SharedList {
public:
    SharedList() = default;
    SharedList(std::vector<T> items) : items_(shared(std::move(items))) {}
    SharedList(std::initializer_list<T> items) : SharedList(std::vector<T>(items)) {}

    [[nodiscard]] const std::vector<T>& get() const {
        static const std::vector<T> none;
        return items_ ? *items_ : none;
    }
    operator const std::vector<T>&() const { return get(); }
    [[nodiscard]] auto begin() const { return get().begin(); }
    [[nodiscard]] auto end() const { return get().end(); }
    [[nodiscard]] const T& back() const { return get().back(); }
    [[nodiscard]] const T& operator[](std::size_t position) const { return get()[position]; }
    [[nodiscard]] std::size_t size() const { return get().size(); }
    [[nodiscard]] bool empty() const { return get().empty(); }
    /// O(1) if both are copies of one list.
    friend bool operator==(const SharedList& a, const SharedList& b) {
        return a.items_ == b.items_ || a.get() == b.get();
    }

private:
    static std::shared_ptr<const std::vector<T>> shared(std::vector<T> items) {
        const std::size_t size = items.size();
        return size == 0 ? nullptr : released_apart(std::move(items), size);
    }

    std::shared_ptr<const std::vector<T>> items_;  ///< null: empty
};

}  // namespace arenascope
