#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "core/base/error/error.h"
#include "core/base/file/descriptor.h"

namespace arenascope {

/// The records of a log, up to the first one that is not whole.
struct RecordReading {
    std::vector<std::string> records;
    std::uint64_t whole_bytes = 0;  ///< the part of the file that holds them
    bool is_damaged = false;        ///< something follows them
};

/// Reads the content of a log. Never fails: a file that is no log has no records, and is damaged. Linear.
[[nodiscard]] RecordReading records_in(std::string_view content);

/// The same for a file, whether it has an owner or not. Error: it cannot be read.
[[nodiscard]] Expected<RecordReading> read_records(const std::string& path);

/// A file to which records are appended, for what must survive a crash of the program or of the machine:
///
///   mark │ length, record │ length, record │ length, rec         the last one was cut off when the power failed
///
/// Each record is a frame of Zstandard with a checksum of its content, see compressed(). What follows a record that is
/// cut off or damaged is ignored.
///
/// A log has one owner, which holds a lock of the operating system (flock) on the file. The lock ends with its owner,
/// however that ends, so a log without a lock is what a dead owner left. Only the user may read the file.
class RecordLog {
public:
    /// When bytes are flushed to the disk.
    enum class Flush : std::uint8_t {
        always,  ///< before a call returns, so that they survive a crash of the machine
        never,   ///< by the system; they survive a crash of the program
    };

    /// Makes a file with one record. It gets its name when it is whole, on the disk (see `flush`) and locked. Errors:
    /// it cannot be written or locked.
    [[nodiscard]] static Expected<RecordLog> create(const std::string& path, std::string_view record,
                                                    Flush flush = Flush::always);
    /// Becomes the owner of the log that a dead owner left. Errors: it has an owner, it is gone, it cannot be opened.
    [[nodiscard]] static Expected<RecordLog> take_over(const std::string& path);
    /// Whether a log is there and nobody owns it.
    [[nodiscard]] static bool is_left(const std::string& path);

    [[nodiscard]] const std::string& path() const { return path_; }
    /// The size of the file.
    [[nodiscard]] std::uint64_t size() const { return size_; }
    /// Reads the records of the file.
    [[nodiscard]] Expected<RecordReading> read();
    /// Appends a record. When this returns, it is on the disk, unless it is never flushed. After an error the file
    /// holds what it held before, or only replace() goes on.
    [[nodiscard]] Expected<void> append(std::string_view record);
    /// Replaces all records by one, atomically. After an error the old file is still there, and still owned.
    [[nodiscard]] Expected<void> replace(std::string_view record);
    /// Removes the file.
    [[nodiscard]] Expected<void> remove();

private:
    RecordLog(std::string path, Descriptor file, std::uint64_t size, Flush flush = Flush::always)
        : path_(std::move(path)), file_(std::move(file)), size_(size), flush_(flush) {}

    std::string path_;
    Descriptor file_;
    std::uint64_t size_;
    Flush flush_;
    bool is_torn_ = false;  ///< bytes of a failed append could not be cut off
};

}  // namespace arenascope
