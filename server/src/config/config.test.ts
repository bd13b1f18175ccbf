import { resolve } from 'node:path';
import { expect, test } from 'vitest';
import { StartError } from '../base/start-error.ts';
import { readDocumentedSettings } from '../testing/documented-settings.ts';
import { readConfig } from './config.ts';

test('without settings Snug is reachable only from this machine, at port 3000', () => {
  expect(readConfig({})).toEqual({
    port: 3000,
    host: '127.0.0.1',
    origins: ['http://localhost:3000', 'http://127.0.0.1:3000', 'http://[::1]:3000'],
    isUrlMissing: false,
    data: resolve('data'),
    databaseUrl: undefined,
    secret: undefined,
    maxFileBytes: 5_120_000,
    quota: 1024 ** 3,
    fixed: {},
    isSearchOn: true,
    isPushOn: true,
    rates: expect.any(Object) as object,
    outboundAllow: [],
    sockets: { perPerson: 50, perAddress: 1_000 },
    trustedProxies: [],
    drainMs: 0,
    providers: [],
    mail: undefined,
    s3: undefined,
    metrics: undefined,
    nats: undefined,
    logLevel: 'info',
    unknownSettings: [],
    quotedSettings: [],
  });
});

test('every setting comes from the environment', () => {
  const secret = 's'.repeat(32);
  const env = {
    PORT: '80',
    HOST: '0.0.0.0',
    SNUG_URL: 'https://Chat.Example.org/',
    SNUG_DATA: '/var/snug',
    DATABASE_URL: 'postgres://snug:word@db.example.org/snug?sslmode=verify-full',
    SNUG_SECRET: secret,
    SNUG_MAX_FILE_BYTES: '20000000',
    SNUG_QUOTA_MB: '20',
    SNUG_SIGN_UP: 'closed',
    SNUG_DRAIN_SECONDS: '2',
    SNUG_RATE_LIMITS: 'off',
    SNUG_SEARCH: 'off',
    SNUG_PUSH: 'off',
    SNUG_TRUSTED_PROXIES: '127.0.0.1, ::1,10.0.0.0/8,fd00::/8',
    SNUG_OUTBOUND_ALLOW: '10.1.0.0/16, 127.0.0.1',
    SNUG_SMTP_URL: 'smtps://snug:word@mail.example.org',
    SNUG_MAIL_FROM: 'Our Snug <Snug@Example.org>',
    SNUG_METRICS_TOKEN: secret,
    SNUG_METRICS_PORT: '[::1]:9464',
    NATS_URL: 'nats://snug:w%20rd@one.example.org, nats://snug:w%20rd@two.example.org:4333/',
    LOG_LEVEL: 'debug',
    HOME: '/root',
  };
  expect(readConfig(env)).toEqual({
    port: 80,
    host: '0.0.0.0',
    isSearchOn: false,
    isPushOn: false,
    origins: ['https://chat.example.org'],
    isUrlMissing: false,
    data: '/var/snug',
    databaseUrl: 'postgres://snug:word@db.example.org/snug?sslmode=verify-full',
    secret,
    maxFileBytes: 20_000_000,
    quota: 20 * 1024 ** 2,
    fixed: { sign_up: 'closed' },
    rates: undefined,
    outboundAllow: ['10.1.0.0/16', '127.0.0.1'],
    sockets: { perPerson: Number.POSITIVE_INFINITY, perAddress: Number.POSITIVE_INFINITY },
    trustedProxies: ['127.0.0.1', '::1', '10.0.0.0/8', 'fd00::/8'],
    drainMs: 2_000,
    providers: [],
    mail: {
      url: 'smtps://snug:word@mail.example.org',
      from: { name: 'Our Snug', address: 'snug@example.org' },
    },
    metrics: { token: secret, listen: { host: '::1', port: 9464 } },
    nats: {
      servers: ['one.example.org:4222', 'two.example.org:4333'],
      user: { name: 'snug', password: 'w rd' },
      token: undefined,
      creds: undefined,
      tls: undefined,
    },
    logLevel: 'debug',
    unknownSettings: [],
    quotedSettings: [],
  });
});

test('the public address is missing if other machines can connect, and nobody set it', () => {
  const isMissing = (HOST: string, SNUG_URL = '') => readConfig({ HOST, SNUG_URL }).isUrlMissing;
  for (const host of ['0.0.0.0', '::', '10.0.0.5', 'chat.example', '127.example']) {
    expect([host, isMissing(host)]).toEqual([host, true]);
    expect([host, isMissing(host, 'http://localhost:3000')]).toEqual([host, false]);
  }
  for (const host of ['', 'localhost', '127.0.0.1', '127.0.0.53', '::1'])
    expect([host, isMissing(host)]).toEqual([host, false]);
});

test('an empty setting counts as unset', () => {
  const names = readDocumentedSettings();
  expect(names).toEqual(
    expect.arrayContaining([
      'SNUG_URL',
      'DATABASE_URL',
      'SNUG_LIMIT_SENDS',
      'OIDC_NAME',
      'S3_URL',
      'LOG_LEVEL',
    ]),
  );
  // A space as the host would open the port to all networks.
  for (const blank of ['', ' ', '\r', '\t \n'])
    for (const name of names) expect([name, readConfig({ [name]: blank })]).toEqual([name, readConfig({})]);
  const empty = Object.fromEntries(names.map(name => [name, '']));
  expect(readConfig(empty)).toEqual(readConfig({}));
  expect(readConfig({ ...empty, PORT: '8080' }).port).toBe(8080);
});

test('SNUG_DATA takes folders with any visible name', () => {
  for (const folder of ['./~/snug', './$HOME', '/srv/Ana’s "chat" $1', 'daten ü', '/data /.'])
    expect(readConfig({ SNUG_DATA: folder }).data).toBe(resolve(folder));
});

test('line ends after addresses and tokens do not count, as a container passes them on from a file of Windows', () => {
  const env = {
    SNUG_SMTP_URL: 'smtps://snug:word@mail.example.org',
    SNUG_MAIL_FROM: 'Snug <snug@example.org>',
    SNUG_METRICS_TOKEN: 'm'.repeat(32),
    OIDC_ISSUER: 'https://id.example.org',
    OIDC_CLIENT_ID: 'snug',
    OIDC_CLIENT_SECRET: 'word',
  };
  const withLineEnds = Object.fromEntries(Object.entries(env).map(([name, value]) => [name, `${value}\r`]));
  expect(readConfig(withLineEnds)).toEqual(readConfig(env));
});

test('T7 the origin contains the port of the public address, unless it is the default port', () => {
  expect(readConfig({ SNUG_URL: 'http://chat.example:8080' }).origins).toEqual(['http://chat.example:8080']);
  expect(readConfig({ SNUG_URL: 'https://chat.example:443/' }).origins).toEqual(['https://chat.example']);
});

const PROXIES = 'must be IP addresses, or ranges such as 10.0.0.0/8, separated by commas';
const ALL_PROXIES = 'must name proxies. If it named all addresses, all people could choose theirs';
const FOLDER = 'must be the whole path of a folder. Only a shell replaces ~, variables and quotes';
const FOLDER_ENDS = 'must not begin or end with white space, and must have no line ends';
const INVALID_SETTINGS = [
  ['PORT', 'http', 'must be a port number'],
  ['PORT', '-1', 'must be a port number'],
  ['PORT', '3e3', 'must be a port number'],
  ['PORT', '3000 ', 'must be a port number'],
  ['PORT', '0', 'must be 1 or more'],
  ['PORT', '65536', 'must be 65535 or less'],
  ['SNUG_MAX_FILE_BYTES', '999', 'must be 1000 or more'],
  ['SNUG_MAX_FILE_BYTES', '10000000001', 'must be 10000000000 or less'],
  ['SNUG_MAX_FILE_BYTES', '1GB', 'must be a number of bytes'],
  ['SNUG_QUOTA_MB', '-1', 'must be a number, 1 or more'],
  ['SNUG_QUOTA_MB', '1GB', 'must be a number, 1 or more'],
  ['SNUG_URL', 'chat.example', 'must be an http or https address'],
  ['SNUG_URL', 'ftp://chat.example', 'must be an http or https address'],
  ['SNUG_URL', 'https://example.org/chat', 'must have no path'],
  ['SNUG_URL', 'https://a.example,https://b.example', 'must be one address, without * and commas'],
  ['SNUG_URL', 'https://*.example', 'must be one address, without * and commas'],
  ...['10.0.0.5:80', '[::1]:80', 'http://10.0.0.5', 'two names', '"10.0.0.5"', "'localhost'"].map(
    value =>
      ['HOST', value, 'must be an IP address or a name, without quotes and a port, which PORT has'] as const,
  ),
  ...['~', '~/snug', '$HOME/snug', '${HOME}', '"/data"', "'./data'", 'file:///data', 'C:\\data'].map(
    value => ['SNUG_DATA', value, FOLDER] as const,
  ),
  ...['/data ', '/data\r', ' ./data', '/da\nta'].map(value => ['SNUG_DATA', value, FOLDER_ENDS] as const),
  ['SNUG_SIGN_UP', 'yes', 'must be open, invite or closed'],
  ['SNUG_RATE_LIMITS', 'ON', 'must be on or off'],
  ['SNUG_MAX_SOCKETS', 'many', 'must be a number, 1 or more'],
  ['SNUG_MAX_ADDRESS_SOCKETS', '-1', 'must be a number, 1 or more'],
  ...['proxy', '10.0.0.0/33', '10.0.0.0/', '10.0.0.0/8/8', '::1/129', '10.0.0/8', '*', '1.2.3.4;'].map(
    value => ['SNUG_TRUSTED_PROXIES', value, PROXIES] as const,
  ),
  ...['0.0.0.0/0', '::1,::/0', '10.0.0.5/00'].map(
    value => ['SNUG_TRUSTED_PROXIES', value, ALL_PROXIES] as const,
  ),
  ['GOOGLE_TOKEN_URL', 'accounts.example', 'must be an http or https address'],
  ['OIDC_ISSUER', 'file:///etc', 'must be an http or https address'],
  ...[
    '10.0.0.5:0',
    '10.0.0.5:65536',
    'localhost:9464',
    '::1:9464',
    '10.0.0.5:',
    ':9464',
    '9464/metrics',
    '10.0.0.5:9464:1',
  ].map(
    value =>
      [
        'SNUG_METRICS_PORT',
        value,
        'must be a port, or an IP address and a port such as 10.0.0.5:9464',
      ] as const,
  ),
  ['LOG_LEVEL', 'loud', 'must be fatal, error, warn, info, debug, trace or silent'],
] as const;

for (const [name, value, problem] of INVALID_SETTINGS) {
  test(`${name}=${value} is rejected with one line that gives the reason`, () => {
    const shown = /^\d+$/.test(value) ? value : JSON.stringify(value);
    expect(() => readConfig({ [name]: value })).toThrow(new StartError(`${name} is ${shown}: ${problem}.`));
  });
}

test('a secret that is too short is rejected, and is not in the error', () => {
  for (const name of ['SNUG_SECRET', 'SNUG_METRICS_TOKEN']) {
    const read = () => readConfig({ [name]: 'hunter2' });
    expect(read).toThrow(new StartError(`${name} must have at least 32 characters.`));
    expect(read).not.toThrow(/hunter2/);
  }
});

test('misspelled settings are listed, and those of the compose files, of `snug` and of secrets in files are not', () => {
  const env = {
    SNUG_TAG: '0.5.0',
    SNUG_IMAGE: 'snug',
    SNUG_MEMORY: '4g',
    SNUG_SETTINGS: '/etc/snug/second.env',
    SNUG_QUTA_MB: '7',
    SNUG_NAME_FILE: '/x',
    SNUG_OLD: '',
  };
  expect(readConfig({ ...env, PATH: '/bin', SNUG_QUOTA_MB: '70' }).unknownSettings).toEqual([
    'SNUG_QUTA_MB',
    'SNUG_NAME_FILE',
  ]);
  expect(readConfig({ SNUG_SECRET_FILE: '' }).unknownSettings).toEqual([]);
});

test('settings with quotes around their value are listed, because a container keeps the quotes', () => {
  const env = { SNUG_NAME: '"My team"', SNUG_SECRET: `'${'s'.repeat(40)}'`, SNUG_PUSH: 'off' };
  expect(readConfig({ ...env, OTHER: '"x"' }).quotedSettings).toEqual(['SNUG_SECRET', 'SNUG_NAME']);
  expect(readConfig({ SNUG_NAME: 'The "one"' }).quotedSettings).toEqual([]);
});

test('metrics are off by default, and on by a token, by a port of this machine or by an address', () => {
  const read = (env: NodeJS.ProcessEnv) => readConfig(env).metrics;
  const token = 't'.repeat(32);
  expect(read({})).toBeUndefined();
  expect(read({ SNUG_METRICS_TOKEN: token })).toEqual({ token, listen: undefined });
  for (const [text, host] of [
    ['9464', '127.0.0.1'],
    ['0.0.0.0:9464', '0.0.0.0'],
    ['[fd00::7]:9464', 'fd00::7'],
  ])
    expect(read({ SNUG_METRICS_PORT: text })).toEqual({ token: undefined, listen: { host, port: 9464 } });
});

test('a database server needs a secret that all servers share', () => {
  expect(() => readConfig({ DATABASE_URL: 'postgres://localhost/snug' })).toThrow(
    new StartError('DATABASE_URL needs SNUG_SECRET, with the same value for all servers.'),
  );
});

test('an address of IPv6 to listen on can have its brackets', () => {
  expect(readConfig({ HOST: '[::1]' }).host).toBe('::1');
  expect(readConfig({ HOST: 'fd00::7' }).host).toBe('fd00::7');
});

test('a password with a sign that ends the host is rejected, and the escapes are named', () => {
  const secret = 's'.repeat(32);
  for (const word of ['hunter#2', '2#hunter', 'hunter/2', '2/hunter', 'hunter?2', '2?hunter']) {
    const read = (escaped: string) => [
      () => readConfig({ DATABASE_URL: `postgres://snug:${escaped}@db/snug`, SNUG_SECRET: secret }),
      () => readConfig({ SNUG_SMTP_URL: `smtp://snug:${escaped}@mail`, SNUG_MAIL_FROM: 'snug@example.org' }),
    ];
    for (const run of read(word)) {
      expect(run).toThrow(/In its password, write # as %23/);
      expect(run).not.toThrow(/hunter/);
    }
    for (const run of read(encodeURIComponent(word))) expect(run).not.toThrow();
  }
  expect(() =>
    readConfig({ DATABASE_URL: 'postgres://db/snug?user=ann@tenant&host=/a', SNUG_SECRET: secret }),
  ).not.toThrow();
});

test('white space around the address of a database goes', () => {
  const address = 'postgres://localhost/snug';
  const { databaseUrl } = readConfig({ DATABASE_URL: ` ${address}\r`, SNUG_SECRET: 's'.repeat(32) });
  expect(databaseUrl).toBe(address);
});

test('an invalid address of a database is rejected, and its password is not in the error', () => {
  for (const DATABASE_URL of ['mysql://snug:hunter2@localhost/snug', 'snug:hunter2@localhost']) {
    const read = () => readConfig({ DATABASE_URL, SNUG_SECRET: 's'.repeat(32) });
    expect(read).toThrow(/^DATABASE_URL must be an address such as postgres:\/\//);
    expect(read).not.toThrow(/hunter2/);
  }
});

test('an address of a database may lead to a socket, and an unknown sslmode is rejected', () => {
  const SNUG_SECRET = 's'.repeat(32);
  for (const DATABASE_URL of [
    'postgres:///snug?host=/var/run/postgresql',
    'postgres://snug:word@/snug?host=/run/postgresql',
    'postgresql://%2Fvar%2Frun%2Fpostgresql/snug',
    'postgres://db/snug?sslmode=prefer',
  ])
    expect(readConfig({ DATABASE_URL, SNUG_SECRET }).databaseUrl).toBe(DATABASE_URL);
  for (const mode of ['verify_full', 'on', ''])
    expect(() => readConfig({ DATABASE_URL: `postgres://db/snug?sslmode=${mode}`, SNUG_SECRET })).toThrow(
      /^DATABASE_URL has an unknown sslmode\. It must be one of disable, /,
    );
});

test('F2 larger files raise the default quotas to ten of them, and contradict smaller ones', () => {
  const size = 1_000_000_000;
  const env = { SNUG_MAX_FILE_BYTES: String(size) };
  const { quota, rates } = readConfig(env);
  expect(quota).toBe(10 * size);
  expect(rates?.upload_bytes).toEqual({ times: 10 * size, seconds: 86_400, burst: 10 * size });
  expect(rates?.download_bytes).toEqual({ times: 10 * size, seconds: 60, burst: 10 * size });
  expect(() => readConfig({ ...env, SNUG_QUOTA_MB: '900' })).toThrow(
    new StartError('SNUG_QUOTA_MB is less than SNUG_MAX_FILE_BYTES.'),
  );
  expect(() => readConfig({ ...env, SNUG_LIMIT_UPLOAD_BYTES: '999999999/60' })).toThrow(
    new StartError('SNUG_LIMIT_UPLOAD_BYTES allows less than SNUG_MAX_FILE_BYTES at once.'),
  );
  const limited = { SNUG_QUOTA_MB: '954', SNUG_LIMIT_UPLOAD_BYTES: '1000000000/86400' };
  expect(readConfig({ ...env, ...limited }).rates?.upload_bytes.burst).toBe(size);
});

test('a limit that does not exist stops the start', () => {
  expect(() => readConfig({ SNUG_LIMIT_LIKES: '5/60' })).toThrow(
    new StartError(
      'SNUG_LIMIT_LIKES is not a setting of this version. docs/self-hosting.md lists the limits.',
    ),
  );
});

test('mail needs a server and an address, and its password is not in an error', () => {
  const from = 'snug@example.org';
  const readError = (env: NodeJS.ProcessEnv) => {
    try {
      return readConfig(env).mail?.from;
    } catch (error) {
      return String(error);
    }
  };
  expect(readError({ SNUG_SMTP_URL: 'smtp://localhost' })).toContain('SNUG_MAIL_FROM is not set');
  expect(readError({ SNUG_MAIL_FROM: from })).toContain('SNUG_SMTP_URL is not set');
  for (const url of ['https://user:hunter2@mail.example.org', 'hunter2', 'smtp://'])
    expect(readError({ SNUG_SMTP_URL: url, SNUG_MAIL_FROM: from })).toMatch(
      /SNUG_SMTP_URL(?!.*hunter2).*must be/,
    );
  for (const text of ['Snug', 'a@b@c.example', 'Snug <a@b.example>, b@c.example', 'A\r\nBcc: <a@b.example>'])
    expect(readError({ SNUG_SMTP_URL: 'smtp://localhost', SNUG_MAIL_FROM: text })).toContain(
      'SNUG_MAIL_FROM',
    );
  expect(readError({ SNUG_SMTP_URL: 'smtp://localhost', SNUG_MAIL_FROM: from })).toEqual({
    name: '',
    address: from,
  });
});
