import { Readable } from 'node:stream';
import { setImmediate as nextTurn } from 'node:timers/promises';
import type { Person, TextBlock } from '@snug/protocol';
import type { FileLine, MessageLine } from '../format/lines.ts';
import { writeZip, type ZipEntry } from '../zip/write-zip.ts';
import { getArchivePath } from './file-paths.ts';
import { formatMessage, listNamedPeople, parseText, type Quote } from './message-html.ts';
import { beginPage, endPage, formatIndex, INDEX, type Page } from './page-html.ts';
import { PageTimes } from './page-times.ts';
import type { RoomPageSource } from './room-page-source.ts';
import { excerpt } from './text-html.ts';

const MAX_MESSAGES_PER_PAGE = 2_000;
const CHUNK_UNITS = 32_768;
/** Messages before this many are quoted without their words. */
const MAX_QUOTES = 20_000;
const QUOTE_LENGTH = 120;

export interface RoomPagesOptions {
  source: RoomPageSource;
  /** ms since 1970. */
  now: number;
  /** An IANA name. */
  timeZone: string;
  /** Before each page of messages and each file. Throws to end the export. */
  confirm: () => Promise<void>;
}

/** A room as a ZIP archive that opens without a server. It reads only as fast as somebody reads from the stream. */
export function createRoomPages(options: RoomPagesOptions): Readable {
  return Readable.from(writeZip(new RoomPageEntries(options), new Date(options.now)), { objectMode: false });
}

/** A message and what it people. */
interface Shown {
  line: MessageLine;
  at: Date;
  people: ReadonlyMap<string, Person>;
  file: FileLine | undefined;
}

/** A room as pages of HTML with their files, to be read once and one after the other. */
class RoomPageEntries implements AsyncIterable<ZipEntry> {
  readonly #options: RoomPagesOptions;
  readonly #times: PageTimes;
  readonly #pages: Page[] = [];
  readonly #quotes = new Map<string, Quote>();
  readonly #open = new Set<Readable>();
  readonly #messages: AsyncIterator<readonly Shown[]>;
  #batch: readonly Shown[] = [];
  #next = 0;

  constructor(options: RoomPagesOptions) {
    this.#options = options;
    this.#times = new PageTimes(options.timeZone);
    this.#messages = this.#readMessages();
  }

  async *[Symbol.asyncIterator](): AsyncGenerator<ZipEntry, void> {
    try {
      for (let first = await this.#peek(); first; first = await this.#peek()) {
        const page = this.#createPage(first);
        const files: FileLine[] = [];
        yield { name: page.name, content: this.#writePage(page, files), isCompressed: true };
        for (const file of files) yield* this.#readFile(file);
      }
      yield { name: INDEX, content: this.#writeIndex(), isCompressed: true };
    } finally {
      await this.#messages.return?.();
      // Of an archive that ends early.
      for (const stream of this.#open) stream.destroy();
    }
  }

  async *#readMessages(): AsyncGenerator<readonly Shown[]> {
    const { source, confirm } = this.#options;
    for await (const lines of source.messages()) {
      // An engine may read without giving others a turn.
      await nextTurn();
      await confirm();
      const shown = lines.filter(({ deleted, removed }) => deleted === undefined || removed === true);
      const people = await source.findPeople([...new Set(shown.flatMap(listNamedPeople))]);
      const files = await source.findFiles(shown.flatMap(({ file }) => file ?? []));
      yield shown.map(line => ({ line, at: new Date(line.at), people, file: files.get(line.file ?? '') }));
    }
  }

  async #peek(): Promise<Shown | undefined> {
    while (this.#next === this.#batch.length) {
      const { done, value } = await this.#messages.next();
      if (done) return undefined;
      [this.#batch, this.#next] = [value, 0];
    }
    return this.#batch[this.#next];
  }

  /** The page that begins with the message. */
  #describePage({ at }: Shown): Page {
    const month = this.#times.month(at);
    const part = this.#pages.filter(({ name }) => name.startsWith(month)).length + 1;
    const title = this.#times.monthName(at);
    return part === 1
      ? { name: `${month}.html`, title, messages: 0 }
      : { name: `${month}-${part}.html`, title: `${title}, part ${part}`, messages: 0 };
  }

  #createPage(first: Shown): Page {
    const page = this.#describePage(first);
    this.#pages.push(page);
    return page;
  }

  async *#writePage(page: Page, files: FileLine[]): AsyncGenerator<Buffer> {
    const previous = this.#pages.at(-2);
    let text = beginPage(this.#options.source.room.name, page, previous);
    let day: string | undefined;
    let next = await this.#peek();
    const month = next && this.#times.month(next.at);
    while (next && page.messages < MAX_MESSAGES_PER_PAGE && this.#times.month(next.at) === month) {
      const shownDay = this.#times.day(next.at);
      if (shownDay !== day) text += `<h2>${shownDay}</h2>\n`;
      day = shownDay;
      text += await this.#formatMessage(page, next);
      if (next.file) files.push(next.file);
      page.messages++;
      this.#next++;
      if (text.length >= CHUNK_UNITS) {
        yield Buffer.from(text);
        text = '';
        await nextTurn();
      }
      next = await this.#peek();
    }
    yield Buffer.from(text + endPage(previous, next && this.#describePage(next)));
  }

  async #formatMessage(page: Page, { line, people, file }: Shown): Promise<string> {
    const quote = this.#quotes.get(line.replyTo ?? '');
    const isNamed = !quote || people.has(quote.by);
    const allPeople = isNamed
      ? people
      : new Map([...people, ...(await this.#options.source.findPeople([quote.by]))]);
    const blocks = parseText(line, people);
    this.#addQuote(line, { page: page.name, by: line.by, words: describeInWords(line, blocks, file) });
    return formatMessage(line, { people: allPeople, times: this.#times, blocks, file, quote });
  }

  #addQuote({ id }: MessageLine, quote: Quote): void {
    this.#quotes.set(id, quote);
    const [oldest] = this.#quotes.keys();
    if (this.#quotes.size > MAX_QUOTES && oldest !== undefined) this.#quotes.delete(oldest);
  }

  /** Nothing, if the file was deleted meanwhile. */
  async *#readFile({ id, name }: FileLine): AsyncGenerator<ZipEntry> {
    await this.#options.confirm();
    const bytes = await this.#options.source.openFile(id);
    if (!bytes) return;
    this.#open.add(bytes);
    yield { name: getArchivePath(id, name), content: bytes, isCompressed: false };
    this.#open.delete(bytes);
  }

  async *#writeIndex(): AsyncGenerator<Buffer> {
    const { source, now, timeZone } = this.#options;
    const at = new Date(now);
    const exportedAt = `${this.#times.day(at)}, ${this.#times.time(at)}`;
    yield Buffer.from(formatIndex({ room: source.room, pages: this.#pages, exportedAt, timeZone }));
  }
}

function describeInWords(
  { removed }: MessageLine,
  blocks: readonly TextBlock[],
  file: FileLine | undefined,
): string {
  if (removed) return 'Removed by an admin';
  return excerpt(blocks, QUOTE_LENGTH) || (file?.name.slice(0, QUOTE_LENGTH) ?? '');
}
