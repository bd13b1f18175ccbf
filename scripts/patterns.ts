import { globSync } from 'node:fs';
import { ROOT } from './run.mjs';

const CHOICE = /\{([^{}]*)\}/;

/** `a/{b,c}` means `a/b` and `a/c`. */
export function expandChoices(pattern: string): string[] {
  const [choice, names] = CHOICE.exec(pattern) ?? [];
  if (choice === undefined || names === undefined) return [pattern];
  return names.split(',').flatMap(name => expandChoices(pattern.replace(choice, () => name)));
}

/** Returns the patterns. Throws if a choice of one matches no file, because the tests of a moved folder would not run any more. */
export function requireFiles(patterns: readonly string[], cwd = ROOT): string[] {
  const stale = patterns.flatMap(expandChoices).filter(pattern => globSync(pattern, { cwd }).length === 0);
  if (stale.length > 0) throw new Error(`no file matches ${stale.join(', ')}`);
  return [...patterns];
}
