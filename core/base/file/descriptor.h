#pragma once

#include <string_view>
#include <utility>

namespace arenascope {

/// An open file of the operating system, closed when this object ends. Negative: none.
class Descriptor {
public:
    explicit Descriptor(int number) : number_(number) {}
    Descriptor(Descriptor&& other) noexcept : number_(std::exchange(other.number_, -1)) {}
    Descriptor& operator=(Descriptor&& other) noexcept {
        std::swap(number_, other.number_);
        return *this;
    }
    Descriptor(const Descriptor&) = delete;
    Descriptor& operator=(const Descriptor&) = delete;
    ~Descriptor();

    [[nodiscard]] bool is_open() const { return number_ >= 0; }
    [[nodiscard]] int number() const { return number_; }
    /// Closes the file. A network file system may report only now that the disk is full.
    [[nodiscard]] bool close();

private:
    int number_;
};

/// Writes all bytes where the file stands. False: errno says why not.
[[nodiscard]] bool write_all(int descriptor, std::string_view content);

/// Flushes the entries of a directory to the disk, so that a new name survives a crash. Some file systems cannot.
void flush_directory(const char* directory);

}  // namespace arenascope
