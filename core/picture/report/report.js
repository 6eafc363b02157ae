// Magnifies the picture of a report and tells the buffer under the pointer. The report is complete without it.
'use strict';
(() => {
    const byId = (id) => document.getElementById(id);
    const axes = JSON.parse(byId('axes').textContent);
    const picture = byId('picture');
    const plot = byId('containers');
    const view = byId('view');
    const tip = byId('tip');
    const plan = byId('plan');
    const livePlan = byId('live-plan');
    const [left, top, right, bottom] = axes.box;
    const width = right - left;
    const height = bottom - top;
    const whole = {steps: axes.steps, bytes: axes.bytes};
    const most = 1e6;  // how often the view may be smaller than the plan
    let steps = whole.steps.slice();
    let bytes = whole.bytes.slice();

    const length = (range) => range[1] - range[0];
    const isFitted = () => steps[0] === whole.steps[0] && steps[1] === whole.steps[1] &&
        bytes[0] === whole.bytes[0] && bytes[1] === whole.bytes[1];
    // Positions in the box of the containers, in pixels of the picture.
    const xOf = (step) => (step - steps[0]) / length(steps) * width;
    const yOf = (byte) => height - (byte - bytes[0]) / length(bytes) * height;

    // ---- numbers, as the program writes them ----
    const grouped = (digits) => digits.replace(/\B(?=(\d{3})+(?!\d))/g, ',');
    const decimal = (value) => {
        const [digits, decimals] = (Math.round(Math.abs(value) * 100) / 100).toString().split('.');
        return (value < 0 ? '-' : '') + grouped(digits) + (decimals ? '.' + decimals : '');
    };
    const amount = (value) => axes.unit === 'hex' ? '0x' + Math.round(value).toString(16)
        : decimal(value / {B: 1, KiB: 1024, MiB: 1048576}[axes.unit]);
    // Sizes are never in hexadecimal, which is for addresses.
    const sizeText = (value) => axes.unit === 'hex' ? decimal(value) + ' B' : amount(value) + ' ' + axes.unit;
    const stepText = (step) => {
        const number = BigInt(axes.first) + BigInt(Math.round(step));
        return (number < 0n ? '-' : '') + grouped((number < 0n ? -number : number).toString());
    };
    // The distance of ticks that are at least `apart` pixels from each other.
    const decimalInterval = (range, pixels, apart) => {
        const least = Math.max(length(range) * apart / pixels, 1);
        const power = 10 ** Math.floor(Math.log10(least));
        return [1, 2, 5, 10].map((factor) => factor * power).find((interval) => interval >= least * 0.999);
    };
    const binaryInterval = (range, pixels, apart) =>
        2 ** Math.ceil(Math.log2(Math.max(length(range) * apart / pixels, 1)));
    const ticks = (range, interval) => {
        const list = [];
        for (let value = Math.ceil(range[0] / interval) * interval; value <= range[1]; value += interval) {
            list.push(value);
        }
        return list;
    };

    // ---- SVG elements ----
    const made = (name, attributes, text) => {
        // The picture's own namespace: no address stands in this file.
        const element = document.createElementNS(picture.namespaceURI, name);
        for (const key in attributes) {
            element.setAttribute(key, attributes[key]);
        }
        if (text !== undefined) {
            element.textContent = text;
        }
        return element;
    };
    const textAt = (x, y, text, attributes) => made('text', {x, y, ...attributes}, text);

    // The parts that are drawn anew for a part of the plan. What the file holds is kept for the whole plan.
    const anew = ['offset-ticks', 'step-ticks'].map((id) => {
        const group = byId(id);
        return {group, original: Array.from(group.childNodes)};
    });

    const drawStepTicks = (group) => {
        const base = axes.live[3];
        const widest = 8 * Math.max(stepText(steps[0]).length, stepText(steps[1]).length) + 28;
        for (const step of ticks(steps, decimalInterval(steps, width, widest))) {
            const x = left + xOf(step);
            group.append(made('path', {class: 'none tick', d: `M${x} ${base}v4`}),
                         textAt(x, base + 12, stepText(step), {class: 'tick-text', 'text-anchor': 'middle'}));
        }
        group.append(textAt((left + right) / 2, base + 27, 'step', {class: 'tick-text', 'text-anchor': 'middle'}));
        drawStepNames(group, base);
    };
    // Of a magnified plan, the operators stand in their steps.
    const drawStepNames = (group, base) => {
        const room = width / length(steps);
        if (room < 40) {
            return;
        }
        for (const name of axes.names) {
            if (name.step >= steps[0] && name.step < steps[1]) {
                const letters = Math.floor(room / 7);
                const text = name.text.length > letters ? name.text.slice(0, letters - 1) + '…' : name.text;
                group.append(textAt(left + xOf(name.step + 0.5), base - 8, text,
                                    {class: 'tick-text', 'text-anchor': 'middle'}));
            }
        }
    };
    const drawOffsetTicks = (group) => {
        const add = (at, value) => {
            const y = top + yOf(at);
            if (y >= top - 1 && y <= bottom + 1) {
                group.append(made('path', {class: 'none tick', d: `M${left - 4} ${y}H${right}`}),
                             textAt(left - 8, y, amount(value), {class: 'tick-text', 'text-anchor': 'end'}));
            }
        };
        const interval = (axes.unit === 'B' ? decimalInterval : binaryInterval)(bytes, height, 40);
        if (axes.bands) {
            ticks(bytes, interval).forEach((value) => add(value, value));
            return;
        }
        for (const container of axes.containers) {
            if (container.folded) {
                continue;
            }
            const own = [Math.max(bytes[0] - container.shift, container.lowest),
                         Math.min(bytes[1] - container.shift, container.highest)];
            // Not where the zero of the container above stands.
            const isFree = (value) => value <= 0 || axes.containers.length === 1 ||
                (container.highest - value) * height / length(bytes) > 13;
            if (own[1] > own[0]) {
                ticks(own, interval).filter(isFree).forEach((value) => add(value + container.shift, value));
            }
        }
    };

    // ---- shapes and their labels ----
    const shapes = [];
    const texts = new WeakMap();
    for (const path of plan.querySelectorAll('.buffers path')) {
        const [, x, y, w, h] = path.getAttribute('d').match(/^M(-?\d+) (-?\d+)h(\d+)v(\d+)/).map(Number);
        const title = path.firstElementChild;
        texts.set(path, title.textContent);
        shapes.push({path, x, y, w, h});
    }
    const labels = byId('labels');
    const drawLabels = () => {
        const found = [];
        for (const shape of shapes) {
            const box = [Math.max(xOf(shape.x), 0), Math.max(yOf(shape.y + shape.h), 0),
                         Math.min(xOf(shape.x + shape.w), width), Math.min(yOf(shape.y), height)];
            if (box[2] - box[0] > 24 && box[3] - box[1] > 14) {
                found.push({shape, box, area: (box[2] - box[0]) * (box[3] - box[1])});
            }
        }
        found.sort((a, b) => b.area - a.area);
        for (const {shape, box} of found.slice(0, 400)) {
            const [name, details] = texts.get(shape.path).split('\n');
            const bytes = Number(details.match(/^size ([\d,]+) B/)[1].replaceAll(',', ''));
            const letter = shape.path.parentNode.dataset.letter;
            const letters = Math.floor((box[2] - box[0] - 8 - (letter ? 14 : 0)) / 7);
            const both = `${name} · ${sizeText(bytes)}`;
            const text = both.length <= letters ? both : name.length <= letters ? name
                : letters >= 4 ? name.slice(0, letters - 1) + '…' : '';
            if (text) {
                labels.append(textAt(box[0] + 4, (box[1] + box[3]) / 2, text, {'font-size': 11, class: 'halo label'}));
                if (letter && letters > text.length + 2) {
                    labels.append(textAt(box[2] - 4, (box[1] + box[3]) / 2, letter,
                                         {'font-size': 11, 'font-weight': 600, 'text-anchor': 'end',
                                          class: 'halo label'}));
                }
            }
        }
    };

    // ---- the view ----
    let pending = false;
    const redraw = () => {
        pending = false;
        const across = width / length(steps);
        const up = height / length(bytes);
        plan.setAttribute('transform', `matrix(${across} 0 0 ${-up} ${-steps[0] * across} ${height + bytes[0] * up})`);
        livePlan.setAttribute('transform',
                              `matrix(${across} 0 0 1 ${-steps[0] * across} ${-axes.live[1]})`);
        for (const pattern of picture.querySelectorAll('pattern.in-plan')) {
            pattern.setAttribute('patternTransform', `scale(${1 / across} ${-1 / up})`);
        }
        // How pixels of the whole plan map to pixels of the part, in the box of the containers.
        const zoomX = length(whole.steps) / length(steps);
        const zoomY = length(whole.bytes) / length(bytes);
        const moveX = (whole.steps[0] - steps[0]) * across;
        const moveY = (bytes[1] - whole.bytes[1]) * up;
        const fitted = isFitted();
        for (const group of plot.querySelectorAll('.whole')) {
            group.setAttribute('transform', `matrix(${zoomX} 0 0 ${zoomY} ${moveX - left * zoomX} ${moveY - top * zoomY})`);
        }
        for (const group of plot.querySelectorAll('.image')) {
            group.setAttribute('transform', `matrix(${zoomX} 0 0 ${zoomY} ${moveX} ${moveY})`);
        }
        for (const group of picture.querySelectorAll('.whole-steps')) {
            group.setAttribute('transform', `matrix(${zoomX} 0 0 1 ${moveX - left * zoomX} ${-axes.live[1]})`);
        }
        for (const head of plot.querySelectorAll('.moves .head')) {
            const [x, y] = homeOfHead(head);
            head.setAttribute('transform', `translate(${(x - left) * zoomX + moveX + left} ` +
                                           `${(y - top) * zoomY + moveY + top})`);
        }
        for (const text of plot.querySelectorAll('.moves text')) {
            const [x, y] = homeOf(text);
            place(text, (x - left) * zoomX + moveX + left, (y - top) * zoomY + moveY + top);
        }
        for (const group of picture.querySelectorAll('.strips')) {
            group.setAttribute('transform', `matrix(1 0 0 ${zoomY} 0 ${moveY - top * zoomY})`);
        }
        for (const text of picture.querySelectorAll('.names text')) {
            const [x, y] = homeOf(text);
            place(text, x, (y - top) * zoomY + moveY + top);
        }
        Array.from(byId('lines').children).forEach((line, i) => {
            line.setAttribute('transform', `translate(0 ${yOf(axes.lines[i].at)})`);
        });
        drawLineLabels(fitted);
        for (const {group, original} of anew) {
            group.replaceChildren(...(fitted ? original : []));
        }
        if (!fitted) {
            drawOffsetTicks(byId('offset-ticks'));
            drawStepTicks(byId('step-ticks'));
        }
        for (const group of plot.querySelectorAll('.fitted')) {
            group.style.display = fitted ? '' : 'none';
        }
        labels.replaceChildren();
        if (!fitted) {
            drawLabels();
        }
        plot.classList.toggle('zoomed', !fitted);
        view.dataset.zoom = fitted ? 'fit' : Math.max(zoomX, zoomY).toPrecision(4);
    };
    const homes = new WeakMap();
    const homeOfHead = (head) => {
        if (!homes.has(head)) {
            homes.set(head, head.getAttribute('transform').match(/[-\d.]+/g).map(Number));
        }
        return homes.get(head);
    };
    const homeOf = (text) => {
        if (!homes.has(text)) {
            homes.set(text, [Number(text.getAttribute('x')), Number(text.getAttribute('y')),
                             text.hasAttribute('transform')]);
        }
        return homes.get(text);
    };
    const place = (text, x, y) => {
        text.setAttribute('x', x);
        text.setAttribute('y', y);
        if (homeOf(text)[2]) {
            text.setAttribute('transform', `rotate(-90 ${x} ${y})`);
        }
    };
    // In a part of the plan, labels of lines stand at the right end: above their lines, or below where another one is.
    const drawLineLabels = (fitted) => {
        const taken = [];
        Array.from(byId('line-labels').children).forEach((text, i) => {
            const [x, y] = homeOf(text);
            const at = top + yOf(axes.lines[i].at);
            const isFree = (middle) => middle > top + 6 && middle < bottom - 6 &&
                taken.every((other) => Math.abs(other - middle) > 14);
            const found = fitted ? y : at < top || at > bottom ? undefined : [at - 9, at + 9].find(isFree);
            text.style.display = found === undefined ? 'none' : '';
            text.setAttribute('text-anchor', fitted ? 'start' : 'end');
            if (found !== undefined) {
                taken.push(found);
                place(text, fitted ? x : right - 6, found);
            }
        });
    };
    const show = (newSteps, newBytes) => {
        const clamp = (range, all, least) => {
            const size = Math.min(Math.max(length(range), least), length(all));
            const middle = (range[0] + range[1]) / 2;
            const from = Math.min(Math.max(middle - size / 2, all[0]), all[1] - size);
            return size >= length(all) * 0.999999 ? all.slice() : [from, from + size];
        };
        steps = clamp(newSteps, whole.steps, Math.max(length(whole.steps) / most, 0.25));
        bytes = clamp(newBytes, whole.bytes, Math.max(length(whole.bytes) / most, 4));
        if (!pending) {
            pending = true;
            requestAnimationFrame(redraw);
        }
    };
    // `x`, `y`: the point that stays in place, as shares of the box from the left and from below.
    const zoom = (factor, x = 0.5, y = 0.5, timeOnly = false) => {
        const scaled = (range, share, by) => {
            const fixed = range[0] + share * length(range);
            return [fixed - share * length(range) / by, fixed + (1 - share) * length(range) / by];
        };
        show(scaled(steps, x, factor), timeOnly ? bytes : scaled(bytes, y, factor));
    };
    const move = (x, y) => {
        show(steps.map((step) => step + x * length(steps)), bytes.map((byte) => byte + y * length(bytes)));
    };
    const fit = () => show(whole.steps, whole.bytes);
    // The place of an event in the box of the containers, as shares; null outside.
    const placeOf = (event) => {
        const box = picture.getBoundingClientRect();
        const scale = picture.viewBox.baseVal.width / box.width;
        const x = ((event.clientX - box.left) * scale - left) / width;
        const y = 1 - ((event.clientY - box.top) * scale - top) / height;
        return x >= 0 && x <= 1 && y >= 0 && y <= 1 ? {x, y} : null;
    };

    // ---- wheel, drag, double click, buttons, keys ----
    picture.addEventListener('wheel', (event) => {
        const at = placeOf(event);
        const amount = event.deltaY || event.deltaX;
        // Nothing to zoom out of: the page scrolls.
        if (!at || (amount > 0 && isFitted())) {
            return;
        }
        event.preventDefault();
        zoom(amount < 0 ? 1.25 : 0.8, at.x, at.y, event.shiftKey);
    }, {passive: false});
    let dragged = null;
    picture.addEventListener('pointerdown', (event) => {
        if (event.button === 0 && placeOf(event) && !isFitted()) {
            dragged = {x: event.clientX, y: event.clientY, steps, bytes};
            picture.setPointerCapture(event.pointerId);
            hide();
        }
    });
    picture.addEventListener('pointermove', (event) => {
        if (!dragged) {
            return;
        }
        const box = picture.getBoundingClientRect();
        const scale = picture.viewBox.baseVal.width / box.width;
        const x = (dragged.x - event.clientX) * scale / width * length(dragged.steps);
        const y = (event.clientY - dragged.y) * scale / height * length(dragged.bytes);
        show(dragged.steps.map((step) => step + x), dragged.bytes.map((byte) => byte + y));
    });
    for (const name of ['pointerup', 'pointercancel']) {
        picture.addEventListener(name, () => { dragged = null; });
    }
    picture.addEventListener('dblclick', (event) => {
        const at = placeOf(event);
        if (at) {
            zoom(event.shiftKey ? 0.5 : 2, at.x, at.y);
        }
    });
    byId('zoom').hidden = false;
    byId('zoom-in').addEventListener('click', () => zoom(1.5));
    byId('zoom-out').addEventListener('click', () => zoom(1 / 1.5));
    byId('zoom-fit').addEventListener('click', fit);
    view.tabIndex = 0;
    view.setAttribute('role', 'group');
    view.setAttribute('aria-label', 'Layout. Plus and minus zoom, arrows move, F shows all.');
    const keys = {
        '+': () => zoom(1.5), '=': () => zoom(1.5), '-': () => zoom(1 / 1.5), 'f': fit, 'F': fit, '0': fit,
        'ArrowLeft': () => move(-0.2, 0), 'ArrowRight': () => move(0.2, 0),
        'ArrowUp': () => move(0, 0.2), 'ArrowDown': () => move(0, -0.2),
    };
    view.addEventListener('keydown', (event) => {
        const isArrow = event.key.startsWith('Arrow');
        if (keys[event.key] && !event.ctrlKey && !event.altKey && !event.metaKey && !(isArrow && isFitted())) {
            event.preventDefault();
            keys[event.key]();
        }
    });

    // ---- the buffer under the pointer ----
    const hide = () => { tip.hidden = true; };
    const pointed = (event) => event.target.closest && event.target.closest('.buffers path');
    picture.addEventListener('pointermove', (event) => {
        const path = dragged ? null : pointed(event);
        if (!path) {
            hide();
            return;
        }
        // The browser would show the title a second time.
        path.replaceChildren();
        tip.textContent = texts.get(path);
        tip.hidden = false;
        const box = view.getBoundingClientRect();
        const x = event.clientX - box.left + 14;
        const y = event.clientY - box.top + 18;
        tip.style.left = Math.max(0, Math.min(x, box.width - tip.offsetWidth)) + 'px';
        tip.style.top = (y + tip.offsetHeight > box.height ? y - tip.offsetHeight - 30 : y) + 'px';
    });
    picture.addEventListener('pointerleave', hide);
})();
