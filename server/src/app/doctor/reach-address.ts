import { randomInt } from 'node:crypto';
import { setTimeout as wait } from 'node:timers/promises';
import type { Config } from '../../config/config.ts';
import { PROBE_HEADER, PROBE_PATH, type ProbeAnswer, type ProbeCodes } from '../../http/probe-route.ts';
import { ask, type Response } from './ask.ts';
import type { Result } from './finding.ts';
import type { LocalServer } from './local-server.ts';
import { isSnugRefusal, readAnswer } from './probe-answer.ts';

type Settings = Pick<Config, 'origins' | 'isUrlMissing' | 'databaseUrl' | 'host' | 'port'>;

/** How a request to `SNUG_URL` arrived. */
export interface Arrival {
  answer: ProbeAnswer;
  /** The address that the request claimed to come from. */
  forged: string;
  localPort: number;
}

const TIMEOUT_MS = 3_500;
/** Longer than the interval in which proxies look for a server that has started, and less than the time of a check. */
const RETRIES_MS = 4_500;
const RETRY_DELAY_MS = 500;
/** A container that Compose runs for one command has no name in the network, by which a proxy finds Snug. */
const ALIASES = ' With docker compose run, add --use-aliases, so that the doctor has the name of Snug.';

/** From this machine: a browser elsewhere may find another way. Without an arrival, nothing else can be checked at the address. */
export async function reachAddress(
  settings: Settings,
  local: LocalServer,
  codes: ProbeCodes,
): Promise<{ result: Result; arrival?: Arrival }> {
  const [url] = settings.origins;
  if (local.problem !== undefined) {
    const next = 'Give the doctor the same settings as Snug, or change PORT.';
    return { result: { status: 'skipped', text: `Not checked, because ${local.problem}.`, next } };
  }
  // Of TEST-NET-1: nobody has it.
  const forged = `192.0.2.${randomInt(1, 255)}`;
  const headers = { [PROBE_HEADER]: codes.create(), 'x-forwarded-for': forged };
  const end = performance.now() + RETRIES_MS;
  const send = () =>
    ask(url + PROBE_PATH, { headers, timeoutMs: Math.min(TIMEOUT_MS, end - performance.now()) });
  let response = await send();
  // The proxy has not noticed yet that the doctor listens.
  while (!local.isSnug && isUnreached(response) && performance.now() + 2 * RETRY_DELAY_MS < end) {
    await wait(RETRY_DELAY_MS);
    response = await send();
  }
  if (typeof response === 'string') return { result: describeSilence(url, response) };
  const answer = readAnswer(response);
  if (!answer) return { result: describeStranger(settings, local, response) };
  const result = describeOtherSnug(settings, local, answer);
  if (result) return { result };
  const arrival = { answer, forged, localPort: response.localPort };
  return { result: describeSnug(settings, local), arrival };
}

function describeSilence(url: string, reason: string): Result {
  if (/CERT|SELF_SIGNED|ISSUER|SIGNATURE/.test(reason))
    return {
      status: 'fail',
      text: `This machine does not trust the certificate of ${url} (${reason}).`,
      next: 'Renew it or complete its chain. If browsers trust its authority, name its file in NODE_EXTRA_CA_CERTS.',
    };
  if (/SSL|EPROTO/.test(reason))
    return {
      status: 'fail',
      text: `What answers at ${url} does not speak https (${reason}).`,
      next: 'Check the port in SNUG_URL and the TLS settings of the proxy.',
    };
  return {
    status: 'warn',
    text: `Nothing answers at ${url} from this machine (${reason}). A browser elsewhere may reach it.`,
    next: 'Open it in a browser. If it does not answer there, check its name, the firewall and the proxy.',
  };
}

/** Whether a proxy reports that it does not reach Snug. */
function isUnreached(response: Response | string): boolean {
  return typeof response !== 'string' && response.status >= 502 && response.status <= 504;
}

function describeStranger(
  { origins: [url], host, port }: Settings,
  { isSnug }: LocalServer,
  response: Response,
): Result {
  const { status, location } = response;
  if (status >= 300 && status < 400)
    return {
      status: 'fail',
      text: `${url} leads on to ${location}.`,
      next: 'Set SNUG_URL to the address at its end.',
    };
  if (isUnreached(response))
    return {
      status: 'fail',
      text: `The proxy at ${url} does not reach Snug (status ${status}).`,
      next: `Let it pass requests on to ${host}, port ${port}.${isSnug ? '' : ALIASES}`,
    };
  const other = isSnugRefusal(response)
    ? 'leads to another Snug: it has another secret, or an older release'
    : `answers with status ${status}, but it is not Snug`;
  return {
    status: 'fail',
    text: `${url} ${other}.`,
    next: 'Check SNUG_URL, and where the proxy passes requests on to.',
  };
}

/** Undefined for the Snug of these settings. */
function describeOtherSnug(
  { origins: [url], databaseUrl, host, port }: Settings,
  local: LocalServer,
  answer: ProbeAnswer,
): Result | undefined {
  // With a database server, the proxy may choose any of the servers on it.
  if (databaseUrl === undefined && answer.node !== local.node)
    return {
      status: 'fail',
      text: `${url} leads to a Snug with the same secret, which does not listen on ${host}, port ${port} here.`,
      next: 'Run the doctor where that one runs. If it is a copy, stop it, or correct SNUG_URL and the proxy.',
    };
  if (answer.origin === url) return undefined;
  return {
    status: 'fail',
    text: `The Snug that runs expects ${answer.origin}, and SNUG_URL is ${url}.`,
    next: 'Start it again with these settings.',
  };
}

function describeSnug({ origins: [url], isUrlMissing }: Settings, { isSnug }: LocalServer): Result {
  if (isUrlMissing)
    return {
      status: 'warn',
      text: `SNUG_URL is not set, so Snug works only at ${url}.`,
      next: 'Set it to the address that people open.',
    };
  if (isSnug) return { status: 'ok', text: `Snug answers at ${url}.` };
  return { status: 'ok', text: `${url} leads here. Snug does not run, so the doctor answered.` };
}
