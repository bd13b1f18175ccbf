import type { CommandOutput } from '@snug/protocol';
import { PNG } from '@snug/testkit/sample-files.ts';
import sharp from 'sharp';
import { expect, test } from 'vitest';
import { runJob, runJobs } from '../../testing/database.ts';
import { createRoomWithFiles } from '../../testing/files.ts';
import { findLogoPicture } from '../../workspace/settings/logo.ts';
import { readGuestSettings, readLook } from '../../workspace/settings/settings.ts';
import { listAuditEntries } from '../audit/audit-log.ts';

async function createSetup() {
  const setup = await createRoomWithFiles();
  const { db, uid } = setup;
  await runJob(db, { mutation: 'set_workspace_admin', caller: { uid: '' }, input: { uid, admin: true } });
  const set = async (bytes: Uint8Array | string, version = 0) =>
    setup.logos.set(uid, { fileId: (await setup.upload(bytes)).id, version }, {});
  const reset = (version: number) => ({
    mutation: 'set_setting',
    caller: { uid },
    input: { name: 'logo', value: 'default', version, fixed: {} },
  });
  return { ...setup, set, reset };
}

function createPicture(width: number, height: number) {
  return sharp({ create: { width, height, channels: 3, background: '#0000ff' } });
}

async function readPixel(bytes: Buffer, left: number, top: number): Promise<number[]> {
  const { data } = await sharp(bytes)
    .ensureAlpha()
    .extract({ left, top, width: 1, height: 1 })
    .raw()
    .toBuffer({ resolveWithObject: true });
  return [...data];
}

test('A30 a logo is made anew from its pixels, whole, in the sizes of the manifest', async () => {
  const { db, set, listStored } = await createSetup();
  const wide = await createPicture(600, 200)
    .withExif({ IFD0: { Copyright: 'secret' } })
    .jpeg()
    .toBuffer();
  const { setting } = await set(wide);
  expect(setting).toMatchObject({ name: 'logo', value: expect.stringMatching(/^[0-9a-f]{32}$/), version: 1 });
  expect(await readLook(db, {})).toEqual({ name: 'Snug', logo: setting.value });
  for (const [picture, side] of [
    ['icon-64', 64],
    ['icon-192', 192],
    ['icon-512', 512],
    ['maskable-512', 512],
    ['touch-180', 180],
  ] as const) {
    const bytes = await findLogoPicture(db, setting.value, picture);
    const { format, width, height, exif } = await sharp(bytes).metadata();
    expect([picture, format, width, height, exif]).toEqual([picture, 'png', side, side, undefined]);
    const isOpaque = !picture.startsWith('icon');
    const [, , blue, alpha] = await readPixel(bytes!, side / 2, side / 2);
    expect([(blue ?? 0) > 200, alpha]).toEqual([true, 255]);
    expect((await readPixel(bytes!, 1, 1))[3], 'corner').toBe(isOpaque ? 255 : 0);
  }
  expect(listStored()).toEqual([]);
});

test('A30 only the pictures of the present logo are kept, and a reset removes them', async () => {
  const { db, uid, now, set, reset } = await createSetup();
  const first = await set(PNG);
  const second = await set(await createPicture(10, 300).webp().toBuffer(), 1);
  expect(await findLogoPicture(db, first.setting.value, 'icon-192')).toBeUndefined();
  expect(await findLogoPicture(db, second.setting.value, 'icon-192')).toBeDefined();
  const { publications } = await runJob(db, reset(2));
  expect(publications).toMatchObject([
    { topic: 'workspace', event: { settings: { version: 3 } } },
    { topic: 'workspace:guests', event: { settings: { version: 3 } } },
  ]);
  expect(await readLook(db, {})).toEqual({ name: 'Snug' });
  expect(await db.selectFrom('logo_pictures').select('picture').execute()).toEqual([]);
  const { entries } = await listAuditEntries(db, { uid, now: now() }, { oldestFirst: true });
  expect(entries.flatMap(({ setting }) => setting ?? [])).toMatchObject([
    { name: 'logo', before: 'default', after: first.setting.value },
    { before: first.setting.value, after: second.setting.value },
    { after: 'default' },
  ]);
});

test('A30 a file that is no picture, a broken one and a late change set no logo', async () => {
  const { db, set, reset } = await createSetup();
  await expect(set('<svg/>')).rejects.toMatchObject({ code: 'invalid_input' });
  await expect(set(PNG.subarray(0, 40))).rejects.toMatchObject({ code: 'invalid_input' });
  await expect(set(await createPicture(4_000, 3_000).png().toBuffer())).rejects.toMatchObject({
    code: 'invalid_input',
  });
  await set(PNG);
  await expect(set(PNG)).rejects.toMatchObject({ code: 'stale' });
  const token = { ...reset(1), input: { ...reset(1).input, value: 'a'.repeat(32) } };
  expect(await runJobs(db, token)).toMatchObject([{ error: { code: 'invalid_input' } }]);
});

test('A30 guests receive the look, and an accent colour is a colour', async () => {
  const { db, uid, set } = await createSetup();
  const change = (value: string, version = 0) => ({
    mutation: 'set_setting',
    caller: { uid },
    input: { name: 'accent_colour', value, version, fixed: {} },
  });
  const wrong = ['red', '#12345', '#1234567', '#12345g', 'url(x)'];
  expect(await runJobs(db, ...wrong.map(value => change(value)))).toMatchObject(
    wrong.map(() => ({ error: { code: 'invalid_input' } })),
  );
  const { output } = await runJob<CommandOutput<'set_setting'>>(db, change('#AABBCC'));
  expect(output.setting.value).toBe('#aabbcc');
  const { setting } = await set(PNG);
  expect(await readGuestSettings(db, {})).toMatchObject({
    version: 2,
    name: 'Snug',
    accent: '#aabbcc',
    logo: setting.value,
  });
});
