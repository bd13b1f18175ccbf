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
  const config = readSettings(env);
  return 'check' in config ? [config] : checkMachine(config);
}

/** The same, with valid settings. */
export async function checkMachine(config: Config): Promise<Finding[]> {
  const checks = [
    createDataCheck(config),
    createDatabaseCheck(config),
    createClockCheck(config),
    createAddressCheck(config),
    createSocketCheck(config),
    createMailCheck(config),
    createBackupCheck(config),
  ];
  return [checkSettings(config), ...(await Promise.all(checks.map(check => runCheck(check))))];
}

function readSettings(env: NodeJS.ProcessEnv): Config | Finding {
  try {
    return readConfig(env);
  } catch (error) {
    if (!(error instanceof StartError)) throw error;
    return { check: 'settings', status: 'fail', text: error.message };
  }
}

function checkSettings({ unknownSettings: unknown }: Config): Finding {
  const check = 'settings';
  if (unknown.length === 0) return { check, status: 'ok', text: 'All are valid.' };
  const text = `Snug knows no ${unknown.join(', ')}.`;
  return {
    check,
    status: 'warn',
    text,
    next: 'Compare the names with the settings in docs/self-hosting.md.',
  };
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
