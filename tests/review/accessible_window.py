#!/usr/bin/python3
"""Reviews a plan with a screen reader's means alone: accessible_window.py PROGRAM PLAN

A client of AT-SPI opens the plan, tunes, steps, finds a carrier of the peak, checks and exports. It reads names,
descriptions and events, and presses what has an action. It sees no pixel. The keyboard is only asked for what Tab
reaches. Runs in a virtual display and a session bus of its own. Exit status 77: something that it needs is missing.
"""
import os
import shutil
import subprocess
import sys
import tempfile
import time

patience = 60  # seconds until the window must have done something


def skip(reason):
    print(f"skipped: there is no {reason}; scripts/install-packages display installs it", file=sys.stderr)
    sys.exit(77)


if "DBUS_SESSION_BUS_ADDRESS" not in os.environ or "ACCESSIBLE_WINDOW" not in os.environ:
    runner = shutil.which("dbus-run-session")
    if runner is None:
        skip("dbus-run-session")
    os.environ["ACCESSIBLE_WINDOW"] = "1"
    os.execv(runner, [runner, "--", sys.executable, *sys.argv])
try:
    import gi

    gi.require_version("Atspi", "2.0")
    from gi.repository import Atspi, GLib
    import pyatspi
except (ImportError, ValueError):
    skip("pyatspi")
if not os.path.exists("/usr/libexec/at-spi-bus-launcher"):
    skip("at-spi2-core")

heard = []  # (kind of event, role, name), in the order in which they came


def listen(event):
    try:
        heard.append((event.type.split(":", 1)[1], event.source.getRoleName(), event.source.name))
    except Exception:  # the object is gone
        pass


def run_events():
    """Lets events come in for a moment."""
    context = GLib.MainContext.default()
    while context.iteration(False):
        pass
    time.sleep(0.05)


def wait_for(what, condition):
    end = time.monotonic() + patience
    while time.monotonic() < end:
        run_events()
        try:
            found = condition()
        except Exception:  # an object that was just replaced
            found = None
        if found:
            return found
    raise AssertionError(f"not within {patience} s: {what}")


def is_in(node, state):
    return node.getState().contains(state)


def everything(node, most=400):
    """A node and all below it. Long lists and menus are left out: nobody reads them whole."""
    yield node
    if node.childCount > most or node.getRoleName() in ("menu", "menu item"):
        return
    for i in range(node.childCount):
        child = node.getChildAtIndex(i)
        if child is not None:
            yield from everything(child, most)


def find(root, role, name):
    """The first node in sight of a role and a name, of which a star stands for the rest."""
    for node in everything(root):
        is_it = node.name.startswith(name[:-1]) if name.endswith("*") else node.name == name
        if is_it and node.getRoleName() == role and is_in(node, pyatspi.STATE_SHOWING):
            return node
    return None


def act(node, wanted="Press"):
    action = node.queryAction()
    names = [action.getName(i) for i in range(action.nActions)]
    try:
        action.doAction(names.index(wanted) if wanted in names else 0)
    except GLib.GError:
        pass  # Qt replies to a press that opens a dialog only when that is closed


def press(app, role, name):
    act(wait_for(f"{role} {name}", lambda: find(app, role, name)))


def type_into(node, text):
    field = node.queryEditableText()
    field.deleteText(0, node.queryText().characterCount)
    field.insertText(0, text, len(text))


def application(process):
    def look():
        assert process.poll() is None, "the program has ended"
        for app in pyatspi.Registry.getDesktop(0):
            if app is not None and app.get_process_id() == process.pid and app.childCount > 0:
                return app
        return None

    return wait_for("the program on the bus", look)


def verify_names(app):
    """Every dock, tab, mode and combo box has a name, and the name of a box is not its choice alone."""
    window = app.getChildAtIndex(0)
    nameless, boxes, tabs = [], 0, 0
    for node in everything(window):
        role, name = node.getRoleName(), node.name
        if role in ("combo box", "page tab", "slider", "spin button", "table", "tree", "text"):
            boxes += role == "combo box"
            tabs += role == "page tab"
            choices = [choice.name for choice in node.getChildAtIndex(0)] if role == "combo box" else []
            repeated = os.path.commonprefix(choices)  # "Colour by " of all choices is a name, too
            if not name or (name in choices and len(choices) > 1 and not repeated):
                nameless.append(f"{role} {name!r}")
        if role == "frame" and node.parent == window and is_in(node, pyatspi.STATE_SHOWING) and not name:
            nameless.append("dock")
    assert not nameless, nameless
    assert boxes >= 5 and tabs >= 5, (boxes, tabs)
    switch = find(window, "filler", "Mode") or find(window, "panel", "Mode")
    modes = [node.name for node in switch]
    assert modes == ["Inspect", "Debug", "Compare", "Network"], modes
    assert all(is_in(node, pyatspi.STATE_FOCUSABLE) for node in switch)


def give_keyboard(process):
    """A window manager would do this for a new window and after a dialog; the display has none."""
    windows = subprocess.run(["xdotool", "search", "--sync", "--onlyvisible", "--pid", str(process.pid)],
                             check=True, capture_output=True, text=True).stdout.split()
    subprocess.run(["xdotool", "windowfocus", "--sync", windows[-1]], check=True)


def verify_tab_order():
    """Tab reaches every mode."""
    modes = {"Inspect", "Debug", "Compare", "Network"}
    del heard[:]
    reached = set()
    for _ in range(100):
        subprocess.run(["xdotool", "key", "Tab"], check=True)
        run_events()
        reached |= {name for kind, role, name in heard if kind.startswith("state-changed:focused") and role == "check box"}
        if reached >= modes:
            return
    raise AssertionError(f"Tab reaches only {reached}")


def review(process, app, plan, folder):
    # Open, from the first page. The dialog is the program's own.
    press(app, "push button", "Open…")
    field = wait_for("the field for the file", lambda: find(app, "text", "File name*"))
    type_into(field, plan)
    press(app, "push button", "Open")
    name = os.path.basename(plan)
    wait_for("the title", lambda: app.getChildAtIndex(0).name.startswith(name))
    picture = wait_for("the picture", lambda: find(app, "panel", "Layout view"))
    wait_for("the verdict", lambda: "needed" in picture.description or "Fits" in picture.description)
    wait_for("the verdict as an event", lambda: [e for e in heard if e[0].endswith("accessible-name") and "Fits" in e[2]])
    wait_for("the end of the first run", lambda: find(app, "push button", "Tune"))

    # Tune.
    press(app, "push button", "Tune")
    wait_for("the end of the run", lambda: find(app, "push button", "Tune") and
             find(app, "slider", "Iteration") and is_in(find(app, "slider", "Iteration"), pyatspi.STATE_ENABLED))

    # Step.
    place = wait_for("the place in the run", lambda: find(app, "label", "Iteration and last iteration*"))
    before = place.name
    del heard[:]
    press(app, "push button", "Previous Iteration")
    wait_for("another step", lambda: place.name != before)
    wait_for("the step as an event", lambda: [e for e in heard if e[0].endswith("accessible-name") and e[2] == place.name])
    press(app, "push button", "Last Iteration")
    wait_for("the last step", lambda: place.name == before)

    # Find the carrier of the peak: its name in the drawer, its figures in the picture.
    def top_carrier():
        for node in everything(app.getChildAtIndex(0)):
            if node.getRoleName() == "table" and node.name.startswith("Buffers that carry the peak") and is_in(
                    node, pyatspi.STATE_SHOWING):
                return node.queryTable().getAccessibleAt(0, 0).name
        return None

    carrier = wait_for("the carrier of the peak", top_carrier)
    memory = picture.getChildAtIndex(0)
    assert memory.getRoleName() == "panel" and memory.name and "peak" in memory.description, memory.description
    assert 0 < memory.childCount <= 200
    item = wait_for("its item", lambda: next((i for i in memory if i.name == carrier), None))
    for part in ("KiB", "step", "offset"):
        assert part in item.description, item.description
    del heard[:]
    act(item)
    wait_for("the selection", lambda: is_in(item, pyatspi.STATE_SELECTED))
    wait_for("the selection as an event", lambda: [e for e in heard if e[2] == carrier])
    wait_for("the selection in words", lambda: f"Selected: {carrier}" in picture.description)

    # Check, in the mode that has the button.
    act(next(node for node in everything(app.getChildAtIndex(0)) if node.name == "Debug" and is_in(
        node, pyatspi.STATE_SHOWING)))
    press(app, "push button", "Check*")
    wait_for("the result of the check", lambda: "no overlaps" in find(app, "label", "Result of the overlap check*").name)
    verify_names(app)
    give_keyboard(process)
    verify_tab_order()

    # Export.
    target = os.path.join(folder, "picture.png")
    press(app, "push button", "Export…")
    field = wait_for("the field for the picture", lambda: find(app, "text", "File to write"))
    type_into(field, target)
    press(app, "push button", "Export")
    wait_for("the picture", lambda: os.path.exists(target) and os.path.getsize(target) > 1000)


def main():
    program, plan = sys.argv[1:3]
    Atspi.set_timeout(3000, 15000)  # milliseconds
    os.environ["QT_LINUX_ACCESSIBILITY_ALWAYS_ON"] = "1"
    with tempfile.TemporaryDirectory() as folder:
        for kind in ("property-change", "state-changed:focused", "state-changed:selected"):
            pyatspi.Registry.registerEventListener(listen, f"object:{kind}")
        process = subprocess.Popen([program])
        try:
            app = application(process)
            give_keyboard(process)
            review(process, app, plan, folder)
        finally:
            process.kill()
            process.wait()


main()
