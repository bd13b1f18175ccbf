import { newId } from '@snug/client';
import type { CommandName, CommandOutput } from '@snug/protocol';
import { stableStringify } from '@snug/testkit/compare.ts';
import { inject } from 'vitest';
import { createHttpClient } from '../load/command-client.ts';
import type { Participant } from '../load/participant.ts';
import type { Cluster } from './cluster.ts';

const ROUNDS = 40;

/** Two nodes receive requests at the same moment: one message twice, and two admins who demote each other. */
export async function raceNodes({ urls: [one = '', other = ''] }: Cluster): Promise<string[]> {
  const [ann, ben] = inject('clusterPeople').people;
  if (!ann || !ben) throw new Error('a race needs two people');
  const broken = new Set<string>();
  for (let round = 0; round < ROUNDS; round++) {
    const roomId = newId();
    await run(ann, one, 'create_room', { id: roomId, name: `Race ${round}`, description: 'Two at once' });
    await run(ann, one, 'set_admin', { roomId, uid: ben.uid, admin: true });
    const message = { roomId, id: newId(), text: 'Sent twice' };
    const results = await Promise.all([one, other].map(url => run(ann, url, 'send_message', message)));
    if (new Set(results.map(stableStringify)).size > 1) broken.add('results differ');
    await Promise.allSettled([
      run(ann, one, 'set_admin', { roomId, uid: ben.uid, admin: false }),
      run(ben, other, 'set_admin', { roomId, uid: ann.uid, admin: false }),
    ]);
    const { admins, messages } = await run(ann, one, 'open_room', { roomId });
    if (messages.length > 1) broken.add('stored twice');
    if (admins.length === 0) broken.add('no admin');
  }
  return [...broken];
}

function run<Name extends CommandName>(
  person: Participant,
  url: string,
  command: Name,
  input: object,
): Promise<CommandOutput<Name>> {
  return createHttpClient({ ...person, url }).request(command, input) as Promise<CommandOutput<Name>>;
}
