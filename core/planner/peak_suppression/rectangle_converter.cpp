#include "core/planner/peak_suppression/rectangle_converter.h"

#include <optional>
#include <string_view>
#include <unordered_map>

#include "core/base/error/quotation.h"
#include "core/base/text/unique_names.h"

namespace arenascope {
namespace {

/// The state of one name during the conversion.
struct History {
    std::optional<std::size_t> alive;  ///< position of the buffer, if it is not freed yet
    bool was_allocated = false;
    std::size_t last_operation = 0;
};

class Converter {
public:
    Converter(std::span<const MemoryOperation> operations, const std::string& source)
        : operations_(operations), source_(source) {
        // Reserve all names first, so that a generated `name#2` never equals a name of the sequence.
        history_.reserve(operations.size());
        for (const MemoryOperation& operation : operations) {
            history_.try_emplace(operation.name);
            names_.reserve(operation.name);
        }
    }

    [[nodiscard]] Expected<std::vector<Buffer>> convert() {
        for (std::size_t i = 0; i < operations_.size(); ++i) {
            auto done = operations_[i].kind == MemoryOperation::Kind::allocate ? allocate(i) : free(i);
            if (!done) {
                return failure(std::move(done.error()));
            }
        }
        return std::move(buffers_);
    }

private:
    [[nodiscard]] tl::unexpected<Error> failure_at(std::size_t i, const std::string& what, std::string cure) const {
        const MemoryOperation& operation = operations_[i];
        const char* kind = operation.kind == MemoryOperation::Kind::allocate ? "alloc " : "free ";
        return failure(Error{source_, operation.line,
                             "operation " + std::to_string(i) + " (" + kind + in_quotes(operation.name) + ") " + what,
                             std::move(cure)});
    }

    [[nodiscard]] Expected<void> allocate(std::size_t i) {
        const MemoryOperation& operation = operations_[i];
        History& history = history_.at(operation.name);
        if (history.alive) {
            return failure_at(
                i, "allocates a buffer that is still alive since operation " + std::to_string(history.last_operation),
                "free it first, or use another name for the second one");
        }
        if (operation.size < Bytes(1)) {
            return failure_at(i, "has the size " + std::to_string(operation.size.value()), "a size is at least 1 byte");
        }
        if (operation.alignment < Bytes(1)) {
            return failure_at(i, "has the alignment " + std::to_string(operation.alignment.value()),
                              "an alignment is at least 1");
        }
        Buffer buffer;
        buffer.name = names_.add(operation.name);
        buffer.size = operation.size;
        buffer.alignment = operation.alignment;
        buffer.lifetime = {step(i), step(operations_.size())};
        history.alive = buffers_.size();
        history.was_allocated = true;
        history.last_operation = i;
        buffers_.push_back(std::move(buffer));
        return {};
    }

    [[nodiscard]] Expected<void> free(std::size_t i) {
        History& history = history_.at(operations_[i].name);
        if (!history.alive) {
            return history.was_allocated
                       ? failure_at(i,
                                    "frees a buffer that was already freed by operation " +
                                        std::to_string(history.last_operation),
                                    "free each allocation once")
                       : failure_at(i, "frees a buffer that was never allocated", "allocate it first");
        }
        buffers_[*history.alive].lifetime.end = step(i);
        history.alive.reset();
        history.last_operation = i;
        return {};
    }

    [[nodiscard]] static Step step(std::size_t operation) { return Step(static_cast<std::int64_t>(operation)); }

    std::span<const MemoryOperation> operations_;
    const std::string& source_;
    std::unordered_map<std::string_view, History> history_;
    UniqueNames names_;
    std::vector<Buffer> buffers_;
};

}  // namespace

Expected<std::vector<Buffer>> convert_to_rectangles(std::span<const MemoryOperation> operations,
                                                    const std::string& source) {
    return Converter(operations, source).convert();
}

}  // namespace arenascope
