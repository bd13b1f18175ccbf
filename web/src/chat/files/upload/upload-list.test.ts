import { getHeldUploads } from '@snug/client/outbox/held-uploads.ts';
import { type FakeUpload, flushPromises } from '@snug/client/testing/fake-environment.ts';
import { makeId, ROOM_ID } from '@snug/client/testing/samples.ts';
import { createSender } from '@snug/client/testing/test-chat.ts';
import { DEFAULT_MAX_FILE_BYTES } from '@snug/protocol';
import { beforeEach, expect, test } from 'vitest';
import { takeToasts } from '../../../ui/feedback/toast.ts';
import { toUploadItems } from './upload-items.ts';
import { UploadList } from './upload-list.ts';

const NOT_NOW = "Snug can't do that right now. Try again. 😕";

/** The files of a dialog, and an outbox whose uploads the test finishes or fails. */
async function createUploadList(...names: string[]) {
  const { chat, environment, socket } = await createSender();
  const { items, maxFileBytes } = chat.outbox;
  const held = getHeldUploads(chat.outbox);
  const list = new UploadList(ROOM_ID, { held, maxFileBytes }, () => chat.newId());
  list.add(names.map(name => new File(['.'], name)));
  const listItems = () => toUploadItems(list.state.get().files, held.items.get());
  const getKey = (name: string) => listItems().find(item => item.name === name)?.fileKey ?? '';
  return {
    list,
    socket,
    uploads: environment.uploads,
    listStatuses: () => listItems().map(({ status }) => status),
    listItems,
    getKey,
    allow: (bytes: number) => maxFileBytes.set(bytes),
    listSent: () => items.get().map(({ upload, file }) => [upload?.name, file !== undefined]),
    countDiscarded: () => socket.getCommands('discard_file').length,
    /** Waits for the start of an upload. */
    async getUpload(name: string): Promise<FakeUpload> {
      const find = () => environment.uploads.findLast(upload => upload.name === name);
      await expect.poll(find).toBeDefined();
      return find() as FakeUpload;
    },
    async finish(name: string): Promise<void> {
      await (await this.getUpload(name)).finish(makeId(100 + names.indexOf(name)));
    },
    async fail(name: string): Promise<void> {
      await (await this.getUpload(name)).fail('unavailable');
    },
  };
}

beforeEach(() => void takeToasts());
const getToasts = () => takeToasts().map(({ description }) => description);

test('uploads start on sending, two at a time, and the items keep their order', async () => {
  const dialog = await createUploadList('a', 'b', 'c');
  expect([dialog.uploads.length, dialog.listStatuses()]).toEqual([0, ['inited', 'inited', 'inited']]);
  const sent = dialog.list.send();
  await expect.poll(dialog.listStatuses).toEqual(['uploading', 'uploading', 'inited']);
  await dialog.finish('b');
  await dialog.finish('c');
  expect(dialog.listStatuses()).toEqual(['uploading', 'finished', 'finished']);
  await dialog.finish('a');
  expect(await sent).toBe(true);
  expect(dialog.listSent()).toEqual([
    ['a', true],
    ['b', true],
    ['c', true],
  ]);
  expect(dialog.listItems()).toEqual([]);
});

test('V5 a file shows and is sent with the name that the server will store', async () => {
  const dialog = await createUploadList('cat\u202egnp.exe', '\u202e');
  expect(dialog.listItems().map(({ name }) => name)).toEqual(['catgnp.exe', '\u202e']);
  void dialog.list.send();
  await dialog.getUpload('catgnp.exe');
  dialog.allow(0);
  dialog.list.add([new File(['.'], 'dog\u202egnp.exe')]);
  expect(dialog.list.state.get().rejections).toEqual([expect.stringMatching(/^doggnp\.exe /)]);
});

test('sending twice sends once', async () => {
  const dialog = await createUploadList('a');
  const [first, second] = [dialog.list.send(), dialog.list.send()];
  await dialog.finish('a');
  expect([await first, await second, dialog.uploads.length]).toEqual([true, false, 1]);
});

test('a folder, or a file that changed on the disk, is left out with a note before anything is sent', async () => {
  const dialog = await createUploadList('a');
  const fail = () => Promise.reject(new DOMException('It cannot be read.', 'NotReadableError'));
  const folder = Object.assign(new File(['.'], 'folder'), { arrayBuffer: fail });
  const film = Object.assign(new File(['.'], 'film.mp4'), { slice: () => ({ arrayBuffer: fail }) });
  // Larger than what is copied.
  Object.defineProperty(film, 'size', { value: DEFAULT_MAX_FILE_BYTES + 1 });
  dialog.allow(DEFAULT_MAX_FILE_BYTES + 1);
  dialog.list.add([folder, film]);
  expect(await dialog.list.send()).toBe(false);
  const note = "was left out: it's a folder, or it has moved or changed. Choose it again.";
  expect(dialog.list.state.get()).toMatchObject({
    files: [{ blobFile: { name: 'a' } }],
    rejections: [`folder ${note}`, `film.mp4 ${note}`],
    isSending: false,
  });
  expect([dialog.uploads, getToasts()]).toEqual([[], []]);

  const sent = dialog.list.send();
  await dialog.finish('a');
  expect([await sent, dialog.listSent()]).toEqual([true, [['a', true]]]);
});

test('updates the progress', async () => {
  const dialog = await createUploadList('a');
  void dialog.list.send();
  (await dialog.getUpload('a')).onProgress(40);
  expect(dialog.listItems()).toMatchObject([{ status: 'uploading', progress: 40 }]);
});

test('a failed upload shows an error and keeps the other items, and only it is uploaded again', async () => {
  const dialog = await createUploadList('a', 'b', 'c');
  const sent = dialog.list.send();
  await dialog.finish('a');
  await dialog.fail('b');
  await dialog.fail('c');
  expect(await sent).toBe(false);
  expect(getToasts(), 'each text once').toEqual([NOT_NOW]);
  expect(dialog.listStatuses()).toEqual(['finished', 'error', 'error']);

  const again = dialog.list.retry(dialog.getKey('b'));
  await expect.poll(() => dialog.uploads.length).toBe(4);
  await dialog.finish('b');
  await again;
  expect([dialog.listStatuses(), dialog.listSent()]).toEqual([['finished', 'finished', 'error'], []]);
  const sentNow = dialog.list.send();
  await expect.poll(() => dialog.uploads.length).toBe(5);
  await dialog.finish('c');
  expect(await sentNow).toBe(true);
  expect(dialog.listSent().map(([name]) => name)).toEqual(['a', 'b', 'c']);
  expect(dialog.uploads.filter(({ name }) => name === 'a')).toHaveLength(1);
});

test('cancelling aborts running uploads, discards finished ones and empties the list', async () => {
  const dialog = await createUploadList('a', 'b', 'c');
  const sent = dialog.list.send();
  await dialog.finish('a');
  const second = await dialog.getUpload('b');
  await dialog.getUpload('c');
  dialog.list.cancel();
  expect(await sent).toBe(false);
  expect([second.isCancelled, dialog.countDiscarded()]).toEqual([true, 1]);
  expect([dialog.listItems(), dialog.listSent(), getToasts()]).toEqual([[], [], []]);
});

test('cancelling after a failure keeps the list and starts no more uploads', async () => {
  const dialog = await createUploadList('a', 'b', 'c', 'd', 'e');
  const sent = dialog.list.send();
  await dialog.finish('a');
  await dialog.fail('b');
  await dialog.getUpload('c');
  await dialog.getUpload('d');
  dialog.list.cancel();
  await sent;
  expect(dialog.listStatuses()).toEqual(['inited', 'error', 'inited', 'inited', 'inited']);
  expect([dialog.countDiscarded(), dialog.uploads.length]).toEqual([1, 4]);

  const again = dialog.list.retry(dialog.getKey('b'));
  await expect.poll(() => dialog.uploads.length).toBe(5);
  await dialog.finish('b');
  await again;
  expect([dialog.listStatuses()[1], dialog.listSent()]).toEqual(['finished', []]);
});

test('cancelling before the first upload starts sends nothing', async () => {
  const dialog = await createUploadList('a');
  const sent = dialog.list.send();
  dialog.list.cancel();
  expect(await sent).toBe(false);
  await flushPromises();
  expect([dialog.uploads, dialog.listSent(), dialog.listItems()]).toEqual([[], [], []]);
});

test('removing an item aborts or discards its upload, and the others continue', async () => {
  const dialog = await createUploadList('a', 'b', 'c');
  const sent = dialog.list.send();
  await dialog.finish('a');
  await dialog.getUpload('c');
  dialog.list.remove(dialog.getKey('a'));
  dialog.list.remove(dialog.getKey('b'));
  await dialog.finish('c');
  expect(await sent).toBe(true);
  expect([dialog.listSent(), dialog.countDiscarded()]).toEqual([[['c', true]], 1]);
});

test('without a connection, the outbox has all files and uploads none', async () => {
  const dialog = await createUploadList('a', 'b');
  await dialog.socket.drop();
  expect(await dialog.list.send()).toBe(true);
  expect(dialog.listSent()).toEqual([
    ['a', false],
    ['b', false],
  ]);
  expect([dialog.uploads.length, dialog.listItems(), getToasts()]).toEqual([0, [], []]);
});

test('if the connection is lost, the outbox has all files with the finished uploads', async () => {
  const dialog = await createUploadList('a', 'b', 'c');
  const sent = dialog.list.send();
  await dialog.finish('a');
  await dialog.getUpload('c');
  await dialog.socket.drop();
  expect(await sent).toBe(true);
  expect(dialog.listSent()).toEqual([
    ['a', true],
    ['b', false],
    ['c', false],
  ]);
  expect([dialog.listItems(), getToasts()]).toEqual([[], []]);
});
