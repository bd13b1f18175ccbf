import packageJson from '../../../package.json' with { type: 'json' };

/** The release of this server: three numbers. */
export const RELEASE: string = packageJson.version;

/** Negative if `a` is older than `b`. */
export function compareReleases(a: string, b: string): number {
  const others = b.split('.').map(Number);
  const differences = a.split('.').map((part, index) => Number(part) - (others[index] ?? 0));
  return differences.find(difference => difference !== 0) ?? 0;
}
