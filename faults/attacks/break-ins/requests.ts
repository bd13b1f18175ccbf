import type { CommandOutput } from '@snug/protocol';
import type { TestPerson } from '@snug/testkit/test-person.ts';
import type { Attempt } from './attempt.ts';
import type { Target } from './target.ts';

async function createRoom(person: TestPerson): Promise<string> {
  const input = { name: 'Buy pills', description: 'Cheap', kind: 'private' };
  return (await person.runCommand<CommandOutput<'create_room'>>('create_room', input)).room.id;
}

/** Everything that a person sees without opening "Requests". */
async function readSeen(person: TestPerson) {
  const list = await person.runCommand<CommandOutput<'list_rooms'>>('list_rooms', { mine: true });
  const { mentions } = await person.runCommand<CommandOutput<'get_mentions'>>('get_mentions', {});
  return { rooms: list.rooms.length, mentions: mentions.length };
}

async function countRequests(person: TestPerson): Promise<number> {
  const list = await person.runCommand<CommandOutput<'list_rooms'>>('list_rooms', { mine: 'requests' });
  return list.rooms.length;
}

/** Mentions the person in the room, and writes to them directly. Returns how many answers were errors. */
async function pester(attacker: TestPerson, { uid }: TestPerson, roomId: string): Promise<number> {
  const mentions = [{ uid, start: 3, length: 7 }];
  const sent = await attacker.postCommand('send_message', { roomId, text: 'Hi @Victim', mentions });
  const direct = await attacker.postCommand('open_direct', { uids: [uid] });
  const { room } = (direct.ok ?? { room: undefined }) as Partial<CommandOutput<'open_direct'>>;
  const wrote = await attacker.postCommand('send_message', { roomId: room?.id, text: 'no request' });
  return [sent, direct, wrote].filter(({ error }) => error !== undefined).length;
}

async function createPair(target: Target): Promise<[victim: TestPerson, attacker: TestPerson]> {
  return [await target.addPerson('Victim'), await target.addPerson('Attacker')];
}

const NOTHING = JSON.stringify({ rooms: 0, mentions: 0 });

export const REQUEST_ATTEMPTS: readonly Attempt[] = [
  {
    name: 'show a room and a mention to a stranger by adding them, and then write to them directly',
    run: async target => {
      const [victim, attacker] = await createPair(target);
      const roomId = await createRoom(attacker);
      await attacker.runCommand('set_member', { roomId, uid: victim.uid, member: true });
      const errors = await pester(attacker, victim, roomId);
      const seen = { ...(await readSeen(victim)), requests: await countRequests(victim), errors };
      return {
        tries: 3,
        seen,
        held: JSON.stringify(await readSeen(victim)) === NOTHING && seen.requests === 2 && errors === 0,
      };
    },
  },
  {
    name: 'add a person again 10 times who left and blocked the attacker',
    run: async target => {
      const [victim, attacker] = await createPair(target);
      const roomId = await createRoom(attacker);
      const uid = victim.uid;
      await attacker.runCommand('set_member', { roomId, uid, member: true });
      await victim.runCommand('leave_room', { roomId });
      await victim.runCommand('set_block', { uid: attacker.uid, blocked: true });
      let accepted = 0;
      for (let count = 0; count < 10; count++) {
        const { error } = await attacker.postCommand('set_member', { roomId, uid, member: count % 2 === 0 });
        if (!error) accepted++;
      }
      await attacker.postCommand('set_member', { roomId, uid, member: true });
      await pester(attacker, victim, roomId);
      const seen = { accepted, ...(await readSeen(victim)), requests: await countRequests(victim) };
      return { tries: 11, seen, held: seen.rooms + seen.mentions + seen.requests === 0 };
    },
  },
  {
    name: 'fill up the requests of a person with 40 rooms in an hour',
    run: async target => {
      const [victim, attacker] = await createPair(target);
      const outcomes: Record<string, number> = {};
      const roomIds = [await createRoom(attacker), await createRoom(attacker)];
      for (let count = 0; count < 40; count++) {
        const roomId = roomIds[count % 2];
        const { error } = await attacker.postCommand('set_member', { roomId, uid: victim.uid, member: true });
        outcomes[error?.code ?? 'ok'] = (outcomes[error?.code ?? 'ok'] ?? 0) + 1;
        await attacker.postCommand('set_member', { roomId, uid: victim.uid, member: false });
      }
      return { tries: 40, seen: outcomes, held: (outcomes['ok'] ?? 0) <= 20 };
    },
  },
];
