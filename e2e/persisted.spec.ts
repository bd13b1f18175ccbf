import type { Page } from '@playwright/test';
import { VoiceRecorder } from '@snug/testkit/browser/pages/voice-recorder.ts';
import { expect, test } from './fixtures.ts';

interface StoredData {
  uid: string;
  /** The room with the draft, the recording and the message. */
  roomId: string;
  messageId: string;
  /** The room that is read up to its first message. */
  readId: string;
}

/** Stores the browser data of release 0.2.0, with the same names and fields, and a cached room of its protocol. */
async function storeAsVersion020(page: Page, kept: StoredData): Promise<void> {
  await page.evaluate(async ({ uid, roomId, messageId, readId }) => {
    const asked = <Answer>(request: IDBRequest<Answer>) =>
      new Promise<Answer>((resolve, reject) => {
        request.addEventListener('success', () => resolve(request.result));
        request.addEventListener('error', () => reject(new Error(request.error?.message)));
      });
    const snug = indexedDB.open('snug', 1);
    snug.addEventListener('upgradeneeded', () => {
      const outbox = snug.result.createObjectStore('outbox', { autoIncrement: true });
      outbox.createIndex('byPerson', 'uid');
      outbox.createIndex('byId', 'item.id', { unique: true });
      snug.result.createObjectStore('recordings');
    });
    const database = await asked(snug);
    const stores = database.transaction(['outbox', 'recordings'], 'readwrite');
    const item = { id: messageId, roomId, text: 'From before', createdAt: Date.now(), status: 'waiting' };
    const bytes = new Blob([new Uint8Array(2_000)], { type: 'audio/mpeg' });
    const details = { name: 'voice-message.mp3', duration: 3_000, peaks: [10, 50, 90] };
    const recording = { id: crypto.randomUUID(), bytes, details };
    await Promise.all([
      asked(stores.objectStore('outbox').add({ uid, item })),
      asked(stores.objectStore('recordings').put(recording, [uid, roomId])),
    ]);
    database.close();
    const rooms = indexedDB.open('snug:rooms:1', 1);
    rooms.addEventListener('upgradeneeded', () => {
      rooms.result.createObjectStore('lists');
      rooms.result.createObjectStore('rooms').createIndex('byAge', ['uid', 'putAt']);
    });
    (await asked(rooms)).close();
    localStorage.setItem(`snug:draft:${uid}:${roomId}`, 'Half writ');
    localStorage.setItem(`snug:read:${uid}:${readId}`, `1 ${Date.now()}`);
  }, kept);
}

test('an update keeps the data of the previous release in the browser, except its cached rooms', async ({
  person,
}) => {
  const [ann, ben] = [await person('Ann'), await person('Ben')];
  await ben.createRoom('Read', 'In part');
  const readId = ben.roomId;
  for (const text of ['One', 'Two', 'Three']) await ben.sendMessage(text);
  await expect(ben.getArticle('Three').locator('time').first()).toBeAttached();
  await ben.page.goto('/');
  await ben.createRoom('Kept', 'Across an update');
  const { roomId } = ben;
  const session = (await (await ann.page.request.get('/api/auth/get-session')).json()) as {
    user: { id: string };
  };
  const uid = session.user.id;
  // A page of the same origin that stores nothing.
  await ann.page.goto('/healthz');
  await ann.page.evaluate(async () => {
    localStorage.clear();
    for (const { name = '' } of await indexedDB.databases()) indexedDB.deleteDatabase(name);
  });
  await storeAsVersion020(ann.page, {
    uid,
    roomId,
    readId,
    messageId: '01890a5d-ac96-774b-bcce-b302099a8057',
  });

  await ann.page.goto('/');
  await expect(ann.getRoomLink('Read')).toHaveAccessibleName(/2 unread/);
  await expect(ben.getArticle('From before'), 'its room need not be open').toBeVisible();
  await ann.openRoom('Kept');
  await expect(ann.getArticle('From before').locator('time').first()).toBeAttached();
  await expect(ann.composer).toHaveValue('Half writ');
  const names = () => ann.page.evaluate(async () => (await indexedDB.databases()).map(({ name }) => name));
  await expect.poll(names).toEqual(expect.arrayContaining(['snug', 'snug:rooms:2']));
  await expect.poll(names).not.toContain('snug:rooms:1');
  await expect(new VoiceRecorder(ann.page).strip).toBeVisible();
});
