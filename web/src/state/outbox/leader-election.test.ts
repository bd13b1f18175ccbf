import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { electLeader } from './leader-election.ts';

interface LockRequest {
  hold: () => Promise<void>;
  resolve: () => void;
  reject: (error: Error) => void;
}

/** Implements only the part of `LockManager` that the election uses: a single lock name. */
class FakeLocks {
  #held: LockRequest | undefined;
  #queue: LockRequest[] = [];

  request(_name: string, options: LockOptions, hold: () => Promise<void>): Promise<void> {
    const { promise, resolve, reject } = Promise.withResolvers<void>();
    const asked = { hold, resolve, reject };
    options.signal?.addEventListener('abort', () => {
      if (this.#queue.includes(asked)) reject(new DOMException('', 'AbortError'));
      this.#queue = this.#queue.filter(other => other !== asked);
    });
    if (options.steal) {
      const stolen = this.#held;
      this.#give(asked);
      // A browser does not promise that a page learns of the loss before the grant.
      if (stolen) void Promise.resolve().then(() => stolen.reject(new DOMException('', 'AbortError')));
    } else {
      this.#queue.push(asked);
      this.#next();
    }
    return promise;
  }

  #give(asked: LockRequest): void {
    this.#held = asked;
    // As in a browser, the request has returned before the page has the lock.
    const held = Promise.resolve().then(() => asked.hold());
    void held.then(() => {
      asked.resolve();
      if (this.#held !== asked) return;
      this.#held = undefined;
      this.#next();
    });
  }

  #next(): void {
    const [next] = this.#queue;
    if (this.#held || !next) return;
    this.#queue.shift();
    this.#give(next);
  }
}

const seen = { state: 'visible' };
let shown: () => void;
beforeEach(() => {
  const listeners = new Set<() => void>();
  shown = () => listeners.forEach(listener => listener());
  vi.stubGlobal('navigator', { locks: new FakeLocks() });
  vi.stubGlobal('document', {
    get visibilityState() {
      return seen.state;
    },
    addEventListener: (_: string, listener: () => void, { signal }: { signal: AbortSignal }) => {
      listeners.add(listener);
      signal.addEventListener('abort', () => listeners.delete(listener));
    },
  });
});
afterEach(() => void vi.unstubAllGlobals());

/** A page with a visibility state and the last value that its listener received. */
function createPage(state: 'visible' | 'hidden') {
  seen.state = state;
  const page = { isLeading: false, stop: () => {} };
  page.stop = electLeader('outbox', isLeading => (page.isLeading = isLeading));
  return page;
}

async function settled(): Promise<void> {
  for (let turn = 0; turn < 20; turn++) await Promise.resolve();
}

test('O6 the visible page leads, and when it closes, the previous one does', async () => {
  const first = createPage('visible');
  await settled();
  expect(first.isLeading).toBe(true);
  const second = createPage('visible');
  const hidden = createPage('hidden');
  await settled();
  expect([first, second, hidden].map(({ isLeading }) => isLeading)).toEqual([false, true, false]);
  second.stop();
  await settled();
  expect([first, hidden].filter(({ isLeading }) => isLeading)).toHaveLength(1);
});

test('O6 a page takes over each time it becomes visible, and a stopped page never does', async () => {
  const first = createPage('visible');
  const second = createPage('visible');
  for (let round = 0; round < 3; round++) {
    await settled();
    // Both pages receive the event; only one does not lead yet.
    shown();
    await settled();
    expect([first, second].filter(({ isLeading }) => isLeading)).toHaveLength(1);
  }
  first.stop();
  second.stop();
  shown();
  await settled();
  const third = createPage('hidden');
  await settled();
  expect(third.isLeading).toBe(true);
});

test('O6 a page that asks twice before it has the lock leads', async () => {
  const page = createPage('visible');
  shown();
  shown();
  await settled();
  expect(page.isLeading).toBe(true);
  page.stop();
});

test('O6 without locks every page leads', () => {
  vi.stubGlobal('navigator', {});
  expect([createPage('visible'), createPage('hidden')].map(({ isLeading }) => isLeading)).toEqual([
    true,
    true,
  ]);
});
