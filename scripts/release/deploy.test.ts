import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { ALLOCATOR_SETTINGS } from '../allocator.mjs';
import { ROOT } from '../run.mjs';

const read = (path: string) => readFileSync(join(ROOT, path), 'utf8');

const GUIDE = read('docs/self-hosting.md');
const DOCKERFILE = read('Dockerfile');
const COMPOSE = ['compose.yaml', 'compose.cluster.yaml'].map(path => ({ path, text: read(path) }));

/** For Compose and Caddy, and not for Snug. */
const OTHERS = new Set([
  'SNUG_TAG',
  'SNUG_IMAGE',
  'SNUG_MEMORY',
  'DOMAIN',
  'DB_PASSWORD',
  'UPSTREAMS',
  'VERSION',
  'POSTGRES_USER',
  'POSTGRES_PASSWORD',
  'POSTGRES_INITDB_ARGS',
]);

const isSetting = (name: string) => GUIDE.includes(`| \`${name}\` `);

test('files of a deployment set only settings that exist', () => {
  const files = [...COMPOSE.map(({ text }) => text), read('deploy/etc/snug/snug.env')];
  const names = files.flatMap(text => [
    ...[...text.matchAll(/^\s*(?:# )?([A-Z][A-Z0-9_]+)[:=]/gm)].map(([, name = '']) => name),
    ...[...text.matchAll(/[{,] ([A-Z][A-Z0-9_]+):/g)].map(([, name = '']) => name),
    ...[...text.matchAll(/\$\{([A-Z0-9_]+)/g)].map(([, name = '']) => name),
  ]);
  expect(names.length).toBeGreaterThan(20);
  expect(names.filter(name => !OTHERS.has(name) && !isSetting(name))).toEqual([]);
});

test('the image runs as a user without rights, with a health check and the options of `npm start`', () => {
  const final = DOCKERFILE.slice(DOCKERFILE.lastIndexOf('FROM '));
  expect(final).toMatch(/^USER 10001:10001$/m);
  expect(final).toMatch(/^HEALTHCHECK .*--start-period=\d+h .*"health"\]$/m);
  const { scripts } = JSON.parse(read('package.json')) as { scripts: Record<string, string> };
  const options = scripts.start?.match(/--\S+/g) ?? [];
  expect(final).toContain(
    `ENTRYPOINT ["node", ${options.map(option => `"${option}"`).join(', ')}, "/app/snug"]`,
  );
  for (const [name, value] of Object.entries(ALLOCATOR_SETTINGS)) expect(final).toContain(`${name}=${value}`);
});

test('SQLite sorts on the disk in an image, because a large index does not fit into /tmp', () => {
  const final = DOCKERFILE.slice(DOCKERFILE.lastIndexOf('FROM '));
  const [, volume = 'none'] = /^VOLUME (\S+)$/m.exec(final) ?? [];
  expect(final).toMatch(new RegExp(`^ENV (?:.*\\\\\n)*.*\\bSQLITE_TMPDIR=${volume}\\b`, 'm'));
});

test.each(COMPOSE)('$path pins its images, and confines and limits each service', ({ text }) => {
  const images = [...text.matchAll(/image: (\S+)/g)].map(([, image = '']) => image);
  expect(images.length).toBeGreaterThan(1);
  for (const image of images) expect(image).toMatch(/^(?:\$\{SNUG_IMAGE:-snug\}:\$\{SNUG_TAG:\?|[a-z]+:\d)/);
  const services = text.match(/restart: unless-stopped/g)?.length;
  expect(text.match(/mem_limit:/g)).toHaveLength(services ?? 0);
  expect(text.match(/logging: \*log/g)).toHaveLength(services ?? 0);
  for (const line of [
    'read_only: true',
    'cap_drop: [ALL]',
    'no-new-privileges:true',
    'stop_grace_period: 45s',
  ])
    expect(text).toContain(line);
});
