import type { ImportRun } from './import-run.ts';
import type { ImportedPeople } from './imported-people.ts';
import { insertRows, type RowTable } from './insert-rows.ts';
import type { Place, PreparedMessage } from './message-rows.ts';
import type { RoomTarget } from './room-target.ts';

const MENTIONS: RowTable = {
  name: 'mentions',
  columns: ['userId', 'roomId', 'seq', 'kind', 'at', 'authorId', 'outside'],
};

type MentionRow = [
  userId: string,
  roomId: string,
  seq: number,
  kind: 'person' | 'reply',
  at: number,
  authorId: string,
  outside: number | null,
];

interface Member {
  userId: string;
  role: 'admin' | 'member' | null;
  bannedUntil: number | null;
  request: 'waiting' | 'declined' | null;
}

/** Whom the messages of a room mention or answer, as `addMentions` stores it. */
export class MentionRows {
  readonly #run: ImportRun;
  readonly #people: ImportedPeople;
  readonly #target: RoomTarget;
  readonly #members: ReadonlyMap<string, Member>;
  #rows: MentionRow[] = [];

  constructor(run: ImportRun, people: ImportedPeople, target: RoomTarget, members: readonly Member[]) {
    this.#run = run;
    this.#people = people;
    this.#target = target;
    this.#members = new Map(members.map(member => [member.userId, member]));
  }

  /** `answered`: the author of the answered message. */
  add(
    { named, author }: PreparedMessage,
    { roomId, seq, createdAt }: Place,
    answered: string | undefined,
  ): void {
    for (const uid of named) this.#addOne(uid, [roomId, seq, 'person', createdAt, author.uid]);
    if (answered !== undefined && !named.includes(answered))
      this.#addOne(answered, [roomId, seq, 'reply', createdAt, author.uid]);
  }

  #addOne(
    uid: string,
    [roomId, seq, kind, at, authorId]: [string, number, MentionRow[3], number, string],
  ): void {
    if (uid === authorId || !this.#canRead(uid)) return;
    const isMember = (this.#members.get(uid)?.role ?? null) !== null;
    this.#rows.push([uid, roomId, seq, kind, at, authorId, isMember ? null : 1]);
  }

  #canRead(uid: string): boolean {
    const member = this.#members.get(uid);
    const person = this.#people.getByUid(uid);
    if (person?.isDeleted) return false;
    if (member && member.bannedUntil !== null && member.bannedUntil > this.#run.now()) return false;
    if (member?.request) return false;
    if (member && member.role !== null) return true;
    return this.#target.kind === 'open' && person !== undefined && !person.isGuest && !person.isAuthor;
  }

  /** In the order of the table, whose rows are far from each other otherwise. Without those who have blocked the author. */
  async take(): Promise<readonly MentionRow[]> {
    const rows = this.#rows;
    this.#rows = [];
    const blocks = await this.#readBlocks(new Set(rows.map(([, , , , , authorId]) => authorId)));
    const kept =
      blocks.size === 0 ? rows : rows.filter(([uid, , , , , author]) => !blocks.has(`${uid} ${author}`));
    return kept.toSorted(([a, , first], [b, , second]) => (a < b ? -1 : a > b ? 1 : first - second));
  }

  async insert(rows: readonly MentionRow[]): Promise<void> {
    await insertRows(this.#run.db, this.#run.engine, MENTIONS, rows);
  }

  async #readBlocks(authors: ReadonlySet<string>): Promise<ReadonlySet<string>> {
    const blocks = new Set<string>();
    const all = [...authors];
    for (let from = 0; from < all.length; from += 500) {
      const rows = await this.#run.db
        .selectFrom('blocks')
        .select(['userId', 'blockedId'])
        .where('blockedId', 'in', all.slice(from, from + 500))
        .execute();
      for (const { userId, blockedId } of rows) blocks.add(`${userId} ${blockedId}`);
    }
    return blocks;
  }
}
