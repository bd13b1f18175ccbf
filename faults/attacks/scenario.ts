import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { memoryOf } from '../../server/src/testing/process.ts';
import { quantile } from '../figures.ts';
import type { Tally } from './attacker.ts';
import type { Order } from './attackers.ts';
import { Probe, type Probed } from './probe.ts';
import type { Crowd, Scene } from './scene.ts';

const MOST_MORE_MS = 50;
const MOST_MS = 250;
const MOST_MEMORY_MB = 100;
const WARM_UP_MS = 1_000;
const LOOK_EVERY_MS = 100;

/** How an attack by a crowd ended. Times in ms, memory in MB. */
export interface Outcome {
  attack: string;
  crowd: Crowd;
  quantile: number;
  calm: number;
  attacked: number;
  worst: number;
  /** By how much the server grew. */
  memory: number;
  tally: Tally;
  failures: string[];
  passed: boolean;
}

/** Measures other people's sends in calm and under the attack, by turns, on a server that has just started. */
export async function runScenario(
  { server, target, probers, attackers }: Scene,
  name: string,
  crowd: Crowd,
  { seconds, roundSeconds = 5 }: { seconds: number; roundSeconds?: number },
): Promise<Outcome> {
  await server.restart({ SNUG_RATE_LIMITS: 'on' });
  const probe = await Probe.open(target, probers);
  const order = { name, identities: attackers[crowd], target };
  const calm: Probed[] = [];
  const attacked: Probed[] = [];
  const tally: Tally = { asked: 0, done: 0, refused: 0, codes: {} };
  await probe.run(WARM_UP_MS);
  const before = memoryOf(server.pid).now;
  const memory = watchMemory(server.pid);
  for (let done = 0; done < seconds; done += roundSeconds) {
    calm.push(await probe.run((roundSeconds * 1_000) / 2));
    const attack = await begin(order);
    attacked.push(await probe.run(roundSeconds * 1_000));
    add(tally, await end(attack));
    calm.push(await probe.run((roundSeconds * 1_000) / 2));
  }
  const most = memory();
  probe.close();
  const share = seconds >= 30 ? 0.99 : 0.95;
  return judge(
    { attack: name, crowd, quantile: share, tally, memory: (most - before) / 1e6 },
    calm,
    attacked,
  );
}

function judge(
  facts: Pick<Outcome, 'attack' | 'crowd' | 'quantile' | 'tally' | 'memory'>,
  calm: readonly Probed[],
  attacked: readonly Probed[],
): Outcome {
  const waitsOf = (all: readonly Probed[], share: number) =>
    quantile(
      all.flatMap(({ waits }) => waits),
      share,
    );
  const failures = attacked.flatMap(probed => probed.failures);
  const [calmMs, attackedMs] = [waitsOf(calm, 0.95), waitsOf(attacked, facts.quantile)];
  const isQuick = attackedMs <= Math.min(MOST_MS, calmMs + MOST_MORE_MS);
  return {
    ...facts,
    calm: calmMs,
    attacked: attackedMs,
    worst: waitsOf(attacked, 1),
    failures,
    passed: isQuick && facts.memory < MOST_MEMORY_MB && failures.length === 0 && facts.tally.asked > 0,
  };
}

async function begin(order: Order): Promise<ChildProcess> {
  const child = fork(join(import.meta.dirname, 'attackers.ts'), {
    stdio: ['ignore', 'inherit', 'inherit', 'ipc'],
  });
  await once(child, 'spawn');
  child.send(order);
  return child;
}

async function end(child: ChildProcess): Promise<Tally> {
  if (child.exitCode !== null) throw new Error('the attack broke off');
  child.send('over');
  const [tally] = (await once(child, 'message')) as [Tally];
  if (child.exitCode === null) await once(child, 'exit');
  return tally;
}

function add(sum: Tally, { asked, done, refused, codes }: Tally): void {
  sum.asked += asked;
  sum.done += done;
  sum.refused += refused;
  for (const [code, count] of Object.entries(codes)) sum.codes[code] = (sum.codes[code] ?? 0) + count;
}

function watchMemory(pid: number): () => number {
  let most = 0;
  const look = () => (most = Math.max(most, memoryOf(pid).now));
  const timer = setInterval(look, LOOK_EVERY_MS);
  return () => {
    clearInterval(timer);
    return look();
  };
}
