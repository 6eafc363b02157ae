#include "core/format/pytorch/call_stacks.h"

#include <algorithm>
#include <string_view>
#include <utility>

#include "core/base/text/plain_text.h"

namespace arenascope::snapshot_file {
namespace {

/// Python gives code without a file a name in angle brackets: `<string>`, `<frozen runpy>`, `<ipython-input-3>`.
bool is_python_file(std::string_view file) {
    return file.ends_with(".py") || (file.starts_with('<') && file.ends_with('>'));
}

}  // namespace

StackFrameIndex CallStacks::frame_of(Value dict) {
    const auto [known, is_new] = frames_of_dicts_.try_emplace(dict.bits(), StackFrameIndex::none());
    if (!is_new) {
        return known->second;
    }
    StackFrame frame;
    frame.file = without_zeros(tree_->text_at(dict, "filename").value_or("??"));
    frame.line = tree_->integer_at(dict, "line").value_or(0);
    frame.function = without_zeros(tree_->text_at(dict, "name").value_or(""));
    frame.is_python = is_python_file(frame.file);
    // The zero byte stands in no name.
    const std::string key = frame.file + '\0' + frame.function + '\0' + std::to_string(frame.line);
    const auto [same, is_other] = frames_of_lines_.try_emplace(key, StackFrameIndex(frames.size()));
    if (is_other) {
        frames.push_back(std::move(frame));
    }
    known->second = same->second;
    return same->second;
}

bool CallStacks::is_current(StackIndex stack) const {
    const std::size_t next = std::size_t{stack.value()} + 1;
    const std::size_t begin = stack_begins[stack];
    const std::size_t end = next < stack_begins.size() ? stack_begins[StackIndex(next)] : stack_frames.size();
    return std::equal(stack_frames.begin() + static_cast<std::ptrdiff_t>(begin),
                      stack_frames.begin() + static_cast<std::ptrdiff_t>(end), current_.begin(), current_.end());
}

StackIndex CallStacks::add(Value list) {
    if (list.kind() != Kind::list) {
        return StackIndex::none();
    }
    const auto [known, is_new_list] = stacks_of_lists_.try_emplace(list.bits(), StackIndex::none());
    if (!is_new_list) {
        return known->second;
    }
    current_.clear();
    std::uint64_t hash = 1;
    tree_->for_each(list, [&](Value dict) {
        const StackFrameIndex frame = frame_of(dict);
        current_.push_back(frame);
        hash = (hash ^ frame.value()) * 0x9E3779B97F4A7C15U;
        hash ^= hash >> 32U;
        return true;
    });
    if (current_.empty()) {
        return StackIndex::none();
    }
    const auto [same, is_new] = stacks_of_hashes_.try_emplace(hash, StackIndex(stack_begins.size()));
    if (!is_new && is_current(same->second)) {
        known->second = same->second;
        return same->second;
    }
    const StackIndex made(stack_begins.size());
    stack_begins.push_back(static_cast<std::uint32_t>(stack_frames.size()));
    stack_frames.insert(stack_frames.end(), current_.begin(), current_.end());
    known->second = made;
    return made;
}

}  // namespace arenascope::snapshot_file
