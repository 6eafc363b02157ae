#include "core/format/recording/recorded_steps.h"

#include <algorithm>

#include "core/base/error/quotation.h"
#include "core/base/text/amount.h"
#include "core/base/text/plain_text.h"

namespace arenascope {
namespace {

constexpr std::uint64_t offsets_before_joining = 1'000'000'000;

/// The kind of a step in a trace. Within a main step there are groups, and rearrangements in these.
std::optional<FrameKind> kind_within(std::optional<FrameKind> around, std::string_view word) {
    const auto named = frame_kind_named(word);
    if (around && *around != FrameKind::pass) {
        return is_chief(*around)             ? std::optional(FrameKind::group)
               : *around == FrameKind::group ? std::optional(FrameKind::rearrangement)
                                             : std::nullopt;
    }
    const bool is_usable = named && !is_inner(*named) && !(around && *named == FrameKind::pass);
    return is_usable ? named : FrameKind::iteration;
}

/// "word: reason", with the parts that there are.
std::string note_with(std::string_view word, std::string_view reason, std::string_view separator) {
    return std::string(word) + std::string(word.empty() || reason.empty() ? "" : separator) + std::string(reason);
}

void make_unique(std::vector<BufferIndex>& members) {
    std::ranges::sort(members);
    members.erase(std::unique(members.begin(), members.end()), members.end());
}

}  // namespace

RecordedSteps::RecordedSteps(std::string source, RunBegin begin)
    : source_(std::move(source)), begin_(std::move(begin)) {}

Expected<void> RecordedSteps::take(RecordingRecord record, const RecordingDecoder& decoder) {
    decoder_ = &decoder;
    if (has_ended_) {
        return wrong(record, "there are records behind the end of the recording", "record each run into its own file");
    }
    switch (record.kind) {
        case RecordKind::buffer:
            return add_buffer(record);
        case RecordKind::capacity:
            if (sink_ != nullptr || record.bytes < 1) {
                return wrong(record,
                             sink_ != nullptr ? "the capacity comes after the first step" : "the capacity is below 1",
                             "give the capacity before the first step");
            }
            problem_.regions.front().capacity = Bytes(record.bytes);
            return {};
        case RecordKind::bound:
            if (record.bytes < 0) {
                return wrong(record, "the bound is negative", "a bound is an amount of bytes");
            }
            bound_ = std::max(bound_.value_or(0), record.bytes);
            return {};
        case RecordKind::end:
            has_ended_ = true;
            return {};
        default:
            break;
    }
    if (auto begun = begin_steps(); !begun) {
        return begun;
    }
    switch (record.kind) {
        case RecordKind::enter:
            return enter(record);
        case RecordKind::place:
        case RecordKind::move:
        case RecordKind::remove:
            return set_offset(record);
        case RecordKind::candidates:
            return consider(std::move(record));
        case RecordKind::leave:
            return leave(record);
        default:
            mark_result();
            return {};
    }
}

Expected<void> RecordedSteps::add_buffer(const RecordingRecord& record) {
    if (sink_ != nullptr) {
        return wrong(record, "buffer " + in_quotes(record.name) + " comes after the first step",
                     "declare all buffers before the first step");
    }
    if (record.name.empty()) {
        return wrong(record, "the buffer has no name", "give each buffer a name");
    }
    Buffer& buffer = problem_.buffers.emplace_back();
    buffer.name = without_zeros(record.name);
    buffer.lifetime = {Step(record.begin), Step(record.end)};
    buffer.size = Bytes(record.size);
    buffer.alignment = Bytes(record.alignment);
    return {};
}

Expected<void> RecordedSteps::begin_steps() {
    if (sink_ != nullptr) {
        return {};
    }
    if (problem_.buffers.empty()) {
        return failure(Error{source_, 0, "the recording has steps but no buffers", "declare the buffers first"});
    }
    if (auto valid = validate(problem_, source_); !valid) {
        return valid;
    }
    offsets_.assign(problem_.buffers.size(), unplaced_offset);
    kept_at_.assign(problem_.buffers.size(), 0);
    return begin_(problem_).map([this](TraceSink* sink) { sink_ = sink; });
}

Expected<void> RecordedSteps::enter(const RecordingRecord& record) {
    const auto around = levels_.empty() ? std::nullopt : std::optional(levels_.back().kind);
    const auto kind = kind_within(around, record.name);
    if (!kind) {
        return wrong(record, "the step " + in_quotes(record.name) + " lies too deep in others",
                     "have at most three steps in each other, or four with a pass around them");
    }
    const std::string reason = without_zeros(record.reason);
    const bool is_named = record.name == name_of(*kind);
    levels_.push_back({*kind, is_named ? reason : note_with(without_zeros(record.name), reason, ": "), false, work_});
    return {};
}

Expected<BufferIndex> RecordedSteps::buffer_of(const RecordingRecord& record) const {
    if (record.buffer >= problem_.buffers.size()) {
        return wrong(record, "there is no buffer " + std::to_string(record.buffer),
                     "use the numbers that buffer() gives");
    }
    return BufferIndex(record.buffer);
}

Expected<void> RecordedSteps::set_offset(const RecordingRecord& record) {
    const auto buffer = buffer_of(record);
    if (!buffer) {
        return tl::unexpected(buffer.error());
    }
    const bool is_removed = record.kind == RecordKind::remove;
    const std::string name = in_quotes(problem_.buffers[*buffer].name);
    if (record.kind != RecordKind::place && offsets_[*buffer] == unplaced_offset) {
        return wrong(record, "buffer " + name + (is_removed ? " is removed" : " is moved") + ", but is not placed",
                     "place it first");
    }
    if (!is_removed && record.bytes < 0) {
        return wrong(record, "offset " + std::to_string(record.bytes) + " of buffer " + name + " is negative",
                     "an offset is at least 0");
    }
    if (!is_removed && !checked_add(record.bytes, problem_.buffers[*buffer].size.value())) {
        return wrong(record, "offset + size of buffer " + name + " does not fit in 64 bits",
                     "keep offset + size below 2^63");
    }
    set(*buffer, is_removed ? unplaced_offset : record.bytes);
    return {};
}

void RecordedSteps::set(BufferIndex buffer, std::int64_t offset) {
    ++work_;
    if (std::exchange(kept_at_[buffer], ends_) != ends_) {
        since_step_.emplace_back(buffer, offsets_[buffer]);
    }
    offsets_[buffer] = offset;
    is_changed_ = true;
    if (!levels_.empty() && levels_.back().kind == FrameKind::group && !levels_.back().is_entered) {
        std::vector<BufferIndex>& members = levels_.back().members;
        members.push_back(buffer);
        if (members.size() > 2 * offsets_.size()) {
            make_unique(members);
        }
    }
}

Expected<void> RecordedSteps::consider(RecordingRecord record) {
    const auto buffer = buffer_of(record);
    if (!buffer) {
        return tl::unexpected(buffer.error());
    }
    if (std::ranges::any_of(record.offsets, [](std::int64_t offset) { return offset < 0; })) {
        return wrong(record, "a candidate is negative", "an offset is at least 0");
    }
    candidates_.emplace(*buffer, std::move(record.offsets));
    return {};
}

Expected<void> RecordedSteps::leave(const RecordingRecord& record) {
    if (levels_.empty()) {
        return wrong(record, "a step ends, but none has begun", "call enter() before leave()");
    }
    Level& level = levels_.back();
    const auto goal = goal_named(record.reason);
    if (!goal && !level.is_entered) {
        level.note = note_with(level.note, without_zeros(record.reason), ", ");
    }
    const bool has_inner = level.is_entered;
    if (!has_inner && !is_result_due_ && is_joined()) {
        levels_.pop_back();
    } else {
        enter_open_levels();
        leave_level(goal.value_or(Goal::none));
    }
    end_step();
    if (is_result_due_) {
        is_result_due_ = false;
        sink_->mark_result();
    }
    return {};
}

/// Whether so much was passed on that this step is joined with the next.
bool RecordedSteps::is_joined() {
    const std::uint64_t shift = std::min<std::uint64_t>(spent_ / offsets_before_joining, 40);
    if (++waiting_steps_ >= std::uint64_t{1} << shift) {
        waiting_steps_ = 0;
        return false;
    }
    ++joined_steps_;
    return true;
}

void RecordedSteps::enter_open_levels() {
    for (Level& level : levels_) {
        if (!level.is_entered) {
            make_unique(level.members);
            sink_->enter(level.kind, level.note, level.members);
            level.members = {};
            level.is_entered = true;
        }
    }
}

std::optional<PlacementStep> RecordedSteps::placement_of(const Level& level) {
    auto candidates = std::exchange(candidates_, std::nullopt);
    if (!candidates || level.kind != FrameKind::placement || offsets_[candidates->first] == unplaced_offset) {
        return std::nullopt;
    }
    PlacementStep step{.buffer = candidates->first};
    const std::int64_t own = offsets_[candidates->first];
    for (const std::int64_t offset : candidates->second) {
        step.candidates.emplace_back(offset);
    }
    const auto found = std::ranges::find(step.candidates, Offset(own));
    step.chosen = static_cast<std::size_t>(found - step.candidates.begin());
    if (found == step.candidates.end()) {
        step.candidates.emplace_back(own);
    }
    return step;
}

/// Passes on the end of the innermost step.
void RecordedSteps::leave_level(Goal goal) {
    const Level level = std::move(levels_.back());
    levels_.pop_back();
    const auto step = placement_of(level);
    std::int64_t top = 0;
    for (std::size_t i = 0; i < offsets_.size(); ++i) {
        top = offsets_[i] == unplaced_offset ? top : std::max(top, offsets_[i] + problem_.buffers[i].size.value());
    }
    sink_->leave({.offsets = offsets_,
                  .order = {},
                  .risks = {},
                  .peak = Offset(top),
                  .goal = goal,
                  .work = work_,
                  .attempts = work_ - level.first_work,
                  .step = step ? &*step : nullptr});
    spent_ += offsets_.size();
    ++recorded_steps_;
    is_changed_ = false;
}

void RecordedSteps::add_step(const std::string& note) {
    levels_.push_back({FrameKind::improvement, note, false, work_});
    enter_open_levels();
    leave_level(Goal::none);
}

void RecordedSteps::mark_result() {
    has_result_ = true;
    if (!levels_.empty()) {
        is_result_due_ = true;
        return;
    }
    if (is_changed_ || recorded_steps_ == 0) {
        add_step("the result");
    }
    end_step();
    sink_->mark_result();
}

/// Takes back what no whole step holds.
void RecordedSteps::take_back() {
    for (std::size_t i = since_step_.size(); i > 0; --i) {
        offsets_[since_step_[i - 1].first] = since_step_[i - 1].second;
    }
    end_step();
}

/// A step has ended: what was before it is not needed any more.
void RecordedSteps::end_step() {
    since_step_.clear();
    ++ends_;
}

/// Ends the open steps. Those that nothing in them was passed on of are as if they had not begun.
void RecordedSteps::close_levels(Goal goal) {
    while (!levels_.empty()) {
        if (levels_.back().is_entered) {
            leave_level(goal);
        } else {
            levels_.pop_back();
        }
    }
}

void RecordedSteps::finish() {
    if (sink_ == nullptr) {
        notes_.emplace_back("the recording has no steps");
        return;
    }
    if (has_ended_) {
        const bool is_open = !levels_.empty();
        if (is_open) {
            notes_.emplace_back("the planner ended within a step, without a call of leave()");
            enter_open_levels();
        }
        close_levels(Goal::none);
        if (is_changed_) {
            add_step("the end of the recording");
            has_result_ = has_result_ && !is_open;
        }
    } else {
        notes_.emplace_back(
            "the recording has no end: its planner was ended, or still runs; it is read to its last whole step");
        take_back();
        close_levels(Goal::stopped);
        if (is_changed_ && joined_steps_ > 0) {
            add_step("the end of the recording");
        }
    }
    if (recorded_steps_ > 0 && (!has_result_ || is_result_due_)) {
        sink_->mark_result();
    }
    if (joined_steps_ > 0) {
        notes_.push_back(grouped(static_cast<std::int64_t>(joined_steps_)) +
                         " steps were joined with those after them, because so many steps of so many buffers take too "
                         "long");
    }
    if (bound_) {
        notes_.push_back("the planner claims that no layout is lower than " + grouped(*bound_) + " B");
    }
}

std::vector<std::string> RecordedSteps::finish_into(TraceSink& sink) const {
    RecordedSteps end = *this;
    end.sink_ = end.sink_ == nullptr ? nullptr : &sink;
    end.finish();
    return std::move(end.notes_);
}

tl::unexpected<Error> RecordedSteps::wrong(const RecordingRecord& record, std::string cause, std::string cure) const {
    return failure(decoder_->error_at(record.position, std::move(cause), std::move(cure)));
}

}  // namespace arenascope
