import { readSecret } from '../../account/secret.ts';
import { getErrorMessage } from '../../base/error-detail.ts';
import { newId } from '../../base/ids.ts';
import { StartError } from '../../base/start-error.ts';
import { type Config, readConfig } from '../../config/config.ts';
import { ProbeCodes } from '../../http/probe-route.ts';
import { createBrokerCheck } from './broker-check.ts';
import { createBackupCheck, createDataCheck } from './data-checks.ts';
import { createDatabaseChecks } from './database-checks.ts';
import type { Check, Finding, Result } from './finding.ts';
import { findLocalServer } from './local-server.ts';
import { createMailCheck } from './mail-check.ts';
import { createOutboundCheck } from './outbound-check.ts';
import { createProxyCheck } from './proxy-check.ts';
import { type Arrival, reachAddress } from './reach-address.ts';
import { createSocketCheck } from './socket-check.ts';
import { createStoreChecks } from './store-checks.ts';
import { createUploadCheck } from './upload-check.ts';

const TIMEOUT_MS = 5_000;

export interface DoctorOptions {
  /** Whether to try connections to the internet. */
  outbound?: boolean;
  /** Who receives a mail. */
  mailTo?: string | undefined;
}

/** Checks the machine for these settings, while Snug runs or not. All checks run at the same time, each for at most 5 s. */
export async function runDoctor(env: NodeJS.ProcessEnv, options: DoctorOptions = {}): Promise<Finding[]> {
  const config = readSettings(env);
  return 'check' in config ? [config] : checkMachine(config, options);
}

/** The same, with valid settings. Checks of the public address begin when a request has reached this machine there. */
export async function checkMachine(
  config: Config,
  { outbound = false, mailTo }: DoctorOptions = {},
): Promise<Finding[]> {
  const codes = new ProbeCodes(findSecret(config));
  const local = await findLocalServer(config, codes);
  try {
    const reach = reachAddress(config, local, codes);
    const address = { name: 'address', run: async () => (await reach).result };
    const [before, behind, after] = await Promise.all([
      runChecks([
        createDataCheck(config),
        ...createStoreChecks(config),
        ...createDatabaseChecks(config),
        address,
      ]),
      reach.then(({ arrival }) => runChecks(createAddressChecks(config, codes, arrival))),
      runChecks([
        createMailCheck(config, mailTo),
        createBackupCheck(config),
        ...(config.nats ? [createBrokerCheck(config.nats)] : []),
        ...(outbound ? [createOutboundCheck()] : []),
      ]),
    ]);
    return [checkSettings(config), ...before, ...behind, ...after];
  } finally {
    await local.close();
  }
}

/** Those that are cheap, and need no server that runs. */
export function checkStart(config: Config): Promise<Finding[]> {
  return runChecks([createDataCheck(config), ...createDatabaseChecks(config)]);
}

function runChecks(checks: readonly Check[]): Promise<Finding[]> {
  return Promise.all(checks.map(check => runCheck(check)));
}

/** Without one, only the doctor itself can answer. */
function findSecret({ secret, data }: Config): string {
  try {
    return secret ?? readSecret(data) ?? newId();
  } catch {
    return newId();
  }
}

function createAddressChecks(config: Config, codes: ProbeCodes, arrival: Arrival | undefined): Check[] {
  if (arrival)
    return [
      createProxyCheck(config, arrival),
      createSocketCheck(config, codes),
      createUploadCheck(config, codes),
    ];
  const text = 'Not checked, because no request reached this Snug at its address.';
  return ['proxy', 'sockets', 'uploads'].map(name => ({
    name,
    run: async () => ({ status: 'skipped', text }),
  }));
}

function readSettings(env: NodeJS.ProcessEnv): Config | Finding {
  try {
    return readConfig(env);
  } catch (error) {
    if (!(error instanceof StartError)) throw error;
    return { check: 'settings', status: 'fail', text: error.message };
  }
}

function checkSettings(config: Config): Finding {
  const check = 'settings';
  const [problem] = listSettingProblems(config);
  return problem ? { check, status: 'warn', ...problem } : { check, status: 'ok', text: 'All are valid.' };
}

/** Of settings that do not prevent the start. */
export function listSettingProblems({ unknownSettings: unknown, quotedSettings: quoted }: Config) {
  const problems: { text: string; next: string }[] = [];
  if (unknown.length > 0)
    problems.push({
      text: `Snug knows no ${unknown.join(', ')}.`,
      next: 'Compare the names with the settings in docs/self-hosting.md.',
    });
  if (quoted.length > 0)
    problems.push({
      text: `The quotes around ${quoted.join(', ')} are a part of the value.`,
      next: 'Remove them, unless you want them.',
    });
  return problems;
}

export async function runCheck({ name, run, ifSilent, timeoutMs = TIMEOUT_MS }: Check): Promise<Finding> {
  const { promise: timeout, resolve } = Promise.withResolvers<Result>();
  const text = `Nothing answered within ${timeoutMs / 1_000} s.`;
  const next = ifSilent === undefined ? {} : { next: ifSilent };
  const timer = setTimeout(() => resolve({ status: 'fail', text, ...next }), timeoutMs);
  try {
    return { check: name, ...(await Promise.race([run(), timeout])) };
  } catch (error) {
    return { check: name, status: 'fail', text: getErrorMessage(error) };
  } finally {
    clearTimeout(timer);
  }
}

const MARKS = { ok: 'ok  ', warn: 'warn', fail: 'FAIL', skipped: '-   ' };

export function formatFinding({ check, status, text, next }: Finding): string {
  return [MARKS[status], check.padEnd(9), text, ...(next === undefined ? [] : [next])].join(' ');
}
