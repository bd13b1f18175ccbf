import { randomBytes } from 'node:crypto';
import {
  isEmoji,
  isEmojiName,
  MAX_EMOJI,
  MAX_EMOJI_NAMES,
  MAX_EMOJI_UPLOAD_BYTES,
  parseEmojiReaction,
} from '@snug/protocol';
import { isReservedShortcode } from '../../../chat/emoji/standard-shortcodes.ts';
import type { Db } from '../../../db/schema.ts';
import type { EmojiLine } from '../../../export/format/lines.ts';
import { isEmojiPicture, makeEmojiPicture } from '../../../files/emoji-picture.ts';
import { toPastTime } from './clean-line.ts';
import type { ImportRun } from './import-run.ts';
import type { ImportedPeople } from './imported-people.ts';
import { readBounded } from './read-bounded.ts';

interface EmojiCounts {
  version: number;
  names: number;
  shown: number;
}

/** The emoji of the archive that the workspace has now. */
export class ImportedEmoji {
  readonly #run: ImportRun;
  readonly #people: ImportedPeople;
  /** First names of pictures that the workspace has or had. */
  readonly #keys = new Set<string>();
  /** Those of Unicode that the archive uses. Recognising one takes as long as storing a reaction. */
  readonly #standard = new Set<string>();

  constructor(run: ImportRun, people: ImportedPeople) {
    this.#run = run;
    this.#people = people;
  }

  /** Whether messages can have this reaction. */
  isReaction(name: string): boolean {
    const key = parseEmojiReaction(name);
    if (key !== undefined) return this.#keys.has(key);
    if (this.#standard.has(name)) return true;
    if (!isEmoji(name)) return false;
    this.#standard.add(name);
    return true;
  }

  /** First names first. */
  async storeAll(pages: AsyncIterable<readonly EmojiLine[]>): Promise<void> {
    const counts = await readCounts(this.#run.db);
    const others: EmojiLine[] = [];
    for await (const page of pages) {
      for (const line of page) {
        this.#run.signal?.throwIfAborted();
        if (line.key === line.name) await this.#store(line, counts);
        else others.push(line);
      }
    }
    for (const line of others) await this.#store(line, counts);
  }

  async #store(line: EmojiLine, counts: EmojiCounts): Promise<void> {
    const { ledger } = this.#run.source;
    const reason = await this.#add(line, counts);
    if (reason === undefined) ledger.store('emoji');
    else ledger.skip({ kind: 'emoji', reason, entry: line.name });
  }

  /** Returns the reason if it does not come. */
  async #add(line: EmojiLine, counts: EmojiCounts): Promise<string | undefined> {
    const { db, now, owner, transaction } = this.#run;
    const { name, key } = line;
    const isFirst = name === key;
    const known = await db.selectFrom('emoji').select('key').where('name', '=', name).executeTakeFirst();
    if (known?.key === key) {
      if (isFirst) this.#keys.add(key);
      return 'already_here';
    }
    if (known) return 'emoji.taken';
    if (!isEmojiName(name)) return 'emoji.name';
    if (isReservedShortcode(name)) return 'emoji.standard';
    if (!isFirst && !this.#keys.has(key)) return 'emoji.no_picture';
    if (counts.names >= MAX_EMOJI_NAMES || (isFirst && counts.shown >= MAX_EMOJI)) return 'emoji.too_many';
    const isShown = isFirst && line.deletedAt === undefined;
    const made = isShown ? await this.#makePicture(line) : undefined;
    if (isShown && !made) return 'emoji.no_picture';
    const picture = made ? randomBytes(16).toString('hex') : null;
    const row = {
      name,
      key,
      picture,
      animated: made?.still ? 1 : null,
      bytes: made ? made.webp.byteLength + (made.still?.byteLength ?? 0) : null,
      addedBy: this.#people.find(line.addedBy)?.uid ?? owner,
      at: toPastTime(line.at, now()) ?? now(),
      deletedAt: line.deletedAt === undefined ? null : (toPastTime(line.deletedAt, now()) ?? now()),
      version: ++counts.version,
    };
    await transaction.run(1, async () => {
      if (made && picture !== null) {
        const still = made.still?.toString('base64') ?? null;
        const bytes = { picture, webp: made.webp.toString('base64'), still };
        await db.insertInto('emoji_pictures').values(bytes).execute();
      }
      await db.insertInto('emoji').values(row).execute();
    });
    counts.names++;
    if (made) counts.shown++;
    if (isFirst) this.#keys.add(key);
    return undefined;
  }

  async #makePicture({ file }: EmojiLine) {
    const { source } = this.#run;
    const opened = file === undefined ? undefined : await source.openFile(file);
    const bytes = opened && (await readBounded(opened, MAX_EMOJI_UPLOAD_BYTES));
    const made = bytes && (await makeEmojiPicture(bytes));
    // A server has made it already: each encoding loses quality.
    if (made && source.kind === 'snug' && (await isEmojiPicture(bytes))) return { ...made, webp: bytes };
    return made;
  }
}

async function readCounts(db: Db): Promise<EmojiCounts> {
  const { names, shown, version } = await db
    .selectFrom('emoji')
    .select(({ fn }) => [
      fn.countAll<number>().as('names'),
      fn.count<number>('picture').filterWhere('deletedAt', 'is', null).as('shown'),
      fn.max<number | null>('version').as('version'),
    ])
    .executeTakeFirstOrThrow();
  return { names, shown, version: version ?? 0 };
}
