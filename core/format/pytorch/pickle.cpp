#include "core/format/pytorch/pickle.h"

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <utility>
#include <vector>

namespace arenascope::snapshot_file {
namespace {

/// The opcodes of a snapshot. Values as in Python's pickletools.
enum class Opcode : std::uint8_t {
    mark = '(',
    empty_tuple = ')',
    stop = '.',
    binfloat = 'G',
    binint = 'J',
    binint1 = 'K',
    binint2 = 'M',
    none = 'N',
    binunicode = 'X',
    empty_list = ']',
    append = 'a',
    appends = 'e',
    binbytes = 'B',
    short_binbytes = 'C',
    binget = 'h',
    long_binget = 'j',
    binput = 'q',
    long_binput = 'r',
    setitem = 's',
    tuple = 't',
    setitems = 'u',
    empty_dict = '}',
    proto = 0x80,
    tuple1 = 0x85,
    tuple2 = 0x86,
    tuple3 = 0x87,
    new_true = 0x88,
    new_false = 0x89,
    long1 = 0x8A,
    long4 = 0x8B,
    short_binunicode = 0x8C,
    binunicode8 = 0x8D,
    binbytes8 = 0x8E,
    memoize = 0x94,
    frame = 0x95,
};

constexpr std::string_view cure_of_other_pickles =
    "open what torch.cuda.memory._dump_snapshot writes; a checkpoint is no memory snapshot";

/// The name of an opcode that names or calls a class; empty: another opcode.
std::string_view class_opcode_name(std::uint8_t code) {
    switch (code) {
        case 'c':
            return "GLOBAL";
        case 0x93:
            return "STACK_GLOBAL";
        case 'R':
            return "REDUCE";
        case 'b':
            return "BUILD";
        case 'i':
            return "INST";
        case 'o':
            return "OBJ";
        case 0x81:
            return "NEWOBJ";
        case 0x92:
            return "NEWOBJ_EX";
        case 'P':
            return "PERSID";
        case 'Q':
            return "BINPERSID";
        case 0x82:
            return "EXT1";
        case 0x83:
            return "EXT2";
        case 0x84:
            return "EXT4";
        default:
            return {};
    }
}

std::string hexadecimal_byte(std::uint8_t byte) {
    constexpr std::string_view digits = "0123456789abcdef";
    return {'0', 'x', digits[byte >> 4U], digits[byte & 0xFU]};
}

/// The machine. After an error, all values are meaningless.
class PickleMachine {
public:
    PickleMachine(std::string_view content, const std::string& source) : content_(content), source_(source) {}

    Expected<Pickle> run() {
        while (!stopped_ && !error_) {
            at_ = next_;
            if (at_ >= content_.size()) {
                refuse("the pickle ends before its end mark", "export it again; it may have been cut short");
                break;
            }
            step(static_cast<std::uint8_t>(content_[next_++]));
            check_memory();
        }
        if (error_) {
            return failure(std::move(*error_));
        }
        return Pickle{std::move(pickle_.tree), stack_.back()};
    }

private:
    void step(std::uint8_t code) {
        switch (static_cast<Opcode>(code)) {
            case Opcode::proto:
                skip(1);
                return;
            case Opcode::frame:
                skip(8);
                return;
            case Opcode::mark:
                marks_.push_back(stack_.size());
                return;
            case Opcode::stop:
                stopped_ = needs(1);
                return;
            case Opcode::memoize:
            case Opcode::binput:
            case Opcode::long_binput:
            case Opcode::binget:
            case Opcode::long_binget:
                use_memo(static_cast<Opcode>(code));
                return;
            case Opcode::append:
            case Opcode::appends:
            case Opcode::setitem:
            case Opcode::setitems:
                fill(static_cast<Opcode>(code));
                return;
            case Opcode::tuple:
                make_tuple(count_since_mark());
                return;
            case Opcode::tuple1:
                make_tuple(1);
                return;
            case Opcode::tuple2:
                make_tuple(2);
                return;
            case Opcode::tuple3:
                make_tuple(3);
                return;
            default:
                push_plain(code);
        }
    }

    /// Pushes a number, a text or an empty container.
    void push_plain(std::uint8_t code) {
        switch (static_cast<Opcode>(code)) {
            case Opcode::none:
            case Opcode::new_false:
                push({});
                return;
            case Opcode::new_true:
                push(ValueTree::flag(true));
                return;
            case Opcode::binfloat:
                push_unread(8);
                return;
            case Opcode::short_binbytes:
                push_unread(little_endian(1));
                return;
            case Opcode::binbytes:
                push_unread(little_endian(4));
                return;
            case Opcode::binbytes8:
                push_unread(little_endian(8));
                return;
            case Opcode::binint:
                push_integer(4);
                return;
            case Opcode::binint1:
                push(tree().integer(static_cast<std::int64_t>(little_endian(1))));
                return;
            case Opcode::binint2:
                push(tree().integer(static_cast<std::int64_t>(little_endian(2))));
                return;
            case Opcode::long1:
                push_integer(little_endian(1));
                return;
            case Opcode::long4:
                push_integer(little_endian(4));
                return;
            case Opcode::short_binunicode:
                push(tree().text(bytes(little_endian(1))));
                return;
            case Opcode::binunicode:
                push(tree().text(bytes(little_endian(4))));
                return;
            case Opcode::binunicode8:
                push(tree().text(bytes(little_endian(8))));
                return;
            case Opcode::empty_list:
            case Opcode::empty_tuple:
                push(tree().new_list());
                return;
            case Opcode::empty_dict:
                push(tree().new_dict());
                return;
            default:
                refuse_opcode(code);
        }
    }

    void refuse_opcode(std::uint8_t code) {
        const std::string_view name = class_opcode_name(code);
        refuse(name.empty() ? "the opcode " + hexadecimal_byte(code) + " is not one of plain numbers, texts and lists"
                            : "the pickle names or calls a class there (" + std::string(name) +
                                  "), which is never done when a file is read",
               std::string(cure_of_other_pickles));
    }

    void use_memo(Opcode code) {
        if (code == Opcode::binget || code == Opcode::long_binget) {
            const std::uint64_t index = little_endian(code == Opcode::binget ? 1 : 4);
            if (index < memo_.size()) {
                push(memo_[index]);
            } else {
                refuse("the memo has no entry " + std::to_string(index), damaged);
            }
            return;
        }
        const std::uint64_t index = code == Opcode::memoize  ? memo_.size()
                                    : code == Opcode::binput ? little_endian(1)
                                                             : little_endian(4);
        if (!needs(1)) {
            return;
        }
        if (index < memo_.size()) {
            memo_[index] = stack_.back();
        } else if (index == memo_.size()) {
            memo_.push_back(stack_.back());
        } else {
            refuse("the memo gets entry " + std::to_string(index) + " before those below it", damaged);
        }
    }

    /// Moves values from the stack to the container below them.
    void fill(Opcode code) {
        const bool is_dict = code == Opcode::setitem || code == Opcode::setitems;
        const std::size_t count = code == Opcode::append ? 1 : code == Opcode::setitem ? 2 : count_since_mark();
        if (!needs(count + 1)) {
            return;
        }
        const Value container = stack_[stack_.size() - count - 1];
        if (container.kind() != (is_dict ? Kind::dict : Kind::list) || (is_dict && count % 2 != 0)) {
            refuse(is_dict ? "keys and values go to what is not a dict" : "elements go to what is not a list", damaged);
            return;
        }
        tree().append(container, std::span(stack_).last(count));
        stack_.resize(stack_.size() - count);
    }

    void make_tuple(std::size_t count) {
        if (!needs(count)) {
            return;
        }
        const Value tuple = tree().new_list();
        tree().append(tuple, std::span(stack_).last(count));
        stack_.resize(stack_.size() - count);
        push(tuple);
    }

    /// Takes the last mark; the values since then.
    std::size_t count_since_mark() {
        if (marks_.empty()) {
            refuse("there is no mark", damaged);
            return 0;
        }
        const std::size_t mark = marks_.back();
        marks_.pop_back();
        return stack_.size() - mark;
    }

    /// A signed integer of so many bytes, the lowest first. One beyond 64 bits is no number that a snapshot needs.
    void push_integer(std::uint64_t count) {
        const std::string_view digits = bytes(count);
        constexpr std::size_t widest = 8;
        if (digits.size() > widest) {
            push({});
            return;
        }
        std::uint64_t number = 0;
        for (std::size_t i = 0; i < digits.size(); ++i) {
            number |= std::uint64_t{static_cast<std::uint8_t>(digits[i])} << (8 * i);
        }
        const bool is_negative = !digits.empty() && (static_cast<std::uint8_t>(digits.back()) & 0x80U) != 0;
        if (is_negative && digits.size() < widest) {
            number |= ~std::uint64_t{0} << (8 * digits.size());
        }
        push(tree().integer(static_cast<std::int64_t>(number)));
    }

    /// An unsigned number of so many bytes, the lowest first.
    std::uint64_t little_endian(std::size_t count) {
        std::uint64_t number = 0;
        const std::string_view digits = bytes(count);
        for (std::size_t i = 0; i < digits.size(); ++i) {
            number |= std::uint64_t{static_cast<std::uint8_t>(digits[i])} << (8 * i);
        }
        return number;
    }

    std::string_view bytes(std::uint64_t count) {
        if (count > content_.size() - next_) {
            refuse("the pickle ends within a value", "export it again; it may have been cut short");
            return {};
        }
        const std::string_view found = content_.substr(next_, count);
        next_ += count;
        return found;
    }
    void skip(std::uint64_t count) { static_cast<void>(bytes(count)); }

    void push(Value value) { stack_.push_back(value); }
    /// Pushes a value of so many bytes that no snapshot needs.
    void push_unread(std::uint64_t count) {
        skip(count);
        push({});
    }

    /// Whether the stack has so many values. Those below the last mark may be among them, as Python allows.
    bool needs(std::size_t count) {
        if (stack_.size() < count || error_) {
            refuse("there are too few values on the stack", damaged);
            return false;
        }
        // A mark above what is taken would point beyond the stack.
        while (!marks_.empty() && marks_.back() > stack_.size() - count + 1) {
            marks_.pop_back();
        }
        return true;
    }

    /// A real snapshot takes about a word for every four bytes. Only a made-up file builds much more than it holds.
    void check_memory() {
        constexpr std::size_t allowance = 4096;
        constexpr std::size_t stack_limit = std::size_t{1} << 20U;
        if (tree().words() > allowance + content_.size() || stack_.size() + marks_.size() > stack_limit) {
            refuse("the pickle builds more than a snapshot of its size can hold", damaged);
        }
    }

    void refuse(std::string cause, std::string cure) {
        if (!error_) {
            error_ = Error{source_, 0, "byte " + std::to_string(at_) + ": " + std::move(cause), std::move(cure)};
        }
    }

    [[nodiscard]] ValueTree& tree() { return pickle_.tree; }

    static constexpr const char* damaged = "export it again; it is damaged";
    std::string_view content_;
    const std::string& source_;
    std::size_t at_ = 0;  ///< offset of the current opcode
    std::size_t next_ = 0;
    Pickle pickle_;
    std::vector<Value> stack_;
    std::vector<std::size_t> marks_;  ///< sizes of the stack when they were set
    std::vector<Value> memo_;
    std::optional<Error> error_;
    bool stopped_ = false;
};

constexpr std::size_t pickle_header = 2;  ///< PROTO and its number

}  // namespace

bool is_pickle(std::string_view content) {
    constexpr char highest_protocol = 5;
    return content.size() > pickle_header && static_cast<std::uint8_t>(content[0]) == 0x80 && content[1] >= 2 &&
           content[1] <= highest_protocol;
}

Expected<Pickle> read_pickle(std::string_view content, const std::string& source) {
    return PickleMachine(content, source).run();
}

}  // namespace arenascope::snapshot_file
