// WebKitGTK by plain W3C WebDriver over HTTP: WebKitWebDriver starts the MiniBrowser on a screen that nobody sees (Xvfb).
import { spawn } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';

/** Nothing takes longer, but a page that loads. */
const CALL_LIMIT_MS = 30_000;
/** A picture waits for the next frame, and nothing may be moving. */
const PICTURE_LIMIT_MS = 3_000;
const PICTURE_TRIES = 4;
/** As long as a finger stays on a button. */
const HELD_MS = 60;
const START_LIMIT_MS = 15_000;
const SCREEN = '1280x900x24';

/** WebDriver's names for keys (W3C WebDriver, "Keyboard actions"). */
const KEYS = {
  Tab: '\uE004',
  // not \uE007: that one is the number pad's here
  Enter: '\uE006',
  Escape: '\uE00C',
  ArrowLeft: '\uE012',
  End: '\uE010',
  Backspace: '\uE003',
  Shift: '\uE008',
  Alt: '\uE00A',
};

/** @returns {Promise<import('./driver').Engine>} */
export async function openWebKit(binary) {
  const home = mkdtempSync(path.join(tmpdir(), 'walk-webkit-'));
  const started = [];
  const end = async () => {
    for (const one of started.reverse()) await one.end();
    rmSync(home, { recursive: true, force: true });
  };
  try {
    const screen = start('Xvfb', ['-displayfd', '3', '-screen', '0', SCREEN, '-nolisten', 'tcp'], {
      stdio: ['ignore', 'ignore', 'ignore', 'pipe'],
    });
    started.push(screen);
    const display = await screen.says(screen.child.stdio[3], /(\d+)\n/);
    const port = await freePort();
    const driver = start('WebKitWebDriver', [`--port=${port}`], {
      stdio: 'ignore',
      env: {
        ...process.env,
        HOME: home,
        XDG_CACHE_HOME: home,
        XDG_CONFIG_HOME: home,
        XDG_DATA_HOME: home,
        DISPLAY: `:${display}`,
        GDK_BACKEND: 'x11',
        NO_AT_BRIDGE: '1',
        // There is no graphics card: drawn as it stands, without layers on a card that is imitated.
        WEBKIT_DISABLE_COMPOSITING_MODE: '1',
      },
    });
    started.push(driver);
    const call = await session(`http://127.0.0.1:${port}`, binary, driver);
    return engine(call, end);
  } catch (error) {
    await end();
    throw error;
  }
}

/** Runs in the page. */
function flicker(limit_ms) {
  const pixel = document.body.appendChild(document.createElement('i'));
  Object.assign(pixel.style, { position: 'fixed', left: 0, bottom: 0, width: '1px', height: '1px' });
  const colors = ['#808080', '#818181'];
  const turn = setInterval(() => (pixel.style.background = colors.reverse()[0]), 20);
  setTimeout(() => (clearInterval(turn), pixel.remove()), limit_ms);
}

/** Opens the one session there is; gives the function that asks it. */
async function session(url, binary, driver) {
  const capabilities = {
    alwaysMatch: {
      browserName: 'MiniBrowser',
      'webkitgtk:browserOptions': { binary, args: ['--automation'] },
    },
  };
  const began = Date.now();
  const opened = async () => {
    for (;;)
      try {
        return await ask(`${url}/session`, 'POST', { capabilities }, CALL_LIMIT_MS);
      } catch (error) {
        // It listens a moment after it was started.
        const early = error.cause?.code == 'ECONNREFUSED' && Date.now() - began < START_LIMIT_MS;
        if (!early) throw error;
        await new Promise((resolve) => setTimeout(resolve, 50));
      }
  };
  const { sessionId } = await Promise.race([opened(), driver.gone]);
  const within = `${url}/session/${sessionId}`;
  return (method, where, body, limit_ms = CALL_LIMIT_MS) => ask(`${within}${where}`, method, body, limit_ms);
}

async function ask(url, method, body, limit_ms) {
  const answer = await fetch(url, {
    method,
    body: body && JSON.stringify(body),
    signal: AbortSignal.timeout(limit_ms),
  });
  const { value } = await answer.json();
  if (!answer.ok)
    throw Object.assign(
      new Error(`WebDriver ${method} ${new URL(url).pathname}: ${value.error}: ${value.message}`),
      {
        reason: value.error,
      },
    );
  return value;
}

/** @returns {import('./driver').Engine} */
function engine(call, end) {
  let current;
  const known = new Map();
  const tabOf = (handle) => {
    if (!known.has(handle)) known.set(handle, tab(handle));
    return known.get(handle);
  };
  /** Every call is about the window that was switched to last. */
  const to = (handle) => async (method, where, body, limit_ms) => {
    if (current != handle) await call('POST', '/window', { handle });
    current = handle;
    return call(method, where, body, limit_ms);
  };

  /** @returns {import('./driver').Tab} */
  function tab(handle) {
    const here = to(handle);
    const keys = (actions) =>
      here('POST', '/actions', { actions: [{ type: 'key', id: 'keyboard', actions }] });
    const down = (value) => ({ type: 'keyDown', value });
    const up = (value) => ({ type: 'keyUp', value });
    // WebKit's own scripts pass the value on with functions of the page. A recorder there (support/recorder.ts) shall not find in it what it
    // looks for, so it is the codes of its letters.
    const evaluate = (task, argument) =>
      here('POST', '/execute/async', {
        script: `const done = arguments[1];
          Promise.resolve().then(() => (${task})(arguments[0])).then(
            (value) => done({ value: value && Array.from(JSON.stringify(value), (one) => one.codePointAt(0)) }),
            (error) => done({ error: error + '; ' + error?.stack }));`,
        args: [argument ?? null],
      }).then(({ value, error }) => {
        if (error !== undefined) throw new Error(error);
        return Array.isArray(value)
          ? JSON.parse(value.map((one) => String.fromCodePoint(one)).join(''))
          : (value ?? undefined);
      });
    return {
      goto: (url) => here('POST', '/url', { url }),
      // each window is drawn, wherever it is
      front: async () => {},
      reload: () => here('POST', '/refresh', {}),
      back: () => here('POST', '/back', {}),
      evaluate,
      click: (x, y) => {
        const point = { x: Math.round(x), y: Math.round(y), origin: 'viewport' };
        const actions = [
          { type: 'pointerMove', duration: 0, ...point },
          { type: 'pointerDown', button: 0 },
          { type: 'pause', duration: HELD_MS },
          { type: 'pointerUp', button: 0 },
        ];
        const pointer = { type: 'pointer', id: 'mouse', parameters: { pointerType: 'mouse' }, actions };
        return here('POST', '/actions', { actions: [pointer] });
      },
      type: (text) => keys([...text].flatMap((one) => [down(one), up(one)])),
      press: (key, { shift, alt } = {}) => {
        const held = [...(shift ? [KEYS.Shift] : []), ...(alt ? [KEYS.Alt] : [])];
        return keys([...held.map(down), down(KEYS[key]), up(KEYS[key]), ...held.map(up)]);
      },
      screenshot: async () => {
        for (let tries = 1; ; tries++)
          try {
            // The picture is taken at the next frame, and a page that rests draws none: a pixel of its edge changes meanwhile.
            await evaluate(flicker, PICTURE_LIMIT_MS);
            return Buffer.from(await here('GET', '/screenshot', undefined, PICTURE_LIMIT_MS), 'base64');
          } catch (error) {
            if (error.name != 'TimeoutError' || tries == PICTURE_TRIES) throw error;
          }
      },
      resize: (width, height) => here('POST', '/window/rect', { width, height }),
      close: async () => {
        await here('DELETE', '/window');
        current = undefined;
      },
    };
  }

  return {
    tabs: async () => (await call('GET', '/window/handles')).map(tabOf),
    open: async () => {
      const { handle } = await call('POST', '/window/new', { type: 'window' });
      return tabOf(handle);
    },
    end: async () => {
      await call('DELETE', '').catch(() => {});
      await end();
    },
  };
}

/** A program in a process group of its own, which is ended as a whole. */
function start(command, args, options) {
  const child = spawn(command, args, { detached: true, ...options });
  const ended = new Promise((resolve) => {
    child.on('error', (error) => resolve(error.message));
    child.on('exit', (code) => resolve(`exit code ${code}`));
  });
  const gone = ended.then((why) => Promise.reject(new Error(`${command} stopped: ${why}`)));
  gone.catch(() => {});
  const signal = (name) => {
    try {
      process.kill(-child.pid, name);
    } catch {
      // there is nobody left
    }
  };
  // Also when the test's process ends without having come to it.
  const last = () => signal('SIGKILL');
  process.on('exit', last);
  return {
    child,
    gone,
    /** What a stream says, as soon as it fits. */
    says: (stream, pattern) =>
      Promise.race([
        gone,
        new Promise((resolve) => {
          let text = '';
          stream.on('data', (piece) => {
            text += piece;
            const [, found] = pattern.exec(text) ?? [];
            if (found) resolve(found);
          });
        }),
      ]),
    end: async () => {
      if (child.pid === undefined) return;
      signal('SIGTERM');
      const late = setTimeout(() => signal('SIGKILL'), 2_000);
      await ended;
      clearTimeout(late);
      signal('SIGKILL');
      process.off('exit', last);
    },
  };
}

function freePort() {
  return new Promise((resolve, reject) => {
    const probe = createServer();
    probe.once('error', reject);
    probe.listen(0, '127.0.0.1', () => {
      const { port } = probe.address();
      probe.close(() => resolve(port));
    });
  });
}
