// Records what a planner of memory does while it runs, for Arenascope to show
// (docs/formats.md, section "Recording", has the grammar; docs/guide.md shows how to debug your own planner.)
//
// Copyright the Arenascope authors. SPDX-License-Identifier: 0BSD
//
// Permission to use, copy, modify, and/or distribute this software for any purpose with or without fee is hereby
// granted. THE SOFTWARE IS PROVIDED "AS IS" AND THE AUTHOR DISCLAIMS ALL WARRANTIES WITH REGARD TO THIS SOFTWARE
// INCLUDING ALL IMPLIED WARRANTIES OF MERCHANTABILITY AND FITNESS. IN NO EVENT SHALL THE AUTHOR BE LIABLE FOR ANY
// SPECIAL, DIRECT, INDIRECT, OR CONSEQUENTIAL DAMAGES OR ANY DAMAGES WHATSOEVER RESULTING FROM LOSS OF USE, DATA OR
// PROFITS, WHETHER IN AN ACTION OF CONTRACT, NEGLIGENCE OR OTHER TORTIOUS ACTION, ARISING OUT OF OR IN CONNECTION WITH
// THE USE OR PERFORMANCE OF THIS SOFTWARE.
//
// One header, C++17 and POSIX, nothing else to build or to link.

#pragma once

#include <cerrno>
#include <csignal>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <fcntl.h>
#include <initializer_list>
#include <poll.h>
#include <pthread.h>
#include <string>
#include <string_view>
#include <unistd.h>

#include <sys/file.h>
#include <sys/mman.h>
#include <sys/stat.h>

namespace arenascope {

/// Writes a recording:
///
///   arenascope::Recorder run("run.rec");
///   const int a = run.buffer("a", 0, 4, 4096);         every buffer first: name, lifetime [begin, end), size
///   run.enter("iteration", "largest first");           then steps, which may lie in each other
///   run.place(a, 0);
///   run.leave("complete");
///   run.result();
///
/// A recording never makes a planner fail: where something cannot be written, ok() becomes false and nothing more is
/// recorded. Only a file that another program cuts meanwhile ends the planner (SIGBUS). Nothing is allocated after the
/// constructor.
///
///   file         head │ window, mapped │ body     records go into the window, and from there into the body in large
///                                                 writes; so all whole steps survive a crash of the planner
///   descriptor   head │ records                   one write for each step of up to 64 KiB
///
/// Not for several threads at once.
class Recorder {
public:
    /// Records into a file, in place of one that exists. A named pipe is written to.
    explicit Recorder(const char* path) {
        struct stat status = {};
        const bool exists = ::lstat(path, &status) == 0;
        if (exists && S_ISREG(status.st_mode)) {
            ::unlink(path);  // whoever has it open keeps the old one
        }
        if (!exists || S_ISREG(status.st_mode)) {
            descriptor_ = ::open(path, O_RDWR | O_CREAT | O_EXCL | O_CLOEXEC, 0666);
            is_file_ = descriptor_ >= 0;
            if (is_file_) {
                (void)::flock(descriptor_, LOCK_EX | LOCK_NB);  // held until we end, however that happens
            }
        } else {
            descriptor_ = ::open(path, O_WRONLY | O_CLOEXEC);
        }
        owns_descriptor_ = true;
        begin();
    }
    explicit Recorder(const std::string& path) : Recorder(path.c_str()) {}
    /// Records into an open file, a pipe or a socket, which stays open.
    explicit Recorder(int descriptor) : descriptor_(descriptor) { begin(); }
    Recorder(const Recorder&) = delete;
    Recorder& operator=(const Recorder&) = delete;
    ~Recorder() {
        close();
        delete[] store_;
    }

    /// Whether all that was recorded is written.
    [[nodiscard]] bool ok() const { return ok_; }

    /// Declares a buffer, before the first step. Gives its number. Steps are integers, the size is in bytes, the
    /// offset will be a multiple of the alignment.
    int buffer(std::string_view name, std::int64_t begin, std::int64_t end, std::int64_t size,
               std::int64_t alignment = 1) {
        char* at = room(Kind::buffer, 5 * longest_number + longest_text);
        at = put_text(at, name);
        at = put_signed(at, begin);
        at = put_signed(at, end);
        at = put_signed(at, size);
        next_ = put_signed(at, alignment);
        return buffer_count_++;
    }
    /// The limit on the peak, in bytes; before the first step.
    void capacity(std::int64_t bytes) { next_ = put_signed(room(Kind::capacity, longest_number), bytes); }

    /// Begins a step. `kind`: iteration, group, rearrangement, placement, move, improvement, pass, or a word of yours.
    void enter(std::string_view kind, std::string_view reason = {}) {
        char* at = room(Kind::enter, 4 * longest_number + 2 * longest_text);
        at = put_known(at, kind, kinds_);
        next_ = put_known(at, reason, reasons_);
    }
    /// Places a buffer, also one that lies elsewhere.
    void place(int buffer, std::int64_t offset) { put_place(Kind::place, buffer, offset); }
    /// Moves a placed buffer.
    void move(int buffer, std::int64_t offset) { put_place(Kind::move, buffer, offset); }
    /// Takes a buffer out of the layout.
    void remove(int buffer) { next_ = put_number(room(Kind::remove, longest_number), number_of(buffer)); }
    /// The offsets that were considered for a buffer, the best first: up to 4,096 of them.
    void candidates(int buffer, const std::int64_t* offsets, std::size_t count) {
        const std::size_t kept = count < most_candidates ? count : most_candidates;
        char* at = room(Kind::candidates, (2 + kept) * longest_number);
        at = put_number(at, number_of(buffer));
        at = put_number(at, kept);
        for (std::size_t i = 0; i < kept; ++i) {
            at = put_signed(at, offsets[i]);
        }
        next_ = at;
    }
    void candidates(int buffer, std::initializer_list<std::int64_t> offsets) {
        candidates(buffer, offsets.begin(), offsets.size());
    }
    /// From a vector, an array or a span of 64-bit offsets.
    template <class Offsets>
    void candidates(int buffer, const Offsets& offsets) {
        static_assert(sizeof(*offsets.data()) == sizeof(std::int64_t), "offsets are 64-bit integers");
        candidates(buffer, reinterpret_cast<const std::int64_t*>(offsets.data()), offsets.size());
    }
    /// No layout is lower: the planner has proved it.
    void bound(std::int64_t bytes) { next_ = put_signed(room(Kind::bound, longest_number), bytes); }
    /// Ends the innermost step. `reason`: at-threshold, order-seen, adjustments-spent, work-spent, complete, optimal,
    /// stopped, or words of yours.
    void leave(std::string_view reason = {}) {
        next_ = put_known(room(Kind::leave, 2 * longest_number + longest_text), reason, reasons_);
        commit();
    }
    /// The layout as it stands is the result; a later call replaces it.
    void result() {
        next_ = room(Kind::result, 0);
        commit();
    }
    /// Ends the recording, as the destructor does. What is recorded later is dropped.
    void close() {
        if (descriptor_ < 0) {
            return;
        }
        next_ = room(Kind::end, 0);
        commit();
        if (head_ != nullptr) {
            // A small recording lies in the window alone.
            const bool is_small = body_end_ == 0;
            if (!is_small) {
                flush_window();
            }
            const std::size_t bytes = window_offset + (is_small ? used() : window_bytes + body_end_);
            ::munmap(head_, window_offset + window_bytes);
            ok_ = ::ftruncate(descriptor_, static_cast<off_t>(bytes)) == 0 && ok_;
        }
        if (owns_descriptor_) {
            ::close(descriptor_);
        }
        head_ = nullptr;
        descriptor_ = -1;
        fail();
    }

private:
    enum class Kind : unsigned char {
        buffer = 1,
        enter = 2,
        place = 3,
        remove = 4,
        candidates = 5,
        bound = 6,
        leave = 7,
        result = 8,
        move = 9,
        capacity = 10,
        end = 11,
    };
    /// The words of the head.
    enum Word : std::size_t { mark, version, window_size, committed, body_end, window_begin, unused, also_unused };
    static constexpr std::size_t head_words = 8;
    static constexpr std::size_t window_offset = 4096;  ///< in the file
    static constexpr std::size_t window_bytes = std::size_t{1} << 16;
    static constexpr std::uint64_t format_version = 1;
    static constexpr std::uint64_t byte_order_mark = 0x01020304;
    static constexpr std::size_t longest_number = 10;
    static constexpr std::size_t longest_text = 4096;  ///< longer ones are cut
    static constexpr std::size_t most_candidates = 4096;
    static constexpr std::size_t store_bytes = std::size_t{1} << 16;  ///< more than a record takes

    /// Texts that were written before, so that a number stands for them. Readers count the same way.
    template <std::size_t Slots, std::uint64_t Most>
    struct KnownTexts {
        static constexpr std::size_t longest = 64;  ///< of a text that gets a number
        static constexpr std::uint64_t most = Most;
        struct Slot {
            std::uint64_t number = 0;  ///< 0: empty
            std::size_t length = 0;
            char text[longest];
        };
        [[nodiscard]] Slot& slot_of(std::string_view text) {
            std::uint64_t hash = text.size();
            for (const char letter : {text.front(), text[text.size() / 2], text.back()}) {
                hash = hash * 31 + static_cast<unsigned char>(letter);
            }
            return entries[hash % Slots];
        }
        std::uint64_t count = 0;
        Slot entries[Slots];
    };

    void begin() {
        store_ = new char[store_bytes];
        ok_ = descriptor_ >= 0;
        if (ok_ && is_file_) {
            map_file();
        }
        std::uint64_t head[head_words] = {0, format_version | (byte_order_mark << 32), 0, 0, 0, 0, 0, 0};
        std::memcpy(head, "ARENAREC", sizeof head[0]);
        if (head_ != nullptr) {
            head[window_size] = window_bytes;
            std::memcpy(head_, head, sizeof head);
            next_ = window();
            limit_ = next_ + window_bytes;
        } else {
            std::memcpy(store_, head, sizeof head);
            next_ = store_ + sizeof head;
            limit_ = store_ + store_bytes;
        }
    }

    void map_file() {
        int error = 0;
        do {  // the disk has room, so a write into the mapping cannot fail
            error = ::posix_fallocate(descriptor_, 0, static_cast<off_t>(window_offset + window_bytes));
        } while (error == EINTR);
        void* const pages = error == 0 ? ::mmap(nullptr, window_offset + window_bytes, PROT_READ | PROT_WRITE,
                                                MAP_SHARED | MAP_POPULATE, descriptor_, 0)
                                       : MAP_FAILED;
        ok_ = pages != MAP_FAILED;
        head_ = ok_ ? static_cast<std::uint64_t*>(pages) : nullptr;
    }

    [[nodiscard]] char* window() const { return reinterpret_cast<char*>(head_) + window_offset; }
    /// The bytes in the window.
    [[nodiscard]] std::size_t used() const { return static_cast<std::size_t>(next_ - window()); }

    void set(Word word, std::uint64_t value) { __atomic_store_n(head_ + word, value, __ATOMIC_RELEASE); }

    /// Moves the window into the body. A crash at any point leaves all bytes in one of the two.
    void flush_window() {
        const std::size_t bytes = used();
        const char* from = window();
        off_t to = static_cast<off_t>(window_offset + window_bytes + body_end_);
        while (ok_ && from != next_) {
            const ssize_t written = ::pwrite(descriptor_, from, static_cast<std::size_t>(next_ - from), to);
            if (written > 0) {
                from += written;
                to += written;
            } else if (written == 0 || errno != EINTR) {
                ok_ = false;
            }
        }
        if (!ok_) {
            return;
        }
        body_end_ += bytes;
        set(body_end, body_end_);
        set(window_begin, body_end_);
        next_ = window();
    }

    /// From here on, records go into the store and are dropped.
    void fail() {
        ok_ = false;
        next_ = store_;
        limit_ = store_ + store_bytes;
    }

    /// Where the fields of a new record go, which take so many bytes at most.
    char* room(Kind kind, std::size_t bytes) {
        if (static_cast<std::size_t>(limit_ - next_) <= bytes) {
            make_room();
        }
        *next_ = static_cast<char>(kind);
        return next_ + 1;
    }

    void make_room() {
        if (ok_ && head_ != nullptr) {
            flush_window();
        } else if (ok_) {
            flush();
        }
        if (!ok_) {
            fail();
        }
    }

    [[nodiscard]] static std::uint64_t number_of(int buffer) {
        return static_cast<std::uint64_t>(static_cast<std::int64_t>(buffer));
    }

    /// Seven bits a byte, the lowest first; the highest bit says that more follow.
    static char* put_number(char* at, std::uint64_t number) {
        while (number >= 128) {
            *at++ = static_cast<char>(number | 128U);
            number >>= 7U;
        }
        *at++ = static_cast<char>(number);
        return at;
    }
    /// Small negative numbers are short, too: 0, -1, 1, -2 are 0, 1, 2, 3.
    static char* put_signed(char* at, std::int64_t number) {
        const auto bits = static_cast<std::uint64_t>(number);
        return put_number(at, number < 0 ? ~(bits << 1U) : bits << 1U);
    }
    static char* put_text(char* at, std::string_view text) {
        text = text.substr(0, longest_text);
        at = put_number(at, text.size());
        if (!text.empty()) {
            std::memcpy(at, text.data(), text.size());
        }
        return at + text.size();
    }
    /// The number of a text, from 1; or 0 and a new text. An empty one is new, and gets no number.
    template <class Known>
    static char* put_known(char* at, std::string_view text, Known& known) {
        const bool may_be_known = !text.empty() && text.size() <= Known::longest;
        if (may_be_known) {
            auto& slot = known.slot_of(text);
            if (slot.number != 0 && std::string_view(slot.text, slot.length) == text) {
                return put_number(at, slot.number);
            }
            if (known.count < Known::most) {
                slot.number = ++known.count;
                slot.length = text.size();
                std::memcpy(slot.text, text.data(), text.size());
            }
        }
        *at = 0;
        return put_text(at + 1, text);
    }

    void put_place(Kind kind, int buffer, std::int64_t offset) {
        char* const at = room(kind, 2 * longest_number);
        next_ = put_signed(put_number(at, number_of(buffer)), offset);
    }

    /// A step has ended: all before it may be read.
    void commit() {
        if (!ok_) {
            fail();
        } else if (head_ != nullptr) {
            set(committed, body_end_ + used());
        } else {
            flush();
        }
    }

    /// Writes the store. A reader that has gone away ends the recording, not the planner.
    void flush() {
        sigset_t pipe_signal;
        sigset_t before;
        sigset_t pending;
        sigemptyset(&pipe_signal);
        sigaddset(&pipe_signal, SIGPIPE);
        sigpending(&pending);
        pthread_sigmask(SIG_BLOCK, &pipe_signal, &before);
        const char* from = store_;
        while (ok_ && from != next_) {
            const ssize_t written = ::write(descriptor_, from, static_cast<std::size_t>(next_ - from));
            if (written > 0) {
                from += written;
            } else if (written < 0 && errno == EAGAIN) {
                pollfd room = {descriptor_, POLLOUT, 0};
                (void)::poll(&room, 1, -1);
            } else if (written < 0 && errno != EINTR) {
                ok_ = false;
            }
        }
        if (!ok_ && sigismember(&pending, SIGPIPE) == 0) {
            const timespec none = {0, 0};
            (void)::sigtimedwait(&pipe_signal, nullptr, &none);
        }
        pthread_sigmask(SIG_SETMASK, &before, nullptr);
        next_ = store_;
    }

    KnownTexts<16, 255> kinds_;
    KnownTexts<64, 4095> reasons_;
    char* next_ = nullptr;   ///< where the next record goes
    char* limit_ = nullptr;  ///< the end of the room for records
    bool ok_ = false;
    bool is_file_ = false;
    bool owns_descriptor_ = false;
    int descriptor_ = -1;
    int buffer_count_ = 0;
    char* store_ = nullptr;          ///< records of a descriptor, until the step ends
    std::uint64_t* head_ = nullptr;  ///< of a file, mapped together with the window behind it
    std::size_t body_end_ = 0;       ///< bytes of the records in the body
};

}  // namespace arenascope
