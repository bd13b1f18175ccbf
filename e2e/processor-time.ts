import type { CDPSession, Page } from '@playwright/test';

/** Of the thread of a page, so that other work of the machine does not count. */
export class ProcessorTime {
  readonly #devtools: CDPSession;

  private constructor(devtools: CDPSession) {
    this.#devtools = devtools;
  }

  static async of(page: Page): Promise<ProcessorTime> {
    const devtools = await page.context().newCDPSession(page);
    await devtools.send('Performance.enable', { timeDomain: 'threadTicks' });
    return new ProcessorTime(devtools);
  }

  /** In seconds. */
  async measure(act: () => Promise<unknown>): Promise<number> {
    const start = await this.#read();
    await act();
    return (await this.#read()) - start;
  }

  async #read(): Promise<number> {
    const { metrics } = await this.#devtools.send('Performance.getMetrics');
    const task = metrics.find(({ name }) => name === 'TaskDuration');
    if (!task) throw new Error('the browser does not report the time of its tasks');
    return task.value;
  }
}
