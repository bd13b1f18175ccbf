import type { Chat } from '@snug/client';
import type { CommandInput, CommandOutput, ReadState } from '@snug/protocol';
import { assertEqual } from '@snug/testkit/compare.ts';
import type { StoredReads } from '@snug/testkit/stored-reads.ts';

type Position = Pick<ReadState, 'readSeq' | 'version'>;

type StoredCursors = Pick<StoredReads, 'reads' | 'conversations'>;

/** The last cursors that servers sent to people's devices, by person and room. */
export class CursorHistory {
  readonly #last = new Map<string, Position>();
  /** Where devices of a person asked for the cursors of a room and its conversations. */
  readonly #asked = new Set<string>();

  follow({ connection, actions }: Pick<Chat, 'connection' | 'actions'>, uid: string): void {
    connection.events.subscribe(event => {
      if (event.type === 'read_moved' && event.read) this.#note(uid, event.roomId, event.read);
    });
    actions.pending.subscribe(() => {
      for (const { command, roomId, input } of actions.pending.get())
        if (command === 'set_read')
          this.#asked.add(`${uid} ${roomId} ${(input as CommandInput<'set_read'>).seq}`);
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
  check({ reads, conversations }: StoredCursors): void {
    for (const { userId, roomId, seq } of conversations) {
      const isAsked = seq === 0 || this.#asked.has(`${userId} ${roomId} ${seq}`);
      assertEqual(`${roomId}: ${userId} asked for the cursor of a conversation`, isAsked, true);
    }
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
