# What is included often and never changes, read once a target: arenascope_precompile(TARGET SET…).
# GCC instantiates what a precompiled header has left open anew in each source, so a set holds only what most of the
# sources use: QCustomPlot alone, or <QtWidgets> as a whole, would cost each of them more than it saves.
# Nothing may rely on them: scripts/lint compiles every file without.
set(precompiled_standard <algorithm> <array> <charconv> <cmath> <cstddef> <cstdint> <functional> <limits> <map> <memory>
  <numeric> <optional> <span> <string> <string_view> <tuple> <unordered_map> <utility> <vector> <tl/expected.hpp>)
set(precompiled_json <nlohmann/json.hpp>)
set(precompiled_qt <QCoreApplication> <QObject> <QString> <QStringList>)
set(precompiled_qt_widgets <QAction> <QApplication> <QBoxLayout> <QHeaderView> <QLabel> <QLineEdit> <QPainter>
  <QPushButton> <QTableView> <QWidget>)
set(precompiled_qt_test <QObject> <QTest>)
set(precompiled_rapidcheck <rapidcheck.h>)

function(arenascope_precompile target)
  foreach(set ${ARGN})
    target_precompile_headers(${target} PRIVATE ${precompiled_${set}})
  endforeach()
endfunction()
