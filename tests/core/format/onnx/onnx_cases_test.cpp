#include <algorithm>
#include <cmath>
#include <map>
#include <set>

#include <QDir>

#include "core/format/onnx/type_propagation.h"
#include "core/format/wire_reader.h"
#include "core/model/network/import_options.h"
#include "tests/support/onnx_writer.h"
#include "tests/support/test_registry.h"

using namespace arenascope;
using namespace arenascope::onnx_file;
using namespace arenascope::protobuf;
using namespace arenascope::test::onnx_writer;

namespace {

/// The conformance cases of ONNX itself, one model with operands and results each. Debian's package libonnx-testdata.
const QString cases_directory = QStringLiteral("/usr/share/libonnx-testdata/data/");

using Kind = DeclaredType::Kind;
using Texts = std::vector<std::string>;

/// Which operands a case's model is given as stored tensors; of the others only the types are known.
enum class Given : std::uint8_t {
    nothing,
    rows,  ///< integers and booleans of at most one dimension: shapes, axes, counts
    everything
};

/// One case, as its files have it.
struct Case {
    std::string name;
    std::string content;
    std::vector<std::string> operands;  ///< messages of stored tensors or of other values, by input
    std::vector<std::string> results;   ///< the same, by output
};

std::string content_of(const QString& path) {
    QFile file(path);
    return file.open(QIODevice::ReadOnly) ? file.readAll().toStdString() : std::string();
}

/// The files `input_0.pb`, `input_1.pb` and so on; an empty text where one is missing.
std::vector<std::string> numbered(const QDir& directory, const QString& stem, std::size_t count) {
    std::vector<std::string> contents;
    for (std::size_t i = 0; i < count; ++i) {
        contents.push_back(content_of(directory.filePath(stem + QString::number(i) + QStringLiteral(".pb"))));
    }
    return contents;
}

/// The inputs of a graph that are not stored in it.
std::vector<DeclaredValue> open_inputs(const onnx_file::Graph& graph) {
    std::vector<DeclaredValue> inputs = graph.inputs;
    std::erase_if(inputs, [&graph](const DeclaredValue& input) {
        return std::ranges::count(graph.initializers, input.name, &StoredTensor::name) > 0;
    });
    return inputs;
}

std::vector<Case> cases_in(const QString& folder) {
    std::vector<Case> cases;
    const QDir directory(cases_directory + folder);
    for (const QString& name : directory.entryList({QStringLiteral("test_*")}, QDir::Dirs)) {
        const QDir own(directory.filePath(name));
        Case one{name.mid(5).toStdString(), content_of(own.filePath(QStringLiteral("model.onnx"))), {}, {}};
        const auto model = parse_model(one.content, one.name);
        if (!model) {
            qFatal("%s", to_string(model.error()).c_str());
        }
        const QDir data(own.filePath(QStringLiteral("test_data_set_0")));
        one.operands = numbered(data, QStringLiteral("input_"), open_inputs(*model->graph).size());
        one.results = numbered(data, QStringLiteral("output_"), model->graph->outputs.size());
        cases.push_back(std::move(one));
    }
    return cases;
}

/// The message again, with each counted field as `rewrite` gives it; empty: the field is left out.
template <class Rewrite>
std::string rewritten(std::string_view message, const Rewrite& rewrite) {
    std::string result;
    WireReader reader(message);
    while (const auto field = reader.next()) {
        if (field->wire == Wire::length_delimited) {
            const std::optional<std::string> content = rewrite(field->number, field->bytes);
            result += content ? bytes(field->number, *content) : std::string();
        } else {
            result += number(field->number, static_cast<std::int64_t>(field->value));
        }
    }
    return result;
}

/// The model without the types that it declares for what operators put out, with these tensors stored in its graph.
std::string without_declared_types(const std::string& content, const Texts& stored_tensors) {
    constexpr std::uint32_t graph_field = 7;
    constexpr std::uint32_t initializer_field = 5;
    constexpr std::uint32_t output_field = 12;
    constexpr std::uint32_t value_field = 13;
    const auto name_alone = [](std::uint32_t field, std::string_view part) {
        return field == 1 ? std::optional(std::string(part)) : std::nullopt;
    };
    return rewritten(content, [&](std::uint32_t field, std::string_view part) -> std::optional<std::string> {
        if (field != graph_field) {
            return std::string(part);
        }
        std::string graph = rewritten(part, [&](std::uint32_t inner, std::string_view value) {
            return inner == value_field    ? std::nullopt
                   : inner == output_field ? std::optional(rewritten(value, name_alone))
                                           : std::optional(std::string(value));
        });
        for (const std::string& tensor_content : stored_tensors) {
            graph += bytes(initializer_field, tensor_content);
        }
        return graph;
    });
}

/// A message of a stored tensor, taken apart. Its texts point into the message.
StoredTensor stored_tensor(const std::string& message, std::string& holder) {
    holder = model({{}, {}, {}, {message}});
    const auto parsed = parse_model(holder, "tensor");
    return parsed && parsed->graph->initializers.size() == 1 ? parsed->graph->initializers.front() : StoredTensor();
}

bool is_row(const StoredTensor& tensor) {
    const KnownValue value{tensor.element, {}, {}};
    return value.is_integer() && tensor.shape.size() <= 1;
}

/// What is found of a model's outputs, in their order.
std::vector<KnownTensor> found_in(const Case& one, Given given) {
    const auto original = parse_model(one.content, one.name);
    const auto inputs = open_inputs(*original->graph);
    Texts stored_tensors;
    std::set<std::string_view> is_stored;
    for (std::size_t i = 0; i < inputs.size(); ++i) {
        std::string holder;
        if (given == Given::nothing || inputs[i].type.kind != Kind::tensor || one.operands[i].empty()) {
            continue;
        }
        const StoredTensor operand = stored_tensor(one.operands[i], holder);
        // The cases store bfloat16 as uint16.
        if (operand.element == inputs[i].type.element && (given == Given::everything || is_row(operand))) {
            stored_tensors.push_back(one.operands[i] + bytes(8, std::string(inputs[i].name)));
            is_stored.insert(inputs[i].name);
        }
    }
    const std::string content = without_declared_types(one.content, stored_tensors);
    const auto model = parse_model(content, one.name);
    if (!model) {
        qFatal("%s", to_string(model.error()).c_str());
    }
    const ImportOptions options;
    const FunctionTable functions(*model);
    OpenDimensions dimensions(options);
    TypePropagation propagation(*model, functions, dimensions, content.size());
    Scope scope;
    for (const DeclaredValue& input : inputs) {
        if (!is_stored.contains(input.name)) {
            scope.put(input.name, {dimensions.type_of_input(input), std::nullopt});
        }
    }
    propagation.run(*model->graph, scope);
    std::vector<KnownTensor> found;
    for (const DeclaredValue& output : model->graph->outputs) {
        const KnownTensor* known = scope.find(output.name);
        found.push_back(known != nullptr ? *known : KnownTensor());
    }
    return found;
}

std::string text_of_shape(const Extents& shape) {
    std::string text = "[";
    for (const std::int64_t extent : shape) {
        text += (text.size() > 1 ? " " : "") + std::to_string(extent);
    }
    return text + "]";
}

bool is_complete(const TensorType& type) {
    return type.shape && std::ranges::count(*type.shape, unknown_extent) == 0;
}

/// Whether the result can have this shape: extents that are known are right, those of a bounded one large enough.
bool fits(const KnownTensor& found, const Extents& result) {
    if (!found.type.shape) {
        return true;
    }
    return std::ranges::equal(*found.type.shape, result, [&found](std::int64_t known, std::int64_t extent) {
        return known == unknown_extent || known == extent || (found.bounded && known > extent);
    });
}

/// Whether numbers are the same as far as they are known, up to the last digits of single precision.
bool are_same(const KnownValue& found, const KnownValue& result) {
    return found.shape == result.shape &&
           std::ranges::equal(found.numbers, result.numbers, [](const Number& a, const Number& b) {
               constexpr double digits = 1e-6;
               const bool is_same = a.floating == b.floating || (std::isnan(a.floating) && std::isnan(b.floating));
               return !a.known || (a.integer == b.integer &&
                                   (is_same || std::abs(a.floating - b.floating) <= digits * std::abs(b.floating)));
           });
}

/// What is wrong about a case's outputs, a line each; `open` gets those whose size stays unknown or is but bounded.
Texts mistakes_in(const Case& one, Given given, std::set<std::string>& open) {
    Texts mistakes;
    const auto found = found_in(one, given);
    const auto original = parse_model(one.content, one.name);
    for (std::size_t i = 0; i < found.size(); ++i) {
        const DeclaredType& declared = original->graph->outputs[i].type;
        const KnownTensor& own = found[i];
        const std::string label = one.name + " " + std::to_string(i) + ": ";
        if (declared.kind != Kind::tensor) {
            continue;
        }
        std::string holder;
        const StoredTensor result = stored_tensor(one.results[i], holder);
        if (own.type.element != 0 && own.type.element != declared.element) {
            mistakes.push_back(label + "elements of type " + std::to_string(own.type.element) + ", not " +
                               std::to_string(declared.element));
        }
        if (!fits(own, result.shape)) {
            mistakes.push_back(label + text_of_shape(*own.type.shape) + ", not " + text_of_shape(result.shape));
        }
        if (!is_complete(own.type) || own.type.element == 0 || own.bounded) {
            open.insert(one.name);
        }
        const auto value = stored_value(result);
        if (own.value && value && !are_same(*own.value, *value)) {
            mistakes.push_back(label + "other elements");
        }
    }
    return mistakes;
}

/// Whether a case has a result whose size cannot be told exactly from what is given.
bool may_stay_open(const std::string& name, Given given) {
    // The data decides.
    constexpr std::string_view of_data[] = {"nonmaxsuppression_", "strnorm", "unique_"};
    // What an input that is an optional holds is not read; of training nothing is known; the function of Range has a
    // Loop whose count comes from a Relu, which is not computed.
    constexpr std::string_view not_followed[] = {"gradient_of_", "optional_get_element"};
    // Floats tell sizes, or values of a higher rank do.
    constexpr std::string_view of_floats[] = {"nonzero_example", "onehot_", "range_float_", "resize_", "upsample_"};
    const auto is_among = [&name](const auto& beginnings) {
        return std::any_of(std::begin(beginnings), std::end(beginnings),
                           [&name](std::string_view beginning) { return name.starts_with(beginning); });
    };
    return given == Given::nothing || is_among(of_data) || is_among(not_followed) ||
           (name.starts_with("range_") && name.ends_with("_expanded")) || (given == Given::rows && is_among(of_floats));
}

QByteArray listed(const auto& texts) {
    QByteArray all;
    for (const std::string& text : texts) {
        all += QByteArray::fromStdString(text) + "\n";
    }
    return all;
}

}  // namespace

class OnnxCasesTest : public QObject {
    Q_OBJECT

private slots:
    void initTestCase() {
        if (!QDir(cases_directory).exists()) {
            QSKIP("libonnx-testdata is not installed: run scripts/install-packages");
        }
    }

    void what_is_found_is_what_operators_put_out_data() {
        QTest::addColumn<QString>("folder");
        QTest::addColumn<int>("given");
        for (const char* folder : {"node", "pytorch-operator", "pytorch-converted", "simple"}) {
            QTest::addRow("%s, types alone", folder) << QString::fromLatin1(folder) << int(Given::nothing);
            QTest::addRow("%s, rows", folder) << QString::fromLatin1(folder) << int(Given::rows);
            QTest::addRow("%s, everything", folder) << QString::fromLatin1(folder) << int(Given::everything);
        }
    }
    void what_is_found_is_what_operators_put_out() {
        QFETCH(const QString, folder);
        QFETCH(const int, given);
        Texts mistakes;
        std::set<std::string> open;
        for (const Case& one : cases_in(folder)) {
            const Texts more = mistakes_in(one, static_cast<Given>(given), open);
            mistakes.insert(mistakes.end(), more.begin(), more.end());
        }
        QVERIFY2(mistakes.empty(), listed(mistakes));
        std::erase_if(open,
                      [given](const std::string& name) { return may_stay_open(name, static_cast<Given>(given)); });
        QVERIFY2(open.empty(), listed(open));
    }
};

ARENASCOPE_TEST(OnnxCasesTest)
#include "onnx_cases_test.moc"
