import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { StartError } from '../base/start-error.ts';
import { readDocumentedSettings } from '../testing/documented-settings.ts';
import { temporaryFolder } from '../testing/temporary-folder.ts';
import { readConfig } from './config.ts';

const SECRET = 'a secret of more than 32 characters';

function write(text: string): string {
  const path = join(temporaryFolder(), 'secret');
  writeFileSync(path, text);
  return path;
}

test.each(['', '\n', '\r\n', '\n\n'])('a secret comes from a file that ends with %j', end => {
  expect(readConfig({ SNUG_SECRET_FILE: write(SECRET + end) }).secret).toBe(SECRET);
});

test('spaces and line breaks inside of a secret belong to it', () => {
  const secret = `  ${SECRET}\nsecond line `;
  expect(readConfig({ SNUG_SECRET_FILE: write(secret) }).secret).toBe(secret);
});

test('each secret setting has a file', () => {
  const DATABASE_URL = 'postgres://snug:word@db.example.org/snug?sslmode=verify-full';
  const url = 'smtps://user:word@mail.example.org';
  const config = readConfig({
    SNUG_SECRET_FILE: write(SECRET),
    DATABASE_URL_FILE: write(`${DATABASE_URL}\n`),
    SNUG_SMTP_URL_FILE: write(url),
    SNUG_MAIL_FROM: 'snug@example.org',
    ...Object.fromEntries(
      ['GOOGLE', 'GITHUB', 'OIDC'].flatMap(name => [
        [`${name}_CLIENT_ID`, 'snug'],
        [`${name}_CLIENT_SECRET_FILE`, write(`secret of ${name}`)],
      ]),
    ),
    OIDC_ISSUER: 'https://id.example.org',
  });
  expect(config).toMatchObject({ secret: SECRET, databaseUrl: DATABASE_URL, mail: { url } });
  expect(config.providers.map(({ clientSecret }) => clientSecret).toSorted()).toEqual([
    'secret of GITHUB',
    'secret of GOOGLE',
    'secret of OIDC',
  ]);
});

test('each setting in the guide whose name is that of a secret can come from a file', () => {
  const isSecret = (name: string) => /_(?:SECRET|TOKEN|PASSWORD|KEY|CREDS|CERT|CA)$/.test(name);
  // Only compose.yaml reads this one.
  const secrets = readDocumentedSettings().filter(name => isSecret(name) && name !== 'DB_PASSWORD');
  expect(secrets).toEqual(expect.arrayContaining(['SNUG_METRICS_TOKEN', 'S3_SESSION_TOKEN', 'NATS_KEY']));
  for (const name of [...secrets, 'DATABASE_URL', 'SNUG_SMTP_URL', 'S3_URL', 'NATS_URL'])
    expect(() => readConfig({ [`${name}_FILE`]: '/missing/file' })).toThrow(
      `${name}_FILE: /missing/file cannot be read (ENOENT).`,
    );
});

test('an empty name of a file counts as unset', () => {
  expect(readConfig({ SNUG_SECRET_FILE: '', SNUG_SECRET: SECRET }).secret).toBe(SECRET);
});

test('other settings do not come from files', () => {
  expect(readConfig({ PORT_FILE: write('80') }).port).toBe(3_000);
});

test.each([
  [
    'both are set',
    () => ({ SNUG_SECRET: SECRET, SNUG_SECRET_FILE: write(SECRET) }),
    'Set SNUG_SECRET or SNUG_SECRET_FILE, not both.',
  ],
  [
    'it is missing',
    () => ({ DATABASE_URL_FILE: '/nonexistent/url' }),
    'DATABASE_URL_FILE: /nonexistent/url cannot be read (ENOENT).',
  ],
  ['it is a folder', () => ({ SNUG_SECRET_FILE: '/' }), 'SNUG_SECRET_FILE: / cannot be read (EISDIR).'],
  [
    'it never ends',
    () => ({ SNUG_SECRET_FILE: '/dev/zero' }),
    'SNUG_SECRET_FILE: /dev/zero is larger than 65536 bytes.',
  ],
])('the start fails in one line if %s', (_name, createEnv, line) => {
  expect(() => readConfig(createEnv())).toThrow(new StartError(line));
});

test.each([
  ['empty', ''],
  ['only a line break', '\n'],
])('a file that is %s is named', (_name, text) => {
  const path = write(text);
  expect(() => readConfig({ SNUG_SECRET_FILE: path })).toThrow(`SNUG_SECRET_FILE: ${path} is empty.`);
});

test.each([
  ['SNUG_SECRET', 'hunter2'],
  ['DATABASE_URL', 'mysql://snug:hunter2@db'],
  ['SNUG_SMTP_URL', 'https://snug:hunter2@mail'],
])('an invalid value of %s is not in the error', (name, text) => {
  const read = () => readConfig({ [`${name}_FILE`]: write(text) });
  expect(read).toThrow(new RegExp(`^${name} `));
  expect(read).not.toThrow(/hunter2/);
});
