import type { RoomEvent } from '@snug/protocol';
import { array, assert, integer, nat, property, record } from 'fast-check';
import { expect, test } from 'vitest';
import { makeMessage, ROOM_ID } from '../testing/samples.ts';
import { ConversationCount } from './conversation-count.ts';
import type { LogChange } from './room-log.ts';

const ROOT = makeMessage(1);

/** `deletes`: which of the messages before it; undefined for a reply, or a message outside of the conversation. */
interface Step {
  deletes: number | undefined;
  isReply: boolean;
}

/** The events of a room, and the number of messages of the conversation after each. */
function runSteps(steps: readonly Step[]) {
  const live = new Map([[ROOT.id, ROOT]]);
  const counts = [0, 1];
  const events = steps.flatMap(({ deletes, isReply }): RoomEvent[] => {
    const seq = counts.length;
    const target = deletes === undefined ? undefined : [...live.values()][deletes % Math.max(live.size, 1)];
    const message = target
      ? { ...target, changedSeq: seq, deletedAt: 1 }
      : { ...makeMessage(seq), ...(isReply && { rootId: ROOT.id }) };
    if (target) live.delete(target.id);
    else live.set(message.id, message);
    counts.push([...live.values()].filter(({ id, rootId }) => [id, rootId].includes(ROOT.id)).length);
    return [{ type: target ? 'message_deleted' : 'message_sent', roomId: ROOM_ID, seq, message }];
  });
  return { events, counts };
}

const arbitraryStep = record(
  { deletes: nat(20), isReply: integer({ min: 0, max: 1 }).map(Boolean) },
  { requiredKeys: ['isReply'] },
).map(step => ({ deletes: undefined, ...step }));

test('D5 after any replies and deletions, loaded or not, and any late pages, the count is right', () => {
  const arbitraryPages = array(record({ after: nat(30), seq: nat(30) }), { maxLength: 5 });
  assert(
    property(array(arbitraryStep, { maxLength: 30 }), arbitraryPages, (steps, pages) => {
      const { events, counts } = runSteps(steps);
      const count = new ConversationCount();
      const changes: LogChange[] = [];
      const read = (seq: number) => count.set(counts[seq] ?? Number.NaN, seq, changes, ROOT.id);
      read(1);
      for (const event of events) {
        const change = { seq: event.seq, event, apply: (log: Parameters<LogChange['apply']>[0]) => log };
        changes.push(change);
        count.apply(change, ROOT.id);
        const due = pages.filter(({ after }) => after === event.seq);
        // The server may be ahead of the events, or the page late.
        for (const page of due) read(Math.min(Math.max(page.seq, 1), counts.length - 1));
      }
      expect(count.value).toBe(counts.at(-1));
    }),
  );
});
