import { readFileSync } from 'node:fs';
import { get } from 'node:http';
import { join } from 'node:path';
import { listFirstFiles, measureGzip, WEB_DIST } from '@snug/testkit/first-load.ts';
import type { Measurement, Row } from './measurement.ts';
import { snug } from './targets/snug.ts';

const KINDS: Record<string, string> = {
  html: 'page',
  js: 'scripts',
  css: 'styles',
  woff2: 'font',
  svg: 'icon',
  png: 'icon',
};

const CODE = ['scripts', 'styles'];

/** B9: the bytes that a new browser fetches before it shows a room, without the room itself. */
export const firstLoad: Measurement = {
  name: 'first-load',
  title: 'B9 Bytes to the first room on screen',
  goals: [{ figure: 'gzip, kB', atMost: 150 }],
  rounds: 1,
  async run() {
    const paths = ['index.html', ...listFirstFiles()];
    const sent = await measureAllSentBytes(paths);
    const sizes = paths.map((path, index) => measureSizes(path, sent[index] ?? 0));
    const kinds = [...Map.groupBy(sizes, ({ kind }) => kind)];
    const code = sizes.filter(({ kind }) => CODE.includes(kind));
    return [toRow('Snug', code), toRow('with all', sizes), ...kinds.map(([kind, some]) => toRow(kind, some))];
  },
};

interface Sizes {
  kind: string;
  whole: number;
  gzip: number;
  sent: number;
}

function measureSizes(path: string, sent: number): Sizes {
  const kind = KINDS[path.split('.').at(-1) ?? ''] ?? 'other';
  return { kind, whole: readFileSync(join(WEB_DIST, path)).length, gzip: measureGzip(path), sent };
}

function toRow(of: string, sizes: readonly Sizes[]): Row {
  const kB = (name: 'whole' | 'gzip' | 'sent') => sizes.reduce((sum, size) => sum + size[name], 0) / 1_000;
  return { of, figures: { 'whole, kB': kB('whole'), 'gzip, kB': kB('gzip'), 'as sent, kB': kB('sent') } };
}

async function measureAllSentBytes(paths: readonly string[]): Promise<number[]> {
  const { port, stop } = await snug.start({ rooms: 1, people: 1, isSubscribed: false });
  const sizes = await Promise.all(paths.map(path => measureSentBytes(port, path)));
  await stop();
  return sizes;
}

async function measureSentBytes(port: number, path: string): Promise<number> {
  const { promise, resolve, reject } = Promise.withResolvers<number>();
  const headers = { 'accept-encoding': 'gzip, deflate, br, zstd' };
  get({ port, path: path === 'index.html' ? '/' : `/${path}`, headers }, response => {
    let bytes = 0;
    response.on('data', (chunk: Buffer) => {
      bytes += chunk.length;
    });
    response.on('end', () => resolve(bytes));
  }).on('error', reject);
  return promise;
}
