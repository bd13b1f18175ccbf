import type { SlackPlace } from './slack-rooms.ts';
import { readTs, type SlackObject } from './slack-values.ts';

const DAY_MS = 86_400_000;
/** Of one room. An answer that is older than its first message is rare: a clock was wrong. */
const MAX_SEARCHES = 100;
const MAX_WAITING = 1_000;

/** Answers of one room whose first message is on a later day, until that day. */
export class LateRoots<Item extends { place: SlackPlace; us: number; answered: number | undefined }> {
  readonly #readDay: (path: string) => Promise<readonly SlackObject[]>;
  /** The path of the day with the first message, or undefined, by place and time. */
  readonly #days = new Map<string, string | undefined>();
  readonly #waiting = new Map<string, Item[]>();
  /** The time of the first message of each answer that waited, by place and time. */
  readonly #firsts = new Map<string, number>();
  #count = 0;

  constructor(readDay: (path: string) => Promise<readonly SlackObject[]>) {
    this.#readDay = readDay;
  }

  /** Whether the item waits for a day after `path`. An answer to one that waited answers the same first message, which can be on `path`. */
  async hold(item: Item, path: string): Promise<boolean> {
    const { place, us, answered } = item;
    if (answered === undefined || this.#count >= MAX_WAITING) return false;
    const first = this.#firsts.get(toKey(place, answered)) ?? answered;
    if (first < us) return false;
    item.answered = first;
    const day = await this.#findDay(place, first, path);
    if (day === undefined || day <= path) return false;
    this.#firsts.set(toKey(place, us), first);
    this.#waiting.set(day, [...(this.#waiting.get(day) ?? []), item]);
    this.#count++;
    return true;
  }

  /** Those whose first message is on this day. */
  take(path: string): Item[] {
    const items = this.#waiting.get(path) ?? [];
    this.#waiting.delete(path);
    this.#count -= items.length;
    return items;
  }

  async #findDay(place: SlackPlace, us: number, path: string): Promise<string | undefined> {
    const key = toKey(place, us);
    if (this.#days.has(key)) return this.#days.get(key);
    if (this.#days.size >= MAX_SEARCHES) return undefined;
    const days = toDays(us);
    const candidates = place.days.filter(day => day > path && days.has(day.slice(-15, -5)));
    for (const day of candidates) {
      const messages = await this.#readDay(day);
      if (!messages.some(message => isFirst(message, us))) continue;
      this.#days.set(key, day);
      return day;
    }
    this.#days.set(key, undefined);
    return undefined;
  }
}

function toKey({ sourceId }: SlackPlace, us: number): string {
  return `${sourceId} ${us}`;
}

/** A day of an export begins at midnight of a time zone that the export does not name. */
function toDays(us: number): Set<string> {
  const at = us / 1000;
  return new Set([-DAY_MS, 0, DAY_MS].map(shift => new Date(at + shift).toISOString().slice(0, 10)));
}

function isFirst(message: SlackObject, us: number): boolean {
  if (readTs(message.ts) !== us) return false;
  return message.thread_ts === undefined || readTs(message.thread_ts) === us;
}
