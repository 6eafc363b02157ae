#include "core/check/part_difference.h"

namespace arenascope {
namespace {

std::string words_of_rows(Rows rows) {
    return "rows " + std::to_string(rows.begin) + " up to " + std::to_string(rows.end);
}

std::string words_of_rows(const std::optional<TensorRows>& read) {
    return read ? words_of_rows(read->rows) + " of dimension " + std::to_string(read->dimension)
                : std::string("all rows");
}

std::string words_of_part(const OperatorPart& part) {
    return "part " + std::to_string(part.number) + " of " + std::to_string(part.count) + " along the " +
           std::string(name_of(part.axis));
}

std::string words_of_padding(const OperatorPart& part) {
    return std::to_string(part.before) + " before and " + std::to_string(part.after) + " after";
}

}  // namespace

std::string part_difference(const OperatorPart& part, const std::optional<OperatorPart>& wanted) {
    if (!wanted) {
        return "it is " + words_of_part(part) + ", and the model's runs whole";
    }
    if (part == *wanted) {
        return {};
    }
    if (part.axis != wanted->axis || part.number != wanted->number || part.count != wanted->count) {
        return "it is " + words_of_part(part) + ", not " + words_of_part(*wanted);
    }
    if (part.computes != wanted->computes) {
        return "it computes " + words_of_rows(part.computes) + ", not " + words_of_rows(wanted->computes);
    }
    if (part.writes != wanted->writes) {
        return "it writes " + words_of_rows(part.writes) + ", not " + words_of_rows(wanted->writes);
    }
    for (std::size_t i = 0; i < part.reads.size() && i < wanted->reads.size(); ++i) {
        if (part.reads[i] != wanted->reads[i]) {
            return "of operand " + std::to_string(i) + " it reads " + words_of_rows(part.reads[i]) + ", not " +
                   words_of_rows(wanted->reads[i]);
        }
    }
    return "its padding is " + words_of_padding(part) + ", not " + words_of_padding(*wanted);
}

}  // namespace arenascope
