import { getHeldUploads } from '@snug/client/outbox/held-uploads.ts';
import { makeId, ROOM_ID } from '@snug/client/testing/samples.ts';
import { createSender } from '@snug/client/testing/test-chat.ts';
import { expect, test } from 'vitest';
import type { Recording } from './active-recording.ts';
import { sendRecording } from './send-recording.ts';

const RECORDING: Recording = {
  id: makeId(1),
  bytes: new Blob(['.']),
  details: { name: 'audio_7.mp3', duration: 1_000, peaks: [] },
};

async function startSending() {
  const { chat, environment, socket } = await createSender();
  const sending = sendRecording(getHeldUploads(chat.outbox), ROOM_ID, RECORDING, undefined);
  const listMessages = () => chat.outbox.items.get().map(({ id, status }) => [id, status]);
  return { socket, sending, listMessages, upload: environment.uploads[0] };
}

test('a recording whose upload loses the connection is a message of the outbox, and has no error', async () => {
  const { socket, sending, listMessages } = await startSending();
  await socket.drop();
  expect(await sending).toBeUndefined();
  expect(listMessages()).toEqual([[RECORDING.id, 'waiting']]);
});

test('a recording whose upload fails is no message', async () => {
  const { sending, listMessages, upload } = await startSending();
  await upload?.fail('too_large');
  expect(await sending).toMatchObject({ code: 'too_large' });
  expect(listMessages()).toEqual([]);
});
