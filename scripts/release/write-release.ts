import { chmodSync, cpSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { EXTERNAL_PACKAGES } from '../../server/rolldown.config.mjs';
import { ROOT } from '../run.mjs';
import { findUnresolved } from './imports.ts';
import { PACKAGE_LIST } from './list-packages.mjs';
import { createSbom, findClosure, formatNotices, readPackage } from './packages.ts';

const BUILT = ['server/dist', 'web/dist'];

/** The emoji of the page are generated from its data, and Rolldown adds a few functions of its own. */
const SOURCES_OF_TEXTS = ['node_modules/emojibase-data', 'node_modules/rolldown'];

export interface ReleaseOptions {
  /** A `node_modules` with the packages that are not bundled, for the system on which the release will run. */
  modules?: string;
  /** The package of a Node that comes with the release. */
  node?: string;
}

/** Copies what runs with Node alone. Throws if a licence or an import is missing. */
export function writeRelease(
  folder: string,
  { modules = join(ROOT, 'node_modules'), node }: ReleaseOptions = {},
): void {
  for (const part of BUILT)
    cpSync(join(ROOT, part), join(folder, part), {
      recursive: true,
      // The stamps of the build.
      filter: path => !basename(path).startsWith('.'),
    });
  const external = findClosure(modules, EXTERNAL_PACKAGES);
  for (const name of external)
    cpSync(join(modules, name), join(folder, 'node_modules', name), { recursive: true });
  const bundled = [...BUILT.flatMap(listBuiltPackages), ...SOURCES_OF_TEXTS].map(path => join(ROOT, path));
  describe(folder, [...bundled, ...external.map(name => join(modules, name)), ...(node ? [node] : [])]);
  const unresolved = findUnresolved(folder, 'server/dist/*.js');
  if (unresolved.length > 0)
    throw new Error(`Nothing in the release has this name: ${unresolved.join(', ')}.`);
}

function listBuiltPackages(part: string): string[] {
  return readFileSync(join(ROOT, part, PACKAGE_LIST), 'utf8')
    .trim()
    .split('\n');
}

function describe(folder: string, packageFolders: readonly string[]): void {
  const { name, version, description, license, type, engines } = JSON.parse(
    readFileSync(join(ROOT, 'package.json'), 'utf8'),
  );
  const manifest = {
    name,
    version,
    description,
    license,
    private: true,
    type,
    engines,
    bin: { snug: 'snug' },
  };
  const packages = [...new Set(packageFolders)]
    .map(readPackage)
    .toSorted((a, b) => compare(`${a.name}@${a.version}`, `${b.name}@${b.version}`));
  mkdirSync(folder, { recursive: true });
  writeFileSync(join(folder, 'package.json'), `${JSON.stringify(manifest, undefined, 2)}\n`);
  writeFileSync(join(folder, 'THIRD-PARTY-NOTICES.txt'), formatNotices(packages));
  writeFileSync(join(folder, 'sbom.cdx.json'), createSbom(version, packages));
  cpSync(join(ROOT, 'LICENSE'), join(folder, 'LICENSE'));
  cpSync(join(import.meta.dirname, 'snug'), join(folder, 'snug'));
  chmodSync(join(folder, 'snug'), 0o755);
}

function compare(a: string, b: string): number {
  return a < b ? -1 : a > b ? 1 : 0;
}
