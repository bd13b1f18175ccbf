import { randomUUID } from 'node:crypto';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { PASSWORD } from '@snug/testkit/store-person.ts';
import type { Attempt } from './attempt.ts';
import type { Target } from './target.ts';

/** SECURITY.md permits 10 s after the change. */
const LOG_MS = 12_000;
/** A job erases an account, and looks for work each 10 s. */
const ERASURE_MS = 24_000;

/** Replaces or erases a text that contains the word. */
type Replace = (target: Target, word: string) => Promise<unknown>;

const REPLACEMENTS: Readonly<Record<string, { replace: Replace; afterMs: number }>> = {
  'an edit': {
    afterMs: LOG_MS,
    replace: async ({ addPerson }, word) => {
      const ann = await addPerson('Ann');
      const [roomId, id] = [await ann.createRoom(), randomUUID()];
      await ann.runCommand('send_message', { roomId, id, text: word });
      await ann.runCommand('edit_message', { roomId, id, text: 'x', revision: 0, editId: randomUUID() });
    },
  },
  'a new name of a room': {
    afterMs: LOG_MS,
    replace: async ({ addPerson }, word) => {
      const ann = await addPerson('Ann');
      const roomId = await ann.createRoom();
      await ann.runCommand('edit_room', { roomId, name: word });
      await ann.runCommand('edit_room', { roomId, name: 'x' });
    },
  },
  'a new name of a person': {
    afterMs: LOG_MS,
    replace: async ({ addPerson }, word) => {
      const ann = await addPerson('Ann');
      await ann.runCommand('set_nickname', { name: word });
      await ann.runCommand('set_nickname', { name: 'x' });
    },
  },
  'the erasure of an account': {
    afterMs: ERASURE_MS,
    replace: async ({ addPerson, send }, word) => {
      const ann = await addPerson('Ann');
      await ann.runCommand('send_message', { roomId: await ann.createRoom(), id: randomUUID(), text: word });
      const body = { password: PASSWORD, messages: 'erase' };
      const { status } = await send('/api/account/delete', body, { cookie: ann.cookie });
      if (status !== 200) throw new Error(`the deletion returned ${status}`);
    },
  },
};

/** By file of the database: how often it contains the word, in any case. Searches have folded copies of names. */
function countCopies(data: string, word: string): Record<string, number> {
  const files = ['snug.db', 'snug.db-wal'].filter(name => existsSync(join(data, name)));
  return Object.fromEntries(
    files.map(name => [
      name,
      readFileSync(join(data, name), 'latin1').toLowerCase().split(word.toLowerCase()).length - 1,
    ]),
  );
}

export const OLD_WORD_ATTEMPTS: readonly Attempt[] = Object.entries(REPLACEMENTS).map(
  ([kind, { replace, afterMs }]) => ({
    name: `read replaced words in the files of the database ${afterMs / 1_000} s after ${kind}`,
    run: async target => {
      const word = `Secret${randomUUID().replaceAll('-', '')}`;
      await replace(target, word);
      await wait(afterMs);
      const copies = countCopies(target.server.data, word);
      return { tries: 1, seen: copies, held: Object.values(copies).every(count => count === 0) };
    },
  }),
);
