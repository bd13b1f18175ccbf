export interface Manifest {
  /** Path from the root of the project. */
  path: string;
  dependencies?: Record<string, string>;
  devDependencies?: Record<string, string>;
  optionalDependencies?: Record<string, string>;
  overrides?: Record<string, string>;
}

export type LockedPackages = Record<
  string,
  { integrity?: string; link?: boolean; hasInstallScript?: boolean }
>;

const EXACT = /^\d+\.\d+\.\d+(-[\w.]+)?$/;
const ROW = /^\| `([^`]+)`/gm;
/** The end of the problem text for a package with an install script. */
export const INSTALL_SCRIPT = 'has an install script';
const OWN_SCOPE = '@snug/';

/** The packages with a reason: those in backticks at the beginning of table rows. */
export function parseListedPackages(text: string): string[] {
  return [...text.matchAll(ROW)].map(([, name = '']) => name);
}

export function findUnpinned({ path, ...sections }: Manifest): string[] {
  const { dependencies, devDependencies, optionalDependencies, overrides } = sections;
  const all = { ...dependencies, ...devDependencies, ...optionalDependencies, ...overrides };
  return Object.entries(all)
    .filter(([, version]) => !EXACT.test(version))
    .map(([name, version]) => `${path}: ${name} is not pinned to one version (${version})`);
}

/** A security release of Node must reach all machines. The package for Windows often comes later. */
export function findOtherNodes({ path, optionalDependencies = {} }: Manifest): string[] {
  const packages = Object.entries(optionalDependencies).filter(([name]) => name.startsWith('node-linux-'));
  const versions = new Set(packages.map(([, version]) => version));
  return versions.size > 1
    ? [`${path}: Node for Linux has several versions (${[...versions].join(', ')})`]
    : [];
}

export function findUnexplained(manifests: readonly Manifest[], listed: readonly string[]): string[] {
  const used = new Set(manifests.flatMap(({ dependencies = {} }) => Object.keys(dependencies)));
  const foreign = [...used].filter(name => !name.startsWith(OWN_SCOPE));
  return [
    ...foreign.filter(name => !listed.includes(name)).map(name => `${name} has no reason`),
    ...listed.filter(name => !used.has(name)).map(name => `${name} has a reason, and is not used`),
  ];
}

export function findUntrusted(packages: LockedPackages): string[] {
  return Object.entries(packages).flatMap(([path, { integrity, link, hasInstallScript }]) => [
    ...(hasInstallScript ? [`${path} ${INSTALL_SCRIPT}`] : []),
    ...(path.includes('node_modules/') && !link && !integrity ? [`${path} has no checksum`] : []),
  ]);
}
