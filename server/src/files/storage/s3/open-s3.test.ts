import { TestS3Store } from '@snug/testkit/s3/s3-store.ts';
import { expect, onTestFinished, test } from 'vitest';
import { StartError } from '../../../base/start-error.ts';
import { readConfig } from '../../../config/config.ts';
import type { S3Settings } from '../../../config/s3-settings.ts';
import { TestRequestClock } from '../../../testing/request-clock.ts';
import { openS3 } from './open-s3.ts';

async function createSetup() {
  const store = await TestS3Store.start();
  onTestFinished(() => store.stop());
  const clock = new TestRequestClock().requestClock;
  const lines: string[] = [];
  const log = { info: (line: string) => lines.push(line), warn: (line: string) => lines.push(line) };
  const open = async (env: Record<string, string> = {}) => {
    const { s3 } = readConfig({ ...store.environment, ...env });
    const storage = await openS3(s3 as S3Settings, { metrics: undefined, log: log as never, clock });
    onTestFinished(() => storage.close());
    return storage;
  };
  return { store, open, lines };
}

test('a store that answers has no line', async () => {
  const { open, lines } = await createSetup();
  await open();
  expect(lines).toEqual([]);
});

test.each<[string, Record<string, string>, string]>([
  [
    'key',
    { S3_ACCESS_KEY_ID: 'other' },
    'The file store refuses the access key (403 InvalidAccessKeyId). Check S3_ACCESS_KEY_ID, S3_SECRET_ACCESS_KEY and S3_SESSION_TOKEN.',
  ],
  [
    'secret',
    { S3_SECRET_ACCESS_KEY: 'hunter2' },
    'The file store refuses the access key (403 SignatureDoesNotMatch). Check S3_ACCESS_KEY_ID, S3_SECRET_ACCESS_KEY and S3_SESSION_TOKEN.',
  ],
  [
    'region',
    { S3_REGION: 'eu-west-1' },
    'The bucket is at another address or in another region (400 AuthorizationHeaderMalformed). Check S3_URL, S3_STYLE and S3_REGION.',
  ],
])('a wrong %s ends the start with one line', async (_name, env, line) => {
  const { open } = await createSetup();
  await expect(open(env)).rejects.toThrow(new StartError(line));
});

test('a missing bucket and a refused clock end the start with one line', async () => {
  const { store, open } = await createSetup();
  await expect(open({ S3_URL: `http://localhost:${store.port}/other` })).rejects.toThrow(
    new StartError('The file store has no such bucket (404 NoSuchBucket). Create it, or change S3_URL.'),
  );
  store.skewMs = -3_600_000;
  await expect(open()).rejects.toThrow(
    new StartError(
      'The file store refuses the clock of this machine (403 RequestTimeTooSkewed). Set the clock.',
    ),
  );
  expect(store.operations).toEqual(['list', 'list']);
});

test('a store that does not answer is a warning, and another line says when it works', async () => {
  const { store, open, lines } = await createSetup();
  store.fail('busy', 'list');
  const storage = await open();
  expect(lines).toEqual([
    'The file store failed (503 SlowDown). Check S3_URL, and look into the log of the store.',
  ]);
  await storage.put('a', Buffer.from('a'));
  expect(lines[1]).toBe('The file store works again.');
});

test('a store that is not there is a warning', async () => {
  const { store, open, lines } = await createSetup();
  const { port } = store;
  await store.stop();
  await open({ S3_URL: `http://127.0.0.1:${port}/snug` });
  expect(lines).toEqual([
    'The file store cannot be reached (ECONNREFUSED). Check S3_URL, and whether the store runs.',
  ]);
});
