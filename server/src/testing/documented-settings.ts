import { readFileSync } from 'node:fs';
import { join } from 'node:path';

const GUIDE = join(import.meta.dirname, '../../../docs/self-hosting.md');

/** The names of all settings in the guide for operators, beside a few names that other programs read. */
export function readDocumentedSettings(): string[] {
  const names = readFileSync(GUIDE, 'utf8').match(/\b[A-Z][A-Z0-9]*(?:_[A-Z0-9]+)+\b/g) ?? [];
  return [...new Set(names), 'PORT', 'HOST'];
}
