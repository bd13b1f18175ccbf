import {
  type CustomEmoji,
  EMOJI_RESTORE_DAYS,
  GUESTS_TOPIC,
  MAX_ADMIN_EMOJI_A_DAY,
  MAX_EMOJI,
  MAX_EMOJI_A_DAY,
  MAX_EMOJI_NAMES,
  MAX_NAMES_OF_EMOJI,
  MAX_RESULT_BYTES,
} from '@snug/protocol';
import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { listAuditEntries } from '../../admin/audit/audit-log.ts';
import type { Db } from '../../db/schema.ts';
import type { WriteJob } from '../../db/store.ts';
import { jsonBytes } from '../../limits/json-bytes.ts';
import { addPerson, NOW, runJob, runJobs, runJobsAt, temporaryDatabase } from '../../testing/database.ts';
import {
  addEmoji,
  createEmojiChange,
  createEmojiJob,
  createNameJob,
  createRemovalJob,
} from '../../testing/emoji.ts';
import { listWorkspaceEmoji, readEmoji, readInitialEmoji } from './emoji-list.ts';
import { findPicture } from './emoji-pictures.ts';
import { readEmojiVersion } from './emoji-store.ts';
import { isReservedShortcode } from './standard-shortcodes.ts';

const DAY_MS = 24 * 60 * 60_000;

/** Ann and Ben are members, and Wanda is a workspace admin. */
async function createSetup() {
  const { db } = await temporaryDatabase();
  const [ann, ben, wanda] = [
    await addPerson(db, 'Ann'),
    await addPerson(db, 'Ben'),
    await addPerson(db, 'Wanda'),
  ];
  await runJob(db, {
    mutation: 'set_workspace_admin',
    caller: { uid: '' },
    input: { uid: wanda, admin: true },
  });
  return { db, ann, ben, wanda };
}

async function run(db: Db, job: WriteJob, now = NOW): Promise<string> {
  const [outcome] = await runJobsAt(now, db, job);
  return outcome && 'error' in outcome ? outcome.error.code : 'ok';
}

/** The picture that each name shows. */
async function readShown(db: Db): Promise<Record<string, string>> {
  const rows = new Map<string, CustomEmoji>();
  for (let after = 0, isMore = true; isMore; ) {
    const { emoji, version, more = false } = await readEmoji(db, after);
    for (const row of emoji) rows.set(row.name, row);
    [after, isMore] = [version, more];
  }
  const shown = [...rows.values()].flatMap(row => {
    const picture = (row.key === undefined ? row : rows.get(row.key))?.picture;
    return row.ended || picture === undefined ? [] : [[row.name, picture] as const];
  });
  return Object.fromEntries(shown);
}

/** Many rows at once. */
async function insertNames(
  db: Db,
  uid: string,
  count: number,
  at: number,
  isPicture: boolean,
): Promise<void> {
  for (let from = 0; from < count; from += 500) {
    const rows = Array.from({ length: Math.min(500, count - from) }, (_, index) => {
      const name = `filler${from + index}${isPicture ? 'p' : 'n'}${at}`;
      const picture = isPicture ? String(from + index).padStart(32, '0') : null;
      return { name, key: name, picture, animated: null, bytes: null, addedBy: uid, at, deletedAt: null };
    });
    const version = await readEmojiVersion(db);
    await db
      .insertInto('emoji')
      .values(rows.map((row, index) => ({ ...row, version: version + index + 1 })))
      .execute();
  }
}

test('CE1 a name belongs to its first picture for ever, also after both were deleted', async () => {
  const { db, ann, ben, wanda } = await createSetup();
  const emoji = await addEmoji(db, ann, 'party-parrot');
  expect(emoji).toMatchObject({
    name: 'party-parrot',
    version: 1,
    picture: expect.stringMatching(/^[0-9a-f]{32}$/),
  });
  await runJob(db, createNameJob(ann, 'party-parrot', 'dancing_bird'));
  for (const change of [
    createRemovalJob(ann, 'dancing_bird'),
    createEmojiChange('delete_emoji', ann, 'party-parrot'),
    createEmojiChange('erase_emoji', wanda, 'party-parrot'),
  ]) {
    for (const name of ['party-parrot', 'dancing_bird'])
      expect(await run(db, await createEmojiJob(db, ben, name))).toBe('id_taken');
    await runJob(db, change);
  }
  await addEmoji(db, ben, 'other');
  for (const name of ['party-parrot', 'dancing_bird']) {
    expect(await run(db, await createEmojiJob(db, ann, name))).toBe('id_taken');
    expect(await run(db, createNameJob(ben, 'other', name))).toBe('id_taken');
  }
});

test('CE1 no name is that of a standard emoji, however other programs write it', async () => {
  const { db, ann } = await createSetup();
  for (const name of ['tada', '+1', '-1', 'thumbs-up', 'wave_tone3', 'flag-de', '100', 'e-mail'])
    expect([name, isReservedShortcode(name), await run(db, await createEmojiJob(db, ann, name))]).toEqual([
      name,
      true,
      'id_taken',
    ]);
  await addEmoji(db, ann, 'ship-it');
  expect(await run(db, createNameJob(ann, 'ship-it', 'rocket'))).toBe('id_taken');
  for (const name of ['constructor', '__proto__', 'prototype']) {
    expect(await run(db, await createEmojiJob(db, ann, name))).toBe('id_taken');
    expect(await run(db, createNameJob(ann, 'ship-it', name))).toBe('id_taken');
  }
  for (const name of ['tada2', 'party-parrot', 'wave_tone6']) expect(isReservedShortcode(name)).toBe(false);
});

test('CE3 a person adds 100 names a day, and a workspace admin 2,000', async () => {
  const { db, ann, ben, wanda } = await createSetup();
  await insertNames(db, ann, MAX_EMOJI_A_DAY - 1, NOW, false);
  await insertNames(db, wanda, MAX_ADMIN_EMOJI_A_DAY - 1, NOW + 1, false);
  for (const uid of [ann, wanda]) {
    const key = uid === ann ? 'last-one' : 'last-of-admin';
    await addEmoji(db, uid, key);
    expect(await run(db, await createEmojiJob(db, uid, 'one-more'))).toBe('limit_exceeded');
    expect(await run(db, createNameJob(uid, key, 'one-more'))).toBe('limit_exceeded');
  }
  await addEmoji(db, ben, 'one-more');
  await runJob(db, createNameJob(ann, 'last-one', 'tomorrow'), NOW + DAY_MS + 1);
});

test('CE3 the workspace has at most 2,000 pictures that are not deleted', async () => {
  const { db, ann, wanda } = await createSetup();
  await addEmoji(db, ann, 'deleted-one');
  await runJob(db, createEmojiChange('delete_emoji', ann, 'deleted-one'));
  await insertNames(db, ann, MAX_EMOJI, 1, true);
  expect(await run(db, await createEmojiJob(db, wanda, 'one-more'))).toBe('limit_exceeded');
  expect(await run(db, createEmojiChange('restore_emoji', wanda, 'deleted-one'))).toBe('limit_exceeded');
  await runJob(db, createNameJob(wanda, 'filler0p1', 'another-name'));
  await runJob(db, createEmojiChange('delete_emoji', wanda, 'filler1p1'));
  await runJob(db, createEmojiChange('restore_emoji', wanda, 'deleted-one'));
});

test('CE3 the workspace has at most 10,000 names, and a picture 20', async () => {
  const { db, ann } = await createSetup();
  await addEmoji(db, ann, 'many-names');
  for (let count = 1; count < MAX_NAMES_OF_EMOJI; count++)
    await runJob(db, createNameJob(ann, 'many-names', `name-${count}`));
  await runJob(db, createRemovalJob(ann, 'name-1'));
  expect(await run(db, createNameJob(ann, 'many-names', 'name-20'))).toBe('limit_exceeded');
  await runJob(db, createNameJob(ann, 'many-names', 'name-1'));
  await addEmoji(db, ann, 'second');
  await insertNames(db, ann, MAX_EMOJI_NAMES - MAX_NAMES_OF_EMOJI - 1, 1, false);
  expect(await run(db, createNameJob(ann, 'second', 'one-more'))).toBe('limit_exceeded');
  expect(await run(db, await createEmojiJob(db, ann, 'one-more'))).toBe('limit_exceeded');
});

test('CE3 with the setting "admins", only workspace admins add emoji and names', async () => {
  const { db, ann, wanda } = await createSetup();
  await addEmoji(db, ann, 'before');
  const input = { name: 'emoji', value: 'admins', version: 0, fixed: {} };
  await runJob(db, { mutation: 'set_setting', caller: { uid: wanda }, input });
  expect(await run(db, await createEmojiJob(db, ann, 'after'))).toBe('forbidden');
  expect(await run(db, createNameJob(ann, 'before', 'after'))).toBe('forbidden');
  await runJob(db, createEmojiChange('delete_emoji', ann, 'before'));
  await addEmoji(db, wanda, 'after');
});

test('CE4 adder and workspace admins delete, and only workspace admins restore and delete for good', async () => {
  const { db, ann, ben, wanda } = await createSetup();
  for (const [uid, mutation, expected] of [
    [ben, 'delete_emoji', 'forbidden'],
    [ann, 'restore_emoji', 'forbidden'],
    [ann, 'erase_emoji', 'forbidden'],
    [ann, 'delete_emoji', 'ok'],
    [wanda, 'restore_emoji', 'ok'],
    [wanda, 'delete_emoji', 'ok'],
    [wanda, 'restore_emoji', 'ok'],
    [wanda, 'erase_emoji', 'ok'],
    [wanda, 'erase_emoji', 'ok'],
    [wanda, 'restore_emoji', 'not_found'],
  ] as const) {
    if (expected === 'forbidden' && uid === ben) await addEmoji(db, ann, 'mine');
    expect([mutation, await run(db, createEmojiChange(mutation, uid, 'mine'))]).toEqual([mutation, expected]);
  }
  expect(await run(db, createEmojiChange('delete_emoji', wanda, 'unknown'))).toBe('not_found');
});

test('CE4 whoever added the alias or the picture takes the alias away, and the first name stays', async () => {
  const { db, ann, ben, wanda } = await createSetup();
  await addEmoji(db, ann, 'first');
  await runJob(db, createNameJob(ben, 'first', 'second'));
  const other = await addPerson(db, 'Carl');
  expect(await run(db, createRemovalJob(other, 'second'))).toBe('forbidden');
  for (const uid of [ann, ben, wanda]) {
    await runJob(db, createRemovalJob(uid, 'second'));
    expect(Object.keys(await readShown(db))).toEqual(['first']);
    await runJob(db, createNameJob(ben, 'first', 'second'));
    expect(Object.keys(await readShown(db))).toEqual(['first', 'second']);
  }
  expect(await run(db, createRemovalJob(ann, 'first'))).toBe('invalid_input');
  expect(await run(db, createEmojiChange('delete_emoji', ann, 'second'))).toBe('not_found');
  expect(await run(db, createNameJob(ann, 'second', 'third'))).toBe('not_found');
});

test('CE4 the bytes of a deleted picture go after 30 days, those of an erased one at once', async () => {
  const { db, ann, wanda } = await createSetup();
  const [late, soon] = [
    await addEmoji(db, ann, 'late', { animated: true }),
    await addEmoji(db, ann, 'sooner'),
  ];
  const has = async ({ picture = '' }: CustomEmoji) =>
    [await findPicture(db, picture, false), await findPicture(db, picture, true)].map(
      bytes => bytes !== undefined,
    );
  expect([await has(late), await has(soon)]).toEqual([
    [true, true],
    [true, false],
  ]);
  await runJob(db, createEmojiChange('erase_emoji', wanda, 'sooner'));
  await runJob(db, createEmojiChange('delete_emoji', ann, 'late'));
  expect([await has(late), await has(soon)]).toEqual([
    [true, true],
    [false, false],
  ]);
  const expire = (now: number) =>
    runJob(db, { mutation: 'expire_emoji_pictures', caller: { uid: '' }, input: { limit: 10 } }, now);
  expect((await expire(NOW + EMOJI_RESTORE_DAYS * DAY_MS)).output).toEqual({ count: 0 });
  expect((await expire(NOW + EMOJI_RESTORE_DAYS * DAY_MS + 1)).output).toEqual({ count: 1 });
  expect(await has(late)).toEqual([false, false]);
  expect(await run(db, createEmojiChange('restore_emoji', wanda, 'late'))).toBe('not_found');
  expect(await db.selectFrom('emoji_pictures').selectAll().execute()).toEqual([]);
});

test('CE4 every change is in the audit log, and a repetition is not', async () => {
  const { db, ann, wanda } = await createSetup();
  await addEmoji(db, ann, 'first');
  for (const job of [
    createNameJob(ann, 'first', 'second'),
    createRemovalJob(wanda, 'second'),
    createEmojiChange('delete_emoji', ann, 'first'),
    createEmojiChange('restore_emoji', wanda, 'first'),
    createEmojiChange('erase_emoji', wanda, 'first'),
  ])
    for (let time = 0; time < 2; time++) await run(db, job);
  const { entries } = await listAuditEntries(db, { uid: wanda, now: NOW }, { oldestFirst: true });
  expect(
    entries.slice(1).map(({ action, actor, emoji, setting }) => [action, actor?.name, emoji, setting]),
  ).toEqual([
    ['add_emoji', 'Ann', { name: 'first' }, undefined],
    ['add_emoji_name', 'Ann', { name: 'second', key: 'first' }, undefined],
    ['remove_emoji_name', 'Wanda', { name: 'second', key: 'first' }, undefined],
    ['delete_emoji', 'Ann', { name: 'first' }, undefined],
    ['restore_emoji', 'Wanda', { name: 'first' }, undefined],
    ['erase_emoji', 'Wanda', { name: 'first' }, undefined],
  ]);
});

test('CE8 neither the list nor an event names a person, and guests receive both', async () => {
  const { db, ann, wanda } = await createSetup();
  const events = [];
  for (const job of [
    await createEmojiJob(db, ann, 'first'),
    createNameJob(wanda, 'first', 'second'),
    createEmojiChange('delete_emoji', wanda, 'first'),
  ]) {
    const { publications } = await runJob(db, job);
    expect(publications.map(({ topic }) => topic)).toEqual(['workspace', GUESTS_TOPIC]);
    events.push(...publications);
  }
  const shown = JSON.stringify([events, await readEmoji(db, 0), await readEmoji(db, 1)]);
  for (const uid of [ann, wanda]) expect(shown).not.toContain(uid);
});

type Action = 'add' | 'alias' | 'unalias' | 'delete' | 'restore' | 'erase';

test('CE1 CE5 over all changes, a name shows its first picture or nothing, and a copy with the changes is complete', async () => {
  const names = ['aa', 'bb', 'cc', 'dd', 'ee'];
  const change = fc.record({
    action: fc.constantFrom<Action[]>('add', 'alias', 'unalias', 'delete', 'restore', 'erase'),
    name: fc.constantFrom(...names),
    key: fc.constantFrom(...names),
  });
  const { db, wanda } = await createSetup();
  const toJob = ({ action, name, key }: { action: Action; name: string; key: string }) => {
    if (action === 'add') return createEmojiJob(db, wanda, name);
    if (action === 'alias') return createNameJob(wanda, key, name);
    if (action === 'unalias') return createRemovalJob(wanda, name);
    return createEmojiChange(`${action}_emoji`, wanda, name);
  };
  await fc.assert(
    fc.asyncProperty(fc.array(change, { minLength: 5, maxLength: 25 }), async changes => {
      for (const table of ['emoji', 'emoji_pictures', 'files'] as const) await db.deleteFrom(table).execute();
      const owners = new Map<string, string>();
      const copy = new Map<string, CustomEmoji>();
      let version = 0;
      for (const one of changes) {
        const [outcome] = await runJobs(db, await toJob(one));
        if (outcome && 'publications' in outcome)
          for (const { event } of outcome.publications)
            if (event.type === 'emoji_changed' && event.emoji && event.version === version + 1) {
              copy.set(event.emoji.name, event.emoji);
              version = event.version;
            }
        const shown = await readShown(db);
        for (const [name, picture] of Object.entries(shown)) {
          expect(owners.get(name) ?? picture).toBe(picture);
          owners.set(name, picture);
        }
        const ofCopy = [...copy.values()].flatMap(row => {
          const picture = (row.key === undefined ? row : copy.get(row.key))?.picture;
          return row.ended || picture === undefined ? [] : [[row.name, picture] as const];
        });
        expect(Object.fromEntries(ofCopy)).toEqual(shown);
        const pictures = await db.selectFrom('emoji_pictures').select('picture').execute();
        const stored = new Set(pictures.map(({ picture }) => picture));
        expect(Object.values(shown).every(picture => stored.has(picture))).toBe(true);
      }
    }),
    { numRuns: 25 },
  );
});

test('CE5 the list comes in pages of at most 64 kB, without ended names at first and with them later', async () => {
  const { db, ann, wanda } = await createSetup();
  await insertNames(db, ann, MAX_EMOJI, 1, true);
  await runJob(db, createEmojiChange('delete_emoji', wanda, 'filler5p1'));
  const first = await readEmoji(db, 0);
  expect([first.more, jsonBytes(first) <= MAX_RESULT_BYTES]).toEqual([true, true]);
  expect(Object.keys(await readShown(db))).toHaveLength(MAX_EMOJI - 1);
  expect(await readEmoji(db, MAX_EMOJI)).toEqual({
    emoji: [{ name: 'filler5p1', version: MAX_EMOJI + 1, ended: true }],
    version: MAX_EMOJI + 1,
  });
  expect(await readEmoji(db, MAX_EMOJI + 1)).toEqual({ emoji: [], version: MAX_EMOJI + 1 });
});

test('CE5 the state of a page has the emoji that its rows use, bounded', async () => {
  const { db, ann } = await createSetup();
  expect(await readInitialEmoji(db, ['first'])).toBeUndefined();
  const first = await addEmoji(db, ann, 'first');
  await runJob(db, createNameJob(ann, 'first', 'second'));
  await addEmoji(db, ann, 'unused');
  await addEmoji(db, ann, 'gone');
  await runJob(db, createEmojiChange('delete_emoji', ann, 'gone'));
  expect(await readInitialEmoji(db, ['second', 'nothing', 'gone'])).toEqual({
    version: 5,
    rows: [first, { name: 'second', key: 'first', version: 2 }],
  });
  await insertNames(db, ann, 500, 1, true);
  const state = await readInitialEmoji(
    db,
    Array.from({ length: 200 }, (_, index) => `filler${index}p1`),
  );
  expect(state?.rows.length).toBeGreaterThan(20);
  expect(jsonBytes(state)).toBeLessThan(4_100);
});

test('CE5 the list for workspace admins has all pictures in pages, and other people see their own', async () => {
  const { db, ann, ben, wanda } = await createSetup();
  await insertNames(db, ben, 120, 1, true);
  await addEmoji(db, ann, 'mine');
  await runJob(db, createNameJob(ben, 'mine', 'yours'));
  await runJob(db, createEmojiChange('delete_emoji', ann, 'mine'));
  await expect(listWorkspaceEmoji(db, { uid: ann }, { text: '' })).rejects.toThrow('workspace admin');
  const [mine] = (await listWorkspaceEmoji(db, { uid: ann }, { mine: true, text: '' })).emoji;
  expect(mine).toMatchObject({
    key: 'mine',
    names: ['yours'],
    addedBy: { uid: ann },
    deletedAt: NOW,
    bytes: 10,
  });
  const keys: string[] = [];
  let after: string | undefined;
  do {
    const page = await listWorkspaceEmoji(db, { uid: wanda }, { text: '', after });
    keys.push(...page.emoji.map(({ key }) => key));
    after = page.next;
  } while (after !== undefined);
  expect(keys).toHaveLength(121);
  expect(keys).toEqual(keys.toSorted());
  const found = await listWorkspaceEmoji(db, { uid: wanda }, { text: 'Filler11' });
  expect(found.emoji.map(({ key }) => key)).toHaveLength(11);
});
