#pragma once

#include <cstddef>
#include <memory>
#include <optional>
#include <utility>

namespace arenascope {

/// A part that few elements of a long list have, as the candidates of a step. It is used as a std::optional, takes the
/// room of two pointers where it is missing, and never changes: copies share it. Compares by value.
template <class T>
class RarePart {
public:
    RarePart() = default;
    RarePart(std::nullopt_t /*none*/) {}
    RarePart(T part) : part_(std::make_shared<const T>(std::move(part))) {}

    [[nodiscard]] bool has_value() const { return part_ != nullptr; }
    [[nodiscard]] explicit operator bool() const { return has_value(); }
    [[nodiscard]] const T& operator*() const { return *part_; }
    [[nodiscard]] const T* operator->() const { return part_.get(); }
    [[nodiscard]] operator std::optional<T>() const { return part_ ? std::optional(*part_) : std::nullopt; }

    /// The bytes of memory that the part itself takes, without its lists.
    [[nodiscard]] std::size_t bytes() const {
        constexpr std::size_t of_counters = 32;  // of the shared pointer, and what the allocator adds
        return part_ ? sizeof(T) + of_counters : 0;
    }

    friend bool operator==(const RarePart& a, const RarePart& b) {
        return a.part_ == b.part_ || (a.part_ && b.part_ && *a.part_ == *b.part_);
    }

private:
    std::shared_ptr<const T> part_;
};

}  // namespace arenascope
