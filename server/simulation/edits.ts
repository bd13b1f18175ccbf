import type { Chat } from '@snug/client';
import type { CommandOutput, Message } from '@snug/protocol';
import { assertEqual } from '@snug/testkit/compare.ts';
import type { Db } from '../src/db/schema.ts';
import type { TrimHistory } from './trim-history.ts';

/** Of a message, or of an edit. */
interface RequestedText {
  roomId: string;
  id: string;
  text: string;
}

/** The edits of a history, and those whose authors have results. */
export class Edits {
  readonly requested: RequestedText[] = [];
  readonly #acknowledged: Message[] = [];

  /** Throws by `onError` if the author, who edits on one device, has to solve a conflict. */
  follow({ actions }: Pick<Chat, 'actions'>, onError: (error: unknown) => void): void {
    actions.onDone.subscribe(({ action, output }) => {
      if (action.command !== 'edit_message') return;
      this.#acknowledged.push((output as CommandOutput<'edit_message'>).message);
    });
    actions.onRejected.subscribe(({ action, error }) => {
      if (action.command !== 'edit_message' || error.code === 'not_found') return;
      onError(new Error(`an edit was rejected: ${error.message} ${JSON.stringify(action)}`));
    });
  }

  /** Throws unless each message has its last acknowledged text, or a later one that its author wanted. */
  async check(
    db: Db,
    sent: readonly RequestedText[],
    trimHistory: Pick<TrimHistory, 'listTrimmed'>,
  ): Promise<void> {
    const texts = Map.groupBy([...sent, ...this.requested], ({ id }) => id);
    const acknowledged = Map.groupBy(this.#acknowledged, ({ id }) => id);
    const rows = await db.selectFrom('messages').selectAll().where('deletedAt', 'is', null).execute();
    for (const { id, roomId, text, revision } of rows) {
      const wanted = texts.get(id);
      // A message that is stored again has its first text.
      if (!wanted || trimHistory.listTrimmed(roomId).has(id)) continue;
      const possible = revision === null ? wanted.slice(0, 1) : wanted.slice(1);
      assertEqual(
        `${id}: somebody wrote its text`,
        possible.some(one => one.text === text),
        true,
      );
      const last = (acknowledged.get(id) ?? []).toSorted((a, b) => toRevision(a) - toRevision(b)).at(-1);
      const isNewer = (revision ?? 0) > toRevision(last);
      if (last && !isNewer) assertEqual(`${id}: its last edit`, [text, revision], [last.text, last.revision]);
    }
  }
}

function toRevision(message: Message | undefined): number {
  return message?.revision ?? 0;
}
