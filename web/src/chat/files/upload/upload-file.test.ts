import { expect, test, vi } from 'vitest';
import { uploadFile } from './upload-file.ts';

/** Answers each upload with this status and text. */
function answerUploads(status: number, responseText: string): void {
  class Request extends EventTarget {
    readonly upload = new EventTarget();
    readonly status = status;
    readonly responseText = responseText;
    readonly open = () => {};
    readonly setRequestHeader = () => {};
    readonly send = () => {
      // As browsers do, an error of a listener does not reach the sender.
      queueMicrotask(() => this.dispatchEvent(new Event('load')));
    };
  }
  vi.stubGlobal('XMLHttpRequest', Request);
  vi.stubGlobal('fetch', () => Promise.reject(new TypeError('no network')));
}

const upload = () => uploadFile(new Blob(['.']), { name: 'a.txt' });

test('resolves to the file that the server stored', async () => {
  answerUploads(200, '{"id":"file"}');
  expect(await upload()).toEqual({ id: 'file' });
});

test.each(['<html>Sign in to this network</html>', '', 'null', '{}'])(
  'an upload that something else than Snug answers with 200 and %j is tried again',
  async responseText => {
    answerUploads(200, responseText);
    await expect(upload()).rejects.toMatchObject({ code: 'unavailable', isRetryable: true });
  },
);
