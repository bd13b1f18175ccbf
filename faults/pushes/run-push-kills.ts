import { setTimeout as wait } from 'node:timers/promises';
import type { CommandOutput, Message, PushPayload } from '@snug/protocol';
import { TestPushService, type TestSubscription } from '@snug/testkit/push-service.ts';
import type { Random } from '@snug/testkit/random.ts';
import type { ServerProcess } from '@snug/testkit/server-process.ts';
import { TestPerson } from '@snug/testkit/test-person.ts';
import { until } from '@snug/testkit/until.ts';
import { onTestFinished } from 'vitest';
import type { Figures } from '../figures.ts';
import { waitUntilReady } from '../fixtures.ts';

const READERS = 3;
const ROOMS = 2;
/** A minute with more than six pushes ends with one for the rest, and a killed node's lease with another node. */
const CALLED_WITHIN_MS = 240_000;

export interface PushKills {
  servers: readonly ServerProcess[];
  /** Of each server. */
  urls: readonly string[];
  /** The sessions of four people. */
  cookies: readonly string[];
  kills: number;
  random: Random;
}

interface Reader {
  person: TestPerson;
  browser: TestSubscription;
  /** By room, up to where they have read. */
  readonly read: Map<string, number>;
}

/**
 * Kills servers in a random order while a person mentions others, who read some of it. Returns a problem for each mention that neither a
 * push covers nor its person has read, and for each that a push shows in a room of somebody else.
 */
export async function runPushKills({
  servers,
  urls,
  cookies,
  kills,
  random,
}: PushKills): Promise<{ problems: string[]; figures: Figures }> {
  const service = await TestPushService.start();
  onTestFinished(() => service.stop());
  const [first] = servers;
  const [url, cookie] = [urls[0], cookies[0]];
  if (!first || !url || !cookie) throw new Error('no server');
  const author = await TestPerson.fromCookie(url, cookie);
  const roomIds = await Promise.all(Array.from({ length: ROOMS }, () => author.createRoom()));
  const readers: Reader[] = [];
  for (let index = 0; index < READERS; index++)
    readers.push(await addReader(service, url, roomIds, cookies[index + 1] ?? ''));
  const sent: { message: Message; reader: Reader }[] = [];
  const over = new AbortController();
  const write = async () => {
    while (!over.signal.aborted) {
      const at = urls[random.below(urls.length)] ?? url;
      const reader = readers[random.below(READERS)];
      const roomId = roomIds[random.below(ROOMS)];
      if (reader && roomId) {
        const message = await mention(author, at, roomId, reader.person.uid);
        if (message) sent.push({ message, reader });
        if (message && random.below(4) === 0) await readRoom(reader, at, message);
      }
      await wait(50 + random.below(200));
    }
  };
  const writing = write();
  for (let kill = 0; kill < kills; kill++) {
    await wait(100 + random.below(900));
    const server = servers[random.below(servers.length)] ?? first;
    await server.kill();
    await wait(random.below(300));
    await server.start();
    await waitUntilReady(server);
  }
  over.abort();
  await writing;
  const listMissing = () => sent.filter(each => !isCovered(each.message, each.reader));
  const problems = await until('everyone is called', () => listMissing().length === 0, {
    timeoutMs: CALLED_WITHIN_MS,
  }).then(
    () => [],
    () =>
      listMissing().map(({ message, reader }) => `${reader.person.name} was not called for ${message.seq}`),
  );
  const pushes = readers.reduce((sum, { browser }) => sum + browser.received.length, 0);
  return { problems, figures: { kills, mentions: sent.length, pushes } };
}

async function addReader(
  service: TestPushService,
  url: string,
  roomIds: readonly string[],
  cookie: string,
): Promise<Reader> {
  const person = await TestPerson.fromCookie(url, cookie);
  for (const roomId of roomIds) await person.runCommand('join_room', { roomId });
  const { pushKey } = await person.runCommand<CommandOutput<'list_push_devices'>>('list_push_devices', {});
  const browser = service.subscribe(pushKey);
  await person.runCommand('add_push_device', browser.input);
  return { person, browser, read: new Map() };
}

/** Undefined if the server was killed meanwhile, and may not have stored it. */
async function mention(
  author: TestPerson,
  url: string,
  roomId: string,
  uid: string,
): Promise<Message | undefined> {
  const mentions = [{ uid, start: 0, length: 2 }];
  const input = { roomId, id: crypto.randomUUID(), text: '@x look', mentions };
  return runAt<CommandOutput<'send_message'>>(author, url, 'send_message', input).then(
    ({ message }) => message,
    () => undefined,
  );
}

async function readRoom({ person, read }: Reader, url: string, { roomId, seq }: Message): Promise<void> {
  try {
    const { reads } = await runAt<CommandOutput<'get_unread'>>(person, url, 'get_unread', {
      roomIds: [roomId],
    });
    await runAt(person, url, 'set_read', { roomId, seq, version: reads[roomId]?.version });
    read.set(roomId, Math.max(seq, read.get(roomId) ?? 0));
  } catch {
    // The server was killed: the cursor may be where it was.
  }
}

async function runAt<Output>(
  person: TestPerson,
  url: string,
  command: string,
  input: object,
): Promise<Output> {
  const at = await TestPerson.fromCookie(url, person.cookie);
  return at.runCommand<Output>(command, input);
}

/** By its own push, a later one of its room, or a summary after it. */
function isCovered({ roomId, seq, createdAt }: Message, { browser, read }: Reader): boolean {
  if ((read.get(roomId) ?? 0) >= seq) return true;
  return browser.received.some(({ payload }) => {
    const { snug } = payload as unknown as PushPayload;
    if (!('kind' in snug)) return false;
    return snug.kind === 'summary' ? snug.seq >= createdAt : snug.room?.id === roomId && snug.seq >= seq;
  });
}
