#include "widgets/panels/inspector/maker_facts.h"

#include <algorithm>
#include <span>
#include <string>

#include <QCoreApplication>

#include "core/model/memory/allocator_history.h"
#include "qt/words/visible_text.h"
#include "qt/words/wording.h"

namespace arenascope {
namespace {

constexpr std::size_t most_folded = 8;      ///< lines of Python that a folded stack shows
constexpr std::size_t most_unfolded = 200;  ///< frames that an unfolded one shows

QString maker_words(const char* text) {
    return QCoreApplication::translate("arenascope::MakerFacts", text);
}

QString event_words(const AllocatorHistory& history, Step step) {
    const QString event = maker_words("event %1").arg(grouped_text(step.value()));
    const auto seconds = seconds_at(history, step);
    return seconds ? maker_words("%1, %2 s").arg(event, QString::number(*seconds, 'f', 3)) : event;
}

/// The event that made a buffer. In the first step, those from before look the same as the one of its event.
QString begin_words(const AllocatorHistory& history, Step begin) {
    if (begin > Step(0) || history.alive_before == 0) {
        return event_words(history, begin);
    }
    return history.events.front() == AllocatorEvent::alloc ? maker_words("event 0, or before it")
                                                           : maker_words("before the first event");
}

/// Collects the lines of a stack.
class StackLines {
public:
    StackLines(const AllocatorHistory& history, StackIndex stack, bool unfolded)
        : history_(history), unfolded_(unfolded), maker_(maker_frame(history, stack)) {
        for (const StackFrameIndex frame : frames_of(history, stack)) {
            (history.frames[frame].is_python ? python_ : runtime_).push_back(frame);
        }
    }

    [[nodiscard]] std::vector<Fact> all() {
        if (maker_ != StackFrameIndex::none() && maker_ != python_.front()) {
            add(maker_words("Maker"), std::span(&maker_, 1));
        }
        const std::size_t shown = unfolded_ ? std::min(python_.size(), most_unfolded) : folded_lines();
        add(maker_words("Made by"), std::span(python_).first(shown));
        if (unfolded_) {
            add(maker_words("Runtime"), std::span(runtime_).first(std::min(runtime_.size(), most_unfolded)));
        }
        if (python_.empty()) {
            facts_.insert(facts_.begin(), {maker_words("Made by"), maker_words("(no Python frame)"),
                                           maker_words("the stack has no line of Python")});
        }
        add_link(python_.size() - folded_lines());
        return std::move(facts_);
    }

private:
    [[nodiscard]] std::size_t folded_lines() const { return std::min(python_.size(), most_folded); }

    void add(const QString& label, std::span<const StackFrameIndex> frames) {
        for (std::size_t i = 0; i < frames.size(); ++i) {
            const StackFrame& frame = history_.frames[frames[i]];
            const QString place = frame.line > 0 ? QStringLiteral("%1:%2").arg(visible_text(frame.file)).arg(frame.line)
                                                 : visible_text(frame.file);
            facts_.push_back({i == 0 ? label : QString(), visible_text(label_of(frame)),
                              place + QLatin1Char('\n') + visible_text(frame.function)});
        }
    }

    void add_link(std::size_t python) {
        const std::size_t runtime = runtime_.size();
        if (python + runtime == 0) {
            return;
        }
        QStringList parts;
        if (python > 0) {
            parts << counted(python, maker_words("1 more line of Python"), maker_words("%1 more lines of Python"));
        }
        if (runtime > 0) {
            parts << counted(runtime, maker_words("1 more frame of the runtime"),
                             maker_words("%1 more frames of the runtime"));
        }
        const QString folded = parts.join(maker_words(", "));
        facts_.push_back(
            {{},
             unfolded_ ? maker_words("fold the stack") : folded,
             unfolded_ ? maker_words("shows the first lines of Python only") : maker_words("shows the whole stack"),
             {},
             TextTone::plain,
             fold_link});
    }

    const AllocatorHistory& history_;
    bool unfolded_;
    StackFrameIndex maker_;
    std::vector<StackFrameIndex> python_;
    std::vector<StackFrameIndex> runtime_;
    std::vector<Fact> facts_;
};

}  // namespace

std::vector<Fact> record_facts(const Problem& problem, BufferIndex buffer, Unit unit) {
    std::vector<Fact> facts;
    if (!problem.history) {
        return facts;
    }
    const AllocatorHistory& history = *problem.history;
    const Buffer& subject = problem.buffers[buffer];
    const Bytes rounded = aligned_up(Offset(subject.size.value()), history.multiple) - Offset(0);
    if (rounded != subject.size) {
        facts.push_back({maker_words("Rounded up to"), amount_and_exact_bytes(rounded.value(), unit),
                         maker_words("the program asked for %1; the allocator rounds up to a multiple of %2")
                             .arg(exact_bytes(subject.size.value()), exact_bytes(history.multiple.value()))});
    }
    const bool is_known = buffer.value() < history.lies_in.size();
    if (const SegmentIndex index = is_known ? history.lies_in[buffer] : SegmentIndex::none();
        index != SegmentIndex::none()) {
        const AllocatorSegment& segment = history.segments[index];
        const QString size = amount_words(segment.size.value(), unit);
        facts.push_back(
            {maker_words("Segment"), maker_words("%1 · %2").arg(visible_text(segment.name), size),
             segment.pool.empty()
                 ? exact_bytes(segment.size.value())
                 : maker_words("%1, pool %2").arg(exact_bytes(segment.size.value()), visible_text(segment.pool))});
        facts.push_back({maker_words("Stream"), QString::number(segment.stream)});
    }
    if (history.has_events) {
        facts.push_back({maker_words("Allocated"), begin_words(history, subject.lifetime.begin),
                         maker_words("seconds count from the first event")});
        facts.push_back({maker_words("Freed"),
                         subject.lifetime.end > last_step(history) ? maker_words("not by the last event")
                                                                   : event_words(history, subject.lifetime.end),
                         maker_words("seconds count from the first event")});
    }
    return facts;
}

std::vector<Fact> stack_facts(const Problem& problem, BufferIndex buffer, bool unfolded) {
    if (!problem.history || buffer.value() >= problem.history->made_by.size()) {
        return {};
    }
    const StackIndex stack = problem.history->made_by[buffer];
    if (stack == StackIndex::none()) {
        return {{maker_words("Made by"), maker_words("not recorded"), maker_words("the file has no stack of it")}};
    }
    return StackLines(*problem.history, stack, unfolded).all();
}

}  // namespace arenascope
