import { StartError } from '../../base/start-error.ts';
import { type Config, readConfig } from '../../config/config.ts';
import { createAddressCheck, createSocketCheck } from './address-checks.ts';
import { createBackupCheck, createDataCheck } from './data-checks.ts';
import { createClockCheck, createDatabaseCheck } from './database-checks.ts';
import type { Check, Finding } from './finding.ts';
import { createMailCheck } from './mail-check.ts';

const TIMEOUT_MS = 5_000;

/** Checks the machine for these settings, while Snug runs or not. All checks run at the same time, each for at most 5 s. */
export async function runDoctor(env: NodeJS.ProcessEnv): Promise<Finding[]> {
  const [settings, config] = checkSettings(env);
  if (!config) return [settings];
  const checks = [
    createDataCheck(config),
    createDatabaseCheck(config),
    createClockCheck(config),
    createAddressCheck(config),
    createSocketCheck(config),
    createMailCheck(config),
    createBackupCheck(config),
  ];
  return [settings, ...(await Promise.all(checks.map(check => runCheck(check))))];
}

function checkSettings(env: NodeJS.ProcessEnv): [Finding, Config?] {
  const check = 'settings';
  try {
    const config = readConfig(env);
    const { unknownSettings: unknown } = config;
    if (unknown.length === 0) return [{ check, status: 'ok', text: 'All are valid.' }, config];
    const text = `Snug knows no ${unknown.join(', ')}.`;
    const next = 'Compare the names with the settings in docs/self-hosting.md.';
    return [{ check, status: 'warn', text, next }, config];
  } catch (error) {
    if (!(error instanceof StartError)) throw error;
    return [{ check, status: 'fail', text: error.message }];
  }
}

export async function runCheck({ name, run }: Check, timeoutMs = TIMEOUT_MS): Promise<Finding> {
  const { promise: timeout, resolve } = Promise.withResolvers<Omit<Finding, 'check'>>();
  const text = `Nothing answered within ${timeoutMs / 1_000} s.`;
  const timer = setTimeout(() => resolve({ status: 'fail', text }), timeoutMs);
  try {
    return { check: name, ...(await Promise.race([run(), timeout])) };
  } catch (error) {
    return { check: name, status: 'fail', text: error instanceof Error ? error.message : String(error) };
  } finally {
    clearTimeout(timer);
  }
}

const MARKS = { ok: 'ok  ', warn: 'warn', fail: 'FAIL', skipped: '-   ' };

export function formatFinding({ check, status, text, next }: Finding): string {
  return [MARKS[status], check.padEnd(9), text, ...(next === undefined ? [] : [next])].join(' ');
}
