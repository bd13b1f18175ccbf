import { existsSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { SwiftStore } from '@snug/testkit/swift-store.ts';
import { print, run } from './run.mjs';

// `npm run test:s3`: a real file store, OpenStack Swift with its interface of S3, from Debian's packages. It takes the installed ones, or unpacks
// them into a temporary folder.

const PACKAGES = ['swift-proxy', 'swift-account', 'swift-container', 'swift-object', 'memcached'];
const BUCKET = 'snug';

const folder = mkdtempSync(join(tmpdir(), 'snug-s3-'));
let code = 1;
try {
  const root = await findSwift();
  if (root === undefined)
    print('NOT TESTED: Swift is not installed, and its Debian packages could not be fetched.');
  else code = await test(root);
} finally {
  rmSync(folder, { recursive: true, force: true });
}
process.exit(code);

/** The folder with `usr/bin/swift-proxy-server`. */
async function findSwift(): Promise<string | undefined> {
  if (hasSwift('/')) return '/';
  const list = `apt-get install --simulate --no-install-recommends -qq ${PACKAGES.join(' ')} | awk '/^Inst/ { print $2 }'`;
  const fetchAll = `apt-get download $(${list}) >&2 && for package in *.deb; do dpkg-deb -x "$package" root; done`;
  await run('sh', ['-c', fetchAll], { cwd: folder, quiet: true }).catch(() => undefined);
  const root = join(folder, 'root');
  return hasSwift(root) ? root : undefined;
}

function hasSwift(root: string): boolean {
  return ['swift-proxy-server', 'memcached'].every(program => existsSync(join(root, 'usr', 'bin', program)));
}

async function test(root: string): Promise<number> {
  const store = await SwiftStore.start(root);
  try {
    await store.createBucket(BUCKET);
    const { S3_URL: url, ...key } = store.getSettings(BUCKET);
    const env = { SNUG_TEST_S3_URL: url, ...key };
    const contract = await runTests('unit', ['server/src/files/storage/storage.test.ts'], env);
    const long = await runTests('s3', process.argv.slice(2), env);
    return contract || long;
  } finally {
    await store.stop();
  }
}

async function runTests(
  project: string,
  filters: readonly string[],
  env: NodeJS.ProcessEnv,
): Promise<number> {
  return (await run('vitest', ['run', '--project', project, '--reporter=verbose', ...filters], { env })).code;
}
