import { setTimeout as wait } from 'node:timers/promises';
import type { CommandOutput } from '@snug/protocol';
import { openDatabase } from '@snug/server/db/open.ts';
import { TestPerson } from '@snug/testkit/test-person.ts';
import type { TestSocket } from '@snug/testkit/test-socket.ts';
import type { Attempt } from './attempt.ts';
import type { Target } from './target.ts';

/** Until the end of a token that expires while its socket is open. */
const LEFT_MS = 3_000;
/** Longer than any event takes, and shorter than the interval of heartbeats. */
const LATE_MS = 2_000;

/** Ben's program reads a private room of Ann, and another one of his own. */
interface Setup {
  target: Target;
  ann: TestPerson;
  ben: TestPerson;
  program: TestPerson;
  tokenId: string;
  botId: string;
  roomId: string;
}

type End = (setup: Setup) => Promise<unknown>;

const removeProgram: End = ({ ann, roomId, tokenId }) =>
  ann.runCommand('remove_room_program', { roomId, id: tokenId });
const setBen =
  (change: object): End =>
  ({ ann, ben, roomId }) =>
    ann.runCommand('set_member', { roomId, uid: ben.uid, ...change });

const ENDS: Readonly<Record<string, End>> = {
  'its token is revoked': ({ ben, tokenId }) => ben.runCommand('revoke_token', { id: tokenId }),
  'its bot is deleted': ({ ben, botId }) => ben.runCommand('delete_bot', { uid: botId }),
  'an admin removes it from the room': removeProgram,
  'its owner is removed from the room': setBen({ member: false }),
  'its owner is banned from the room': setBen({ bannedUntil: 8_640_000_000_000_000 }),
  'its owner is suspended': ({ target, ben }) =>
    target.admin.runCommand('set_suspension', { uid: ben.uid, suspended: true }),
  'its token expires': () => wait(LEFT_MS),
};

async function createSetup(target: Target): Promise<Setup> {
  const [ann, ben] = [await target.addPerson('Ann'), await target.addPerson('Ben')];
  const input = { name: 'Room', description: 'A room', kind: 'private' };
  const { room } = await ann.runCommand<CommandOutput<'create_room'>>('create_room', input);
  await ann.runCommand('set_member', { roomId: room.id, uid: ben.uid, member: true });
  await ben.runCommand('set_room_options', { roomId: room.id, request: null });
  const { bot } = await ben.runCommand<CommandOutput<'create_bot'>>('create_bot', { name: 'Robo' });
  const named = { name: 'A program', uid: bot.uid, roomIds: [room.id, await ben.createRoom()] };
  const { token, secret } = await ben.runProven<CommandOutput<'create_token'>>('create_token', named);
  await ann.runCommand('set_member', { roomId: room.id, uid: bot.uid, member: true });
  const program = TestPerson.fromToken(target.server.url, secret, bot.uid);
  return { target, ann, ben, program, tokenId: token.id, botId: bot.uid, roomId: room.id };
}

async function expireSoon({ target, tokenId }: Setup): Promise<void> {
  const db = openDatabase(target.server.data);
  await db
    .updateTable('tokens')
    .set({ expiresAt: Date.now() + LEFT_MS })
    .where('id', '=', tokenId)
    .execute();
  await db.destroy();
}

function countTexts(live: TestSocket, text: string): number {
  return live.texts.filter(frame => frame.includes(text)).length;
}

/** How many events with a message from before and from after the end arrive at the socket. */
async function listen(target: Target, reason: string, end: End) {
  const setup = await createSetup(target);
  const { ann, program, roomId } = setup;
  if (reason === 'its token expires') await expireSoon(setup);
  const live = await program.connect();
  await live.request('open_room', { roomId });
  await ann.runCommand('send_message', { roomId, text: 'before the end' });
  while (countTexts(live, 'before the end') === 0) await wait(10);
  await end(setup);
  await ann.runCommand('send_message', { roomId, text: 'after the end' });
  await wait(LATE_MS);
  const isOpen = live.socket.readyState === live.socket.OPEN;
  const { error } = isOpen ? await live.request('open_room', { roomId }) : { error: { code: 'closed' } };
  live.socket.close();
  return { reason, late: countTexts(live, 'after the end'), result: error?.code ?? 'ok' };
}

export const SOCKET_ATTEMPTS: readonly Attempt[] = Object.entries(ENDS).map(([reason, end]) => ({
  name: `a program listens on its open socket after ${reason}`,
  run: async target => {
    const seen = await listen(target, reason, end);
    return { tries: 2, seen, held: seen.late === 0 && seen.result !== 'ok' };
  },
}));
