/** A fault for one file of the product: a text that occurs exactly once in it, and what replaces that. */
export interface Mutant {
  name: string;
  file: string;
  find: string;
  replace: string;
  /** Filters of Vitest for unit tests outside of the folder of the file that are the next ones to find it. */
  tests?: readonly string[];
}

/** Throws unless the text to replace occurs exactly once. */
export function plant({ name, file, find, replace }: Mutant, source: string): string {
  const count = source.split(find).length - 1;
  if (count !== 1) throw new Error(`"${name}": ${file} has ${count} times: ${find}`);
  return source.replace(find, () => replace);
}
