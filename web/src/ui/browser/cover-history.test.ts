import * as fc from 'fast-check';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { CoverHistory } from './cover-history.ts';

interface Entry {
  url: string;
  state: { covers?: number; at?: string } | null;
}

/** The history of a tab: traversals happen later, one after the other. */
class FakeTab {
  entries: Entry[] = [{ url: '/', state: null }];
  index = 0;
  readonly #traversals: number[] = [];
  onPopState = () => {};

  get state(): Entry['state'] {
    return this.#current.state;
  }

  get #current(): Entry {
    return this.entries[this.index] ?? { url: '', state: null };
  }

  pushState(state: Entry['state'], _: string, url = this.#current.url): void {
    this.#expectRest();
    this.entries = [...this.entries.slice(0, ++this.index), { url, state }];
  }

  replaceState(state: Entry['state'], _: string, url = this.#current.url): void {
    this.#expectRest();
    this.entries[this.index] = { url, state };
  }

  /** Browsers disagree about what happens then. */
  #expectRest(): void {
    if (this.#traversals.length > 0) throw new Error('An entry changes during a traversal');
  }

  go(delta: number): void {
    this.#traversals.push(delta);
  }

  /** Returns whether there was a traversal. */
  traverse(): boolean {
    const delta = this.#traversals.shift();
    if (delta === undefined) return false;
    if (!this.entries[this.index + delta]) return true;
    this.index += delta;
    this.onPopState();
    return true;
  }

  /** Of the pages, up to the current one. */
  listPages(): string[] {
    return this.entries
      .slice(0, this.index + 1)
      .filter(({ state }) => !state?.covers)
      .map(({ url }) => url);
  }
}

/** A page that opens and closes covers, and navigates. */
class FakePage {
  readonly tab: FakeTab;
  readonly covers: { isStubborn: boolean; end: () => void }[] = [];
  history: CoverHistory;
  address = '/';
  navigations = 0;

  constructor(tab = new FakeTab()) {
    this.tab = tab;
    this.history = this.reload();
  }

  reload(): CoverHistory {
    this.covers.length = 0;
    this.history = new CoverHistory(this.tab);
    this.tab.onPopState = () => {
      if (this.history.onPopState()) this.#readAddress();
    };
    this.#readAddress();
    return this.history;
  }

  /** A stubborn cover refuses the first Back, as one that asks before it loses a text. */
  open(isStubborn = false): void {
    const cover = { isStubborn, end: () => {} };
    cover.end = this.history.open(() => {
      if (cover.isStubborn) cover.isStubborn = false;
      else this.#remove(cover);
    });
    this.covers.push(cover);
  }

  close(): void {
    const top = this.covers.at(-1);
    if (top) this.#remove(top);
  }

  #remove(cover: (typeof this.covers)[number]): void {
    this.covers.splice(this.covers.indexOf(cover), 1);
    cover.end();
  }

  navigate(isReplacement = false): void {
    const url = `/${++this.navigations}`;
    this.history.runOnPage(() => {
      this.tab[isReplacement ? 'replaceState' : 'pushState']({ at: url }, '', url);
      this.#readAddress();
    });
  }

  #readAddress(): void {
    this.address = this.tab.entries[this.tab.index]?.url ?? '';
  }
}

async function settle({ tab }: FakePage): Promise<void> {
  for (let isBusy = true; isBusy; ) {
    await vi.advanceTimersByTimeAsync(1);
    isBusy = tab.traverse();
  }
}

beforeEach(() => vi.useFakeTimers());
afterEach(() => vi.useRealTimers());

const changes = {
  open: (page: FakePage) => page.open(),
  openStubborn: (page: FakePage) => page.open(true),
  close: (page: FakePage) => page.close(),
  push: (page: FakePage) => page.navigate(),
  replace: (page: FakePage) => page.navigate(true),
};
const change = fc.constantFrom(...(Object.keys(changes) as (keyof typeof changes)[]));
const step = fc.oneof(
  fc.array(change, { minLength: 1, maxLength: 4 }),
  fc.constantFrom('back' as const, 'forward' as const, 'goBack' as const, 'reload' as const),
);

test('after any steps, each open cover has one entry above its page, and Back leads through the pages', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(step, { maxLength: 25 }), async steps => {
      const page = new FakePage();
      const { tab } = page;
      await settle(page);
      for (const step of steps) {
        const pages = tab.listPages();
        const covers = page.covers.length;
        const next = tab.entries[tab.index + 1];
        let left: number | undefined;
        if (Array.isArray(step)) {
          // All in the same task, for example a dialog that closes and navigates.
          for (const name of step) {
            changes[name](page);
            if (name === 'push') pages.push(`/${page.navigations}`);
            if (name === 'replace') pages.splice(-1, 1, `/${page.navigations}`);
          }
        } else if (step === 'back') {
          const top = page.covers.at(-1);
          const isRefused = top?.isStubborn === true;
          tab.go(-1);
          await settle(page);
          left = Math.max(0, covers - (isRefused ? 0 : 1));
          if (covers === 0 && pages.length > 1) pages.pop();
        } else if (step === 'forward') {
          tab.go(1);
          await settle(page);
          left = covers;
          if (next && !next.state?.covers) pages.push(next.url);
        } else if (step === 'goBack') {
          // The page knows that there is an entry before it.
          if (pages.length < 2) continue;
          page.history.goBack();
          pages.pop();
        } else page.reload();
        await settle(page);
        expect(page.covers.length).toBe(left ?? page.covers.length);
        expect(tab.listPages()).toEqual(pages);
        expect(page.address).toBe(pages.at(-1));
        expect(tab.state?.covers ?? 0).toBe(page.covers.length);
        expect(tab.state?.at ?? '/', 'the state of the page').toBe(page.address);
      }
    }),
    { numRuns: 300 },
  );
});

test('steps before the end of a traversal lead to the same: one entry for each open cover', async () => {
  const early = fc.oneof(change, fc.constantFrom('traverse' as const, 'task' as const));
  await fc.assert(
    fc.asyncProperty(fc.array(early, { maxLength: 40 }), async steps => {
      const page = new FakePage();
      for (const step of steps) {
        if (step === 'traverse') page.tab.traverse();
        else if (step === 'task') await vi.advanceTimersByTimeAsync(0);
        else changes[step](page);
      }
      await settle(page);
      expect(page.tab.state?.covers ?? 0).toBe(page.covers.length);
      expect(page.address).toBe(page.tab.listPages().at(-1));
      expect(page.tab.listPages().length).toBe(1 + steps.filter(step => step === 'push').length);
    }),
    { numRuns: 300 },
  );
});

test('an address that waits for a lost traversal comes later', async () => {
  const page = new FakePage();
  page.open();
  await settle(page);
  page.tab.go = () => {};
  page.close();
  page.navigate();
  await vi.advanceTimersByTimeAsync(4_000);
  expect(page.address).toBe('/');
  await vi.advanceTimersByTimeAsync(2_000);
  expect(page.address).toBe('/1');
});
