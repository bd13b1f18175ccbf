import type { ServerState } from '@snug/protocol';
import { expect, test } from 'vitest';
import { isAlmostFull, listProblems } from './problems.ts';

const NOW = Date.UTC(2026, 0, 31);
const DAY_MS = 24 * 60 * 60_000;

const HEALTHY: ServerState = {
  engine: 'postgres',
  release: '2.0.0',
  nodes: [{ release: '2.0.0', startedAt: 0, seenAt: NOW }],
  backup: { at: NOW - DAY_MS, bytes: 1, missingFiles: 0 },
  dueJobs: 3,
  failedJobs: [],
  databaseBytes: 1,
  disk: { total: 100, free: 50 },
  settings: [],
};

const list = (change: Partial<ServerState>) => listProblems({ ...HEALTHY, ...change }, NOW);

test('a healthy server has no problems', () => {
  expect(list({})).toEqual([]);
});

test('each problem comes with its next step', () => {
  expect(list({ backup: undefined })).toEqual([expect.stringContaining('npm run backup')]);
  expect(list({ backup: undefined, commands: 'snug' })).toEqual([
    expect.stringContaining('Run "snug backup snug.tar"'),
  ]);
  const backup = { at: NOW - 8 * DAY_MS, bytes: 1, missingFiles: 2 };
  expect(list({ backup })).toEqual([
    expect.stringContaining('more than a week old'),
    expect.stringContaining('lacks 2 files'),
  ]);
  const older = { release: '1.9.0', startedAt: 0, seenAt: NOW };
  expect(list({ nodes: [older, older, ...HEALTHY.nodes] })).toEqual([expect.stringContaining('1.9.0')]);
  expect(list({ failedJobs: [{ kind: 'files', at: NOW }] })).toEqual([expect.stringContaining('"files"')]);
  const mail = { reason: 'refused', server: 'mail.example.org:25', at: NOW };
  expect(list({ mail })).toEqual([
    "Snug can't send mail. Nothing listens at mail.example.org:25. Check the host and the port in SNUG_SMTP_URL.",
  ]);
  expect(list({ fileStore: {} })).toEqual([]);
  const problem = { reason: 'key', detail: 'InvalidAccessKeyId', since: NOW };
  expect(list({ fileStore: { problem } })).toEqual([
    'The file store refuses the access key. Check S3_ACCESS_KEY_ID and S3_SECRET_ACCESS_KEY. The code is InvalidAccessKeyId.',
  ]);
  expect(list({ broker: { isConnected: true, since: NOW } })).toEqual([]);
  expect(list({ broker: { isConnected: false, since: NOW } })).toEqual([
    expect.stringMatching(/^Snug can't use the message broker.* Check NATS_URL/),
  ]);
  expect(list({ disk: { total: 100, free: 14 } })).toEqual([expect.stringContaining('almost full')]);
});

test('on a large disk, bytes count in place of the share', () => {
  const total = 1_000_000_000_000;
  expect(isAlmostFull({ disk: { total, free: 5_000_000_000 } })).toBe(false);
  expect(isAlmostFull({ disk: { total, free: 3_000_000_000 } })).toBe(true);
});

test('a search without space on the disk is a problem, and one that is being prepared is none', () => {
  const search = { share: 0.5, leaving: 0, isPaused: false, bytes: 1 };
  expect(list({ search })).toEqual([]);
  expect(list({ search: { ...search, isPaused: true } })).toEqual([
    expect.stringMatching(/^Search is paused .* Free/),
  ]);
});

test('a server without a way out to push services has a problem, and one whose pushes fail now and then has none', () => {
  const services = [{ service: 'google', sent: 0, refused: 0, failed: 9 }];
  expect(list({ pushes: { services, isBlocked: false } })).toEqual([]);
  expect(list({ pushes: { services, isBlocked: true } })).toEqual([
    expect.stringMatching(/^No push service responds.* SNUG_PUSH=off/),
  ]);
});
