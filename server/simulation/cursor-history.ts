import type { Chat } from '@snug/client';
import type { CommandOutput, ReadState } from '@snug/protocol';
import { assertEqual } from '@snug/testkit/compare.ts';
import type { StoredReads } from '@snug/testkit/stored-reads.ts';

type Position = Pick<ReadState, 'readSeq' | 'version'>;

/** The last cursors that servers sent to people's devices, by person and room. */
export class CursorHistory {
  readonly #last = new Map<string, Position>();

  follow({ connection, actions }: Pick<Chat, 'connection' | 'actions'>, uid: string): void {
    connection.events.subscribe(event => {
      if (event.type === 'read_moved' && event.read) this.#note(uid, event.roomId, event.read);
    });
    actions.onDone.subscribe(({ action, output }) => {
      if (action.command !== 'set_read') return;
      this.#note(uid, action.roomId, (output as CommandOutput<'set_read'>).read);
    });
  }

  #note(uid: string, roomId: string, read: ReadState): void {
    const known = this.#last.get(`${uid} ${roomId}`);
    if (!known || isEarlier(known, read)) this.#last.set(`${uid} ${roomId}`, read);
  }

  /** Throws if a cursor is now behind an earlier one of the same version. */
  check({ reads }: Pick<StoredReads, 'reads'>): void {
    for (const { userId, roomId, seq, version } of reads) {
      const last = this.#last.get(`${userId} ${roomId}`);
      const isBehind = last !== undefined && isEarlier({ readSeq: seq, version }, last);
      assertEqual(`${roomId}: the cursor of ${userId} moved back`, isBehind, false);
    }
  }
}

function isEarlier(one: Position, other: Position): boolean {
  return one.version === other.version ? one.readSeq < other.readSeq : one.version < other.version;
}
