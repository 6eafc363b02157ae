#include "core/planner/sharing/block_placement.h"

#include <algorithm>
#include <optional>
#include <rapidcheck.h>
#include <set>
#include <string>
#include <tuple>
#include <vector>

#include "core/model/memory/hand_over.h"
#include "core/planner/planning.h"
#include "core/planner/sharing/operator_dependencies.h"
#include "core/trace/trace_recorder.h"
#include "tests/support/random_network.h"
#include "tests/support/test_registry.h"
#include "tests/support/worked_network.h"

using namespace arenascope;
using arenascope::test::NetworkSketch;
using arenascope::test::random_network;
using arenascope::test::worked_network;

namespace {

/// A concat whose second part lives beside a buffer of 100, which has ended when the first part begins.
Problem part_beside_a_large_buffer() {
    NetworkSketch sketch;
    const auto in = sketch.input("in", 1);
    const auto a = sketch.add("a", OperatorFeature::ordinary, {in}, 40);
    const auto large = sketch.add("large", OperatorFeature::ordinary, {in}, 100);
    const auto small = sketch.add("small", OperatorFeature::ordinary, {large}, 1);
    const auto b = sketch.add("b", OperatorFeature::ordinary, {small}, 50);
    const auto cat = sketch.add("cat", OperatorFeature::merge, {b, a}, 90);
    sketch.add("end", OperatorFeature::ordinary, {cat}, 1);
    return std::move(sketch.problem());
}

BufferIndex named_buffer(const Problem& problem, const std::string& name) {
    for (std::size_t i = 0; i < problem.buffers.size(); ++i) {
        if (problem.buffers[i].name == name) {
            return BufferIndex(i);
        }
    }
    return BufferIndex::none();
}

Layout placed_by(const Problem& problem, Avoidance avoidance, TraceSink* trace = nullptr) {
    const SharingPlan plan = sharing_plan(problem, {.largest_merge_first = true});
    auto options = OptionValues::from({}, {});
    return place_blocks(
               {.problem = problem, .options = std::move(*options), .progress = {}, .stop = {}, .trace = trace}, plan,
               avoidance)
        .layout;
}

std::int64_t offset_in(const Layout& layout, const Problem& problem, const std::string& name) {
    return layout.placements[named_buffer(problem, name)]->offset.value();
}

/// The method of docs/method.md, "Operator sharing", steps 1 to 4, as plainly as it can be written: sets of numbers,
/// and loops over all of them. Only what shares with what is taken from the plan.
class PlainGreedy {
public:
    explicit PlainGreedy(const Problem& problem)
        : problem_(problem), plan_(sharing_plan(problem, {.largest_merge_first = true})) {
        const std::size_t count = problem.buffers.size();
        takes_.resize(count);
        dependencies_.resize(count);
        for (const HandOver& one : hand_overs(problem)) {
            takes_[one.written.value()].insert(one.operand.value());
        }
        for (std::size_t own = 0; own < count; ++own) {
            dependencies_[own].insert(own);
            for (std::size_t earlier = 0; earlier < count; ++earlier) {
                const bool is_earlier = begin(earlier) < begin(own) || (begin(earlier) == begin(own) && earlier < own);
                if (is_earlier && end(earlier) > begin(own) && takes_[own].count(earlier) == 0) {
                    dependencies_[own].insert(earlier);  // the first set of `own`
                    dependencies_[earlier].insert(own);  // the second set of `earlier`
                }
            }
        }
    }

    std::vector<std::int64_t> run() {
        offsets_.assign(problem_.buffers.size(), -1);
        for (std::size_t target = next_target(); target < offsets_.size(); target = next_target()) {
            const SharedBlock& group = plan_.blocks[plan_.block_of[target]];
            std::set<std::size_t> avoided;
            for (const BlockMember& member : group.members) {
                for (const std::size_t partner : local_sharing_of(member.buffer.value())) {
                    avoided.insert(dependencies_[partner].begin(), dependencies_[partner].end());
                }
            }
            std::int64_t offset = 0;
            while (const std::int64_t tail = tail_of_a_collision(avoided, offset, group.size.value())) {
                offset = tail;
            }
            for (const BlockMember& member : group.members) {
                offsets_[member.buffer.value()] = offset + member.position.value();
            }
        }
        return offsets_;
    }

private:
    [[nodiscard]] std::int64_t begin(std::size_t i) const { return problem_.buffers[i].lifetime.begin.value(); }
    [[nodiscard]] std::int64_t end(std::size_t i) const { return problem_.buffers[i].lifetime.end.value(); }
    [[nodiscard]] std::int64_t size_of(std::size_t i) const { return problem_.buffers[i].size.value(); }

    /// The largest operator that is not placed; of equals the earliest.
    [[nodiscard]] std::size_t next_target() const {
        std::size_t best = offsets_.size();
        for (std::size_t i = 0; i < offsets_.size(); ++i) {
            const bool is_better = best == offsets_.size() || size_of(i) > size_of(best) ||
                                   (size_of(i) == size_of(best) && begin(i) < begin(best));
            best = offsets_[i] < 0 && is_better ? i : best;
        }
        return best;
    }

    [[nodiscard]] std::set<std::size_t> local_sharing_of(std::size_t own) const {
        std::set<std::size_t> later = {own};
        std::set<std::size_t> earlier = {own};
        for (std::size_t round = 0; round < takes_.size(); ++round) {
            for (std::size_t i = 0; i < takes_.size(); ++i) {
                for (const std::size_t operand : takes_[i]) {
                    if (later.count(operand) > 0) {
                        later.insert(i);
                    }
                    if (earlier.count(i) > 0) {
                        earlier.insert(operand);
                    }
                }
            }
        }
        later.insert(earlier.begin(), earlier.end());
        return later;
    }

    /// 0: the block collides with no placed one of them.
    [[nodiscard]] std::int64_t tail_of_a_collision(const std::set<std::size_t>& avoided, std::int64_t offset,
                                                   std::int64_t size) const {
        for (const std::size_t other : avoided) {
            if (offsets_[other] >= 0 && offsets_[other] < offset + size && offset < offsets_[other] + size_of(other)) {
                return offsets_[other] + size_of(other);
            }
        }
        return 0;
    }

    const Problem& problem_;
    SharingPlan plan_;
    std::vector<std::set<std::size_t>> takes_;
    std::vector<std::set<std::size_t>> dependencies_;
    std::vector<std::int64_t> offsets_;
};

/// A network with pins, gaps, alignments and two regions.
Problem random_placed_network() {
    using rc::gen::inRange;
    Problem problem = random_network(24);
    problem.regions.push_back({.name = "second"});
    problem.regions.front().alignment = Bytes(*inRange(1, 3));
    for (Buffer& buffer : problem.buffers) {
        buffer.region = RegionIndex(static_cast<std::size_t>(*inRange(0, 4) == 0 ? 1 : 0));
        buffer.alignment = Bytes(*inRange(0, 4) == 0 ? *inRange(1, 4) : 1);
        if (*inRange(0, 6) == 0) {
            buffer.pin = aligned_up(Offset(*inRange(0, 12)), alignment_of(problem, buffer));
        }
        const Lifetime& life = buffer.lifetime;
        if (*inRange(0, 6) == 0 && length(life) > Duration(2)) {
            const std::int64_t from = *inRange(life.begin.value() + 1, life.end.value() - 1);
            const Window window{Bytes(0), Bytes(*inRange<std::int64_t>(1, buffer.size.value() + 1))};
            buffer.add_gap({{Step(from), life.end}, *inRange(0, 2) == 0 ? std::optional(window) : std::nullopt});
        }
    }
    return problem;
}

/// The blocks one by one, each at the lowest offset where nothing that it avoids is met: all offsets are tried, and all
/// placed buffers are looked at.
std::vector<std::int64_t> placed_plainly(const Problem& problem, Avoidance avoidance) {
    const SharingPlan plan = sharing_plan(problem, {.largest_merge_first = true});
    OperatorRelations relations(problem);
    std::vector<std::int64_t> offsets(problem.buffers.size(), -1);
    const auto put = [&](const SharedBlock& block, std::int64_t offset) {
        for (const BlockMember& member : block.members) {
            offsets[member.buffer.value()] = offset + member.position.value();
        }
    };
    const auto pieces_meet = [&](BufferIndex own, std::int64_t offset, BufferIndex other) {
        bool is_met = false;
        for_each_piece(problem.buffers[own], [&](const Piece& mine) {
            for_each_piece(problem.buffers[other], [&](const Piece& theirs) {
                const std::int64_t at = offsets[other.value()];
                is_met = is_met || (overlap(mine.steps, theirs.steps) &&
                                    offset + mine.bytes.from.value() < at + theirs.bytes.to.value() &&
                                    at + theirs.bytes.from.value() < offset + mine.bytes.to.value());
            });
        });
        return is_met;
    };
    const auto is_met_at = [&](const SharedBlock& block, std::int64_t offset) {
        const RegionIndex region = problem.buffers[block.members.front().buffer].region;
        std::vector<BufferIndex> members;
        for (const BlockMember& member : block.members) {
            members.push_back(member.buffer);
        }
        const std::vector<BufferIndex> partners = relations.partners_of(members);
        for (std::size_t i = 0; i < offsets.size(); ++i) {
            const BufferIndex other(i);
            if (offsets[i] < 0 || problem.buffers[other].region != region) {
                continue;
            }
            const bool is_met =
                avoidance == Avoidance::pieces
                    ? std::any_of(block.members.begin(), block.members.end(),
                                  [&](const BlockMember& member) {
                                      return pieces_meet(member.buffer, offset + member.position.value(), other);
                                  })
                    : offset < offsets[i] + problem.buffers[other].size.value() &&
                          offsets[i] < offset + block.size.value() &&
                          std::any_of(partners.begin(), partners.end(),
                                      [&](BufferIndex partner) { return relations.depend(partner, other); });
            if (is_met) {
                return true;
            }
        }
        return false;
    };
    std::vector<const SharedBlock*> waiting;
    for (const SharedBlock& block : plan.blocks) {
        if (block.pin) {
            put(block, block.pin->value());
        } else {
            waiting.push_back(&block);
        }
    }
    // The largest member, of equals the earliest.
    const auto rank = [&](const SharedBlock* block) {
        auto best = std::tuple(std::int64_t{1}, std::int64_t{0}, BufferIndex());
        for (const BlockMember& member : block->members) {
            const Buffer& buffer = problem.buffers[member.buffer];
            best = std::min(best, std::tuple(-buffer.size.value(), buffer.lifetime.begin.value(), member.buffer));
        }
        return best;
    };
    std::sort(waiting.begin(), waiting.end(),
              [&](const SharedBlock* a, const SharedBlock* b) { return rank(a) < rank(b); });
    for (const SharedBlock* block : waiting) {
        std::int64_t offset = 0;
        while (is_met_at(*block, offset)) {
            offset += block->alignment.value();
        }
        put(*block, offset);
    }
    return offsets;
}

}  // namespace

class BlockPlacementTest : public QObject {
    Q_OBJECT

private slots:
    void a_whole_block_avoids_a_buffer_that_lives_beside_one_part_only() {
        const Problem problem = part_beside_a_large_buffer();
        const Layout whole = placed_by(problem, Avoidance::whole_blocks);
        QCOMPARE(offset_in(whole, problem, "large"), std::int64_t{0});
        QCOMPARE(offset_in(whole, problem, "cat"), std::int64_t{100});
        // Part b may lie where the large buffer was.
        const Layout pieces = placed_by(problem, Avoidance::pieces);
        QCOMPARE(offset_in(pieces, problem, "large"), std::int64_t{0});
        QCOMPARE(offset_in(pieces, problem, "cat"), std::int64_t{50});
    }

    void a_later_buffer_avoids_only_the_parts_that_it_depends_on() {
        const Problem problem = worked_network();
        const Layout layout = placed_by(problem, Avoidance::whole_blocks);
        QCOMPARE(offset_in(layout, problem, "input"), std::int64_t{30});  // above conv0, within concat
    }

    void whole_blocks_are_placed_as_by_the_plain_method() {
        QVERIFY(rc::check("against the plain method", [] {
            const Problem problem = random_network();
            const Layout layout = placed_by(problem, Avoidance::whole_blocks);
            const std::vector<std::int64_t> expected = PlainGreedy(problem).run();
            for (std::size_t i = 0; i < expected.size(); ++i) {
                RC_ASSERT(layout.placements[i]->offset.value() == expected[i]);
            }
        }));
    }

    void blocks_are_placed_as_when_every_offset_is_tried() {
        QVERIFY(rc::check("with pins, gaps and regions, recorded or not", [] {
            const Problem problem = random_placed_network();
            for (const Avoidance avoidance : {Avoidance::pieces, Avoidance::whole_blocks}) {
                const std::vector<std::int64_t> expected = placed_plainly(problem, avoidance);
                TraceRecorder recorder(problem, {});
                for (TraceSink* trace : {static_cast<TraceSink*>(nullptr), static_cast<TraceSink*>(&recorder)}) {
                    const Layout layout = placed_by(problem, avoidance, trace);
                    for (std::size_t i = 0; i < expected.size(); ++i) {
                        RC_ASSERT(layout.placements[i]->offset.value() == expected[i]);
                    }
                }
            }
        }));
    }

    void frames_name_the_operator_and_what_it_avoided() {
        const Problem problem = worked_network();
        TraceRecorder recorder(problem, {});
        (void)placed_by(problem, Avoidance::whole_blocks, &recorder);
        const Trace trace = recorder.take();
        std::vector<std::string> seen;
        for (const Frame& frame : trace.frames) {
            QVERIFY(frame.step.has_value() && frame.step->candidates.empty());
            std::string text = problem.buffers[frame.step->buffer].name + ":";
            for (const BufferIndex other : frame.step->avoided) {
                text += " " + problem.buffers[other].name;
            }
            seen.push_back(std::move(text));
        }
        QCOMPARE(seen, (std::vector<std::string>{"concat:", "conv4: concat", "input: conv0",
                                                 "conv1: split0 conv0 conv2 conv3"}));
        QCOMPARE(trace.frames[1].note, std::string("conv4, avoids concat"));
        QCOMPARE(trace.frames[0].note, std::string("concat, with 3 that share its memory"));
        const std::string& last = trace.frames[3].note;
        QVERIFY2(last.ends_with(", avoids split0, conv0, conv2 and 1 more"), last.c_str());
    }

    void a_trace_names_the_operator_that_writes_a_buffer() {
        Problem problem = worked_network();
        problem.graph->operators.back().name = "net/head";
        TraceRecorder recorder(problem, {});
        (void)placed_by(problem, Avoidance::whole_blocks, &recorder);
        QCOMPARE(recorder.take().frames[1].note, std::string("conv4 of net/head, avoids concat"));
    }
};

ARENASCOPE_TEST(BlockPlacementTest)
#include "block_placement_test.moc"
