import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { ROOT, run } from '../run.mjs';

const MIGRATIONS = 'server/src/db/migrations';
/** Its name, and the table that it creates. */
export const NEXT_MIGRATION = 'next_build';

/** Copies the files of this checkout that a clone would have. */
export async function copySources(target: string): Promise<void> {
  mkdirSync(target);
  const pack =
    'git ls-files -z --cached --others --exclude-standard | tar --create --null --files-from=- --ignore-failed-read';
  const { code, output } = await run('sh', ['-c', `${pack} | tar --extract --directory "$0"`, target], {
    quiet: true,
  });
  if (code !== 0) throw new Error(`The sources could not be copied.\n${output}`);
}

/** The same for an imaginary next release, which has one more migration. Returns its version. */
export async function copyNextSources(target: string): Promise<string> {
  await copySources(target);
  const version = getNextVersion();
  edit(join(target, 'package.json'), text =>
    text.replace(`"version": "${getVersion()}"`, `"version": "${version}"`),
  );
  writeFileSync(
    join(target, MIGRATIONS, '9999-next-build.ts'),
    `export function createStatements(): string[] {
  return [
    'alter table "messages" add column "nextBuild" text',
    'create table "${NEXT_MIGRATION}" ("id" text not null primary key)',
    'insert into "${NEXT_MIGRATION}" select "id" from "messages"',
  ];
}
`,
  );
  const list = join(target, MIGRATIONS, 'migrations.ts');
  edit(list, text => text.replace(/(const SHARED[^;]*)\n\};/, "$1\n  '9999-next-build': nextBuild,\n};"));
  edit(list, text => `import { createStatements as nextBuild } from './9999-next-build.ts';\n${text}`);
  return version;
}

export function getVersion(): string {
  return (JSON.parse(readFileSync(join(ROOT, 'package.json'), 'utf8')) as { version: string }).version;
}

export function getNextVersion(): string {
  const [major, minor] = getVersion().split('.');
  return `${major}.${Number(minor) + 1}.0`;
}

function edit(path: string, change: (text: string) => string): void {
  const before = readFileSync(path, 'utf8');
  const after = change(before);
  if (after === before) throw new Error(`${path} has other texts than this test expects.`);
  writeFileSync(path, after);
}
