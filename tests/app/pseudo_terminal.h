#pragma once

#include <algorithm>
#include <cstdlib>
#include <fcntl.h>
#include <poll.h>
#include <unistd.h>

#include <QByteArray>
#include <QString>

#include <sys/ioctl.h>

namespace arenascope::test {

/// A terminal without a window. A program that opens name() writes to it, and the test sees what a user would.
class PseudoTerminal {
public:
    explicit PseudoTerminal(unsigned short columns) : master_(::posix_openpt(O_RDWR | O_NOCTTY)) {
        ::grantpt(master_);
        ::unlockpt(master_);
        // Kept open, so that what a program wrote can be read after it has ended.
        slave_ = ::open(::ptsname(master_), O_RDWR | O_NOCTTY);
        struct winsize size = {};
        size.ws_col = columns;
        size.ws_row = 24;
        ::ioctl(master_, TIOCSWINSZ, &size);
    }
    PseudoTerminal(const PseudoTerminal&) = delete;
    PseudoTerminal& operator=(const PseudoTerminal&) = delete;
    ~PseudoTerminal() {
        ::close(slave_);
        ::close(master_);
    }

    [[nodiscard]] QString name() const { return QString::fromLocal8Bit(::ptsname(master_)); }
    [[nodiscard]] int program_side() const { return slave_; }

    /// All bytes so far.
    const QByteArray& bytes() {
        struct pollfd ready = {master_, POLLIN, 0};
        char chunk[4096];
        while (::poll(&ready, 1, 0) > 0 && (ready.revents & POLLIN) != 0) {
            const ssize_t count = ::read(master_, chunk, sizeof chunk);
            if (count <= 0) {
                break;
            }
            bytes_.append(chunk, count);
        }
        return bytes_;
    }

    /// What the bytes so far show, with the lines above each other. A line that grew beyond the width says so.
    QByteArray screen() {
        QByteArray text;
        QByteArray line;
        qsizetype cursor = 0;
        const QByteArray all = bytes();
        for (qsizetype i = 0; i < all.size(); ++i) {
            if (const QByteArray sequence = all.mid(i, 3); sequence == "\x1b[K") {
                line.truncate(cursor);
                i += 2;
            } else if (sequence == "\x1b" || sequence == "\x1b[") {
                break;  // the rest of the sequence has not arrived yet
            } else if (all[i] == '\r') {
                cursor = 0;
            } else if (all[i] == '\n') {
                text += line + '\n';
                line.clear();
                cursor = 0;
            } else {
                line.replace(cursor, 1, all.mid(i, 1));
                ++cursor;
                longest_ = std::max(longest_, cursor);
            }
        }
        return text + line;
    }

    /// The length of the longest line that screen() has seen, before lines were erased.
    [[nodiscard]] qsizetype longest() const { return longest_; }

private:
    int master_;
    int slave_ = -1;
    QByteArray bytes_;
    qsizetype longest_ = 0;
};

}  // namespace arenascope::test
