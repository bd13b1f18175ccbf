import { parseArgs } from 'node:util';
import { Id } from '@snug/protocol';
import * as v from 'valibot';
import { nameCommand } from '../../base/command-name.ts';
import { StartError } from '../../base/start-error.ts';
import type { ExportScope } from '../../export/rows/scope.ts';

const INPUTS = [
  'FILE.zip [--room ID]... [--open-only] [--since DATE] [--as slack] [--personal]',
  'FOLDER [...]',
];

export interface ExportOptions {
  /** As the command names it. */
  target: string;
  form: 'snug' | 'slack';
  scope: ExportScope;
}

/** Throws a `StartError` with what to do. */
export function parseExportOptions(args: readonly string[]): ExportOptions {
  const { positionals, values } = parse(args);
  const [target, ...others] = positionals;
  if (target === undefined || others.length > 0) throw new StartError(describeUsage());
  const { room: rooms, as: form = 'snug', since } = values;
  if (form !== 'snug' && form !== 'slack') throw new StartError('--as must be slack.');
  if (form === 'slack' && values.personal === true)
    throw new StartError("--personal doesn't go with --as slack, which has no place for it.");
  if (form === 'slack' && !/\.zip$/i.test(target))
    throw new StartError('--as slack writes a ZIP file: end its name with .zip.');
  for (const id of rooms ?? [])
    if (!v.safeParse(Id, id).success)
      throw new StartError(`${id} is no id of a room. The address of a room ends with its id.`);
  return {
    target,
    form,
    scope: {
      ...(rooms && { rooms }),
      ...(values['open-only'] === true && { openOnly: true }),
      ...(since !== undefined && { since: parseDate(since) }),
      ...(values.personal === true && { personal: true }),
    },
  };
}

function parse(args: readonly string[]) {
  const options = {
    room: { type: 'string', multiple: true },
    'open-only': { type: 'boolean' },
    since: { type: 'string' },
    as: { type: 'string' },
    personal: { type: 'boolean' },
  } as const;
  try {
    return parseArgs({ args: [...args], allowPositionals: true, options });
  } catch {
    throw new StartError(describeUsage());
  }
}

const DATE = /^\d{4}-\d\d-\d\d(T\d\d:\d\d(:\d\d(\.\d{1,3})?)?Z)?$/;

/** Of a day in UTC, its first moment. */
function parseDate(text: string): number {
  const ms = DATE.test(text) ? Date.parse(text) : Number.NaN;
  if (Number.isNaN(ms))
    throw new StartError(`--since must be a day, such as 2026-01-31, or a time, such as 2026-01-31T12:00Z.`);
  return ms;
}

function describeUsage(): string {
  return ['Use one of:', ...INPUTS.map(input => `  ${nameCommand('export', input)}`)].join('\n');
}
