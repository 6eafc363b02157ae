#pragma once

#include <memory>
#include <utility>

namespace arenascope {

/// A value that most of many objects leave as it is made, T(). Those share one; so it takes a pointer's size.
template <class T>
class Rare {
public:
    Rare() = default;
    Rare(const Rare& other) : own_(other.own_ ? std::make_unique<T>(*other.own_) : nullptr) {}
    Rare(Rare&& other) noexcept = default;
    Rare& operator=(const Rare& other) { return *this = Rare(other); }
    Rare& operator=(Rare&& other) noexcept = default;
    ~Rare() = default;

    [[nodiscard]] const T& operator*() const { return own_ ? *own_ : usual(); }
    [[nodiscard]] const T* operator->() const { return &**this; }

    /// Calls `change(T&)`.
    template <class Change>
    void change(Change&& change) {
        if (!own_) {
            own_ = std::make_unique<T>();
        }
        std::forward<Change>(change)(*own_);
        if (*own_ == usual()) {
            own_ = nullptr;
        }
    }

    friend bool operator==(const Rare& a, const Rare& b) { return a.own_ == b.own_ || *a == *b; }

private:
    static const T& usual() {
        static const T value{};
        return value;
    }

    std::unique_ptr<T> own_;
};

}  // namespace arenascope
