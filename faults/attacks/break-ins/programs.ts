import { randomBytes, randomUUID } from 'node:crypto';
import type { CommandOutput } from '@snug/protocol';
import { TestPerson } from '@snug/testkit/test-person.ts';
import type { Attempt } from './attempt.ts';
import { countStatuses, type Target } from './target.ts';

/** A bot of Ann with a token for one of her two rooms. */
async function createBot({ server, addPerson }: Target) {
  const ann = await addPerson('Ann');
  const [roomId, otherId] = [await ann.createRoom(), await ann.createRoom()];
  const { bot } = await ann.runCommand<CommandOutput<'create_bot'>>('create_bot', { name: 'Robo' });
  const input = { name: 'A program', uid: bot.uid, roomIds: [roomId] };
  const created = await ann.runProven<CommandOutput<'create_token'>>('create_token', input);
  const program = TestPerson.fromToken(server.url, created.secret, bot.uid);
  return { ann, bot, program, roomId, otherId, tokenId: created.token.id };
}

/** A malformed try would prove nothing. */
async function listAllowed(program: TestPerson, tries: readonly [command: string, input: object][]) {
  const allowed: string[] = [];
  const refused: Record<string, number> = {};
  for (const [command, input] of tries) {
    const { error } = await program.postCommand(command, input);
    if (!error) allowed.push(command);
    else refused[error.code] = (refused[error.code] ?? 0) + 1;
  }
  const isValid = refused['invalid_input'] === undefined && refused['rate_limited'] === undefined;
  return { tries: tries.length, seen: { allowed, refused }, held: allowed.length === 0 && isValid };
}

export const PROGRAM_ATTEMPTS: readonly Attempt[] = [
  {
    name: 'guess 300 access tokens, also with the start of a valid one',
    run: async ({ server, addPerson }) => {
      const ann = await addPerson('Ann');
      const input = { name: 'A program' };
      const { secret } = await ann.runProven<CommandOutput<'create_token'>>('create_token', input);
      const end = (length: number) => randomBytes(32).toString('base64url').slice(0, length);
      const guesses = Array.from({ length: 300 }, (_, index) => {
        const kept = secret.slice(0, index % 2 ? 5 : secret.length - 1);
        return kept + end(secret.length - kept.length);
      }).filter(guess => guess !== secret);
      const responses = [];
      for (const guess of guesses)
        responses.push(
          await fetch(`${server.url}/api/list_rooms`, {
            method: 'POST',
            headers: {
              authorization: `Bearer ${guess}`,
              'x-forwarded-for': '198.19.0.2',
              'content-type': 'application/json',
            },
            body: '{}',
          }),
        );
      const seen = countStatuses(responses);
      return { tries: guesses.length, seen, held: !seen['200'] };
    },
  },
  {
    name: 'a bot reaches another room of its owner, and the rights of its owner',
    run: async target => {
      const { ann, bot, program, roomId, otherId, tokenId } = await createBot(target);
      const message = { roomId, id: randomUUID(), text: 'x' };
      await ann.runCommand('send_message', message);
      await program.runCommand('get_messages', { roomId });
      return listAllowed(program, [
        ['open_room', { roomId: otherId }],
        ['get_messages', { roomId: otherId }],
        ['send_message', { roomId: otherId, id: randomUUID(), text: 'x' }],
        ['join_room', { roomId: otherId }],
        ['edit_room', { roomId, name: 'Taken' }],
        ['delete_room', { roomId, name: 'Room' }],
        ['archive_room', { roomId, archived: true }],
        ['set_admin', { roomId, uid: bot.uid, admin: true }],
        ['set_member', { roomId, uid: ann.uid, bannedUntil: 8_640_000_000_000_000 }],
        ['remove_message', { roomId, messageId: message.id }],
        ['delete_message', { roomId, messageId: message.id }],
        ['edit_message', { roomId, id: message.id, text: 'y', revision: 0, editId: randomUUID() }],
        ['create_room', { name: 'Room', description: 'A room' }],
        ['create_invite', { roomIds: [roomId] }],
        ['open_direct', { uids: [target.admin.uid] }],
        ['create_token', { name: 'Another' }],
        ['create_bot', { name: 'Another' }],
        ['create_webhook', { roomId, url: 'https://snug.example' }],
        ['revoke_token', { id: tokenId }],
        ['get_account', {}],
        ['list_sessions', {}],
        ['list_saved', {}],
        ['list_audit', {}],
        ['set_setting', { name: 'sign_up', value: 'closed', version: 0 }],
        ['redeem_setup', { code: 'x' }],
      ]);
    },
  },
  {
    name: 'a bot reads and writes while its owner is suspended, and on an open socket',
    run: async target => {
      const { ann, program, roomId } = await createBot(target);
      const socket = await program.connect();
      await socket.request('open_room', { roomId });
      await target.admin.runCommand('set_suspension', { uid: ann.uid, suspended: true });
      const closed = await socket.closed;
      const result = await listAllowed(program, [
        ['get_messages', { roomId }],
        ['send_message', { roomId, id: randomUUID(), text: 'x' }],
      ]);
      const download = (await program.get('/api/account/data')).status;
      const seen = { ...result.seen, closed, download };
      return { tries: 4, seen, held: result.held && closed === 4401 && download === 401 };
    },
  },
];
