import { execFile } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { chromium } from '@playwright/test';
import { startServer } from '@snug/e2e/server.ts';
import { launchOptions } from '@snug/testkit/browser/launch.ts';
import { getMedian } from '@snug/testkit/stats.ts';
import { build } from './build.mjs';
import { print } from './run.mjs';

// Medians of five runs. Not a test: results vary on a busy machine, and npx fetches Lighthouse, which is larger than Snug.

const RUNS = Number(process.env.RUNS ?? 5);
const LIGHTHOUSE = process.env.LIGHTHOUSE ?? 'npx --yes lighthouse@13.5.0';
const MESSAGES = 60;
const PERSON = { name: 'Ada Demo', email: 'ada@snug.example', password: 'a long enough password' };
const CATEGORIES = ['performance', 'accessibility', 'best-practices', 'seo'] as const;
const AUDITS = {
  'first-contentful-paint': 'FCP, ms',
  'largest-contentful-paint': 'LCP, ms',
  'total-blocking-time': 'TBT, ms',
  'cumulative-layout-shift': 'CLS',
} as const;

interface Report {
  categories: Record<string, { score: number | null; auditRefs: { id: string; weight: number }[] }>;
  audits: Record<string, { score: number | null; numericValue?: number; title: string }>;
}

await build();
const server = await startServer();
const folder = mkdtempSync(join(tmpdir(), 'snug-lighthouse-'));
const port = await freePort();
const context = await chromium.launchPersistentContext(join(folder, 'profile'), {
  ...(await launchOptions(`--remote-debugging-port=${port}`)),
  baseURL: server.url,
});
try {
  await measurePage('the sign-in page', '/signin');
  const { request } = context;
  await request.post('/api/auth/sign-up/email', { data: PERSON });
  const data = { name: 'Harbour', description: 'Boats, berths and the weather' };
  const { room } = (await (await request.post('/api/create_room', { data })).json()) as {
    room: { id: string };
  };
  for (let line = 1; line <= MESSAGES; line++) {
    const text = `Line ${line}. The ferry of ${line} past noon leaves from the other side today, because of the wind.`;
    const sent = await request.post('/api/send_message', {
      data: { id: crypto.randomUUID(), roomId: room.id, text },
    });
    if (!sent.ok()) throw new Error(await sent.text());
  }
  await measurePage(`a room with ${MESSAGES} messages`, `/chat/${room.id}`);
} finally {
  await context.close();
  await server.remove();
  rmSync(folder, { recursive: true, force: true });
}

async function measurePage(name: string, path: string): Promise<void> {
  const reports: Report[] = [];
  for (let run = 0; run < RUNS; run++) reports.push(await runLighthouse(`${server.url}${path}`));
  print(`${name}, median of ${RUNS}`);
  for (const id of CATEGORIES) {
    print(
      `  ${id}: ${Math.round(100 * getMedian(reports.map(({ categories }) => categories[id]?.score ?? 0)))}`,
    );
  }
  for (const [id, label] of Object.entries(AUDITS)) {
    print(
      `  ${label}: ${roundMetric(getMedian(reports.map(({ audits }) => audits[id]?.numericValue ?? Number.NaN)))}`,
    );
  }
  const [first] = reports;
  if (first) for (const title of findFailedAudits(first)) print(`  ✗ ${title}`);
}

async function runLighthouse(url: string): Promise<Report> {
  const path = join(folder, 'report.json');
  const [program = '', ...args] = LIGHTHOUSE.split(' ');
  await promisify(execFile)(program, [
    ...args,
    url,
    `--port=${port}`,
    '--disable-storage-reset',
    '--quiet',
    '--output=json',
    `--output-path=${path}`,
    `--only-categories=${CATEGORIES.join()}`,
  ]);
  return JSON.parse(readFileSync(path, 'utf8')) as Report;
}

function findFailedAudits({ categories, audits }: Report): string[] {
  const refs = CATEGORIES.filter(id => id !== 'performance').flatMap(id => categories[id]?.auditRefs ?? []);
  return refs
    .filter(({ id, weight }) => weight > 0 && (audits[id]?.score ?? 1) < 1)
    .map(({ id }) => `${id}: ${audits[id]?.title}`);
}

function roundMetric(value: number): number {
  return value < 1 ? Math.round(value * 1000) / 1000 : Math.round(value);
}

async function freePort(): Promise<number> {
  const probe = createServer().listen(0, '127.0.0.1');
  await new Promise(resolve => void probe.once('listening', resolve));
  const { port } = probe.address() as { port: number };
  await new Promise(resolve => void probe.close(resolve));
  return port;
}
