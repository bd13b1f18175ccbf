import { closeSync, mkdirSync, openSync, writeFileSync, writeSync } from 'node:fs';
import { join } from 'node:path';
import { getErrorCode } from '../../../base/start-error.ts';
import { ImportError } from '../import-error.ts';
import type { Ledger, Skipped } from '../ledger.ts';
import { stripTokens } from './strip-tokens.ts';

const MAX_FOLDERS = 1_000;
const MAX_LINES = 1_000_000;
const MAX_BYTES = 1_000_000_000;
/** Of one original. */
const MAX_ITEM_LENGTH = 64_000;
const BUFFER_LENGTH = 256_000;

/** The details of an import. Its files have private messages: only their owner can read them. */
export interface ReportFolder {
  /** Undefined without a report. */
  path: string | undefined;
  addSkipped: (skipped: Skipped, count: number) => void;
  write: (name: 'report.txt' | 'counts.json' | 'people.csv', content: string) => void;
  close: () => void;
}

export const NO_REPORT: ReportFolder = {
  path: undefined,
  addSkipped: () => {},
  write: () => {},
  close: () => {},
};

/** A new folder: an existing one may have a people.csv that somebody has edited. Throws an `ImportError`. */
export function createReportFolder(wanted: string): ReportFolder {
  const path = createFolder(wanted);
  const skippedFile = openSync(join(path, 'skipped.jsonl'), 'wx', 0o600);
  let pending = '';
  let lines = 0;
  let bytes = 0;
  let isClosed = false;
  const flush = () => {
    bytes += writeSync(skippedFile, pending);
    pending = '';
  };
  return {
    path,
    addSkipped(skipped, count) {
      if (lines === MAX_LINES || bytes > MAX_BYTES) return;
      pending += `${formatSkipped(skipped, count)}\n`;
      if (++lines === MAX_LINES) pending += `${JSON.stringify({ reason: 'the report is full' })}\n`;
      if (pending.length > BUFFER_LENGTH) flush();
    },
    write: (name, content) => writeFileSync(join(path, name), stripTokens(content), { mode: 0o600 }),
    close() {
      if (isClosed) return;
      isClosed = true;
      try {
        flush();
      } finally {
        closeSync(skippedFile);
      }
    },
  };
}

export function formatCounts(counts: Ledger['counts']): string {
  return `${JSON.stringify(counts, null, 2)}\n`;
}

function formatSkipped({ item, ...skipped }: Skipped, count: number): string {
  const line = { ...skipped, ...(count !== 1 && { count }) };
  const text = item === undefined ? undefined : stripTokens(JSON.stringify(item));
  if (text === undefined) return stripTokens(JSON.stringify(line));
  const head = stripTokens(JSON.stringify(line)).slice(0, -1);
  // A cut text is no JSON any more, so it becomes a text.
  return `${head},"item":${text.length > MAX_ITEM_LENGTH ? JSON.stringify(text.slice(0, MAX_ITEM_LENGTH)) : text}}`;
}

function createFolder(wanted: string): string {
  for (let number = 1; number <= MAX_FOLDERS; number++) {
    const path = number === 1 ? wanted : `${wanted}-${number}`;
    try {
      mkdirSync(path, { mode: 0o700 });
      return path;
    } catch (error) {
      if (getErrorCode(error) === 'EEXIST') continue;
      throw new ImportError(
        `The report folder ${path} cannot be made (${getErrorCode(error)}). Name another one with --report FOLDER, or use --report none.`,
      );
    }
  }
  throw new ImportError(`There are ${MAX_FOLDERS} reports beside ${wanted}. Remove some of them.`);
}
