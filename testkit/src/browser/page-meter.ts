import type { CDPSession, Page } from '@playwright/test';

/** Of the main thread of a page, so that other work of the machine does not count. */
export interface PageCosts {
  /** Processor time of all tasks, in ms. */
  taskMs: number;
  /** The part of scripts. */
  scriptMs: number;
  layouts: number;
  styleRecalcs: number;
}

export class PageMeter {
  readonly #devtools: CDPSession;

  private constructor(devtools: CDPSession) {
    this.#devtools = devtools;
  }

  static async attach(page: Page): Promise<PageMeter> {
    const devtools = await page.context().newCDPSession(page);
    await devtools.send('Performance.enable', { timeDomain: 'threadTicks' });
    return new PageMeter(devtools);
  }

  /** `rate`: how many times slower the page runs. */
  async slowDown(rate: number): Promise<void> {
    await this.#devtools.send('Emulation.setCPUThrottlingRate', { rate });
  }

  async measure(act: () => Promise<unknown>): Promise<PageCosts> {
    const before = await this.#read();
    await act();
    const after = await this.#read();
    const since = (name: string) => {
      const [from, to] = [before.get(name), after.get(name)];
      if (from === undefined || to === undefined) throw new Error(`the browser does not report ${name}`);
      return to - from;
    };
    return {
      taskMs: since('TaskDuration') * 1_000,
      scriptMs: since('ScriptDuration') * 1_000,
      layouts: since('LayoutCount'),
      styleRecalcs: since('RecalcStyleCount'),
    };
  }

  /** The calls of the page's own functions: work that depends neither on the machine nor on its load. */
  async countCalls(act: () => Promise<unknown>): Promise<number> {
    await this.#devtools.send('Profiler.enable');
    await this.#devtools.send('Profiler.startPreciseCoverage', { callCount: true, detailed: false });
    await act();
    const { result } = await this.#devtools.send('Profiler.takePreciseCoverage');
    await this.#devtools.send('Profiler.disable');
    return result
      .filter(({ url }) => url.includes('/assets/'))
      .flatMap(({ functions }) => functions.map(({ ranges }) => ranges[0]?.count ?? 0))
      .reduce((sum, calls) => sum + calls, 0);
  }

  async #read(): Promise<Map<string, number>> {
    const { metrics } = await this.#devtools.send('Performance.getMetrics');
    return new Map(metrics.map(({ name, value }) => [name, value]));
  }
}
