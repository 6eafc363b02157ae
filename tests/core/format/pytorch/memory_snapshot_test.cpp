#include "core/format/pytorch/memory_snapshot.h"

#include <map>
#include <random>
#include <rapidcheck.h>

#include "core/analysis/explain/plan_summary.h"
#include "core/check/overlap_checker.h"
#include "core/format/detection.h"
#include "core/format/plan/plan_json.h"
#include "core/format/writing.h"
#include "core/model/memory/allocator_history.h"
#include "core/model/memory/live_profile.h"
#include "core/planner/planning.h"
#include "tests/support/made_snapshot.h"
#include "tests/support/mutated_copies.h"
#include "tests/support/opened_text.h"
#include "tests/support/pickle_writer.h"
#include "tests/support/test_registry.h"

namespace arenascope {

using namespace test;

namespace {

constexpr std::int64_t base = 0x7F0000000000;

MadeSnapshot::Json line_54() {
    return MadeSnapshot::stack("/u/model.py", 54, "forward");
}

/// Two allocations at one address, one from before the trace, one that the trace never names.
MadeSnapshot small_snapshot() {
    return MadeSnapshot()
        .segment(base, 4096)
        .block(base + 1024, 700, MadeSnapshot::stack("C:\\work\\net.py", 3, "<module>"))
        .block(base + 2048, 100, line_54())
        .event("alloc", base, 600, line_54())
        .event("free_completed", base + 3072, 512)
        .event("free_requested", base, 600)
        .event("free_completed", base, 600)
        .event("alloc", base, 300, line_54())
        .event("free_completed", base, 300)
        .event("alloc", base + 2048, 100, line_54());
}

Document opened_with(const std::string& content, const std::vector<KeyValue>& settings) {
    auto document = parse_document(content, "text", import_options(settings).value());
    if (!document) {
        qFatal("%s", to_string(document.error()).c_str());
    }
    return std::move(*document);
}

std::vector<std::string> names_in(const Problem& problem) {
    std::vector<std::string> names;
    for (const Buffer& buffer : problem.buffers) {
        names.push_back(buffer.name);
    }
    return names;
}

Problem without_history(Problem problem) {
    problem.history.reset();
    return problem;
}

std::string error_with(const std::string& content, const std::vector<KeyValue>& settings) {
    const auto document = parse_document(content, "text", import_options(settings).value());
    return document ? "no error" : to_string(document.error());
}

}  // namespace

class MemorySnapshotTest : public QObject {
    Q_OBJECT

private slots:
    void an_allocation_lives_from_its_event_to_its_free() {
        const Document document = opened(small_snapshot().text());
        QCOMPARE(document.format, FileFormat::memory_snapshot);
        const auto& buffers = document.problem.buffers;
        QCOMPARE(names_in(document.problem),
                 (std::vector<std::string>{"model.py:54 forward", "0x7f0000000c00", "net.py:3 <module>",
                                           "model.py:54 forward#2", "model.py:54 forward#3"}));
        QCOMPARE(buffers[0].lifetime, (Lifetime{Step(0), Step(3)}));
        QCOMPARE(buffers[1].lifetime, (Lifetime{Step(0), Step(1)}));  // freed without an allocation
        QCOMPARE(buffers[2].lifetime, (Lifetime{Step(0), Step(7)}));  // never in the trace
        QCOMPARE(buffers[3].lifetime, (Lifetime{Step(4), Step(5)}));
        QCOMPARE(buffers[4].lifetime, (Lifetime{Step(6), Step(7)}));  // never freed
        QCOMPARE(buffers[2].size, Bytes(700));
        QCOMPARE(document.problem.regions.size(), std::size_t{1});
        QCOMPARE(document.problem.regions[0], (Region{"segment 0x7f0000000000", base, Bytes(4096)}));
        QCOMPARE(document.layout.placements[1]->offset, Offset(3072));
        QVERIFY(is_clean(check(document.problem, document.layout)));
        QCOMPARE(document.problem.history->alive_before, std::size_t{2});
        QCOMPARE(document.problem.history->never_freed, std::size_t{2});
    }

    void a_pickle_gives_what_the_json_gives() {
        const auto snapshot = small_snapshot();
        const Document json = opened(snapshot.text());
        const Document pickle = opened(PickleWriter::pickle_of(snapshot.json()));
        QCOMPARE(pickle.format, FileFormat::memory_snapshot);
        QVERIFY(without_history(pickle.problem) == without_history(json.problem));
        QVERIFY(pickle.layout == json.layout);
        QCOMPARE(pickle.problem.history->frames.size(), json.problem.history->frames.size());
        QVERIFY(pickle.problem.history->stack_frames == json.problem.history->stack_frames);
    }

    void each_frame_and_each_stack_is_stored_once() {
        const Document document = opened(small_snapshot().text());
        const AllocatorHistory& history = *document.problem.history;
        QCOMPARE(history.frames.size(), std::size_t{3});
        QCOMPARE(history.stack_begins.size(), std::size_t{2});
        QCOMPARE(history.made_by[BufferIndex(0)], history.made_by[BufferIndex(3)]);
        QCOMPARE(history.made_by[BufferIndex(1)], StackIndex::none());
    }

    void the_maker_is_the_innermost_line_outside_the_library_code_of_the_import() {
        auto stack = MadeSnapshot::stack("/v/site-packages/torch/functional.py", 373, "einsum");
        stack.push_back({{"name", "forward"}, {"filename", "/u/model.py"}, {"line", 54}});
        const std::string text = MadeSnapshot().segment(base, 4096).event("alloc", base, 600, stack).text();
        const auto maker_with = [&text](const std::vector<KeyValue>& settings) {
            const auto document = parse_document(text, "text", import_options(settings).value());
            return label_of(*maker_of(document->problem, BufferIndex(0)));
        };
        QCOMPARE(maker_with({}), std::string("model.py:54 forward"));
        QCOMPARE(maker_with({{"library-code", "/u/"}}), std::string("functional.py:373 einsum"));
        QCOMPARE(maker_with({{"library-code", ""}}), std::string("functional.py:373 einsum"));
        // Names stay: notes and pins refer to them.
        QCOMPARE(names_in(opened(text).problem).front(), std::string("functional.py:373 einsum"));
    }

    void a_free_that_is_not_recorded_ends_at_the_next_allocation() {
        const Document document = opened(MadeSnapshot()
                                             .segment(base, 4096)
                                             .event("alloc", base, 8)
                                             .event("snapshot", base, 0)
                                             .event("alloc", base, 16)
                                             .event("free_completed", base, 16)
                                             .event("free_completed", base, 16)
                                             .text());
        QCOMPARE(document.problem.buffers[0].lifetime, (Lifetime{Step(0), Step(2)}));
        QCOMPARE(document.problem.buffers[1].lifetime, (Lifetime{Step(2), Step(3)}));
        QCOMPARE(document.notes.size(), std::size_t{2});
        QVERIFY(document.notes[1].find("1 free of an address that was free already") == 0);
    }

    void what_the_first_event_frees_and_what_came_after_the_last_is_left_out() {
        const Document document = opened(MadeSnapshot()
                                             .segment(base, 4096)
                                             .block(base + 512, 100)
                                             .event("free_completed", base, 8)
                                             .event("alloc", base + 512, 16)
                                             .event("free_completed", base + 512, 16)
                                             .event("alloc", base, 32)
                                             .text());
        QCOMPARE(document.problem.buffers.size(), std::size_t{2});
        QCOMPARE(document.left_out, std::size_t{1});
        QCOMPARE(document.notes.size(), std::size_t{2});
    }

    void without_a_history_there_is_one_step_with_the_live_blocks() {
        const Document document =
            opened(MadeSnapshot().segment(base, 4096).block(base, 10).block(base + 512, 20).text());
        QCOMPARE(document.problem.buffers.size(), std::size_t{2});
        QCOMPARE(time_span(document.problem), (Lifetime{Step(0), Step(1)}));
        QVERIFY(!document.problem.history->has_events);
        QCOMPARE(document.problem.history->alive_before, std::size_t{0});
    }

    void blocks_of_the_oldest_version_follow_one_another() {
        const std::string text =
            R"({"segments": [{"device": 0, "address": 4096, "total_size": 4096, "stream": 0, "segment_type": "small",
                "blocks": [{"size": 1024, "state": "inactive"},
                           {"size": 512, "state": "active_allocated",
                            "history": [{"addr": 5120, "real_size": 300, "frames": [
                                {"filename": "a.py", "line": 2, "name": "f"}]}, {"addr": 5120, "real_size": 9}]}]}],
                "device_traces": [[]]})";
        const Document document = opened(text);
        QCOMPARE(document.problem.buffers.size(), std::size_t{1});
        QCOMPARE(document.problem.buffers[0].name, std::string("a.py:2 f"));
        QCOMPARE(document.problem.buffers[0].size, Bytes(300));
        QCOMPARE(document.layout.placements[0]->offset, Offset(1024));
    }

    void a_segment_that_the_trace_released_is_a_region() {
        const Document document = opened(MadeSnapshot()
                                             .segment(base, 4096)
                                             .event("segment_alloc", base + 8192, 2048)
                                             .event("alloc", base + 8192 + 512, 100)
                                             .event("free_completed", base + 8192 + 512, 100)
                                             .event("segment_free", base + 8192, 2048)
                                             .event("segment_alloc", base + 8192, 2048)
                                             .event("alloc", base, 100)
                                             .text());
        QCOMPARE(document.problem.regions.size(), std::size_t{2});
        QCOMPARE(document.layout.placements[0], (Placement{Offset(512), RegionIndex(1)}));
        const AllocatorSegment& released = document.problem.history->segments[SegmentIndex(1)];
        const AddressRange all{Offset(0), Offset(2048)};
        QVERIFY(released.mapped == (std::vector<MappedMemory>{{{Step(0), Step(3)}, all}, {{Step(4), Step(6)}, all}}));
    }

    void expandable_memory_that_touches_is_one_segment() {
        const Document document = opened(MadeSnapshot()
                                             .segment(base, 4096, true)
                                             .event("segment_map", base + 2048, 2048)
                                             .event("segment_map", base + 4096, 4096)
                                             .event("alloc", base + 4096, 4000)
                                             .event("free_completed", base + 4096, 4000)
                                             .event("segment_unmap", base + 6144, 2048)
                                             .event("segment_unmap", base + 4096, 2048)
                                             .text());
        const auto& segments = document.problem.history->segments;
        QCOMPARE(segments.size(), std::size_t{1});
        QCOMPARE(segments[SegmentIndex(0)].size, Bytes(8192));
        QVERIFY(segments[SegmentIndex(0)].is_expandable);
        const LiveProfile reserved = reserved_size(*document.problem.history);
        QCOMPARE(live_at(reserved, Step(0)), Bytes(4096));
        QCOMPARE(live_at(reserved, Step(1)), Bytes(8192));
        QCOMPARE(live_at(reserved, Step(3)), Bytes(8192));
        QCOMPARE(live_at(reserved, Step(4)), Bytes(6144));
        QCOMPARE(live_at(reserved, Step(5)), Bytes(4096));
        QCOMPARE(document.layout.placements[0]->offset, Offset(4096));
    }

    void thousands_of_segments_are_regions() {
        MadeSnapshot snapshot;
        constexpr std::int64_t count = 2 * static_cast<std::int64_t>(most_regions);
        for (std::int64_t i = 0; i < count; ++i) {
            snapshot.segment(base + i * 8192, 4096).block(base + i * 8192 + 512, 100 + i);
        }
        const Document document = opened(snapshot.text());
        QCOMPARE(document.problem.regions.size(), static_cast<std::size_t>(count));
        QCOMPARE(document.problem.regions[3].base, static_cast<Address>(base + 24576));
        QCOMPARE(document.problem.buffers[3].region, RegionIndex(3));
        QCOMPARE(document.layout.placements[3]->offset, Offset(512));
        QVERIFY(is_clean(check(document.problem, document.layout)));
    }

    void more_segments_than_regions_share_one() {
        MadeSnapshot snapshot;
        constexpr std::int64_t count = static_cast<std::int64_t>(most_segment_regions) + 1;
        for (std::int64_t i = 0; i < count; ++i) {
            snapshot.segment(base + i * 8192, 4096).block(base + i * 8192 + 512, 100);
        }
        const Document document = opened(snapshot.text());
        QCOMPARE(document.problem.regions.size(), std::size_t{1});
        QCOMPARE(document.problem.regions[0].base, static_cast<Address>(base + 512));
        QCOMPARE(document.problem.history->segments.size(), static_cast<std::size_t>(count));
        QCOMPARE(address_of(document.problem, *document.layout.placements[3]), static_cast<Address>(base + 25088));
        QVERIFY(is_clean(check(document.problem, document.layout)));
    }

    void failed_allocations_are_kept_with_their_step() {
        const Document document =
            opened(MadeSnapshot().segment(base, 4096).event("alloc", base, 10).out_of_memory(5000, 77).text());
        const OutOfMemory& failed = document.problem.history->out_of_memory.at(0);
        QCOMPARE(failed.step, Step(1));
        QCOMPARE(failed.requested, Bytes(5000));
        QCOMPARE(*failed.device_free, Bytes(77));
        // A mark shows it in pictures. A name would add a row of names of steps, with this one alone.
        QVERIFY(document.problem.step_labels.empty());
        QCOMPARE(*seconds_at(*document.problem.history, Step(1)), 0.25);
    }

    void one_device_is_shown_at_a_time() {
        auto json = small_snapshot().json();
        auto other = json["segments"][0];
        other["device"] = 2;
        json["segments"].push_back(other);
        const Document first = opened(json.dump());
        QCOMPARE(first.problem.history->device, std::int64_t{0});
        QCOMPARE(first.notes.at(0), std::string("device 0 is shown; choose another one with --set device=N: 2"));
        const Document second = opened_with(json.dump(), {{"device", "2"}});
        QCOMPARE(second.problem.buffers.size(), std::size_t{2});
        QCOMPARE(error_with(json.dump(), {{"device", "1"}}),
                 std::string("text: device 1 has no segment and no event; the file has device 0, 2"));
        QVERIFY(!import_options({{"device", "first"}}));
        QVERIFY(!import_options({{"device", "-1"}}));
    }

    void merged_segments_are_one_region_with_nothing_placed() {
        const Document document = opened_with(small_snapshot().text(), {{"segments", "merged"}});
        QCOMPARE(document.problem.regions.size(), std::size_t{1});
        QCOMPARE(document.problem.regions[0], (Region{"device 0", 0, std::nullopt}));
        QVERIFY(!has_placements(document.layout));
        QVERIFY(!has_segment_regions(document.problem));
    }

    void a_planner_gets_all_segments_as_one() {
        const Document document = opened(small_snapshot().text());
        PlanOrder order;
        order.planner = "offsets-greedy-by-size";
        const auto plan = run_planner(document.problem, document.layout, order);
        QVERIFY2(plan, plan ? "" : to_string(plan.error()).c_str());
        QCOMPARE(plan->problem.regions.size(), std::size_t{1});
        QCOMPARE(plan->result.threshold, live_profile(document.problem).threshold);
        QVERIFY(plan->result.notes.back().find("reserved 4096 B") != std::string::npos);
        order.settings = {{"pins", "file"}};
        QVERIFY(!run_planner(document.problem, document.layout, order));
    }

    void a_saved_plan_loses_the_history() {
        const Document document = opened(small_snapshot().text());
        QCOMPARE(lost_in("a.json", document), std::string("the history of the allocator (no plan can)"));
        const auto again = parse_plan_json(plan_json_text(document.problem, document.layout, {}), "plan");
        QVERIFY(again.has_value());
        QVERIFY(again->problem == without_history(document.problem));
    }

    void what_is_no_snapshot_is_refused_with_the_reason_data() {
        QTest::addColumn<QByteArray>("content");
        QTest::addColumn<QString>("error");
        const auto row = [](const char* name, const std::string& content, const char* error) {
            QTest::newRow(name) << QByteArray::fromStdString(content) << QString::fromLatin1(error);
        };
        const std::string text = small_snapshot().text();
        const auto pickled = [](const std::string& json) { return PickleWriter::pickle_of_text(json); };
        row("a pickle of something else", pickled(R"({"epoch": 3})"),
            "text: it is not a memory snapshot: it has no list under 'segments'");
        row("a pickle with a class",
            "\x80\x02"
            "ctorch._utils\n_rebuild_tensor\n.",
            "text: byte 2: the pickle names or calls");
        row("no segments and no events", R"({"segments": [], "device_traces": [[]]})", "has no segment and no event");
        row("no allocation", MadeSnapshot().segment(base, 4096).text(), "device 0 has no allocation");
        row("an event without an address", replaced(text, "\"addr\"", "\"address\""),
            "device_traces[0][0].addr is missing or is no integer");
        row("a negative size", replaced(text, "\"size\": 600", "\"size\": -600"),
            "device_traces[0][0].size is negative");
        row("a huge address", replaced(text, "\"addr\": " + std::to_string(base), "\"addr\": 18446744073709551615"),
            "address + size of device_traces[0][0] does not fit");
        row("an event that is no dict", replaced(text, "[\n  [", "[\n  [7,"), "device_traces[0][0] is not a record");
        row("damaged JSON", text.substr(0, text.size() - 9), "it is not JSON");
    }
    void what_is_no_snapshot_is_refused_with_the_reason() {
        QFETCH(QByteArray, content);
        QFETCH(QString, error);
        const std::string found = error_of(content.toStdString());
        QVERIFY2(found.find(error.toStdString()) != std::string::npos, found.c_str());
    }

    void a_record_that_stands_in_two_places_is_refused() {
        using namespace std::string_literals;
        // One list of segments with the same dict twice.
        const std::string error = error_of("\x80\x04}(\x8C\x08segments]\x94(}\x94(\x8C\x07"s +
                                           "addressK\x01\x8C\x0Atotal_sizeK\x01uh\x01"s + "eu."s);
        QVERIFY2(error.find("segments[1] is not a record of its own") != std::string::npos, error.c_str());
    }

    void random_histories_are_read_as_they_were_made() {
        QVERIFY(rc::check([] {
            const auto seed = *rc::gen::arbitrary<std::uint32_t>();
            std::mt19937 random(seed);
            MadeSnapshot snapshot;
            snapshot.segment(base, 64 * 512);
            std::map<std::int64_t, std::size_t> open;
            std::vector<std::pair<std::int64_t, Lifetime>> expected;
            std::int64_t step = 0;
            for (; step < 60; ++step) {
                const auto address = base + static_cast<std::int64_t>(random() % 64) * 512;
                if (const auto place = open.find(address); place != open.end()) {
                    snapshot.event("free_completed", address, 100);
                    expected[place->second].second.end = Step(step);
                    open.erase(place);
                } else {
                    snapshot.event("alloc", address, 1 + random() % 512);
                    open.emplace(address, expected.size());
                    expected.push_back({address, {Step(step), Step(60)}});
                }
            }
            const Document document = opened(snapshot.text());
            RC_ASSERT(document.problem.buffers.size() == expected.size());
            for (std::size_t i = 0; i < expected.size(); ++i) {
                RC_ASSERT(document.problem.buffers[i].lifetime == expected[i].second);
                RC_ASSERT(address_of(document.problem, *document.layout.placements[i]) ==
                          static_cast<Address>(expected[i].first));
            }
            RC_ASSERT(is_clean(check(document.problem, document.layout)));
        }));
    }

    void addresses_may_use_all_64_bits() {
        ARENASCOPE_NEEDS_SHARED_DATA()
        const auto document =
            read_document(shared_data(QStringLiteral("field/torch_address_above_2_63.pickle")).toStdString());
        QVERIFY2(document, document ? "" : to_string(document.error()).c_str());
        QCOMPARE(document->problem.regions[0].base, Address{0xFFFF'8000'0000'0000U});
        QCOMPARE(document->problem.regions[0].name, std::string("segment 0xffff800000000000"));
        QCOMPARE(document->problem.buffers.size(), std::size_t{2});
        QVERIFY(is_clean(check(document->problem, document->layout)));
    }

    void addresses_of_the_upper_half_are_hexadecimal_text_in_json() {
        const std::string text = R"({"segments": [{"address": 18446603336221196288, "total_size": 4096, "blocks": [)"
                                 R"({"address": 18446603336221196800, "size": 512, "state": "active_allocated"}]}],)"
                                 R"("device_traces": []})";
        const Document json = opened(text);
        QCOMPARE(json.problem.regions[0].base, Address{0xFFFF'8000'0000'0000U});
        QCOMPARE(json.layout.placements[0]->offset, Offset(512));
        const std::string plan = plan_json_text(json.problem, json.layout, {}, {});
        QVERIFY2(plan.find(R"("base": "0xffff800000000000")") != std::string::npos, plan.c_str());
        QVERIFY2(plan.find(R"("address": "0xffff800000000200")") != std::string::npos, plan.c_str());
        const Document again = opened(plan);
        QCOMPARE(again.problem.regions, json.problem.regions);
        QCOMPARE(again.layout, json.layout);
    }

    void an_address_beyond_64_bits_is_refused() {
        for (const char* range :
             {R"("address": 18446744073709551616, "total_size": 8)",
              R"("address": 18446744073709551615, "total_size": 8)", R"("address": -1, "total_size": 8)"}) {
            const std::string text =
                R"({"segments": [{)" + std::string(range) + R"(, "blocks": []}], "device_traces": []})";
            QVERIFY(!parse_document(text, "snapshot.json"));
        }
    }

    void addresses_that_no_offset_joins_are_refused() {
        const auto document = parse_document(
            R"({"segments": [{"address": 4096, "total_size": 8, "blocks": []}, {"address": 18446603336221196288, )"
            R"("total_size": 8, "blocks": []}], "device_traces": []})",
            "snapshot.json");
        QVERIFY(!document);
        QVERIFY2(to_string(document.error()).find("segments[1] lies 2^63 bytes or more") != std::string::npos,
                 to_string(document.error()).c_str());
    }

    void the_peak_is_never_below_the_threshold() {
        MadeSnapshot snapshot;
        snapshot.segment(base, 512).block(base, 100);
        snapshot.event("alloc", base + 8192, 700);
        const Document document = opened(snapshot.text());
        const PlanHeight height = plan_height(document.problem, document.layout);
        QVERIFY(height.peak.has_value());
        QVERIFY(height.peak->value() >= height.threshold.value());
    }

    void damaged_pickles_are_errors_or_sound() {
        verify_mutated_copies(FileFormat::memory_snapshot, PickleWriter::pickle_of(small_snapshot().json()));
    }

    void damaged_json_is_an_error_or_sound() {
        verify_mutated_copies(FileFormat::memory_snapshot, small_snapshot().text());
    }

    void real_files_have_their_figures_data() {
        QTest::addColumn<QString>("file");
        QTest::addColumn<int>("device");
        QTest::addColumn<qint64>("buffers");
        QTest::addColumn<qint64>("events");
        QTest::addColumn<qint64>("segments");
        QTest::addColumn<qint64>("threshold");
        QTest::newRow("mem_snapshot") << "mem_snapshot.pickle" << 0 << qint64{36} << qint64{97} << qint64{9}
                                      << qint64{3'249'143'816};
        QTest::newRow("memory_forward") << "memory_forward_fp32_128.pickle" << 0 << qint64{818} << qint64{2043}
                                        << qint64{29} << qint64{556'843'008};
        QTest::newRow("windows") << "windows_memory_snapshot.pickle" << 0 << qint64{1950} << qint64{5163} << qint64{216}
                                 << qint64{13'923'997'700};
        QTest::newRow("expandable 0") << "expandable_segments.pickle" << 0 << qint64{2434} << qint64{6445} << qint64{2}
                                      << qint64{8'456'473'388};
        QTest::newRow("expandable 1") << "expandable_segments.pickle" << 1 << qint64{199} << qint64{596} << qint64{2}
                                      << qint64{84'063'351'764};
        QTest::newRow("expandable 2") << "expandable_segments.pickle" << 2 << qint64{392} << qint64{882} << qint64{2}
                                      << qint64{21'564'645'800};
    }
    void real_files_have_their_figures() {
        ARENASCOPE_NEEDS_SHARED_DATA()
        QFETCH(QString, file);
        QFETCH(int, device);
        ImportOptions options;
        options.device = device;
        const auto document = read_document(shared_data(QStringLiteral("torch/") + file).toStdString(), options);
        QVERIFY2(document, document ? "" : to_string(document.error()).c_str());
        QTEST(static_cast<qint64>(document->problem.buffers.size()), "buffers");
        QTEST(static_cast<qint64>(document->problem.history->events.size()), "events");
        QTEST(static_cast<qint64>(document->problem.history->segments.size()), "segments");
        const LiveProfile live = live_profile(document->problem);
        QTEST(static_cast<qint64>(live.threshold.value()), "threshold");
        QVERIFY(is_clean(check(document->problem, document->layout)));
        const LiveProfile reserved = reserved_size(*document->problem.history);
        for (const Step step : live.steps) {
            QVERIFY(live_at(live, step) <= live_at(reserved, step));
        }
        QCOMPARE(document->left_out, std::size_t{0});
    }
};

ARENASCOPE_TEST(MemorySnapshotTest)

}  // namespace arenascope

#include "memory_snapshot_test.moc"
