import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { createPinPrefix, LOAD_CORE } from '../pinning.ts';
import type { LoadPlan, LoadReport } from './plan.ts';

const MAIN = join(import.meta.dirname, 'main.ts');

/** Runs a plan in a separate process, by default on its own core. Throws if the server rejects a client. */
export async function runLoadProcess(
  plan: LoadPlan,
  prefix = createPinPrefix(LOAD_CORE),
): Promise<LoadReport> {
  const [program, ...args] = [...prefix, process.execPath, MAIN];
  const child = spawn(program, args, { stdio: ['ignore', 'inherit', 'inherit', 'ipc'] });
  const exit = once(child, 'exit');
  try {
    child.send(plan);
    const [message] = (await Promise.race([once(child, 'message'), exit])) as [unknown];
    const { report, error } = (message ?? {}) as { report?: LoadReport; error?: string };
    if (!report) throw new Error(error ?? 'the load ended without a report');
    return report;
  } finally {
    child.kill();
    await exit;
  }
}
