import { expect, test } from 'vitest';
import type { HighlightRequest } from './code-token.ts';
import { Highlighter } from './highlighter.ts';

/** Never answers code with "slow", and answers other code with one token. */
class FakeWorker extends EventTarget {
  readonly requests: HighlightRequest[] = [];
  isTerminated = false;

  postMessage(request: HighlightRequest): void {
    this.requests.push(request);
    if (request.code.includes('slow')) return;
    const text = request.code === 'changed' ? 'other' : request.code;
    this.dispatchEvent(new MessageEvent('message', { data: [{ kind: 'keyword', text }] }));
  }

  terminate(): void {
    this.isTerminated = true;
  }
}

function setup() {
  const workers: FakeWorker[] = [];
  const createWorker = () => {
    const worker = new FakeWorker();
    workers.push(worker);
    return worker as Pick<Worker, keyof FakeWorker & keyof Worker>;
  };
  let expire: (() => void) | undefined;
  const setTimer = (run: () => void) => {
    expire = run;
    return () => {
      expire = undefined;
    };
  };
  const highlighter = new Highlighter({ createWorker, setTimer });
  const highlight = (code: string) => highlighter.highlight({ code, language: 'ts' });
  const highlightSlowly = async () => {
    const result = highlight(`slow ${workers.length}`);
    await Promise.resolve();
    await Promise.resolve();
    expire?.();
    return result;
  };
  const count = () => ({
    workers: workers.length,
    terminated: workers.filter(one => one.isTerminated).length,
  });
  const listRequests = () => workers.flatMap(({ requests }) => requests);
  return { highlight, highlightSlowly, listRequests, count };
}

test('highlights the same code once', async () => {
  const { highlight, listRequests } = setup();
  expect(await highlight('let a')).toEqual([{ kind: 'keyword', text: 'let a' }]);
  expect(await highlight('let a')).toEqual([{ kind: 'keyword', text: 'let a' }]);
  expect(listRequests()).toEqual([{ code: 'let a', language: 'ts' }]);
});

test('code stays plain if it is long, or if the result has another text', async () => {
  const { highlight, listRequests } = setup();
  expect(await highlight('a'.repeat(10_001))).toBeUndefined();
  expect(listRequests()).toEqual([]);
  expect(await highlight('changed')).toBeUndefined();
});

test('code that takes too long ends its worker and stays plain, and the next one gets a new worker', async () => {
  const { highlight, highlightSlowly, count } = setup();
  expect(await highlightSlowly()).toBeUndefined();
  expect(count()).toEqual({ workers: 1, terminated: 1 });
  expect(await highlight('let a')).toBeDefined();
  expect(count()).toEqual({ workers: 2, terminated: 1 });
});

test('after three timeouts all code stays plain', async () => {
  const { highlight, highlightSlowly, count } = setup();
  for (const _ of [1, 2, 3]) await highlightSlowly();
  expect(await highlight('let a')).toBeUndefined();
  expect(count()).toEqual({ workers: 3, terminated: 3 });
});
