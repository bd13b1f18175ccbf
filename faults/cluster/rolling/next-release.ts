import { execFile } from 'node:child_process';
import {
  cpSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  realpathSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { ROOT, run } from '@snug/scripts/run.mjs';
import { RELEASE } from '@snug/server/base/release.ts';

const WORKSPACES = ['protocol', 'media', 'client', 'server', 'web', 'scripts'];
const FILES = ['package.json', 'package-lock.json', 'tsconfig.base.json', ...WORKSPACES];
const LEFT_OUT = new Set(['node_modules', 'dist']);
const BUILD = "import('./scripts/build.mjs').then(({ build }) => build())";

/** Adds to the tables that the nodes of both releases read and write meanwhile. */
const MIGRATION = `export const next = () => [
  ...['messages', 'rooms', 'members', 'users', 'sessions', 'accounts', 'files'].map(
    table => \`alter table "\${table}" add column "next" text\`,
  ),
  'create table "nexts" ("id" text primary key)',
];
`;

/** A release after this one, from a changed copy of this checkout: another version, wire version, schema and assets. */
export class NextRelease {
  readonly version = raiseMinor(RELEASE);
  readonly #folder = realpathSync(mkdtempSync(join(tmpdir(), 'snug-next-')));

  static async build(): Promise<NextRelease> {
    const next = new NextRelease();
    try {
      next.#copy();
      next.#linkPackages();
      next.#change();
      const { code, output } = await run(process.execPath, ['-e', BUILD], { cwd: next.#folder, quiet: true });
      if (code !== 0) throw new Error(`The next release could not be built.\n${output}`);
      return next;
    } catch (error) {
      next.remove();
      throw error;
    }
  }

  /** The built server. */
  get main(): string {
    return join(this.#folder, 'server', 'dist', 'main.js');
  }

  get assets(): string {
    return join(this.#folder, 'web', 'dist', 'assets');
  }

  /** Runs `npm run raise-oldest-release` of this release. */
  raiseOldest(settings: NodeJS.ProcessEnv): Promise<{ code: number; stdout: string; stderr: string }> {
    const { PATH, HOME } = process.env;
    const program = join(this.#folder, 'server', 'src', 'cluster', 'nodes', 'raise-main.ts');
    return new Promise(resolve =>
      execFile(process.execPath, [program], { env: { PATH, HOME, ...settings } }, (error, stdout, stderr) =>
        resolve({ code: Number(error?.code ?? 0), stdout, stderr }),
      ),
    );
  }

  remove(): void {
    rmSync(this.#folder, { recursive: true, force: true });
  }

  #copy(): void {
    for (const file of FILES)
      cpSync(join(ROOT, file), join(this.#folder, file), {
        recursive: true,
        filter: path => !LEFT_OUT.has(basename(path)),
      });
  }

  /** The installed packages, but the workspaces of the copy. */
  #linkPackages(): void {
    const packages = join(this.#folder, 'node_modules');
    mkdirSync(join(packages, '@snug'), { recursive: true });
    for (const name of readdirSync(join(ROOT, 'node_modules')))
      if (name !== '@snug') symlinkSync(join(ROOT, 'node_modules', name), join(packages, name));
    for (const name of WORKSPACES) symlinkSync(join(this.#folder, name), join(packages, '@snug', name));
    symlinkSync(join(ROOT, 'server', 'node_modules'), join(this.#folder, 'server', 'node_modules'));
  }

  #change(): void {
    this.#edit('package.json', `"version": "${RELEASE}"`, `"version": "${this.version}"`);
    this.#edit(
      'protocol/src/core/version.ts',
      /PROTOCOL_VERSION = (\d+)/,
      (_, version) => `PROTOCOL_VERSION = ${Number(version) + 1}`,
    );
    const migrations = 'server/src/db/migrations';
    writeFileSync(join(this.#folder, migrations, '9999-next.ts'), MIGRATION);
    this.#edit(`${migrations}/migrations.ts`, /^/, "import { next } from './9999-next.ts';\n");
    this.#edit(`${migrations}/migrations.ts`, /(SHARED: [^{]*\{[^}]*?),?\s*\}/, "$1, '9999-next': next }");
    // The page shows which release it is.
    const mark = `document.documentElement.dataset.release = '${this.version}';\n`;
    this.#edit('web/src/main.tsx', /$/, mark);
    this.#edit('web/src/ui/styles/tokens.css', /$/, ':root { --next: 1 }\n');
  }

  /** Throws if there is nothing to change. */
  #edit(file: string, from: string | RegExp, to: string | ((...groups: string[]) => string)): void {
    const path = join(this.#folder, file);
    const before = readFileSync(path, 'utf8');
    const after = typeof to === 'string' ? before.replace(from, to) : before.replace(from, to);
    if (after === before) throw new Error(`${file} does not contain ${from}`);
    writeFileSync(path, after);
  }
}

function raiseMinor(version: string): string {
  const [major, minor] = version.split('.').map(Number);
  return `${major}.${(minor ?? 0) + 1}.0`;
}
