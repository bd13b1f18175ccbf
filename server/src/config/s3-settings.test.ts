import { expect, test } from 'vitest';
import { StartError } from '../base/start-error.ts';
import { readConfig } from './config.ts';

const KEYS = { S3_ACCESS_KEY_ID: 'key', S3_SECRET_ACCESS_KEY: 'secret' };

test('the bucket is the first part of the path, and the rest is a folder in it', () => {
  const read = (S3_URL: string) => readConfig({ S3_URL, ...KEYS }).s3;
  expect(read('https://s3.example.org/files')).toEqual({
    endpoint: 'https://s3.example.org',
    bucket: 'files',
    prefix: '',
    style: 'path',
    region: 'us-east-1',
    accessKeyId: 'key',
    secretAccessKey: 'secret',
    sessionToken: undefined,
  });
  expect(read('http://[::1]:3900/files/')).toMatchObject({ endpoint: 'http://[::1]:3900', prefix: '' });
  expect(read('https://s3.example.org/files/our%20chat/snug/')).toMatchObject({ prefix: 'our chat/snug/' });
  const env = { S3_STYLE: 'host', S3_REGION: 'eu-central-1', S3_SESSION_TOKEN: 'token' };
  expect(readConfig({ S3_URL: 'https://s3.example.org/files', ...KEYS, ...env }).s3).toMatchObject({
    style: 'host',
    region: 'eu-central-1',
    sessionToken: 'token',
  });
});

const PLAIN = 'S3_URL must be an address such as https://s3.example.org/bucket.';
const BUCKET = 'S3_URL must have the bucket after the host, such as https://s3.example.org/bucket.';

test.each<[Record<string, string>, string]>([
  [{ S3_URL: 's3.example.org/bucket' }, PLAIN],
  [{ S3_URL: 's3://bucket' }, PLAIN],
  [{ S3_URL: 'https://s3.example.org' }, BUCKET],
  [{ S3_URL: 'https://s3.example.org/' }, BUCKET],
  [{ S3_URL: 'https://s3.example.org/b' }, BUCKET],
  [
    { S3_URL: 'https://key:hunter2@s3.example.org/bucket' },
    'S3_URL must have no user or password. Use S3_ACCESS_KEY_ID and S3_SECRET_ACCESS_KEY.',
  ],
  [
    { S3_URL: 'https://s3.example.org/bucket?list' },
    'S3_URL must end with the bucket or a folder in it, without "?" and "#".',
  ],
  [{ S3_URL: 'https://s3.example.org/bucket/a%2F..%2Fb' }, 'S3_URL must have no "." or ".." in its path.'],
  [{ S3_STYLE: 'dns' }, 'S3_STYLE is "dns": must be path or host.'],
  [{ S3_REGION: 'eu/west' }, 'S3_REGION is "eu/west": must be a name such as eu-central-1.'],
  [
    { S3_SECRET_ACCESS_KEY: 'hunter 2' },
    'S3_SECRET_ACCESS_KEY must have 1 to 1024 characters, and no spaces.',
  ],
  [{ S3_REGION: 'eu-west-1' }, 'S3_URL is not set, but S3_REGION is.'],
  [KEYS, 'S3_URL is not set, but S3_ACCESS_KEY_ID is.'],
  [{ S3_URL: 'https://s3.example.org/bucket' }, 'S3_URL needs S3_ACCESS_KEY_ID and S3_SECRET_ACCESS_KEY.'],
  [
    { S3_URL: 'http://10.0.0.5:3900/bucket', S3_STYLE: 'host', ...KEYS },
    'S3_STYLE=host needs a host name in S3_URL, because the bucket becomes a part of it.',
  ],
])('%o is rejected with one line that has no secret', (env, line) => {
  expect(() => readConfig(env)).toThrow(new StartError(line));
});
