import type { CommandOutput } from '@snug/protocol';
import { MUTATIONS, type SnugMutations } from '../src/commands/mutations.ts';
import type { Db } from '../src/db/schema.ts';
import type { Faults } from './server.ts';
import type { SimulationKind } from './simulate.ts';

function withMutation<Name extends keyof SnugMutations>(
  name: Name,
  run: SnugMutations[Name]['run'],
): Pick<Faults, 'mutations'> {
  return { mutations: { ...MUTATIONS, [name]: { ...MUTATIONS[name], run } } };
}

/** Moves the cursor of a room before the real mutation does, where `seq` is on the wrong side of it. */
async function moveWrongly(
  db: Db,
  uid: string,
  { roomId, seq, version }: { roomId: string; seq: number; version: number },
  { cursorIs, next }: { cursorIs: '<' | '>'; next: number },
): Promise<void> {
  await db
    .updateTable('reads')
    .set({ seq, version: next })
    .where('userId', '=', uid)
    .where('roomId', '=', roomId)
    .where('version', '=', version)
    .where('seq', cursorIs, seq)
    .execute();
}

/** Forward moves, too. */
const moveAnywhere = withMutation('set_read', async (db, call, input) => {
  if (!input.back) await moveWrongly(db, call.uid, input, { cursorIs: '>', next: input.version });
  return MUTATIONS.set_read.run(db, call, input);
});

const raiseBack = withMutation('set_read', async (db, call, input) => {
  if (input.back) await moveWrongly(db, call.uid, input, { cursorIs: '<', next: input.version + 1 });
  return MUTATIONS.set_read.run(db, call, input);
});

const raiseConversationsBack = withMutation('set_read', async (db, call, input) => {
  const result = await MUTATIONS.set_read.run(db, call, input);
  if (input.back && result.output.moved.length > 0)
    await db
      .updateTable('own_conversations')
      .set({ seq: input.seq })
      .where('userId', '=', call.uid)
      .where('roomId', '=', input.roomId)
      .where('seq', '<', input.seq)
      .execute();
  return result;
});

const moveSilently = withMutation('set_read', async (...input) => {
  const { output } = await MUTATIONS.set_read.run(...input);
  return { output, publications: [] };
});

const keepMentions = withMutation('delete_message', async (db, call, input) => {
  const before = await listMentions(db, input.roomId);
  const result = await MUTATIONS.delete_message.run(db, call, input);
  const left = new Set((await listMentions(db, input.roomId)).map(({ userId, seq }) => `${userId} ${seq}`));
  const lost = before.filter(({ userId, seq }) => !left.has(`${userId} ${seq}`));
  if (lost.length > 0) await db.insertInto('mentions').values(lost).execute();
  return result;
});

function listMentions(db: Db, roomId: string) {
  return db.selectFrom('mentions').selectAll().where('roomId', '=', roomId).execute();
}

const loseFollows = withMutation('send_message', async (db, call, input) => {
  const result = await MUTATIONS.send_message.run(db, call, input);
  await db.deleteFrom('own_conversations').where('userId', '=', call.uid).execute();
  return result;
});

const readBySending = withMutation('send_message', async (db, call, input) => {
  const result = await MUTATIONS.send_message.run(db, call, input);
  const { rootId = '', seq } = result.output.message;
  await db
    .updateTable('own_conversations')
    .set({ seq })
    .where('userId', '=', call.uid)
    .where('roomId', '=', input.roomId)
    .where('rootId', '=', rootId)
    .execute();
  return result;
});

const countTwice = withMutation('send_message', async (db, call, input) => {
  const { output, publications } = await MUTATIONS.send_message.run(db, call, input);
  const changed = publications.map(({ event, ...rest }) => ({
    ...rest,
    event:
      'replies' in event && typeof event.replies === 'number'
        ? { ...event, replies: event.replies + 1 }
        : event,
  }));
  return { output, publications: changed as typeof publications };
});

const omitCursors = (frame: string) => frame.replaceAll(/,"conversations":\{[^{}]*\}/g, '');

export interface SimulationMutant extends SimulationKind {
  faults: Faults;
  expectedError: RegExp;
  /** Of a history that found it. Others are tried only if it no longer does. */
  seed?: number;
}

/** Each breaks a rule of read cursors, mentions or conversations. */
export const READ_MUTANTS: Readonly<Record<string, SimulationMutant>> = {
  'a cursor accepts a lower seq': { faults: moveAnywhere, seed: 9, expectedError: /lowered its cursor/ },
  'marking as unread raises the cursor of a room': { faults: raiseBack, expectedError: /as unread raised/ },
  'marking as unread raises the cursors of conversations': {
    faults: raiseConversationsBack,
    seed: 9,
    expectedError: /the cursor of .* went/,
  },
  'other devices do not receive a moved cursor': {
    faults: moveSilently,
    seed: 29,
    expectedError: /unread messages on device/,
    isFaultFree: true,
  },
  'a deletion leaves its mentions': {
    faults: keepMentions,
    seed: 7,
    expectedError: /mentions that no message has/,
  },
  'a count has a message too many': {
    faults: {
      dispatch: real => async (caller, command, input) => {
        const output = await real(caller, command, input);
        if (command !== 'get_unread') return output;
        const { reads } = output as CommandOutput<'get_unread'>;
        for (const read of Object.values(reads)) if (read.unread > 0) read.unread++;
        return output;
      },
    },
    expectedError: /unread messages on device/,
  },
  'sending ends what its author follows': { faults: loseFollows, expectedError: /follows/ },
  'sending moves the cursor of its conversation': {
    faults: readBySending,
    expectedError: /asked for the cursor|unread messages on device/,
  },
  'a reply counts twice for those who see it come': { faults: countTwice, expectedError: /of replies to/ },
  'clients know the cursor of the room only': {
    faults: { receive: omitCursors },
    expectedError: /as unread/,
  },
  'a conversation lacks a reply': {
    faults: {
      dispatch: real => async (caller, command, input) => {
        const output = await real(caller, command, input);
        const page = output as CommandOutput<'get_messages'>;
        if (command !== 'get_messages' || !page.conversation) return output;
        return { ...page, messages: page.messages.slice(0, 1) };
      },
    },
    expectedError: /conversation/,
  },
};
