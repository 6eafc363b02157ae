#include "core/format/plan/part_json.h"

#include <utility>

#include "core/format/plan/named_member.h"

namespace arenascope {
namespace {

void append_rows(MemberWriter& members, Rows rows) {
    members.number("begin", rows.begin);
    members.number("end", rows.end);
}

void append_rows(MemberWriter& members, const TensorRows& rows) {
    members.count("dimension", rows.dimension);
    append_rows(members, rows.rows);
}

Rows rows_in(const JsonField& field) {
    const Rows rows{field.integer("begin"), field.integer("end")};
    if (rows.begin < 0 || rows.end <= rows.begin) {
        field.refuse("begin",
                     "there is no row from " + std::to_string(rows.begin) + " up to " + std::to_string(rows.end),
                     "rows are counted from 0, and the end is the row behind the last one");
    }
    return rows;
}

TensorRows read_rows(const JsonField& field) {
    constexpr std::int64_t most_dimensions = 1000;
    const std::int64_t dimension = field.integer("dimension");
    if (dimension < 0 || dimension >= most_dimensions) {
        field.refuse("dimension", "it is " + std::to_string(dimension), "count the dimensions of the shape from 0");
        return {};
    }
    return {static_cast<std::size_t>(dimension), rows_in(field)};
}

/// How many rows of padding there are; never negative.
std::int64_t padding_in(const JsonField& field, std::string_view key) {
    const std::int64_t rows = field.optional_integer(key).value_or(0);
    if (rows < 0) {
        field.refuse(key, "it is negative", "write a number of rows from 0, or leave it out");
    }
    return rows;
}

OperatorPart part_in(const JsonField& field, std::size_t operands) {
    OperatorPart part;
    part.axis = named_member(field, "axis", field.text("axis"), split_axis_named, "there is no axis ",
                             "write height, width or channels");
    part.number = field.integer("number");
    part.count = field.integer("count");
    if (part.number < 1 || part.number > part.count) {
        field.refuse("number", "there is no part " + std::to_string(part.number) + " of " + std::to_string(part.count),
                     "count the parts from 1");
    }
    field.with_object("computes", [&](const JsonField& rows) {
        part.computes = rows_in(rows);
        rows.note_unknown_keys({"begin", "end"});
    });
    part.before = padding_in(field, "padding_before");
    part.after = padding_in(field, "padding_after");
    for (const char* rows : {"computes", "writes"}) {
        if (!field.has(rows)) {
            field.refuse(rows, "it is missing", "write the rows, with begin and end");
        }
    }
    field.with_object("writes", [&](const JsonField& rows) {
        part.writes = read_rows(rows);
        rows.note_unknown_keys({"dimension", "begin", "end"});
    });
    part.reads.resize(operands);
    field.for_each("reads", [&](const JsonField& rows) {
        const std::int64_t operand = rows.integer("operand");
        if (operand < 0 || std::cmp_greater_equal(operand, operands)) {
            rows.refuse("operand", "there is no operand " + std::to_string(operand),
                        "count the operands in 'reads' of the operator from 0");
            return;
        }
        part.reads[static_cast<std::size_t>(operand)] = read_rows(rows);
        rows.note_unknown_keys({"operand", "dimension", "begin", "end"});
    });
    field.note_unknown_keys(
        {"axis", "number", "count", "computes", "padding_before", "padding_after", "writes", "reads"});
    return part;
}

}  // namespace

void append_operator_part(MemberWriter& members, const std::optional<OperatorPart>& part) {
    if (!part) {
        return;
    }
    members.name("part");
    MemberWriter inner(members.out());
    inner.text("axis", name_of(part->axis));
    inner.number("number", part->number);
    inner.number("count", part->count);
    inner.name("computes");
    MemberWriter computes(members.out());
    append_rows(computes, part->computes);
    computes.close();
    if (part->before > 0) {
        inner.number("padding_before", part->before);
    }
    if (part->after > 0) {
        inner.number("padding_after", part->after);
    }
    inner.name("writes");
    MemberWriter writes(members.out());
    append_rows(writes, part->writes);
    writes.close();
    std::vector<std::size_t> by_rows;
    for (std::size_t i = 0; i < part->reads.size(); ++i) {
        if (part->reads[i]) {
            by_rows.push_back(i);
        }
    }
    inner.row("reads", by_rows, [&](std::size_t operand) {
        MemberWriter read(members.out());
        read.count("operand", operand);
        append_rows(read, *part->reads[operand]);
        read.close();
    });
    inner.close();
}

std::optional<OperatorPart> read_operator_part(const JsonField& field, std::size_t operands) {
    std::optional<OperatorPart> part;
    field.with_object("part", [&](const JsonField& object) { part = part_in(object, operands); });
    return part;
}

}  // namespace arenascope
