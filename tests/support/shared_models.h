#pragma once

#include <optional>

#include <QDir>
#include <QtTest>

#include "core/format/document.h"
#include "core/format/reading.h"
#include "tests/support/test_registry.h"

namespace arenascope::test {

/// The data of a test over all models of the team's shared data: a row a model with its `path`.
inline void add_model_rows() {
    QTest::addColumn<QString>("path");
    if (shared_data().isEmpty()) {
        QTest::newRow("none") << QString();
        return;
    }
    for (const char* folder : {"onnx", "tflite", "ncnn", "openvino"}) {
        for (const QFileInfo& file : QDir(shared_data(QString::fromLatin1(folder))).entryInfoList(QDir::Files)) {
            QTest::addRow("%s", qPrintable(file.fileName())) << file.filePath();
        }
    }
}

/// The model of such a row; skips where this build does not read it.
inline std::optional<Document> opened_model(const QString& path) {
    auto document = read_document(path.toStdString());
    if (!document && !missing_formats().empty()) {
        [] { QSKIP("this build does not read all models"); }();
        return {};
    }
    if (!document) {
        [&] { QFAIL(to_string(document.error()).c_str()); }();
        return {};
    }
    return std::move(*document);
}

}  // namespace arenascope::test
