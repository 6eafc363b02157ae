#include "core/format/pytorch/pickle.h"

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <iterator>
#include <optional>
#include <span>
#include <utility>
#include <vector>

namespace arenascope::snapshot_file {
namespace {

constexpr std::string_view cure_of_other_pickles =
    "open what torch.cuda.memory._dump_snapshot writes; a checkpoint is no memory snapshot";

/// An opcode that names or calls a class.
struct ClassOpcode {
    std::uint8_t code;
    std::string_view name;
};

constexpr ClassOpcode class_opcodes[] = {
    {'c', "GLOBAL"}, {0x93, "STACK_GLOBAL"}, {'R', "REDUCE"},     {'b', "BUILD"},  {'i', "INST"},
    {'o', "OBJ"},    {0x81, "NEWOBJ"},       {0x92, "NEWOBJ_EX"}, {'P', "PERSID"}, {'Q', "BINPERSID"},
    {0x82, "EXT1"},  {0x83, "EXT2"},         {0x84, "EXT4"},
};

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
    /// What an opcode does. Opcodes have their values and names of Python's pickletools.
    struct Instruction {
        std::uint8_t code = 0;
        void (PickleMachine::*run)(std::uint64_t argument) = nullptr;
        std::uint64_t argument = 0;  ///< a number of bytes or of values, as the function says
    };
    static const std::array<Instruction, 256> instructions;  ///< by code; without a function: another opcode

    void step(std::uint8_t code) {
        const Instruction& instruction = instructions[code];
        if (instruction.run != nullptr) {
            (this->*instruction.run)(instruction.argument);
        } else {
            refuse_opcode(code);
        }
    }

    void refuse_opcode(std::uint8_t code) {
        const auto* const known = std::ranges::find(class_opcodes, code, &ClassOpcode::code);
        refuse(known == std::end(class_opcodes)
                   ? "the opcode " + hexadecimal_byte(code) + " is not one of plain numbers, texts and lists"
                   : "the pickle names or calls a class there (" + std::string(known->name) +
                         "), which is never done when a file is read",
               std::string(cure_of_other_pickles));
    }

    void set_mark(std::uint64_t /*none*/) { marks_.push_back(stack_.size()); }
    void stop(std::uint64_t /*none*/) { stopped_ = needs(1); }

    /// Pushes the memo's entry with a number of so many bytes.
    void get(std::uint64_t width) {
        const std::uint64_t index = little_endian(width);
        if (index < memo_.size()) {
            push(memo_[index]);
        } else {
            refuse("the memo has no entry " + std::to_string(index), damaged);
        }
    }

    /// Keeps the last value as the memo's entry with a number of so many bytes; 0 bytes: the next number.
    void put(std::uint64_t width) {
        const std::uint64_t index = width == 0 ? memo_.size() : little_endian(width);
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

    // Move so many values from the stack to the container below them; 0: those since the mark.
    void fill_list(std::uint64_t count) { fill(Kind::list, count == 0 ? count_since_mark() : count); }
    void fill_dict(std::uint64_t count) { fill(Kind::dict, count == 0 ? count_since_mark() : count); }

    void fill(Kind kind, std::size_t count) {
        if (!needs(count + 1)) {
            return;
        }
        const bool is_dict = kind == Kind::dict;
        const Value container = stack_[stack_.size() - count - 1];
        if (container.kind() != kind || (is_dict && count % 2 != 0)) {
            refuse(is_dict ? "keys and values go to what is not a dict" : "elements go to what is not a list", damaged);
            return;
        }
        tree().append(container, std::span(stack_).last(count));
        stack_.resize(stack_.size() - count);
    }

    void push_marked_tuple(std::uint64_t /*none*/) { push_tuple(count_since_mark()); }
    void push_tuple(std::uint64_t count) {
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

    /// A signed integer of so many bytes, the lowest first. One beyond 64 bits is no number that a snapshot
    /// needs; an unsigned one of 64 bits may be an address.
    void push_integer(std::uint64_t count) {
        const std::string_view digits = bytes(count);
        constexpr std::size_t widest = 8;
        if (digits.size() == widest + 1 && digits.back() == 0) {
            push(tree().address(number_of(digits.substr(0, widest))));
            return;
        }
        if (digits.size() > widest) {
            push({});
            return;
        }
        std::uint64_t number = number_of(digits);
        const bool is_negative = !digits.empty() && (static_cast<std::uint8_t>(digits.back()) & 0x80U) != 0;
        if (is_negative && digits.size() < widest) {
            number |= ~std::uint64_t{0} << (8 * digits.size());
        }
        push(tree().integer(static_cast<std::int64_t>(number)));
    }

    /// An unsigned number of so many bytes, the lowest first.
    std::uint64_t little_endian(std::uint64_t count) { return number_of(bytes(count)); }

    static std::uint64_t number_of(std::string_view digits) {
        std::uint64_t number = 0;
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
    void push_flag(std::uint64_t flag) { push(ValueTree::flag(flag != 0)); }
    void push_list(std::uint64_t /*none*/) { push(tree().new_list()); }
    void push_dict(std::uint64_t /*none*/) { push(tree().new_dict()); }
    void push_unsigned(std::uint64_t width) { push(tree().integer(static_cast<std::int64_t>(little_endian(width)))); }
    // The length of these comes first, in so many bytes.
    void push_long(std::uint64_t width) { push_integer(little_endian(width)); }
    void push_text(std::uint64_t width) { push(tree().text(bytes(little_endian(width)))); }
    void push_unread_bytes(std::uint64_t width) { push_unread(little_endian(width)); }
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

const std::array<PickleMachine::Instruction, 256> PickleMachine::instructions = [] {
    constexpr Instruction rows[] = {
        {'(', &PickleMachine::set_mark},               // MARK
        {')', &PickleMachine::push_list},              // EMPTY_TUPLE
        {'.', &PickleMachine::stop},                   // STOP
        {'G', &PickleMachine::push_unread, 8},         // BINFLOAT
        {'J', &PickleMachine::push_integer, 4},        // BININT
        {'K', &PickleMachine::push_unsigned, 1},       // BININT1
        {'M', &PickleMachine::push_unsigned, 2},       // BININT2
        {'N', &PickleMachine::push_flag, 0},           // NONE
        {'X', &PickleMachine::push_text, 4},           // BINUNICODE
        {']', &PickleMachine::push_list},              // EMPTY_LIST
        {'a', &PickleMachine::fill_list, 1},           // APPEND
        {'e', &PickleMachine::fill_list},              // APPENDS
        {'B', &PickleMachine::push_unread_bytes, 4},   // BINBYTES
        {'C', &PickleMachine::push_unread_bytes, 1},   // SHORT_BINBYTES
        {'h', &PickleMachine::get, 1},                 // BINGET
        {'j', &PickleMachine::get, 4},                 // LONG_BINGET
        {'q', &PickleMachine::put, 1},                 // BINPUT
        {'r', &PickleMachine::put, 4},                 // LONG_BINPUT
        {'s', &PickleMachine::fill_dict, 2},           // SETITEM
        {'t', &PickleMachine::push_marked_tuple},      // TUPLE
        {'u', &PickleMachine::fill_dict},              // SETITEMS
        {'}', &PickleMachine::push_dict},              // EMPTY_DICT
        {0x80, &PickleMachine::skip, 1},               // PROTO
        {0x85, &PickleMachine::push_tuple, 1},         // TUPLE1
        {0x86, &PickleMachine::push_tuple, 2},         // TUPLE2
        {0x87, &PickleMachine::push_tuple, 3},         // TUPLE3
        {0x88, &PickleMachine::push_flag, 1},          // NEWTRUE
        {0x89, &PickleMachine::push_flag, 0},          // NEWFALSE
        {0x8A, &PickleMachine::push_long, 1},          // LONG1
        {0x8B, &PickleMachine::push_long, 4},          // LONG4
        {0x8C, &PickleMachine::push_text, 1},          // SHORT_BINUNICODE
        {0x8D, &PickleMachine::push_text, 8},          // BINUNICODE8
        {0x8E, &PickleMachine::push_unread_bytes, 8},  // BINBYTES8
        {0x94, &PickleMachine::put},                   // MEMOIZE
        {0x95, &PickleMachine::skip, 8},               // FRAME
    };
    std::array<Instruction, 256> by_code;
    for (const Instruction& row : rows) {
        by_code[row.code] = row;
    }
    return by_code;
}();

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
