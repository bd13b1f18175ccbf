import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { constants, setPriority } from 'node:os';
import { join } from 'node:path';
import { memoryOf } from '@snug/testkit/process-stats.ts';
import { quantile } from '../figures.ts';
import type { Crowd, Scene } from './attack-setup.ts';
import type { Tally } from './attacker.ts';
import type { Order } from './attacker-process.ts';
import { Probe, type Probed } from './latency-probe.ts';

const MOST_MORE_MS = 50;
const MOST_MS = 250;
const MOST_MEMORY_MB = 100;
const MOST_FROM_START_MB = 250;
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
  /** By how much the server grew: from a server that is warm, and from one that has just started. */
  memory: number;
  memoryFromStart: number;
  tally: Tally;
  failures: string[];
  passed: boolean;
}

export interface ScenarioOptions {
  seconds: number;
  roundSeconds?: number;
  calmMs: number;
  /** Which of the attackers, where only some attack. */
  turn: number;
  /** Whether the server starts again first, and a bystander does the same for a moment before its memory counts. */
  isFresh: boolean;
}

/** Measures other people's sends in calm and under the attack, by turns. */
export async function runScenario(
  scene: Scene,
  name: string,
  crowd: Crowd,
  { seconds, roundSeconds = 5, calmMs, turn, isFresh }: ScenarioOptions,
): Promise<Outcome> {
  const { server, target } = scene;
  if (isFresh) await scene.restart();
  for (const pid of [server.pid, process.pid]) goFirst(pid);
  const probe = await Probe.open(target, scene.probers);
  const order = { name, identities: scene.attackersOf(crowd, turn), target };
  if (isFresh) await probe.run(WARM_UP_MS);
  const start = memoryOf(server.pid).now;
  if (isFresh) await warmUp(probe, { ...order, identities: [scene.bystander] });
  const calm: Probed[] = [];
  const attacked: Probed[] = [];
  const tally: Tally = { asked: 0, done: 0, refused: 0, codes: {} };
  const before = memoryOf(server.pid).now;
  const memory = watchMemory(server.pid);
  for (let done = 0; done < seconds; done += roundSeconds) {
    calm.push(await probe.run(calmMs));
    const attack = await begin(order);
    attacked.push(await probe.run(roundSeconds * 1_000));
    add(tally, await end(attack));
    calm.push(await probe.run(calmMs));
  }
  const most = memory();
  probe.close();
  const share = seconds >= 30 ? 0.99 : 0.95;
  const sizes = { memory: (most - before) / 1e6, memoryFromStart: (most - start) / 1e6 };
  return judge({ attack: name, crowd, quantile: share, tally, ...sizes }, calm, attacked);
}

/** Where the system allows it: other programs of this machine are no part of what is measured. */
function goFirst(pid: number): void {
  try {
    setPriority(pid, constants.priority.PRIORITY_HIGHEST);
  } catch (error) {
    if ((error as NodeJS.ErrnoException & { info?: { code: string } }).info?.code !== 'EACCES') throw error;
  }
}

/** The first time, code is compiled and the heap grows, whoever asks: no attack can repeat that. */
async function warmUp(probe: Probe, order: Order): Promise<void> {
  const attack = await begin(order);
  await probe.run(WARM_UP_MS);
  await end(attack);
  await probe.run(WARM_UP_MS);
}

function judge(
  facts: Pick<Outcome, 'attack' | 'crowd' | 'quantile' | 'tally' | 'memory' | 'memoryFromStart'>,
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
  const isSmall = facts.memory < MOST_MEMORY_MB && facts.memoryFromStart < MOST_FROM_START_MB;
  const isQuick = attackedMs <= Math.min(MOST_MS, calmMs + MOST_MORE_MS);
  return {
    ...facts,
    calm: calmMs,
    attacked: attackedMs,
    worst: waitsOf(attacked, 1),
    failures,
    passed: isQuick && isSmall && failures.length === 0 && isAttack(facts.tally),
  };
}

/** Whoever has no session attacks nothing. */
function isAttack({ asked, codes }: Tally): boolean {
  return asked > 0 && (codes['401'] ?? 0) < asked / 2;
}

async function begin(order: Order): Promise<ChildProcess> {
  const child = fork(join(import.meta.dirname, 'attacker-process.ts'), {
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
