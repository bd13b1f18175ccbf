import type { Config } from '../../config/config.ts';
import { MAX_PROBE_BYTES, PROBE_HEADER, PROBE_PATH, type ProbeCodes } from '../../http/probe-route.ts';
import { ask, type Response } from './ask.ts';
import { type Check, PROXY_CHAPTER, type Result } from './finding.ts';
import { readAnswer } from './probe-answer.ts';

const TIMEOUT_MS = 3_500;
const BEGINNING_BYTES = 65_536;

type Settings = Pick<Config, 'origins' | 'maxFileBytes'>;

/** Whether the proxy passes on what people upload, while it arrives. */
export function createUploadCheck(settings: Settings, codes: ProbeCodes): Check {
  const {
    origins: [url],
    maxFileBytes,
  } = settings;
  const wholeBytes = Math.min(maxFileBytes, MAX_PROBE_BYTES);
  const send = (path: string, declaredBytes: number, sentBytes: number) =>
    ask(url + PROBE_PATH + path, {
      headers: { [PROBE_HEADER]: codes.create() },
      timeoutMs: TIMEOUT_MS,
      body: { declaredBytes, sentBytes },
    });
  return {
    name: 'uploads',
    async run() {
      const [begun, whole] = await Promise.all([
        // Its end never comes.
        send('', maxFileBytes, Math.min(BEGINNING_BYTES, maxFileBytes - 1)),
        send('?read', wholeBytes, wholeBytes),
      ]);
      const cut = [begun, whole].find(isCut);
      if (cut !== undefined) return describeCut(settings, cut);
      if (typeof whole === 'string') {
        const size = formatMegabytes(wholeBytes);
        const text = `Not checked, because ${size} take longer than ${TIMEOUT_MS / 1_000} s from this machine.`;
        return { status: 'skipped', text };
      }
      if (typeof begun === 'string')
        return {
          status: 'warn',
          text: `The proxy at ${url} stores an upload before it passes it on, so it needs the space, and Snug cannot see its progress.`,
          next: `Let it pass uploads on as they arrive (nginx: proxy_request_buffering off): ${PROXY_CHAPTER}.`,
        };
      if (readAnswer(whole)?.bytes !== wholeBytes) return describeCut(settings, whole);
      return { status: 'ok', text: `Uploads of ${formatMegabytes(maxFileBytes)} pass.` };
    },
  };
}

/** Somebody else answered, or ended the connection. */
function isCut(response: Response | string): boolean {
  return typeof response === 'string' ? response !== 'ETIMEDOUT' : readAnswer(response) === undefined;
}

function describeCut({ origins: [url], maxFileBytes }: Settings, response: Response | string): Result {
  const reason = typeof response === 'string' ? response : `status ${response.status}`;
  return {
    status: 'fail',
    text: `The proxy at ${url} cuts uploads off (${reason}), and SNUG_MAX_FILE_BYTES allows ${formatMegabytes(maxFileBytes)}.`,
    next: `Raise its limit for the body of a request (nginx: client_max_body_size): ${PROXY_CHAPTER}.`,
  };
}

function formatMegabytes(bytes: number): string {
  return `${(bytes / 1_000_000).toLocaleString('en', { maximumFractionDigits: 3, useGrouping: false })} MB`;
}
