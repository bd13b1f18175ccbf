// Runs in the page. Records each typed letter: when its key came, and when the frame after its input was painted.

const keys = [];
const waiting = [];
const inputs = new Map();

globalThis.clearKeys = () => {
  for (const list of [keys, waiting]) list.length = 0;
  inputs.clear();
};

/** The times of the paints, in ms since the epoch. Null: the letter was not painted. */
globalThis.readKeyPaints = () =>
  keys.map(({ painted }) => (painted === undefined ? null : performance.timeOrigin + painted));

addEventListener(
  'keydown',
  ({ key }) => {
    if (key.length !== 1) return;
    const typed = { painted: undefined };
    keys.push(typed);
    waiting.push(typed);
  },
  { capture: true },
);

addEventListener(
  'input',
  ({ timeStamp }) => {
    const typed = waiting.shift();
    if (!typed) return;
    inputs.set(timeStamp, typed);
    // A task after the frame's own work. The Event Timing API does not report inputs that were painted within 16 ms.
    const { port1, port2 } = new MessageChannel();
    port1.addEventListener('message', () => {
      typed.painted ??= performance.now();
    });
    port1.start();
    requestAnimationFrame(() => port2.postMessage(undefined));
  },
  { capture: true },
);

new PerformanceObserver(list => {
  for (const { name, startTime, duration } of list.getEntries()) {
    const typed = name === 'input' && inputs.get(startTime);
    if (typed) typed.painted = startTime + duration;
  }
}).observe({ type: 'event', durationThreshold: 16, buffered: true });
