import { listTerms, type TermChoice } from '@snug/protocol';
import { parseMentions } from '../chat/mentions/message-mentions.ts';
import type { Db } from '../db/schema.ts';
import {
  type IndexCandidate,
  type IndexPage,
  type IndexQuery,
  PLACES_PER_MS,
  type SearchIndex,
} from '../search/search-index.ts';

interface IndexedMessage {
  roomId: string;
  kind: 'open' | 'private' | 'direct';
  seq: number;
  authorId: string;
  createdAt: number;
  terms: ReadonlySet<string>;
  parts: readonly string[];
  mentions: readonly (string | null)[];
}

/** Reads all messages at each search, so it is never behind. */
export class SimpleIndex implements SearchIndex {
  readonly #db: Db;
  readonly #places = new Map<string, number>();
  readonly #taken = new Set<number>();

  constructor(db: Db) {
    this.#db = db;
  }

  async find(query: IndexQuery, _deadline: AbortSignal): Promise<IndexPage> {
    const all = (await readAll(this.#db)).filter(message => matches(message, query));
    const found = all
      .map(
        ({ roomId, seq, createdAt }): IndexCandidate => ({
          roomId,
          seq,
          place: this.#place(roomId, seq, createdAt),
        }),
      )
      .filter(
        ({ place }) => place < (query.below ?? Number.POSITIVE_INFINITY) && place >= (query.notBelow ?? 0),
      )
      .toSorted((a, b) => b.place - a.place);
    const candidates = found.slice(0, query.limit);
    const last = found.length > candidates.length ? candidates.at(-1) : undefined;
    return { candidates, ...(last && { examinedTo: last.place }), isBehind: false };
  }

  follow(): void {}

  async close(): Promise<void> {}

  #place(roomId: string, seq: number, createdAt: number): number {
    const known = this.#places.get(`${roomId} ${seq}`);
    if (known !== undefined) return known;
    let place = createdAt * PLACES_PER_MS;
    while (this.#taken.has(place)) place++;
    this.#taken.add(place);
    this.#places.set(`${roomId} ${seq}`, place);
    return place;
  }
}

async function readAll(db: Db): Promise<IndexedMessage[]> {
  const rows = await db
    .selectFrom('messages as m')
    .innerJoin('rooms as r', 'r.id', 'm.roomId')
    .leftJoin('files as f', 'f.id', 'm.fileId')
    .select([
      'm.roomId',
      'm.seq',
      'm.authorId',
      'm.createdAt',
      'm.text',
      'm.fileKind',
      'm.links',
      'm.pinnedAt',
    ])
    .select(['m.mentions', 'r.kind', 'f.name'])
    .where('m.deletedAt', 'is', null)
    .where('r.deletedAt', 'is', null)
    .orderBy('m.createdAt')
    .orderBy('m.roomId')
    .orderBy('m.seq')
    .execute();
  return rows.map(({ text, name, fileKind, links, pinnedAt, mentions, ...row }) => ({
    ...row,
    terms: listTerms(`${text ?? ''}\n${name ?? ''}`),
    parts: [
      ...(fileKind ? [fileKind] : []),
      ...(links ? ['link'] : []),
      ...(pinnedAt === null ? [] : ['pin']),
    ],
    mentions: mentions === null ? [] : parseMentions(mentions).map(({ uid }) => uid),
  }));
}

function matches(
  message: IndexedMessage,
  { choices, from, mentions, has = [], ...scope }: IndexQuery,
): boolean {
  return (
    isInScope(message, scope) &&
    choices.every(choice => hasChoice(message.terms, choice)) &&
    (from === undefined || message.authorId === from) &&
    (mentions === undefined || message.mentions.some(uid => uid === null || uid === mentions)) &&
    has.every(part => message.parts.includes(part))
  );
}

function isInScope(
  { kind, roomId }: IndexedMessage,
  { open, roomIds }: Pick<IndexQuery, 'open' | 'roomIds'>,
): boolean {
  if (kind !== 'open') return roomIds.includes(roomId);
  if (!open) return false;
  return 'only' in open ? open.only.includes(roomId) : !open.except.includes(roomId);
}

function hasChoice(terms: ReadonlySet<string>, { terms: some, isPrefix }: TermChoice): boolean {
  return some.some(one => terms.has(one) || (isPrefix && [...terms].some(term => term.startsWith(one))));
}
