import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

/** A package in the result. */
export interface Package {
  name: string;
  version: string;
  /** The expression of SPDX in its `package.json`. */
  license: string;
  /** All texts of its licence. */
  texts: readonly string[];
}

interface PackageJson {
  name?: string;
  version?: string;
  license?: string;
  dependencies?: Record<string, string>;
  optionalDependencies?: Record<string, string>;
}

const LICENCE_FILE = /^(?:licen[cs]e|copying|notice|copyright)/i;
const README_FILE = /^readme(?:\.md|\.txt)?$/i;
const LICENCE_HEADING = /^#+ *licen[cs]/im;

const OWN_TEXTS = join(import.meta.dirname, 'licences');

/** Packages that publish no text, and the files in `licences` that they refer to. */
const ADDED_TEXTS: Readonly<Record<string, readonly string[]>> = {
  'abstract-logging': ['abstract-logging.txt'],
  // Their own files name the libraries inside. LGPL 3 adds to GPL 3.
  '@img/sharp-libvips-linux-x64': ['LGPL-3.0.txt', 'GPL-3.0.txt'],
  '@img/sharp-libvips-linux-arm64': ['LGPL-3.0.txt', 'GPL-3.0.txt'],
};

/** Throws if the package has no text of a licence. */
export function readPackage(folder: string): Package {
  const { name = '', version = '', license = '' } = readPackageJson(folder);
  const texts = readLicences(folder, ADDED_TEXTS[name] ?? []);
  if (!name || !version || !license)
    throw new Error(`${folder}/package.json names no version or no licence.`);
  if (texts.length === 0)
    throw new Error(`${name} has no text of its licence (${license}). Add it to scripts/release/licences.`);
  return { name, version, license, texts };
}

function readLicences(folder: string, added: readonly string[]): string[] {
  const names = readdirSync(folder, { withFileTypes: true })
    .filter(entry => entry.isFile())
    .map(entry => entry.name)
    .toSorted();
  const files = names.filter(name => LICENCE_FILE.test(name)).map(name => readText(join(folder, name)));
  const sections = names
    .filter(name => README_FILE.test(name))
    .map(name => cutLicence(readText(join(folder, name))));
  const own = added.map(name => readText(join(OWN_TEXTS, name)));
  // A section is enough only if it is the text itself, and not a link to it.
  const isText = (section: string) => added.length > 0 || section.includes('WITHOUT WARRANTY');
  return [...(files.length > 0 ? files : sections.filter(isText)), ...own].filter(text => text !== '');
}

/** From the heading to the end of the document. */
function cutLicence(readme: string): string {
  const start = readme.search(LICENCE_HEADING);
  return start === -1 ? '' : readme.slice(start).trim();
}

function readText(path: string): string {
  return readFileSync(path, 'utf8').replaceAll('\r\n', '\n').trim();
}

/** The folders of packages, and of all packages that they need. Optional ones count if they are installed. */
export function findClosure(modules: string, names: readonly string[]): string[] {
  const found = new Set(names);
  for (const name of found) {
    const { dependencies = {}, optionalDependencies = {} } = readPackageJson(join(modules, name));
    const present = Object.keys(optionalDependencies).filter(optional => existsSync(join(modules, optional)));
    for (const next of [...Object.keys(dependencies), ...present]) {
      if (existsSync(join(modules, name, 'node_modules', next)))
        throw new Error(`${name} has its own ${next}, which would be left out.`);
      found.add(next);
    }
  }
  return [...found].toSorted();
}

interface LockedPackage {
  version?: string;
  optional?: boolean;
  dependencies?: Record<string, string>;
  optionalDependencies?: Record<string, string>;
}

/** A lockfile with these packages and all that they need, for every platform. */
export function selectLocked(locked: Readonly<Record<string, LockedPackage>>, names: readonly string[]) {
  const versions = Object.fromEntries(
    names.map(name => [name, locked[`node_modules/${name}`]?.version ?? '']),
  );
  // npm installs packages for another system only if they are optional.
  const isOptional = names.every(name => locked[`node_modules/${name}`]?.optional);
  const root = isOptional ? { optionalDependencies: versions } : { dependencies: versions };
  const packages: Record<string, LockedPackage> = { '': root };
  const wanted = new Set(names);
  for (const name of wanted) {
    const path = `node_modules/${name}`;
    const entry = locked[path];
    if (!entry) throw new Error(`The lockfile has no ${name}.`);
    packages[path] = entry;
    for (const next of Object.keys({ ...entry.dependencies, ...entry.optionalDependencies }))
      wanted.add(next);
  }
  return { lockfileVersion: 3, requires: true, packages };
}

function readPackageJson(folder: string): PackageJson {
  return JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8'));
}

export function formatNotices(packages: readonly Package[]): string {
  const parts = packages.map(({ name, version, license, texts }) =>
    [`${name} ${version} (${license})`, ...texts].join('\n\n'),
  );
  return `Snug contains these packages, under their own licences.\n\n${parts.join(`\n\n${'-'.repeat(80)}\n\n`)}\n`;
}

/** A list of the packages in the format of CycloneDX 1.6. Without a time and a serial number, so that two builds are the same. */
export function createSbom(version: string, packages: readonly Package[]): string {
  const components = packages.map(({ name, version, license }) => {
    const purl = `pkg:npm/${name.replace(/^@/, '%40')}@${version}`;
    return { type: 'library', 'bom-ref': purl, name, version, licenses: [describeLicence(license)], purl };
  });
  const metadata = {
    component: { type: 'application', 'bom-ref': `snug@${version}`, name: 'snug', version },
  };
  const document = { bomFormat: 'CycloneDX', specVersion: '1.6', version: 1, metadata, components };
  return `${JSON.stringify(document, undefined, 2)}\n`;
}

/** CycloneDX has a field for one licence, and another for several. */
function describeLicence(license: string): object {
  return / (?:AND|OR|WITH) /.test(license) ? { expression: license } : { license: { id: license } };
}
