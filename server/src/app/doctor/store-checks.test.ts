import { type S3Fault, type S3Operation, TestS3Store } from '@snug/testkit/s3/s3-store.ts';
import { expect, onTestFinished, test } from 'vitest';
import { readConfig } from '../../config/config.ts';
import { TestRequestClock } from '../../testing/request-clock.ts';
import { runCheck } from './doctor.ts';
import { createStoreChecks } from './store-checks.ts';

async function startStore(): Promise<TestS3Store> {
  const store = await TestS3Store.start();
  onTestFinished(() => store.stop());
  return store;
}

/** The lines that are not `ok`. */
async function check(environment: Record<string, string>, now?: () => number) {
  const { requestClock } = new TestRequestClock();
  const checks = createStoreChecks(readConfig(environment), now, requestClock);
  const findings = await Promise.all(checks.map(runCheck));
  expect(findings.map(finding => finding.check)).toEqual([
    's3',
    's3 clock',
    's3 hashes',
    's3 parts',
    's3 list',
    's3 remove',
  ]);
  for (const { status, next } of findings)
    expect(next === undefined).toBe(status === 'ok' || status === 'skipped');
  return findings.filter(({ status }) => status !== 'ok');
}

test('a store that works has no problem, and keeps nothing of the checks', async () => {
  const store = await startStore();
  expect(await check(store.environment)).toEqual([]);
  expect([store.keys, store.uploadCount]).toEqual([[], 0]);
  expect(createStoreChecks(readConfig({}))).toEqual([]);
});

const SKIPPED = Array.from({ length: 5 }, () => ({ status: 'skipped' }));

test.each<[name: string, environment: Record<string, string>, text: RegExp]>([
  ['nothing answers', { S3_URL: 'http://127.0.0.1:1/snug' }, /cannot be reached/],
  ['a wrong key', { S3_SECRET_ACCESS_KEY: 'another' }, /refuses the access key/],
  ['no such bucket', { S3_URL: 'http://localhost:PORT/other' }, /no such bucket/],
])('%s: one line fails, and the others are not checked', async (_name, environment, text) => {
  const store = await startStore();
  const { S3_URL: url = '', ...others } = environment;
  const own = { ...(url && { S3_URL: url.replace('PORT', String(store.port)) }), ...others };
  const problems = await check({ ...store.environment, ...own });
  expect(problems).toMatchObject([
    { check: 's3', status: 'fail', text: expect.stringMatching(text) },
    ...SKIPPED,
  ]);
  expect(JSON.stringify(problems)).not.toContain('another');
});

test('a clock that the store refuses fails, and another difference is a warning', async () => {
  const store = await startStore();
  store.skewMs = 3_600_000;
  expect(await check(store.environment)).toMatchObject([
    { check: 's3', text: expect.stringContaining('clock'), next: expect.stringContaining('clock') },
    ...SKIPPED,
  ]);
  store.skewMs = 0;
  expect(await check(store.environment, () => Date.now() + 60_000)).toMatchObject([
    { check: 's3 clock', status: 'warn', text: expect.stringMatching(/ahead of the file store's/) },
  ]);
});

test.each<[fault: S3Fault, operation: S3Operation, problem: object]>([
  ['whole', 'get', { check: 's3', status: 'fail' }],
  ['full', 'put', { check: 's3', status: 'fail', text: expect.stringContaining('full') }],
  ['late_error', 'complete', { check: 's3 parts', status: 'fail' }],
  ['busy', 'part', { check: 's3 parts', status: 'fail' }],
  [
    'unsupported',
    'uploads',
    { check: 's3 list', status: 'warn', next: expect.stringContaining('AbortIncomplete') },
  ],
  ['accept', 'put', { check: 's3 hashes', status: 'warn' }],
  ['ignore', 'delete', { check: 's3 remove', status: 'fail' }],
])('%s at %s has its line', async (fault, operation, problem) => {
  const store = await startStore();
  store.fail(fault, operation, 100);
  const [first] = await check(store.environment);
  expect(first).toMatchObject(problem);
  store.heal();
});
