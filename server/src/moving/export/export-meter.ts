import { formatMegabytes } from '../../backup/cli.ts';
import { describeCount, formatCount } from '../../base/describe-count.ts';
import type { ExportProgress } from '../../export/write/export-entries.ts';

const INTERVAL_MS = 200;

/** Shows on one line how far an export is. */
export class ExportMeter {
  readonly #write: (text: string) => void;
  readonly #now: () => number;
  #shownAt = Number.NEGATIVE_INFINITY;

  constructor(write: (text: string) => void, now: () => number = () => performance.now()) {
    this.#write = write;
    this.#now = now;
  }

  show(progress: ExportProgress): void {
    const now = this.#now();
    if (now - this.#shownAt < INTERVAL_MS) return;
    this.#shownAt = now;
    this.#write(`\r\u001B[K${describe(progress)}`);
  }

  end(): void {
    this.#write('\r\u001B[K');
  }
}

function describe({ counts, allMessages, fileBytes }: ExportProgress): string {
  if (allMessages === undefined) return describeCount(counts.people, 'person', 'people');
  if (fileBytes > 0)
    return `${describeCount(counts.messages, 'message')}, ${formatMegabytes(fileBytes)} of files`;
  const share = allMessages === 0 ? 100 : Math.floor((counts.messages / allMessages) * 100);
  return `${formatCount(counts.messages)} of ${describeCount(allMessages, 'message')} (${share} %)`;
}
