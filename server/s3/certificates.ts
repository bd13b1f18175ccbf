import { execFile } from 'node:child_process';
import { mkdtempSync, readFileSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';

const runFile = promisify(execFile);
const openssl = (args: readonly string[]) => runFile('openssl', args);

const NEW_KEY = '-newkey ec -pkeyopt ec_paramgen_curve:prime256v1 -nodes'.split(' ');

/** A private CA, and a certificate of it for `localhost`. `ca`: a path. */
export async function createCertificates(): Promise<{
  folder: string;
  ca: string;
  key: string;
  cert: string;
}> {
  const folder = mkdtempSync(join(tmpdir(), 'snug-ca-'));
  const path = (name: string) => join(folder, name);
  const ca = path('ca.pem');
  await openssl([
    'req',
    '-x509',
    ...NEW_KEY,
    '-days',
    '2',
    '-subj',
    '/CN=Private CA',
    '-keyout',
    path('ca.key'),
    '-out',
    ca,
  ]);
  await openssl([
    'req',
    ...NEW_KEY,
    '-subj',
    '/CN=localhost',
    '-keyout',
    path('key.pem'),
    '-out',
    path('request.pem'),
  ]);
  writeFileSync(path('names'), 'subjectAltName=DNS:localhost,IP:127.0.0.1');
  const signing = [
    '-CA',
    ca,
    '-CAkey',
    path('ca.key'),
    '-CAcreateserial',
    '-days',
    '2',
    '-extfile',
    path('names'),
  ];
  await openssl(['x509', '-req', '-in', path('request.pem'), ...signing, '-out', path('cert.pem')]);
  return {
    folder,
    ca,
    key: readFileSync(path('key.pem'), 'utf8'),
    cert: readFileSync(path('cert.pem'), 'utf8'),
  };
}
