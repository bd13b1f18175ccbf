import { until } from '@snug/testkit/until.ts';
import type { Browser, Size } from './browser.ts';
import { type Box, findAll, getStableBox, type Query } from './in-page.ts';
import { chord, drag, move, press, typeText, wheel } from './input.ts';

const FIND = `(${String(findAll)})`;
const BOX = `(${String(getStableBox)})`;

export class BrowserUser {
  readonly browser: Browser;
  readonly size: Size;
  readonly #origin: string;

  constructor(browser: Browser, origin: string, size: Size) {
    this.size = size;
    this.browser = browser;
    this.#origin = origin;
  }

  async open(path: string): Promise<void> {
    await this.browser.open(`${this.#origin}${path}`);
  }

  async reload(): Promise<void> {
    await this.browser.reload();
  }

  async run<A extends readonly unknown[], T>(fn: (...args: A) => T | Promise<T>, ...args: A): Promise<T> {
    return (await this.browser.run(`() => (${String(fn)})(${args.map(serialize).join()})`)) as T;
  }

  /** Runs a function in the page, with all matching elements as its first argument. */
  async evaluateOn<A extends readonly unknown[], T>(
    query: Query,
    fn: (elements: HTMLElement[], ...args: A) => T | Promise<T>,
    ...args: A
  ): Promise<T> {
    const found = `${FIND}(${JSON.stringify(query)})`;
    const source = `() => (${String(fn)})(${[found, ...args.map(serialize)].join()})`;
    return (await this.browser.run(source)) as T;
  }

  count(query: Query): Promise<number> {
    return this.evaluateOn(query, elements => elements.length);
  }

  async waitFor(query: Query, count?: number): Promise<void> {
    let found = 0;
    const isFound = async () => {
      found = await this.count(query);
      return count === undefined ? found > 0 : found === count;
    };
    await until(`${this.browser.name} shows ${count ?? 'some'} ${JSON.stringify(query)}`, isFound, {
      describeState: () => `it showed ${found}`,
    });
  }

  async waitUntilGone(query: Query): Promise<void> {
    await this.waitFor(query, 0);
  }

  /** The box of the first match, once it has stopped moving and nothing covers it. */
  async waitForBox(query: Query): Promise<Box> {
    const source = `() => { const [element] = ${FIND}(${JSON.stringify(query)}); return element ? ${BOX}(element) : null; }`;
    let box: Box | null = null;
    await until(`${this.browser.name} can press ${JSON.stringify(query)}`, async () => {
      box = (await this.browser.run(source)) as Box | null;
      return box !== null;
    });
    return box as unknown as Box;
  }

  async click(query: Query): Promise<void> {
    await this.browser.perform(press(await this.waitForBox(query), 'mouse'));
  }

  async hover(query: Query): Promise<void> {
    await this.browser.perform(move(await this.waitForBox(query)));
  }

  async tap(query: Query): Promise<void> {
    await this.browser.perform(press(await this.waitForBox(query), 'touch'));
  }

  /** A long press. `time`: ms. */
  async hold(query: Query, time: number): Promise<void> {
    await this.browser.perform(press(await this.waitForBox(query), 'touch', time));
  }

  /** Moves a finger by `deltaY` px, from the middle of the element. */
  async swipe(query: Query, deltaY: number): Promise<void> {
    await this.browser.perform(drag(await this.waitForBox(query), deltaY));
  }

  async scroll(query: Query, deltaY: number): Promise<void> {
    await this.browser.perform(wheel(await this.waitForBox(query), deltaY));
  }

  async pressKeys(...names: string[]): Promise<void> {
    await this.browser.perform(chord(names));
  }

  async type(text: string): Promise<void> {
    await this.browser.perform(typeText(text));
  }

  async fillField(query: Query, text: string): Promise<void> {
    await this.click(query);
    await this.pressKeys('Control', 'a');
    await this.type(text);
  }

  async chooseFiles(query: Query, paths: readonly string[]): Promise<void> {
    const all = { ...query, hidden: true };
    await this.waitFor(all);
    await this.evaluateOn(all, ([input]) => input?.setAttribute('data-chosen', ''));
    await this.browser.setFiles('[data-chosen]', paths);
  }
}

function serialize(argument: unknown): string {
  return JSON.stringify(argument);
}
