#pragma once

#include <compare>
#include <cstddef>
#include <cstdint>
#include <initializer_list>
#include <iterator>
#include <limits>
#include <utility>
#include <vector>

#include "core/model/memory/quantity.h"

namespace arenascope {

/// Ascending steps, as a vector of values. They take four bytes each while all of them are less than 2^32 steps after
/// the first, and eight otherwise.
class StepList {
public:
    /// Its elements are values, not references.
    class Iterator {
    public:
        using iterator_concept = std::random_access_iterator_tag;
        using iterator_category = std::random_access_iterator_tag;
        using value_type = Step;
        using difference_type = std::ptrdiff_t;
        using reference = Step;
        using pointer = void;

        Iterator() = default;
        Iterator(const StepList& list, std::size_t position)
            : list_(&list), position_(static_cast<std::ptrdiff_t>(position)) {}

        Step operator*() const { return (*list_)[static_cast<std::size_t>(position_)]; }
        Step operator[](std::ptrdiff_t distance) const { return *(*this + distance); }
        Iterator& operator+=(std::ptrdiff_t distance) {
            position_ += distance;
            return *this;
        }
        Iterator& operator-=(std::ptrdiff_t distance) { return *this += -distance; }
        Iterator& operator++() { return *this += 1; }
        Iterator& operator--() { return *this += -1; }
        Iterator operator++(int) {
            const Iterator before = *this;
            ++*this;
            return before;
        }
        Iterator operator--(int) {
            const Iterator before = *this;
            --*this;
            return before;
        }
        friend Iterator operator+(Iterator at, std::ptrdiff_t distance) { return at += distance; }
        friend Iterator operator+(std::ptrdiff_t distance, Iterator at) { return at += distance; }
        friend Iterator operator-(Iterator at, std::ptrdiff_t distance) { return at -= distance; }
        friend std::ptrdiff_t operator-(const Iterator& a, const Iterator& b) { return a.position_ - b.position_; }
        friend bool operator==(const Iterator& a, const Iterator& b) { return a.position_ == b.position_; }
        friend auto operator<=>(const Iterator& a, const Iterator& b) { return a.position_ <=> b.position_; }

    private:
        const StepList* list_ = nullptr;
        std::ptrdiff_t position_ = 0;
    };
    using value_type = Step;

    StepList() = default;
    StepList(std::initializer_list<Step> steps) {
        for (const Step step : steps) {
            push_back(step);
        }
    }

    void push_back(Step step) {
        if (far_.empty()) {
            first_ = near_.empty() ? step : first_;
            if (const auto distance = distance_of(step); distance <= std::numeric_limits<std::uint32_t>::max()) {
                near_.push_back(static_cast<std::uint32_t>(distance));
                return;
            }
            widen();
        }
        far_.push_back(step);
    }
    void reserve(std::size_t count) { near_.reserve(count); }
    void shrink_to_fit() {
        near_.shrink_to_fit();
        far_.shrink_to_fit();
    }

    [[nodiscard]] Step operator[](std::size_t position) const {
        return far_.empty() ? Step(first_.value() + near_[position]) : far_[position];
    }
    [[nodiscard]] std::size_t size() const { return far_.empty() ? near_.size() : far_.size(); }
    [[nodiscard]] bool empty() const { return size() == 0; }
    [[nodiscard]] Step front() const { return (*this)[0]; }
    [[nodiscard]] Step back() const { return (*this)[size() - 1]; }
    [[nodiscard]] Iterator begin() const { return {*this, 0}; }
    [[nodiscard]] Iterator end() const { return {*this, size()}; }

    friend bool operator==(const StepList& a, const StepList& b) {
        if (a.size() != b.size()) {
            return false;
        }
        for (std::size_t i = 0; i < a.size(); ++i) {
            if (a[i] != b[i]) {
                return false;
            }
        }
        return true;
    }

private:
    /// Unsigned, because two steps may be more than 2^63 − 1 apart.
    [[nodiscard]] std::uint64_t distance_of(Step step) const {
        return static_cast<std::uint64_t>(step.value()) - static_cast<std::uint64_t>(first_.value());
    }
    void widen() {
        std::vector<Step> far;
        far.reserve(near_.capacity());
        for (std::size_t i = 0; i < near_.size(); ++i) {
            far.push_back((*this)[i]);
        }
        far_ = std::move(far);
        near_ = {};
    }

    Step first_;
    std::vector<std::uint32_t> near_;  ///< steps after the first; empty if `far_` is not
    std::vector<Step> far_;            ///< empty: all are near
};

}  // namespace arenascope
