import { setTimeout as wait } from 'node:timers/promises';
import type { CommandOutput } from '@snug/protocol';
import type { TestPerson } from '@snug/testkit/test-person.ts';
import type { Attempt } from './attempt.ts';

/** Of embeddings, overrides and isolates, with their ends, and marks of one direction. */
const CONTROLS = '\u061c\u200e\u200f\u202a\u202b\u202c\u202d\u202e\u2066\u2067\u2068\u2069';
/** Within the limit of commands. */
const INTERVAL_MS = 600;

async function readNames(eve: TestPerson, roomId: string): Promise<string[]> {
  const { person } = await eve.runCommand<CommandOutput<'get_profile'>>('get_profile', { uid: eve.uid });
  const { room } = await eve.runCommand<CommandOutput<'open_room'>>('open_room', { roomId });
  return [person.name, room.name];
}

export const NAME_ATTEMPTS: readonly Attempt[] = [
  {
    name: 'show the name of another person with controls of direction, as a person and as a room',
    run: async ({ addPerson }) => {
      const eve = await addPerson('Eve');
      const roomId = await eve.createRoom();
      const names = new Set<string>();
      for (const control of CONTROLS) {
        const name = `${control}adnaW`;
        await eve.runCommand('set_nickname', { name });
        await eve.runCommand('edit_room', { roomId, name });
        for (const stored of await readNames(eve, roomId)) names.add(stored);
        await wait(2 * INTERVAL_MS);
      }
      const held = [...names].every(name => name === 'adnaW');
      return { tries: 2 * CONTROLS.length, seen: { names: [...names] }, held };
    },
  },
];
