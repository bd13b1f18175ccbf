import { type CommandOutput, haveWords, listTermChoices, parseSearchWords } from '@snug/protocol';
import { sql } from 'kysely';
import { inject, onTestFinished } from 'vitest';
import { newId } from '../base/ids.ts';
import type { Db } from '../db/schema.ts';
import { NodeIndex, type NodeIndexOptions } from '../search/postgres/node-index.ts';
import type { IndexCandidate, IndexQuery, SearchIndex } from '../search/search-index.ts';
import { addPerson, createRoomJob, createSendJob, NOW, runJob, temporaryDatabase } from './database.ts';

/** Delays end at once; bounds do not. */
const MAX_DELAY_MS = 1_000;

export const INDEX_CLOCK: NodeIndexOptions['clock'] = {
  steadyNow: () => performance.now(),
  setTimer(run, ms) {
    const timer = setTimeout(run, ms > MAX_DELAY_MS ? ms : 0);
    return () => clearTimeout(timer);
  },
  repeat: () => () => {},
};

/** A database with a person, whose rooms the tests search. */
export class IndexedWorkspace {
  readonly db: Db;
  readonly url: string;
  readonly uid: string;
  now = NOW;

  static async create(): Promise<IndexedWorkspace> {
    const { db } = await temporaryDatabase();
    const { rows } = await sql<{ name: string }>`select current_database() as "name"`.execute(db);
    const url = new URL(inject('postgresUrl'));
    url.pathname = `/${rows[0]?.name}`;
    return new IndexedWorkspace(db, url.href, await addPerson(db, 'Ann'));
  }

  private constructor(db: Db, url: string, uid: string) {
    this.db = db;
    this.url = url;
    this.uid = uid;
  }

  /** Closes it at the end of the test. */
  openIndex(options: Partial<NodeIndexOptions> = {}): NodeIndex {
    const index = new NodeIndex({
      url: this.url,
      secret: 'x'.repeat(32),
      clock: INDEX_CLOCK,
      readLoad: () => 0,
      onFailure: error => {
        throw error;
      },
      ...options,
    });
    onTestFinished(() => index.close());
    return index;
  }

  async addRoom(kind: 'open' | 'private' = 'private'): Promise<string> {
    const { output } = await this.run<CommandOutput<'create_room'>>(createRoomJob(this.uid, { kind }));
    return output.room.id;
  }

  /** Returns the id of the message. */
  async send(roomId: string, text: string, uid = this.uid): Promise<string> {
    const id = newId();
    await this.run(createSendJob(uid, { roomId, text, id }));
    return id;
  }

  async edit(roomId: string, id: string, text: string): Promise<void> {
    const { revision } = await this.db
      .selectFrom('messages')
      .select('revision')
      .where('roomId', '=', roomId)
      .where('id', '=', id)
      .executeTakeFirstOrThrow();
    const input = { roomId, id, text, editId: newId(), revision: revision ?? 0 };
    await this.run({ mutation: 'edit_message', caller: { uid: this.uid }, input });
  }

  async delete(roomId: string, messageId: string): Promise<void> {
    await this.run({
      mutation: 'delete_message',
      caller: { uid: this.uid },
      input: { roomId, messageId },
    });
  }

  async deleteRoom(roomId: string): Promise<void> {
    await this.run({
      mutation: 'delete_room',
      caller: { uid: this.uid },
      input: { roomId, name: 'Room' },
    });
  }

  run<Output>(job: Parameters<typeof runJob>[1]) {
    return runJob<Output>(this.db, job, this.now);
  }

  /** The texts that a search finds, page by page: those of the candidates that have the words. */
  async search(index: Pick<SearchIndex, 'find'>, scope: Scope, text: string, limit = 40): Promise<Found> {
    const words = parseSearchWords(text, false);
    const query = { ...scope, choices: words.wanted.flatMap(listTermChoices), limit };
    const found: Found = { texts: [], proposed: [], isBehind: false };
    for (let below = scope.below; ; ) {
      const page = await index.find(
        { ...query, ...(below !== undefined && { below }) },
        new AbortController().signal,
      );
      found.isBehind ||= page.isBehind;
      found.proposed.push(...page.candidates);
      for (const { roomId, seq } of page.candidates) {
        const text = await this.#readText(roomId, seq);
        if (text !== null && haveWords([text], words)) found.texts.push(text);
      }
      if (page.examinedTo === undefined) return found;
      if (below !== undefined && page.examinedTo >= below) throw new Error('the page has no progress');
      below = page.examinedTo;
    }
  }

  /** Reads all messages of the rooms, the newest first. */
  async searchTexts({ open, roomIds }: Scope, text: string): Promise<string[]> {
    const words = parseSearchWords(text, false);
    const rows = await this.db
      .selectFrom('messages as m')
      .innerJoin('rooms as r', 'r.id', 'm.roomId')
      .select(['m.text', 'm.roomId', 'r.kind'])
      .where('m.deletedAt', 'is', null)
      .where('r.deletedAt', 'is', null)
      .execute();
    const isInScope = ({ roomId, kind }: (typeof rows)[number]) => {
      if (kind !== 'open') return roomIds.includes(roomId);
      if (!open) return false;
      return 'only' in open ? open.only.includes(roomId) : !open.except.includes(roomId);
    };
    return rows
      .filter(isInScope)
      .flatMap(row => (row.text !== null && haveWords([row.text], words) ? [row.text] : []));
  }

  async #readText(roomId: string, seq: number): Promise<string | null> {
    const row = await this.db
      .selectFrom('messages')
      .select('text')
      .where('roomId', '=', roomId)
      .where('seq', '=', seq)
      .executeTakeFirst();
    return row?.text ?? null;
  }
}

export type Scope = Pick<IndexQuery, 'open' | 'roomIds' | 'below' | 'notBelow' | 'has'>;

export interface Found {
  texts: string[];
  proposed: IndexCandidate[];
  isBehind: boolean;
}
