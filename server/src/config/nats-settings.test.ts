import { readFileSync } from 'node:fs';
import { CAN_CREATE_CERTIFICATES, createCertificates } from '@snug/testkit/certificates.ts';
import { expect, test } from 'vitest';
import { StartError } from '../base/start-error.ts';
import { temporaryFolder } from '../testing/temporary-folder.ts';
import { readConfig } from './config.ts';

const DATABASE = { DATABASE_URL: 'postgres://snug@db.example.org/snug', SNUG_SECRET: 's'.repeat(32) };
const CERTIFICATE = '-----BEGIN CERTIFICATE-----\nhunter2\n-----END CERTIFICATE-----';
const KEY = '-----BEGIN PRIVATE KEY-----\nhunter2\n-----END PRIVATE KEY-----';
const CREDS = '-----BEGIN NATS USER JWT-----\nhunter2\n------END NATS USER JWT------';
const TLS = 'tls://nats.example.org';

const ADDRESSES =
  'NATS_URL must be addresses such as nats://nats.example.org:4222 or tls://nats.example.org, separated by commas.';
const SAME = 'NATS_URL must have the same scheme, user and password in each address.';

const REFUSED: readonly (readonly [settings: Record<string, string>, line: string])[] = [
  ...[
    'nats.example.org',
    'http://nats',
    'nats://',
    'nats://a/hunter2',
    'nats://hunter2@a',
    'nats://a,',
    'nats://a?b=c',
  ].map(NATS_URL => [{ NATS_URL }, ADDRESSES] as const),
  [{ NATS_URL: Array.from({ length: 17 }, () => 'nats://a').join() }, ADDRESSES],
  [{ NATS_URL: 'nats://a,tls://a' }, SAME],
  [{ NATS_URL: 'nats://a:hunter2@a,nats://a:hunter3@b' }, SAME],
  [{ NATS_TOKEN: 'hunter2' }, 'NATS_TOKEN needs NATS_URL.'],
  [{ NATS_CREDS: CREDS }, 'NATS_CREDS needs NATS_URL.'],
  [{ NATS_URL: TLS, NATS_CREDS: 'hunter2' }, 'NATS_CREDS must be the content of a file of credentials.'],
  [{ NATS_URL: TLS, NATS_CA: '/etc/hunter2' }, 'NATS_CA must be certificates in PEM format.'],
  [{ NATS_URL: TLS, NATS_CERT: CERTIFICATE }, 'NATS_CERT and NATS_KEY need each other.'],
  [
    { NATS_URL: 'nats://a', NATS_CA: CERTIFICATE },
    'NATS_CA needs addresses in NATS_URL that begin with tls://.',
  ],
  [{ NATS_URL: TLS, NATS_CA: CERTIFICATE }, 'NATS_CA has a certificate that cannot be read.'],
  [
    { NATS_URL: TLS, NATS_CERT: CERTIFICATE, NATS_KEY: KEY },
    'NATS_CERT has a certificate that cannot be read.',
  ],
  [
    { NATS_URL: 'nats://a:hunter2@a', NATS_TOKEN: 'hunter2' },
    'Set one of NATS_TOKEN, NATS_CREDS, and a user in NATS_URL.',
  ],
];

for (const [settings, line] of REFUSED) {
  const names = Object.keys(settings).join(' and ');
  test(`${names}: "${line}"`, () => {
    expect(() => readConfig({ ...DATABASE, ...settings })).toThrow(new StartError(line));
    expect(line).not.toContain('hunter');
  });
}

test('a message broker needs a database server', () => {
  expect(() => readConfig({ NATS_URL: TLS })).toThrow(
    new StartError('NATS_URL needs DATABASE_URL: a server with its database in the data folder is alone.'),
  );
});

test.runIf(CAN_CREATE_CERTIFICATES)('certificates and a key are those of TLS, and belong together', () => {
  const folder = temporaryFolder();
  const { authority, certificate, key, client } = createCertificates(folder, 'localhost');
  const read = (settings: Record<string, string>) =>
    readConfig({ ...DATABASE, NATS_URL: TLS, NATS_CA_FILE: authority, ...settings }).nats;
  const files = { NATS_CERT_FILE: client.certificate, NATS_KEY_FILE: client.key };
  const readText = (path: string) => readFileSync(path, 'utf8').trimEnd();
  expect(read(files)?.tls).toEqual({
    ca: readText(authority),
    cert: readText(client.certificate),
    key: readText(client.key),
  });
  expect(() => read({ ...files, NATS_KEY_FILE: key })).toThrow('NATS_KEY is not the key of NATS_CERT.');
  expect(read({ NATS_CERT_FILE: certificate, NATS_KEY_FILE: key })?.servers).toEqual([
    'nats.example.org:4222',
  ]);
});
