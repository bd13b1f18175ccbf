import { randomUUID } from 'node:crypto';
import { setTimeout as wait } from 'node:timers/promises';
import { type CommandOutput, MAX_OUTSIDE_MENTIONS } from '@snug/protocol';
import { TestPerson } from '@snug/testkit/test-person.ts';
import type { Attempt } from './attempt.ts';
import type { Target } from './target.ts';

const TRIES = MAX_OUTSIDE_MENTIONS + 10;
const BOTS = 3;
/** Longer than any event takes. */
const LATE_MS = 1_000;

interface Attacker {
  mallory: TestPerson;
  roomId: string;
}

/** Runs before the next mention, with the message that mentioned. Returns the code of an error. */
type Between = (attacker: Attacker, id: string) => Promise<string | undefined>;

/** Mentions a person outside the attacker's open room. Returns how often that reached them. */
async function mention(
  { addPerson }: Target,
  listAuthors: (attacker: Attacker) => Promise<readonly TestPerson[]> | readonly TestPerson[],
  between: Between = async () => undefined,
) {
  const [victim, mallory] = [await addPerson('Victim'), await addPerson('Mallory')];
  const attacker = { mallory, roomId: await mallory.createRoom() };
  const authors = await listAuthors(attacker);
  const socket = await victim.connect();
  const refused: Record<string, number> = {};
  for (let index = 0; index < TRIES; index++) {
    const id = randomUUID();
    const mentions = [{ uid: victim.uid, start: 0, length: 7 }];
    const input = { roomId: attacker.roomId, id, text: '@Victim', mentions };
    const error =
      (await run(authors[index % authors.length] ?? mallory, 'send_message', input)) ??
      (await between(attacker, id));
    if (error) refused[error] = (refused[error] ?? 0) + 1;
  }
  await wait(LATE_MS);
  const reached = socket.getEvents('mention_changed').filter(({ on }) => on).length;
  const isTried = Object.keys(refused).length === 0;
  return { tries: TRIES, seen: { reached, refused }, held: isTried && reached === MAX_OUTSIDE_MENTIONS };
}

/** As fast as the limits permit. Returns the code of another error. */
async function run(author: TestPerson, command: string, input: object): Promise<string | undefined> {
  for (;;) {
    const { error } = await author.postCommand(command, input);
    if (error?.code !== 'rate_limited') return error?.code;
    await wait((error.retryAfter ?? 1) * 1_000);
  }
}

async function addBots({ server }: Target, { mallory, roomId }: Attacker): Promise<TestPerson[]> {
  const bots: TestPerson[] = [];
  for (let index = 0; index < BOTS; index++) {
    const { bot } = await mallory.runCommand<CommandOutput<'create_bot'>>('create_bot', { name: 'Robo' });
    const input = { name: 'A program', uid: bot.uid, roomIds: [roomId] };
    const { secret } = await mallory.runProven<CommandOutput<'create_token'>>('create_token', input);
    bots.push(TestPerson.fromToken(server.url, secret, bot.uid));
  }
  return bots;
}

const only = ({ mallory }: Attacker) => [mallory];

export const MENTION_ATTEMPTS: readonly Attempt[] = [
  {
    name: 'mention people outside more often than 20 times an hour, by deleting each message',
    run: target =>
      mention(target, only, ({ mallory, roomId }, messageId) =>
        run(mallory, 'delete_message', { roomId, messageId }),
      ),
  },
  {
    name: 'mention people outside more often than 20 times an hour, by editing each message',
    run: target =>
      mention(target, only, ({ mallory, roomId }, id) =>
        run(mallory, 'edit_message', { roomId, id, text: 'x', revision: 0, editId: randomUUID() }),
      ),
  },
  {
    name: 'mention people outside more often than 20 times an hour, by three bots',
    run: target =>
      mention(target, async attacker => [attacker.mallory, ...(await addBots(target, attacker))]),
  },
];
