import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import type { Profiler } from 'node:inspector';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

const MAX_LINES = 12;
const SAMPLE_INTERVAL_US = 1_000;

/** By thread number, which Node writes into the file name. */
const THREADS = [
  ['.0.', 'the thread that serves'],
  ['.1.', 'the thread that writes'],
] as const;

let folder: string | undefined;

/** From now on, each Snug server writes a CPU profile of its threads when it stops. */
export function startProfiles(): void {
  folder = mkdtempSync(join(tmpdir(), 'snug-profiles-'));
}

export function profileOptions(): string[] {
  return folder
    ? ['--cpu-prof', `--cpu-prof-dir=${folder}`, `--cpu-prof-interval=${SAMPLE_INTERVAL_US}`]
    : [];
}

/** The top functions of the servers since `startProfiles`, as lines with their shares of the thread's busy time. */
export function finishProfiles(): string[] {
  if (!folder) return [];
  const files = readdirSync(folder).map(name => ({ name, path: join(folder ?? '', name) }));
  const lines = THREADS.flatMap(([number, thread]) => {
    const profiles = files
      .filter(({ name }) => name.includes(number))
      .map(({ path }) => JSON.parse(readFileSync(path, 'utf8')) as Profiler.Profile);
    return [`${thread}:`, ...formatTopFunctions(profiles)];
  });
  rmSync(folder, { recursive: true });
  folder = undefined;
  return lines;
}

function formatTopFunctions(profiles: readonly Profiler.Profile[]): string[] {
  const times = new Map<string, number>();
  for (const profile of profiles) {
    const names = new Map(profile.nodes.map(({ id, callFrame }) => [id, formatFunctionName(callFrame)]));
    for (const [index, id] of (profile.samples ?? []).entries()) {
      const name = names.get(id) ?? '';
      times.set(name, (times.get(name) ?? 0) + (profile.timeDeltas?.[index] ?? 0));
    }
  }
  times.delete('(idle)');
  const all = [...times.values()].reduce((total, time) => total + time, 0);
  return [...times]
    .toSorted(([, a], [, b]) => b - a)
    .slice(0, MAX_LINES)
    .map(([name, time]) => `${((time / all) * 100).toFixed(1).padStart(7)} %  ${name}`);
}

function formatFunctionName({ functionName, url }: Profiler.ProfileNode['callFrame']): string {
  const file = url.split('/').at(-1) ?? '';
  return [functionName || '(anonymous)', file].filter(Boolean).join('  ');
}
