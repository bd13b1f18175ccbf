type Part = 'day' | 'month' | 'year';

/** With this many digits, or after a first digit above `maxFirst`, browsers go on to the next part. */
const RULES: Record<Part, { length: number; maxFirst: number }> = {
  day: { length: 2, maxFirst: 3 },
  month: { length: 2, maxFirst: 1 },
  year: { length: 4, maxFirst: 9 },
};

/** The parts of a date in the order in which a language writes them. */
export function listDateParts(locale?: string): Part[] {
  const parts = new Intl.DateTimeFormat(locale, { calendar: 'gregory' }).formatToParts(0);
  return parts.flatMap(({ type }) => (type in RULES ? [type as Part] : []));
}

/** Typed digits, as a date field of a browser reads them: no program can write into a part of it. */
export class DateTyping {
  readonly #order: readonly Part[];
  readonly #values: Record<Part, string>;
  #place = 0;
  #digits = '';

  /** `value`: that of the field, as YYYY-MM-DD. */
  constructor(value: string, order: readonly Part[] = listDateParts()) {
    const [year = '', month = '', day = ''] = value.split('-');
    this.#values = { year, month, day };
    this.#order = order;
  }

  get isDone(): boolean {
    return this.#place >= this.#order.length;
  }

  get value(): string {
    const { year, month, day } = this.#values;
    return `${year.padStart(4, '0')}-${month.padStart(2, '0')}-${day.padStart(2, '0')}`;
  }

  /** Returns false for characters that dates do not contain. */
  type(character: string): boolean {
    const part = this.#order[this.#place];
    if (!part) return false;
    if (/^\d$/.test(character)) this.#typeDigit(part, character);
    else if (/^[-./\s]$/.test(character)) this.#goOn();
    else return false;
    return true;
  }

  #typeDigit(part: Part, digit: string): void {
    const { length, maxFirst } = RULES[part];
    this.#digits += digit;
    this.#values[part] = this.#digits;
    if (this.#digits.length === length || Number(this.#digits) > maxFirst * 10 ** (length - 2)) this.#goOn();
  }

  #goOn(): void {
    if (this.#digits === '') return;
    this.#digits = '';
    this.#place++;
  }
}
