import { setTimeout as wait } from 'node:timers/promises';
import type { Random } from '@snug/testkit/random.ts';
import type { ServerProcess } from '@snug/testkit/server-process.ts';
import type { TestPerson } from '@snug/testkit/test-person.ts';
import { until } from '@snug/testkit/until.ts';
import { onTestFinished } from 'vitest';
import type { Figures } from '../figures.ts';
import { waitUntilReady } from '../fixtures.ts';
import { SEED } from '../seed.ts';
import { checkDeliveries } from './check-deliveries.ts';
import { WebhookLoad } from './webhook-load.ts';
import { WebhookReceiver } from './webhook-receiver.ts';

const ROOMS = 2;
const DELIVERED_WITHIN_MS = 240_000;

export interface WebhookKills {
  servers: readonly ServerProcess[];
  /** The same person at each server. */
  people: readonly TestPerson[];
  kills: number;
  random: Random;
}

/** Kills servers and the receiver of two webhooks in a random order while a person writes. Returns all problems. */
export async function runWebhookKills(
  options: WebhookKills,
): Promise<{ problems: string[]; figures: Figures }> {
  const { people, kills, random } = options;
  const receiver = await WebhookReceiver.start(SEED);
  onTestFinished(() => receiver.remove());
  const [person] = people;
  if (!person) throw new Error('nobody writes');
  const roomIds = await Promise.all(Array.from({ length: ROOMS }, () => person.createRoom()));
  for (const roomId of roomIds) await person.runProven('create_webhook', { roomId, url: receiver.url });
  const load = new WebhookLoad(people, roomIds, random);
  for (let kill = 0; kill < kills; kill++) {
    await wait(100 + random.below(500));
    await killOne(options, receiver);
  }
  await load.stop();
  const begun = performance.now();
  const problems: string[] = [];
  for (const roomId of roomIds) problems.push(...(await checkRoom(load, receiver, roomId)));
  const deliveries = receiver.readDeliveries();
  const distinct = new Set(deliveries.map(({ id }) => id)).size;
  const figures = {
    kills,
    changes: distinct,
    deliveries: deliveries.length,
    'complete after': [performance.now() - begun],
  };
  return { problems, figures };
}

async function killOne({ servers, random }: WebhookKills, receiver: WebhookReceiver): Promise<void> {
  const server = random.below(2) === 0 ? servers[random.below(servers.length)] : undefined;
  await (server ?? receiver).kill();
  await wait(random.below(300));
  await (server ?? receiver).start();
  if (server) await waitUntilReady(server);
}

async function checkRoom(load: WebhookLoad, receiver: WebhookReceiver, roomId: string): Promise<string[]> {
  const seq = await load.readSeq(roomId);
  const read = () => receiver.readDeliveries().filter(({ event }) => event.roomId === roomId);
  const isComplete = () => read().at(-1)?.event.seq === seq;
  const missing = await until('everything is delivered', isComplete, { timeoutMs: DELIVERED_WITHIN_MS }).then(
    () => [],
    (error: unknown) => [String(error)],
  );
  const expected = new Map([...load.messages].filter(([, message]) => message.roomId === roomId));
  return [...missing, ...checkDeliveries(read(), expected)];
}
