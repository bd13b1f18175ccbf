import type { CommandOutput } from '@snug/protocol';
import { MUTATIONS, type SnugMutations } from '../src/commands/mutations.ts';
import type { Db } from '../src/db/schema.ts';
import type { Faults } from './server.ts';

function withMutation<Name extends keyof SnugMutations>(
  name: Name,
  run: SnugMutations[Name]['run'],
): Pick<Faults, 'mutations'> {
  return { mutations: { ...MUTATIONS, [name]: { ...MUTATIONS[name], run } } };
}

/** Forward moves, too. */
const moveAnywhere = withMutation('set_read', async (db, call, input) => {
  const { roomId, seq, version } = input;
  if (!input.back)
    await db
      .updateTable('reads')
      .set({ seq })
      .where('userId', '=', call.uid)
      .where('roomId', '=', roomId)
      .where('version', '=', version)
      .where('seq', '>', seq)
      .execute();
  return MUTATIONS.set_read.run(db, call, input);
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

export interface SimulationMutant {
  faults: Faults;
  expectedError: RegExp;
  /** Lost connections would hide the fault, because each new one reads everything again. */
  isFaultFree?: boolean;
}

/** Each breaks a rule of read cursors, mentions or conversations. */
export const READ_MUTANTS: Readonly<Record<string, SimulationMutant>> = {
  'a cursor accepts a lower seq': { faults: moveAnywhere, expectedError: /moved back/ },
  'other devices do not receive a moved cursor': {
    faults: moveSilently,
    expectedError: /unread messages on device/,
    isFaultFree: true,
  },
  'a deletion leaves its mentions': { faults: keepMentions, expectedError: /mentions that no message has/ },
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
