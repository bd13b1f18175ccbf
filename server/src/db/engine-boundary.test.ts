import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';

const ROOT = join(import.meta.dirname, '..', '..', '..');

/** The engines' folders, their migrations, the file that selects one, the index of messages and the file that selects it, the backups, which copy the data of each engine, the import, which fills it, the export and the comparison, which read one moment of it, and the reader of Campfire, whose archive is a database. */
const ENGINE =
  /^server\/src\/(?:backup\/|moving\/(?:import\/apply\/|compare\/|live-moment\.ts$)|moving\/readers\/campfire\/|search\/(?:sqlite\/|open-index\.ts$)|db\/(?:sqlite\/|postgres\/|migrations\/|open\.ts$|engine-boundary\.test\.ts$))/;

/** Reasons for imports of the engine, by path prefix. */
const EXCEPTIONS: Readonly<Record<string, string>> = {
  'server/src/cluster/nodes/oldest-release.test.ts': 'connects as another release',
  'server/src/chat/messages/bulk-send.ts': 'stores the messages of a batch with a statement for PostgreSQL',
  'server/src/search/postgres/': 'keeps the index of the messages on PostgreSQL',
  'server/src/testing/engine-index.ts': 'opens the index of the tested engine, without its threads',
  'server/src/testing/older-database.ts': 'makes databases of old releases',
  'server/src/testing/postgres-test-engine.ts': 'opens databases for tests',
  'testkit/src/postgres/': 'starts database servers for tests',
  'server/src/testing/batch-runner.ts': 'runs the batches of a node on PostgreSQL',
  'server/src/testing/check-index-file.ts': 'compares a copy of the index with the messages',
  'server/src/testing/data-folder.ts': 'makes backups and restores them',
  'server/src/testing/concurrency/': 'interleaves transactions, under the engine',
  'server/src/http/request-id.server.test.ts': 'breaks a table, for a failure that Snug does not expect',
  'scripts/test-metrics.ts': 'holds the lock for writes, so that batches are slow',
  'server/simulation/store.ts': 'interleaves the batches of several servers, under the engine',
  'faults/mutants/': 'breaks the engine on purpose',
  'e2e/add-emoji.ts': 'fills the list of emoji',
  'server/src/search/hidden-rooms.security.test.ts': 'compares the statements of both engines',
  'e2e/text.security.spec.ts': 'stores names that earlier releases accepted',
  'e2e/releases/upgrade-with-rows.release.ts': 'reads the rows of a release that is beside this one',
  'e2e/releases/previous-folder.ts': 'compares what two releases stored in a folder',
  'scripts/release/update-journey.ts': 'looks for the migration of a next release',
  'bench/imports/': 'measures an import without a server',
  'bench/search.ts': 'measures the index without a server',
  'bench/upgrade.ts': 'adds rows to a database of an old release',
  'bench/peers/socket-io-server.ts': 'is another chat, with a database of its own',
};

function sources(...patterns: string[]): string[] {
  const files = patterns.flatMap(pattern => globSync(pattern, { cwd: ROOT }));
  return files.filter(file => !ENGINE.test(file) && !file.includes('node_modules'));
}

function filesWith(pattern: RegExp, files: readonly string[]): string[] {
  return files.filter(file => pattern.test(readFileSync(join(ROOT, file), 'utf8')));
}

test('no product file outside of the engines names SQLite or its files', () => {
  const isProduct = (file: string) => !/\.test\.ts$|\/testing\//.test(file);
  const files = sources('server/src/**/*.ts').filter(isProduct);
  expect(files.length).toBeGreaterThan(100);
  expect(filesWith(/sqlite|snug\.db|begin immediate|pragma /i, files)).toEqual([]);
});

test('tests and tools open the database through db/open.ts', () => {
  const files = sources('{server,faults,bench,e2e,scripts,testkit}/**/*.ts');
  const imports = /from '(?:node:sqlite|pg|[^']*\/(?:sqlite|db\/postgres)\/[^']*)'/;
  const isException = (file: string) => Object.keys(EXCEPTIONS).some(start => file.startsWith(start));
  expect(filesWith(imports, files).filter(file => !isException(file))).toEqual([]);
});
