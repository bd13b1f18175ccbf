import { readFileSync } from 'node:fs';
import { join } from 'node:path';

const GUIDE = join(import.meta.dirname, '..', '..', 'docs', 'self-hosting.md');

/** Puts the test's addresses in place of the printed ones. Throws if `mark` or a printed address is missing. */
export function readDocumentedBlock(mark: string, replacements: Record<string, string>): string {
  const blocks = readFileSync(GUIDE, 'utf8').matchAll(/^```\w*\n(.*?)^```$/gms);
  let block = [...blocks].map(([, text = '']) => text).find(text => text.includes(mark));
  if (block === undefined) throw new Error(`${GUIDE} has no block with ${mark}`);
  for (const [printed, ours] of Object.entries(replacements)) {
    if (!block.includes(printed)) throw new Error(`the block with ${mark} in ${GUIDE} lacks ${printed}`);
    block = block.replaceAll(printed, ours);
  }
  return block;
}
