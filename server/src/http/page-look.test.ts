import { readFileSync } from 'node:fs';
import { gunzipSync } from 'node:zlib';
import { PNG } from '@snug/testkit/sample-files.ts';
import { expect, test } from 'vitest';
import { createTestApp } from '../testing/app.ts';
import { runJob } from '../testing/database.ts';
import { applyLook, applyLookToManifest } from './page-look.ts';

const WEB = new URL('../../../web/', import.meta.url);
const PAGE = readFileSync(new URL('index.html', WEB), 'utf8');
const MANIFEST = readFileSync(new URL('public/manifest.webmanifest', WEB), 'utf8');
const LOGO = 'a'.repeat(32);

test('the page has the name, the colours and the logo of the workspace', () => {
  const page = applyLook(PAGE, { name: 'Tom & "Ann" <3 $&', accent: '#123456', logo: LOGO });
  const name = 'Tom &amp; &quot;Ann&quot; &lt;3 $&amp;';
  expect(page).toContain(`<title>${name}</title>`);
  expect(page).toContain(`<meta name="apple-mobile-web-app-title" content="${name}" />`);
  expect(page).toMatch(/<html data-logo="a{32}" data-accent="#123456" data-accent-styles=":root\{--accent:/);
  expect(page).toContain(`<link rel="icon" type="image/png" href="/logo/${LOGO}/icon-192.png">`);
  expect(page).toContain(`<link rel="apple-touch-icon" href="/logo/${LOGO}/touch-180.png"`);
  expect(page).toContain(`<img class="shell-mark" src="/logo/${LOGO}/icon-192.png"`);
  expect(page).not.toContain('favicon.svg');
  expect(page).not.toContain('<svg');
});

test('with only a name, the page keeps the rest', () => {
  const page = applyLook(PAGE, { name: 'Harbour' });
  expect(page).toBe(
    PAGE.replace('<title>Snug<', '<title>Harbour<').replace('content="Snug"', 'content="Harbour"'),
  );
});

test('the manifest has the name and the logo in its sizes', () => {
  const manifest = applyLookToManifest(MANIFEST, { name: 'Quay', logo: LOGO });
  expect(manifest).toMatchObject({
    name: 'Quay',
    short_name: 'Quay',
    icons: [
      { src: `/logo/${LOGO}/icon-192.png`, sizes: '192x192' },
      { src: `/logo/${LOGO}/icon-512.png`, sizes: '512x512' },
      { src: `/logo/${LOGO}/maskable-512.png`, sizes: '512x512', purpose: 'maskable' },
    ],
    start_url: '/',
  });
  expect(JSON.stringify(manifest)).not.toContain('/icons/');
  const named = applyLookToManifest(MANIFEST, { name: 'Pier' });
  expect(named).toEqual({ ...(JSON.parse(MANIFEST) as object), name: 'Pier', short_name: 'Pier' });
});

test('every page has the look after a change, with and without a session, and gzipped', async () => {
  const { app, db, uid, cookie, upload, logos } = await createTestApp();
  const read = async (url: string, headers: Record<string, string> = {}) => {
    const { body, rawPayload, headers: sent } = await app.inject({ url, headers });
    return sent['content-encoding'] === 'gzip' ? gunzipSync(rawPayload).toString() : body;
  };
  const urls = ['/', '/signin', '/chat/somewhere', '/index.html', '/saved', '/missing'];
  const readAll = async () =>
    Promise.all(
      urls.flatMap(url => [read(url), read(url, { cookie }), read(url, { 'accept-encoding': 'gzip' })]),
    );
  expect((await readAll()).filter(page => page.includes('data-'))).toEqual([]);
  await runJob(db, { mutation: 'set_workspace_admin', caller: { uid: '' }, input: { uid, admin: true } });
  const { setting } = await logos.set(uid, { fileId: (await upload(PNG, 'a.png', uid)).id, version: 0 }, {});
  const pages = await readAll();
  expect(pages.filter(page => page.includes(`data-logo="${setting.value}"`))).toHaveLength(pages.length);
  const picture = await app.inject(`/logo/${setting.value}/icon-64.png`);
  expect(picture.headers).toMatchObject({
    'content-type': 'image/png',
    'cache-control': 'public, max-age=31536000, immutable',
  });
  expect(picture.rawPayload.subarray(1, 4).toString()).toBe('PNG');
  for (const wrong of [
    `${LOGO}/icon-64.png`,
    `${setting.value}/icon-65.png`,
    `${setting.value}/constructor.png`,
  ])
    expect((await app.inject(`/logo/${wrong}`)).statusCode).toBe(404);
});
