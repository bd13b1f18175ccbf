import { closeSync, fdatasyncSync, mkdtempSync, openSync, rmSync, writeSync } from 'node:fs';
import { cpus, release, tmpdir, totalmem, type } from 'node:os';
import { join } from 'node:path';
import { getMedian } from '@snug/testkit/stats.ts';
import { canPin } from './pinning.ts';

const SYNC_COUNT = 200;
const PAGE = Buffer.alloc(4096, 1);

export interface MachineFacts {
  processor: string;
  cores: number;
  memoryGB: number;
  system: string;
  node: string;
  /** The median time in ms of a sync of 4 KiB appended to a file, on the disk of the temporary folder. */
  fdatasyncMs: number;
  /** Whether server and load have a core each. */
  isPinned: boolean;
}

export function readMachineFacts(): MachineFacts {
  return {
    processor: cpus()[0]?.model ?? 'unknown',
    cores: cpus().length,
    memoryGB: Math.round(totalmem() / 1024 ** 3),
    system: `${type()} ${release()}`,
    node: process.version,
    fdatasyncMs: getMedian(measureSyncTimes()),
    isPinned: canPin(),
  };
}

export function formatMachineFacts({
  processor,
  cores,
  memoryGB,
  system,
  node,
  ...facts
}: MachineFacts): string {
  const pinned = facts.isPinned ? 'server on core 0, load on core 1' : 'not pinned: there is no taskset here';
  return [
    `${cores} x ${processor}, ${memoryGB} GB, ${system}, Node ${node}`,
    `fdatasync ${facts.fdatasyncMs.toFixed(2)} ms; ${pinned}; rate limits off`,
  ].join('\n');
}

function measureSyncTimes(): number[] {
  const folder = mkdtempSync(join(tmpdir(), 'snug-bench-'));
  const file = openSync(join(folder, 'synced'), 'w');
  const times = Array.from({ length: SYNC_COUNT }, () => {
    const started = performance.now();
    writeSync(file, PAGE);
    fdatasyncSync(file);
    return performance.now() - started;
  });
  closeSync(file);
  rmSync(folder, { recursive: true });
  return times;
}
