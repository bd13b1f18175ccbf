/** Times of the pages, in one time zone. */
export class PageTimes {
  readonly timeZone: string;
  readonly #month: Intl.DateTimeFormat;
  readonly #monthName: Intl.DateTimeFormat;
  readonly #day: Intl.DateTimeFormat;
  readonly #time: Intl.DateTimeFormat;

  constructor(timeZone: string) {
    this.timeZone = timeZone;
    this.#month = new Intl.DateTimeFormat('en-CA', { timeZone, year: 'numeric', month: '2-digit' });
    this.#monthName = new Intl.DateTimeFormat('en', { timeZone, year: 'numeric', month: 'long' });
    this.#day = new Intl.DateTimeFormat('en', { timeZone, dateStyle: 'full' });
    this.#time = new Intl.DateTimeFormat('en-GB', { timeZone, timeStyle: 'short' });
  }

  /** "2026-11". */
  month(at: Date): string {
    return this.#month.format(at);
  }

  /** "November 2026". */
  monthName(at: Date): string {
    return this.#monthName.format(at);
  }

  day(at: Date): string {
    return this.#day.format(at);
  }

  time(at: Date): string {
    return this.#time.format(at);
  }
}
