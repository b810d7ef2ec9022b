// Interactive 3-D view of the meshes in the page. The element "data" holds the meshes as JSON; coordinates are relative
// to the middle of the bounding box, in units of its size.
"use strict";
(() => {
    const data = JSON.parse(document.getElementById("data").textContent);
    const canvas = document.getElementById("canvas");
    const labels = document.getElementById("labels");
    const controls = document.getElementById("controls");
    const message = document.getElementById("message");
    const dark = matchMedia("(prefers-color-scheme: dark)");

    const INSIDE = [0.93, 0.5, 0.27], CAP = [0.45, 0.38, 0.62], RIM = [0.86, 0, 0.12];
    const AXES = [[0.07, 0.23, 0.55], [0, 0.55, 0.4], [0.93, 0.63, 0]], AXES_DARK = [[0.38, 0.58, 1], [0.1, 0.75, 0.56], [0.93, 0.63, 0]];
    const START = { azimuth: -0.95, elevation: 0.42, zoom: 1, panX: 0, panY: 0 };
    const ZOOM_MIN = 0.2, ZOOM_MAX = 60;

    const view = { ...START };
    let gl = null, scene = null, isWaiting = false;

    // ---- data of the page ----

    function bytesOf(text) {
        const binary = atob(text), bytes = new Uint8Array(binary.length);
        for (let i = 0; i < binary.length; i++) bytes[i] = binary.charCodeAt(i);
        return bytes.buffer;
    }

    const parts = data.parts.map((part) => {
        const numbers = (text) => part.wide ? new Uint32Array(bytesOf(text)) : new Uint16Array(bytesOf(text));
        return { ...part, positions: new Float32Array(bytesOf(part.positions)), triangles: numbers(part.triangles), rims: numbers(part.rims) };
    });

    // Converts pairs of indices to pairs of points.
    function linesOf(positions, indices) {
        const out = new Float32Array(3 * indices.length);
        for (let i = 0; i < indices.length; i++) out.set(positions.subarray(3 * indices[i], 3 * indices[i] + 3), 3 * i);
        return out;
    }

    // Returns the edges of a mesh, without duplicates, as pairs of points.
    function edgesOf(part) {
        const t = part.triangles, count = part.positions.length / 3, keys = new Float64Array(t.length);
        for (let i = 0; i < t.length; i++) {
            const a = t[i], b = t[i % 3 === 2 ? i - 2 : i + 1];
            keys[i] = Math.min(a, b) * count + Math.max(a, b);
        }
        keys.sort();
        const edges = [];
        for (let i = 0; i < keys.length; i++)
            if (i === 0 || keys[i] !== keys[i - 1]) edges.push(Math.floor(keys[i] / count), keys[i] % count);
        return linesOf(part.positions, edges);
    }

    function boxLines() {
        const out = [], corner = (i) => [0, 1, 2].map((k) => data.box[i >> k & 1][k]);
        for (let from = 0; from < 8; from++)
            for (let bit = 1; bit < 8; bit <<= 1)
                if (!(from & bit)) out.push(...corner(from), ...corner(from | bit));
        return new Float32Array(out);
    }

    // ---- drawing ----

    const SOLID_VERTEX = `#version 300 es
        in vec3 place; uniform mat3 turn; uniform vec4 frame; out vec3 seen;
        void main() { seen = turn * place; gl_Position = vec4(seen.xy * frame.xy + frame.zw, -seen.z / 3.0, 1.0); }`;
    const SOLID_FRAGMENT = `#version 300 es
        precision highp float;
        in vec3 seen; uniform vec3 outside, inside, stripe; uniform float alpha, pixel; uniform bool isCap; out vec4 color;
        void main() {
            vec3 normal = normalize(cross(dFdx(seen), dFdy(seen)));
            float soft = 0.5 + 0.5 * dot(normal, vec3(-0.35, 0.55, 0.758));
            vec3 base = gl_FrontFacing ? outside : inside;
            if (isCap && mod(gl_FragCoord.x + gl_FragCoord.y, 12.0 * pixel) < 6.0 * pixel) base = stripe;
            color = vec4(base * (0.42 + 0.66 * soft * soft) * alpha, alpha);
        }`;
    // A line is drawn as a quad with a width in pixels at each end; different widths make the head of an arrow.
    const LINE_VERTEX = `#version 300 es
        in vec3 from, to; uniform mat3 turn; uniform vec4 frame; uniform vec2 size, widths; uniform float lift;
        void main() {
            vec3 a = turn * from, b = turn * to;
            vec2 p = a.xy * frame.xy + frame.zw, q = b.xy * frame.xy + frame.zw, along = (q - p) * size;
            float span = length(along);
            vec2 aside = span > 0.0 ? vec2(-along.y, along.x) / span : vec2(0.0, 1.0);
            bool isEnd = (gl_VertexID & 1) == 1; float side = gl_VertexID < 2 ? -1.0 : 1.0;
            vec2 at = (isEnd ? q : p) + side * aside * (isEnd ? widths.y : widths.x) / size;
            gl_Position = vec4(at, -(isEnd ? b.z : a.z) / 3.0 - lift, 1.0);
        }`;
    const LINE_FRAGMENT = `#version 300 es
        precision highp float; uniform vec4 paint; out vec4 color;
        void main() { color = vec4(paint.rgb * paint.a, paint.a); }`;

    function programOf(vertex, fragment) {
        const program = gl.createProgram();
        for (const [kind, source] of [[gl.VERTEX_SHADER, vertex], [gl.FRAGMENT_SHADER, fragment]]) {
            const shader = gl.createShader(kind);
            gl.shaderSource(shader, source);
            gl.compileShader(shader);
            gl.attachShader(program, shader);
        }
        gl.linkProgram(program);
        if (!gl.getProgramParameter(program, gl.LINK_STATUS) && !gl.isContextLost()) throw new Error(gl.getProgramInfoLog(program) || "shader");
        const places = new Map();
        return { program, at: (name) => places.get(name) ?? places.set(name, gl.getUniformLocation(program, name)).get(name) };
    }

    function lineSet(points) {
        const array = gl.createVertexArray(), buffer = gl.createBuffer();
        gl.bindVertexArray(array);
        gl.bindBuffer(gl.ARRAY_BUFFER, buffer);
        gl.bufferData(gl.ARRAY_BUFFER, points, gl.DYNAMIC_DRAW);
        for (const [name, offset] of [["from", 0], ["to", 12]]) {
            const place = gl.getAttribLocation(scene.line.program, name);
            gl.enableVertexAttribArray(place);
            gl.vertexAttribPointer(place, 3, gl.FLOAT, false, 24, offset);
            gl.vertexAttribDivisor(place, 1);
        }
        return { array, buffer, count: points.length / 6 };
    }

    function meshSet(part) {
        const array = gl.createVertexArray();
        gl.bindVertexArray(array);
        gl.bindBuffer(gl.ARRAY_BUFFER, gl.createBuffer());
        gl.bufferData(gl.ARRAY_BUFFER, part.positions, gl.STATIC_DRAW);
        gl.bindBuffer(gl.ELEMENT_ARRAY_BUFFER, gl.createBuffer());
        gl.bufferData(gl.ELEMENT_ARRAY_BUFFER, part.triangles, gl.STATIC_DRAW);
        const place = gl.getAttribLocation(scene.solid.program, "place");
        gl.enableVertexAttribArray(place);
        gl.vertexAttribPointer(place, 3, gl.FLOAT, false, 0, 0);
        return { array, part, rims: part.rims.length ? lineSet(linesOf(part.positions, part.rims)) : null, edges: null };
    }

    function makeScene() {
        scene = { solid: programOf(SOLID_VERTEX, SOLID_FRAGMENT), line: programOf(LINE_VERTEX, LINE_FRAGMENT) };
        scene.meshes = parts.map(meshSet);
        scene.box = lineSet(boxLines());
        scene.shaft = lineSet(new Float32Array(6));
        scene.head = lineSet(new Float32Array(6));
        gl.enable(gl.BLEND);
        gl.blendFunc(gl.ONE, gl.ONE_MINUS_SRC_ALPHA);
        gl.depthFunc(gl.LEQUAL);
    }

    // The camera: rows are right, up and toward the viewer.
    function camera() {
        const sa = Math.sin(view.azimuth), ca = Math.cos(view.azimuth), se = Math.sin(view.elevation), ce = Math.cos(view.elevation);
        const right = [-sa, ca, 0], up = [-ca * se, -sa * se, ce], toward = [ca * ce, sa * ce, se];
        const width = canvas.width, height = canvas.height, pixels = Math.min(width, height) * 0.62 * view.zoom; // per unit
        return { right, up, toward, width, height, pixels,
            turn: [right[0], up[0], toward[0], right[1], up[1], toward[1], right[2], up[2], toward[2]],
            frame: [2 * pixels / width, 2 * pixels / height, view.panX, view.panY] };
    }

    const dot = (a, b) => a[0] * b[0] + a[1] * b[1] + a[2] * b[2];
    const isOn = (name) => document.getElementById("show-" + name)?.checked ?? false;

    function use(program, look) {
        gl.useProgram(program.program);
        gl.uniformMatrix3fv(program.at("turn"), false, look.turn);
        gl.uniform4fv(program.at("frame"), look.frame);
    }

    function drawLines(look, set, color, from, to, lift) {
        const pixel = scene.pixel;
        use(scene.line, look);
        gl.uniform2f(scene.line.at("size"), look.width, look.height);
        gl.uniform2f(scene.line.at("widths"), from * pixel, to * pixel);
        gl.uniform1f(scene.line.at("lift"), lift);
        gl.uniform4fv(scene.line.at("paint"), color);
        gl.bindVertexArray(set.array);
        gl.drawArraysInstanced(gl.TRIANGLE_STRIP, 0, 4, set.count);
    }

    function drawMesh(look, mesh, alpha) {
        const { part } = mesh, type = part.wide ? gl.UNSIGNED_INT : gl.UNSIGNED_SHORT, size = part.wide ? 4 : 2;
        use(scene.solid, look);
        gl.uniform3fv(scene.solid.at("outside"), part.tint);
        gl.uniform3fv(scene.solid.at("inside"), INSIDE);
        gl.uniform3fv(scene.solid.at("stripe"), CAP);
        gl.uniform1f(scene.solid.at("alpha"), alpha);
        gl.uniform1f(scene.solid.at("pixel"), scene.pixel);
        gl.bindVertexArray(mesh.array);
        const capIndices = 3 * part.caps, plain = part.triangles.length - capIndices;
        for (const [isCap, count, start] of [[0, plain, 0], [1, capIndices, plain]]) {
            gl.uniform1i(scene.solid.at("isCap"), isCap);
            if (count > 0) gl.drawElements(gl.TRIANGLES, count, type, start * size);
        }
    }

    function drawMeshes(look) {
        const alpha = isOn("transparency") ? 0.4 : 1, showsBack = isOn("backs");
        gl.enable(gl.POLYGON_OFFSET_FILL);
        gl.enable(gl.CULL_FACE);
        gl.depthMask(alpha === 1);
        for (const side of [gl.FRONT, gl.BACK]) { // back faces first, because they are seen through transparent front faces
            if (side === gl.FRONT && !showsBack) continue;
            gl.cullFace(side);
            gl.polygonOffset(0, side === gl.FRONT ? 16 : 0); // otherwise inside faces would show at outlines
            for (const mesh of scene.meshes) drawMesh(look, mesh, alpha);
        }
        gl.disable(gl.CULL_FACE);
        gl.disable(gl.POLYGON_OFFSET_FILL);
        gl.depthMask(true);
    }

    // End points of an axis; the tip lies outside of the bounding box.
    function axisEnds(look, index) {
        const axis = data.axes[index], half = [0, 1, 2].map((k) => Math.max((data.box[1][k] - data.box[0][k]) / 2, 1e-4));
        const reach = 1 / Math.hypot(axis[0] / half[0], axis[1] / half[1], axis[2] / half[2]);
        const away = Math.max(reach + 0.16, 0.26), back = Math.max(reach + 0.04, 0.1);
        return { tip: data.center.map((c, k) => c + away * axis[k]), tail: data.center.map((c, k) => c - back * axis[k]), axis };
    }

    function drawAxes(look, alpha) {
        for (let i = 0; i < 3; i++) {
            const { tip, tail, axis } = axisEnds(look, i), headSize = 15 * scene.pixel / look.pixels;
            const neck = tip.map((t, k) => t - headSize * axis[k]), color = [...(dark.matches ? AXES_DARK : AXES)[i], alpha];
            for (const [set, from, to] of [[scene.shaft, tail, neck], [scene.head, neck, tip]]) {
                gl.bindBuffer(gl.ARRAY_BUFFER, set.buffer);
                gl.bufferSubData(gl.ARRAY_BUFFER, 0, new Float32Array([...from, ...to]));
                drawLines(look, set, color, set === scene.head ? 11 : 2.6, set === scene.head ? 0 : 2.6, 0);
            }
        }
    }

    function draw() {
        isWaiting = false;
        if (!scene || gl.isContextLost()) return;
        const look = camera(), ink = dark.matches ? [0.78, 0.82, 0.88] : [0.2, 0.23, 0.28];
        scene.pixel = devicePixelRatio || 1;
        gl.viewport(0, 0, look.width, look.height);
        gl.clearColor(0, 0, 0, 0);
        gl.clear(gl.COLOR_BUFFER_BIT | gl.DEPTH_BUFFER_BIT);
        gl.enable(gl.DEPTH_TEST);
        drawMeshes(look);
        if (isOn("box")) drawLines(look, scene.box, [...ink, 0.45], 1.1, 1.1, 0);
        if (isOn("edges"))
            for (const mesh of scene.meshes) {
                mesh.edges ??= lineSet(edgesOf(mesh.part));
                drawLines(look, mesh.edges, [...ink, 0.5], 0.9, 0.9, 0.0006);
            }
        if (isOn("holes")) {
            gl.disable(gl.DEPTH_TEST);
            for (const mesh of scene.meshes) if (mesh.rims) drawLines(look, mesh.rims, [...RIM, 1], 2.6, 2.6, 0);
            gl.enable(gl.DEPTH_TEST);
        }
        if (data.center && isOn("axes")) {
            gl.disable(gl.DEPTH_TEST); // hidden parts of the axes are drawn faintly
            drawAxes(look, 0.45);
            gl.enable(gl.DEPTH_TEST);
            drawAxes(look, 1);
        }
        placeLabels(look);
    }

    function redraw() {
        if (!isWaiting) requestAnimationFrame(draw);
        isWaiting = true;
    }

    // ---- labels ----

    const tags = [];
    function makeLabels() {
        if (!data.center) return;
        const mark = document.createElement("span");
        mark.className = "center";
        tags.push(mark);
        for (let i = 0; i < 3; i++) {
            const tag = document.createElement("span"), number = document.createElement("b");
            tag.className = "tag";
            number.className = "axis" + (i + 1);
            number.textContent = String(i + 1);
            tag.append(number, data.words[i]);
            tags.push(tag);
        }
        labels.replaceChildren(...tags);
    }

    function placeLabels(look) {
        const pixel = scene.pixel, page = (p) => [
            (look.width * (1 + view.panX) / 2 + look.pixels * dot(p, look.right)) / pixel,
            (look.height * (1 - view.panY) / 2 - look.pixels * dot(p, look.up)) / pixel];
        labels.hidden = !isOn("axes");
        if (!data.center || labels.hidden) return;
        const middle = page(data.center);
        tags[0].style.transform = `translate(${middle[0] - 8}px, ${middle[1] - 8}px)`;
        for (let i = 0; i < 3; i++) {
            const tip = page(axisEnds(look, i).tip), span = Math.hypot(tip[0] - middle[0], tip[1] - middle[1]) || 1;
            const x = tip[0] + 14 * (tip[0] - middle[0]) / span, y = tip[1] + 14 * (tip[1] - middle[1]) / span;
            tags[i + 1].style.transform = `translate(${x - 10}px, ${y - 10}px)`;
        }
    }

    // ---- input ----

    function turnBy(right, up) {
        view.azimuth -= right;
        view.elevation = Math.max(-Math.PI / 2, Math.min(Math.PI / 2, view.elevation + up));
        redraw();
    }

    // Zooms about a point of the canvas (coordinates from -1 to 1), which stays in place.
    function zoomBy(factor, x = 0, y = 0) {
        const zoom = Math.max(ZOOM_MIN, Math.min(ZOOM_MAX, view.zoom * factor)), by = zoom / view.zoom;
        view.panX = x + (view.panX - x) * by;
        view.panY = y + (view.panY - y) * by;
        view.zoom = zoom;
        redraw();
    }

    function reset() {
        Object.assign(view, START);
        redraw();
    }

    const clip = (x, y) => {
        const box = canvas.getBoundingClientRect();
        return [2 * (x - box.left) / box.width - 1, 1 - 2 * (y - box.top) / box.height];
    };

    const fingers = new Map();
    function onMove(event) {
        const before = fingers.get(event.pointerId);
        if (!before) return;
        const now = { x: event.clientX, y: event.clientY };
        const others = [...fingers].filter(([id]) => id !== event.pointerId).map(([, place]) => place);
        fingers.set(event.pointerId, now);
        const [x0, y0] = clip(before.x, before.y), [x1, y1] = clip(now.x, now.y);
        if (others.length === 0 && !event.shiftKey) {
            turnBy(0.008 * (now.x - before.x), 0.008 * (now.y - before.y));
            return;
        }
        const share = others.length ? 0.5 : 1; // with two fingers, each finger contributes half
        view.panX += share * (x1 - x0);
        view.panY += share * (y1 - y0);
        if (others.length) {
            const apart = (p) => Math.hypot(p.x - others[0].x, p.y - others[0].y), [x, y] = clip((now.x + others[0].x) / 2, (now.y + others[0].y) / 2);
            zoomBy(apart(now) / Math.max(apart(before), 1), x, y);
        }
        redraw();
    }

    const KEYS = {
        ArrowLeft: () => turnBy(-0.12, 0), ArrowRight: () => turnBy(0.12, 0), ArrowUp: () => turnBy(0, -0.12), ArrowDown: () => turnBy(0, 0.12),
        "+": () => zoomBy(1.2), "=": () => zoomBy(1.2), "-": () => zoomBy(1 / 1.2), r: reset, R: reset,
    };

    function listen() {
        canvas.addEventListener("pointerdown", (event) => {
            canvas.setPointerCapture(event.pointerId);
            fingers.set(event.pointerId, { x: event.clientX, y: event.clientY });
        });
        canvas.addEventListener("pointermove", onMove);
        for (const name of ["pointerup", "pointercancel"]) canvas.addEventListener(name, (event) => fingers.delete(event.pointerId));
        canvas.addEventListener("wheel", (event) => {
            event.preventDefault();
            const lines = event.deltaMode === 1 ? 16 : 1;
            zoomBy(Math.exp(-0.0016 * lines * Math.max(-200, Math.min(200, event.deltaY))), ...clip(event.clientX, event.clientY));
        }, { passive: false });
        canvas.addEventListener("keydown", (event) => {
            if (event.ctrlKey || event.metaKey || event.altKey || !KEYS[event.key]) return;
            event.preventDefault();
            KEYS[event.key]();
        });
        controls.addEventListener("change", redraw);
        document.getElementById("reset").addEventListener("click", reset);
        dark.addEventListener("change", redraw);
        canvas.addEventListener("webglcontextlost", (event) => event.preventDefault());
        canvas.addEventListener("webglcontextrestored", () => { makeScene(); redraw(); });
        new ResizeObserver(() => {
            const pixel = devicePixelRatio || 1;
            canvas.width = Math.max(1, Math.round(canvas.clientWidth * pixel));
            canvas.height = Math.max(1, Math.round(canvas.clientHeight * pixel));
            draw(); // draws immediately: resizing clears the canvas, so it would flicker until the next frame
        }).observe(canvas);
    }

    gl = canvas.getContext("webgl2", { alpha: true, antialias: true, depth: true });
    if (!gl) return; // the page already shows a message and the numbers
    makeScene();
    makeLabels();
    listen();
    message.hidden = true;
    controls.hidden = canvas.hidden = labels.hidden = false;
    redraw();
})();
