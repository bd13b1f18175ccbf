import { cpSync, existsSync, mkdirSync, mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { build } from '../build.mjs';
import { print } from '../run.mjs';
import { tryRelease } from './try-release.ts';
import { writeRelease } from './write-release.ts';

// `npm run release -- FOLDER`: everything that an installation needs except Node.

const [target, ...others] = process.argv.slice(2);
if (!target || others.length > 0) fail('Name one new folder: npm run release -- FOLDER');
const folder = resolve(process.env.INIT_CWD ?? '', target);
if (existsSync(folder) && readdirSync(folder).length > 0) fail(`${folder} is not empty. Name a new folder.`);

await build();
// Elsewhere, because inside of the checkout Node would also find the packages of the checkout.
const partial = mkdtempSync(join(tmpdir(), 'snug-release-'));
try {
  writeRelease(partial);
  await tryRelease([process.execPath, join(partial, 'snug')]);
  mkdirSync(folder, { recursive: true });
  cpSync(partial, folder, { recursive: true });
} catch (error) {
  fail(error instanceof Error ? error.message : String(error));
} finally {
  rmSync(partial, { recursive: true });
}
print(`The release is in ${folder}. Start it with: node ${join(folder, 'snug')} start`);

function fail(line: string): never {
  process.stderr.write(`No release was made. ${line}\n`);
  process.exit(1);
}
