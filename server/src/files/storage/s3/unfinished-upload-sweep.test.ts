import { TestS3Store } from '@snug/testkit/s3/s3-store.ts';
import { expect, onTestFinished, test } from 'vitest';
import { readConfig } from '../../../config/config.ts';
import { TestRequestClock } from '../../../testing/request-clock.ts';
import { LIMITS, S3Client } from './s3-client.ts';
import { S3Storage } from './s3-storage.ts';
import { createUnfinishedUploadSweep } from './unfinished-upload-sweep.ts';

const HOUR_MS = 3_600_000;

async function createSetup() {
  const store = await TestS3Store.start();
  const { s3 } = readConfig({ ...store.environment, S3_URL: `${store.environment.S3_URL}/folder` });
  if (!s3) throw new Error('the settings have no store');
  const once = { tries: 1, retryMs: 0, silenceMs: 5_000 };
  const limits = { ...LIMITS, requests: { ...LIMITS.requests, small: once } };
  const clock = new TestRequestClock().requestClock;
  const client = new S3Client({ ...s3, limits, clock });
  const storage = new S3Storage({ ...s3, limits, clock, now: Date.now });
  onTestFinished(async () => {
    client.close();
    storage.close();
    await store.stop();
  });
  /** As a server leaves it that is killed before the end. */
  const begin = (key: string) => client.send({ method: 'POST', key, query: { uploads: '' } });
  const warnings: string[] = [];
  const warn = (text: string) => void warnings.push(text);
  const sweep = createUnfinishedUploadSweep({ storage, now: Date.now, warn });
  const run = async () => {
    let steps = 0;
    for (let cursor: string | undefined = ''; cursor !== undefined; steps++)
      cursor = await sweep.step(cursor === '' ? undefined : cursor);
    return steps;
  };
  return { store, storage, begin, run, warnings };
}

test('uploads of more than a day are ended, in pages, and younger ones stay', async () => {
  const { store, begin, run, warnings } = await createSetup();
  for (let index = 0; index < 45; index++) await begin(`key-${index}`);
  store.ageUploads(25 * HOUR_MS);
  for (let index = 0; index < 45; index++) await begin(`new-${index}`);
  store.ageUploads(22 * HOUR_MS);
  expect([await run(), store.uploadCount, warnings]).toEqual([5, 45, []]);
  store.ageUploads(3 * HOUR_MS);
  await run();
  expect(store.uploadCount).toBe(0);
});

test('several uploads of one key are all ended', async () => {
  const { store, begin, run } = await createSetup();
  for (let index = 0; index < 45; index++) await begin('key');
  store.ageUploads(25 * HOUR_MS);
  await run();
  expect(store.uploadCount).toBe(0);
});

test('a store that cannot list them is one warning, with what to do', async () => {
  const { store, begin, run, warnings } = await createSetup();
  await begin('key');
  store.fail('unsupported', 'uploads', 2);
  expect([await run(), await run(), warnings.length]).toEqual([1, 1, 1]);
  expect(warnings[0]).toMatch(/501.*AbortIncompleteMultipartUpload/);
});

test('a store that does not answer is a failure of the job, which is repeated', async () => {
  const { store, begin, run, warnings } = await createSetup();
  await begin('key');
  store.ageUploads(25 * HOUR_MS);
  store.fail('busy', 'uploads');
  await expect(run()).rejects.toThrow('SlowDown');
  await run();
  expect([store.uploadCount, warnings]).toEqual([0, []]);
});
