import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, readdirSync } from 'node:fs';
import { constants, setPriority } from 'node:os';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { readMemory } from '@snug/testkit/process-stats.ts';
import { getQuantile } from '@snug/testkit/stats.ts';
import { type Attack, loadAttack, needsOwnServer } from './attack.ts';
import type { AttackerProfile, AttackSetup } from './attack-setup.ts';
import { Attacker, type RequestCounts } from './attacker.ts';
import type { AttackerTask } from './attacker-process.ts';
import { LatencyProbe, type ProbeResult } from './latency-probe.ts';

const MAX_ADDED_LATENCY_MS = 50;
const MAX_LATENCY_MS = 250;
const MAX_MEMORY_GROWTH_MB = 100;
const MAX_GROWTH_FROM_START_MB = 250;
const WARM_UP_MS = 1_000;
const PROBE_AFTER_MS = 2_500;
const MEMORY_SAMPLE_INTERVAL_MS = 100;

/** Times in ms, memory in MB. */
export interface Outcome {
  attack: string;
  crowd: AttackerProfile;
  quantile: number;
  calm: number;
  attacked: number;
  worst: number;
  /** The growth of the server's memory: from a warm server, and from a fresh start. */
  memory: number;
  memoryFromStart: number;
  tally: RequestCounts;
  failures: string[];
  passed: boolean;
}

export interface ScenarioOptions {
  seconds: number;
  roundSeconds?: number;
  baselineMs: number;
  /** The index of the attacker, if only some of them attack. */
  attackerIndex: number;
  /** Whether the server restarts first, and a bystander warms it up before its memory counts. */
  isFresh: boolean;
}

export async function runScenario(
  setup: AttackSetup,
  name: string,
  crowd: AttackerProfile,
  { seconds, roundSeconds = 5, baselineMs, attackerIndex, ...options }: ScenarioOptions,
): Promise<Outcome> {
  const { server, target } = setup;
  const attack = await loadAttack(name);
  const isFresh = options.isFresh || needsOwnServer(attack);
  if (isFresh) await setup.restart(attack);
  for (const pid of [server.pid, process.pid]) raisePriority(pid);
  const probe = await LatencyProbe.open(target, setup.probeIdentities);
  const order = { name, identities: setup.selectAttackers(crowd, attackerIndex), target };
  if (isFresh) await probe.run(WARM_UP_MS);
  const start = readMemory(server.pid).now;
  if (isFresh) await warmUp(probe, { ...order, identities: [setup.bystander] });
  const calm: ProbeResult[] = [];
  const attacked: ProbeResult[] = [];
  const tally: RequestCounts = { asked: 0, done: 0, refused: 0, codes: {} };
  const before = readMemory(server.pid).now;
  const memory = watchPeakMemory(server.pid);
  for (let done = 0; done < seconds; done += roundSeconds) {
    calm.push(await probe.run(baselineMs));
    const attackers = await startAttackerProcess(order);
    const [probed, failures] = await Promise.all([
      probe.run(roundSeconds * 1_000),
      probeOthers(setup, attack),
    ]);
    attacked.push({ ...probed, failures: [...probed.failures, ...failures] });
    addCounts(tally, await stopAttackerProcess(attackers));
    calm.push(await probe.run(baselineMs));
  }
  const most = memory();
  probe.close();
  const share = seconds >= 30 ? 0.99 : 0.95;
  const sizes = { memory: (most - before) / 1e6, memoryFromStart: (most - start) / 1e6 };
  return toOutcome({ attack: name, crowd, quantile: share, tally, ...sizes }, calm, attacked);
}

/** Halfway, so that the attack has its full effect. */
async function probeOthers({ bystander, target }: AttackSetup, { probe }: Attack): Promise<string[]> {
  if (!probe) return [];
  await wait(PROBE_AFTER_MS);
  const tally: RequestCounts = { asked: 0, done: 0, refused: 0, codes: {} };
  const signal = new AbortController().signal;
  return probe(new Attacker(target.url, bystander, 0, { tally, signal }));
}

/** If the system allows it: other programs of this machine are not part of the measurement. */
function raisePriority(pid: number): void {
  try {
    // Of each thread: Linux changes only one at a time, and the writer is another one than the event loop.
    for (const threadId of listThreads(pid)) setPriority(threadId, constants.priority.PRIORITY_HIGHEST);
  } catch (error) {
    if ((error as NodeJS.ErrnoException & { info?: { code: string } }).info?.code !== 'EACCES') throw error;
  }
}

function listThreads(pid: number): number[] {
  const folder = `/proc/${pid}/task`;
  return existsSync(folder) ? readdirSync(folder).map(Number) : [pid];
}

/** The first run compiles code and grows the heap for any client. An attack cannot repeat that. */
async function warmUp(probe: LatencyProbe, order: AttackerTask): Promise<void> {
  const attack = await startAttackerProcess(order);
  await probe.run(WARM_UP_MS);
  await stopAttackerProcess(attack);
  await probe.run(WARM_UP_MS);
}

function toOutcome(
  facts: Pick<Outcome, 'attack' | 'crowd' | 'quantile' | 'tally' | 'memory' | 'memoryFromStart'>,
  calm: readonly ProbeResult[],
  attacked: readonly ProbeResult[],
): Outcome {
  const getLatencyQuantile = (all: readonly ProbeResult[], share: number) =>
    getQuantile(
      all.flatMap(({ latencies }) => latencies),
      share,
    );
  const failures = attacked.flatMap(probed => probed.failures);
  const [calmMs, attackedMs] = [getLatencyQuantile(calm, 0.95), getLatencyQuantile(attacked, facts.quantile)];
  const isSmall = facts.memory < MAX_MEMORY_GROWTH_MB && facts.memoryFromStart < MAX_GROWTH_FROM_START_MB;
  const isQuick = attackedMs <= Math.min(MAX_LATENCY_MS, calmMs + MAX_ADDED_LATENCY_MS);
  return {
    ...facts,
    calm: calmMs,
    attacked: attackedMs,
    worst: getLatencyQuantile(attacked, 1),
    failures,
    passed: isQuick && isSmall && failures.length === 0 && hasAttacked(facts.tally),
  };
}

/** An attack without a session proves nothing. */
function hasAttacked({ asked, codes }: RequestCounts): boolean {
  return asked > 0 && (codes['401'] ?? 0) < asked / 2;
}

async function startAttackerProcess(order: AttackerTask): Promise<ChildProcess> {
  const child = fork(join(import.meta.dirname, 'attacker-process.ts'), {
    stdio: ['ignore', 'inherit', 'inherit', 'ipc'],
  });
  await once(child, 'spawn');
  child.send(order);
  return child;
}

async function stopAttackerProcess(child: ChildProcess): Promise<RequestCounts> {
  if (child.exitCode !== null) throw new Error('the attack broke off');
  child.send('over');
  const [tally] = (await once(child, 'message')) as [RequestCounts];
  if (child.exitCode === null) await once(child, 'exit');
  return tally;
}

function addCounts(sum: RequestCounts, { asked, done, refused, codes }: RequestCounts): void {
  sum.asked += asked;
  sum.done += done;
  sum.refused += refused;
  for (const [code, count] of Object.entries(codes)) sum.codes[code] = (sum.codes[code] ?? 0) + count;
}

function watchPeakMemory(pid: number): () => number {
  let most = 0;
  const sample = () => (most = Math.max(most, readMemory(pid).now));
  const timer = setInterval(sample, MEMORY_SAMPLE_INTERVAL_MS);
  return () => {
    clearInterval(timer);
    return sample();
  };
}
