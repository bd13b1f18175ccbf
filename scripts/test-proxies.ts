import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { print, run } from './run.mjs';

// Tests the proxy configurations of docs/self-hosting.md with the installed programs. Installs nothing, and uses no system
// service.

const PROGRAMS = { nginx: '-v', caddy: 'version', openssl: 'version' };

const missing = [];
for (const [program, question] of Object.entries(PROGRAMS)) {
  const found = await run(program, [question], { quiet: true }).catch(() => undefined);
  if (found?.code !== 0) missing.push(program);
}
if (missing.length > 0) {
  print(`Not found on the PATH: ${missing.join(', ')}. On Debian: apt-get install ${missing.join(' ')}`);
  process.exit(1);
}

const folder = mkdtempSync(join(tmpdir(), 'snug-proxies-'));
const certificate = join(folder, 'certificate.pem');
const names = 'subjectAltName=IP:127.0.0.1';
const kind = '-x509 -newkey ec -pkeyopt ec_paramgen_curve:prime256v1 -nodes -days 2'.split(' ');
const files = ['-keyout', join(folder, 'key.pem'), '-out', certificate];
await run('openssl', ['req', ...kind, '-subj', '/CN=Snug', '-addext', names, ...files], { quiet: true });
const { code } = await run(
  'vitest',
  ['run', '--project', 'proxies', '--reporter=verbose', ...process.argv.slice(2)],
  {
    env: { SNUG_PROXY_CERTIFICATES: folder, NODE_EXTRA_CA_CERTS: certificate },
  },
);
rmSync(folder, { recursive: true });
process.exit(code);
