import { readFileSync } from 'node:fs';

export interface SystemCall {
  name: string;
  /** The path of its file; for others, `socket:[...]` or similar. */
  path: string;
  bytes: Buffer;
  /** The offset in the file of a `pwrite64`; the new length of an `ftruncate`. */
  offset: number;
  failed: boolean;
  /** The numbers of the lines in which it begins and ends. */
  began: number;
  ended: number;
}

const COMPLETE_CALL = /^(\d+) +(\w+)\((.*)\) += (-?\d+|\?)/;
/** The client may receive a result, and the test may end the trace, before strace sees the end of its `write`. */
const UNFINISHED_CALL = /^(\d+) +(\w+)\((.*) <(?:unfinished|detached) \.\.\.>$/;
const RESUMED_CALL = /^(\d+) +<\.\.\. (\w+) resumed>(.*)\) += (-?\d+|\?)/;
const BYTES = /"((?:\\x[0-9a-f]{2})*)"/g;
const PATH = /^\d+<((?:\\x[0-9a-f]{2}|[^>])*)>/;
const LAST_NUMBER = /(\d+)$/;

/** Reads a log of strace (`-f -y -xx`), in the order in which calls ended. A call without an end has failed. */
export function readSystemCalls(log: string): SystemCall[] {
  const calls: SystemCall[] = [];
  const unfinished = new Map<string, SystemCall>();
  for (const [number, line] of readFileSync(log, 'latin1').split('\n').entries()) {
    const whole = COMPLETE_CALL.exec(line);
    if (whole) calls.push(parseCall(number, whole));
    const begun = UNFINISHED_CALL.exec(line);
    if (begun?.[1]) unfinished.set(begun[1], parseCall(number, begun));
    const ended = RESUMED_CALL.exec(line);
    const call = ended?.[1] === undefined ? undefined : unfinished.get(ended[1]);
    if (!ended?.[1] || !call) continue;
    unfinished.delete(ended[1]);
    calls.push({ ...call, failed: hasFailed(ended[4]), ended: number });
  }
  return [...calls, ...unfinished.values()];
}

function parseCall(number: number, [, , name = '', input = '', result]: RegExpExecArray): SystemCall {
  const texts = [...input.matchAll(BYTES)].map(([, text = '']) => parseBytes(text));
  return {
    name,
    path: parsePath(input),
    bytes: Buffer.concat(texts),
    offset: Number(LAST_NUMBER.exec(input)?.[1] ?? 0),
    failed: hasFailed(result),
    began: number,
    ended: number,
  };
}

function parsePath(input: string): string {
  const path = PATH.exec(input)?.[1] ?? '';
  return path.startsWith('\\x') ? parseBytes(path).toString() : path;
}

function parseBytes(text: string): Buffer {
  return Buffer.from(text.replaceAll('\\x', ''), 'hex');
}

function hasFailed(result: string | undefined): boolean {
  return result === undefined || result === '?' || result.startsWith('-');
}
