import { CommandError, MAX_FILE_BYTES, type MessageFile } from '@snug/protocol';
import { expect, test } from 'vitest';
import type { MicrophoneHandlers, Recording } from './active-recording.ts';
import { Recorder, type RecorderDependencies } from './recorder.ts';

const RATE = 8_000;
const SECOND = new Float32Array(RATE).fill(0.25);
const FILE: MessageFile = {
  id: 'f',
  name: 'audio_7.mp3',
  contentType: 'audio/mpeg',
  size: 1,
  url: '/files/f',
};

/** A recorder with a fake microphone, encoder, upload and outbox. */
function createRecorder() {
  const fakes = {
    handlers: undefined as MicrophoneHandlers | undefined,
    isOpen: false,
    microphoneError: undefined as Error | undefined,
    encoderError: undefined as Error | undefined,
    uploadError: undefined as Error | undefined,
    isConnected: true,
    onUpload: (): unknown => undefined,
    kept: undefined as Recording | undefined,
    keptError: undefined as Error | undefined,
    permission: Promise.resolve(),
    encoded: 0,
    uploads: [] as { size: number; name: string; duration: number | undefined; peaks: number | undefined }[],
    sent: [] as { id: string; file: MessageFile | undefined }[],
    toasts: [] as string[],
  };
  const parts: RecorderDependencies = {
    openMicrophone: async handlers => {
      await fakes.permission;
      if (fakes.microphoneError) throw fakes.microphoneError;
      fakes.handlers = handlers;
      fakes.isOpen = true;
      return {
        sampleRate: RATE,
        stop: async () => {
          if (fakes.isOpen) handlers.onSamples(SECOND);
          fakes.isOpen = false;
        },
      };
    },
    openEncoder: async () => ({
      bytesPerSecond: 8_000,
      add: async samples => {
        if (fakes.encoderError) throw fakes.encoderError;
        fakes.encoded += samples.length;
      },
      finish: async () => new Blob([new Uint8Array(fakes.encoded)]),
      cancel: async () => undefined,
    }),
    upload: async (bytes, { name, duration, peaks }) => {
      fakes.uploads.push({ size: bytes.size, name, duration, peaks: peaks?.length });
      fakes.onUpload();
      if (fakes.uploadError) throw fakes.uploadError;
      return FILE;
    },
    isConnected: () => fakes.isConnected,
    send: async ({ id }, file) => void fakes.sent.push({ id, file }),
    storage: {
      load: async () => fakes.kept,
      save: async recording => {
        if (fakes.keptError) throw fakes.keptError;
        fakes.kept = recording;
      },
      remove: async () => {
        fakes.kept = undefined;
      },
    },
    now: () => 7,
    newId: () => 'm',
    showError: words => fakes.toasts.push(words),
    showInfo: words => fakes.toasts.push(words),
  };
  const recorder = new Recorder(parts);
  return { recorder, parts, fakes, status: () => recorder.state.get().status };
}

test('a recording is uploaded and sent with its last sample', async () => {
  const { recorder, fakes, status } = createRecorder();
  await recorder.start();
  expect(status()).toBe('recording');
  fakes.handlers?.onSamples(SECOND);
  fakes.handlers?.onSamples(SECOND);
  expect(recorder.state.get()).toMatchObject({ elapsed: 2_000 });
  await recorder.stop();
  // When it stopped, the microphone still had another second of samples.
  expect(fakes.uploads).toEqual([{ size: RATE * 3, name: 'audio_7.mp3', duration: 3_000, peaks: 96 }]);
  expect(fakes.sent).toEqual([{ id: 'm', file: FILE }]);
  expect(fakes.isOpen).toBe(false);
  expect(status()).toBe('idle');
});

test.each([
  ['NotAllowedError', /needs the microphone/],
  ['NotFoundError', /No microphone/],
  ['NotReadableError', /Another app/],
  ['SecurityError', /https/],
  ['SomethingElse', /recording didn't work/],
])('without a microphone (%s) it says why, and can be tried again', async (name, words) => {
  const { recorder, fakes, status } = createRecorder();
  fakes.microphoneError = new DOMException('no', name);
  await recorder.start();
  expect(fakes.toasts).toEqual([expect.stringMatching(words)]);
  expect(status()).toBe('idle');
  fakes.microphoneError = undefined;
  await recorder.start();
  expect(status()).toBe('recording');
});

test('discarding sends nothing and releases the microphone, also while the browser asks for permission', async () => {
  const { recorder, fakes, status } = createRecorder();
  await recorder.start();
  await recorder.discard();
  expect(fakes.isOpen).toBe(false);

  const asked = Promise.withResolvers<void>();
  fakes.permission = asked.promise;
  const started = recorder.start();
  await recorder.discard();
  asked.resolve();
  await started;
  expect([fakes.isOpen, status(), fakes.uploads]).toEqual([false, 'idle', []]);
});

test('a failed upload keeps the recording, and a retry sends it', async () => {
  const { recorder, fakes, status } = createRecorder();
  await recorder.start();
  fakes.uploadError = new CommandError('unavailable', 'Not now');
  await recorder.stop();
  expect(fakes.toasts).toEqual(['Not now']);
  expect(recorder.state.get()).toMatchObject({ status: 'kept', hasFailed: true });
  await recorder.start();
  expect(status(), 'no other recording takes its place').toBe('kept');
  fakes.uploadError = undefined;
  await recorder.retry();
  expect(fakes.sent).toEqual([{ id: 'm', file: FILE }]);
  expect(fakes.uploads[1]).toEqual(fakes.uploads[0]);
  expect(status()).toBe('idle');
});

test('a recording stops before it exceeds the size limit, and waits to be sent', async () => {
  const { recorder, fakes } = createRecorder();
  await recorder.start();
  for (let second = 1; recorder.state.get().status === 'recording' && second < 700; second++)
    fakes.handlers?.onSamples(SECOND);
  await expect.poll(() => recorder.state.get()).toMatchObject({ status: 'kept', hasFailed: false });
  expect(fakes.toasts).toEqual(["That's the longest recording possible"]);
  expect(fakes.isOpen).toBe(false);
  await recorder.retry();
  const { size = 0 } = fakes.uploads[0] ?? {};
  expect(size).toBeLessThanOrEqual(MAX_FILE_BYTES);
  expect(size).toBeGreaterThan(MAX_FILE_BYTES * 0.99);
});

test('a disconnected microphone leaves the recording so far', async () => {
  const { recorder, fakes, status } = createRecorder();
  await recorder.start();
  fakes.handlers?.onLost();
  await expect.poll(status).toBe('kept');
  expect(fakes.toasts).toEqual([expect.stringMatching(/microphone was disconnected/)]);
});

test('leaving the room releases the microphone and sends nothing', async () => {
  const { recorder, fakes, status } = createRecorder();
  await recorder.start();
  await recorder.leave();
  expect([fakes.isOpen, status(), fakes.uploads]).toEqual([false, 'kept', []]);
  await recorder.discard();
  expect(status()).toBe('idle');
});

test('an encoder failure shows an error and releases the microphone', async () => {
  const { recorder, fakes, status } = createRecorder();
  await recorder.start();
  fakes.encoderError = new Error('no memory');
  await recorder.stop();
  expect([fakes.isOpen, status(), fakes.toasts]).toEqual([
    false,
    'idle',
    ["The recording didn't work. Try again."],
  ]);
});

test('an offline recording is sent later by itself, and so is one whose connection breaks', async () => {
  const { recorder, fakes, status } = createRecorder();
  fakes.isConnected = false;
  await recorder.start();
  await recorder.stop();
  expect([fakes.uploads, fakes.sent, status()]).toEqual([[], [{ id: 'm', file: undefined }], 'idle']);

  fakes.isConnected = true;
  fakes.uploadError = new CommandError('unavailable', 'Not now');
  await recorder.start();
  fakes.onUpload = () => (fakes.isConnected = false);
  await recorder.stop();
  expect([fakes.sent.length, status(), fakes.toasts]).toEqual([2, 'idle', []]);
});

test('a recording survives its page until it is sent or discarded, and keeps its message id', async () => {
  const { recorder, parts, fakes } = createRecorder();
  fakes.uploadError = new CommandError('unavailable', 'Not now');
  await recorder.start();
  await recorder.stop();
  expect(fakes.kept).toMatchObject({ id: 'm', details: { name: 'audio_7.mp3' } });

  const next = new Recorder(parts);
  await next.restore();
  expect(next.state.get()).toMatchObject({ status: 'kept', recording: { id: 'm' }, hasFailed: false });
  fakes.uploadError = undefined;
  await next.retry();
  expect([fakes.sent, fakes.kept]).toEqual([[{ id: 'm', file: FILE }], undefined]);

  await next.start();
  await next.leave();
  await new Recorder(parts).restore();
  await next.discard();
  expect(fakes.kept).toBeUndefined();
});

test('a recording is sent even if the browser stores nothing', async () => {
  const { recorder, fakes } = createRecorder();
  fakes.keptError = new Error('full');
  await recorder.start();
  await recorder.stop();
  expect(fakes.sent).toHaveLength(1);
});
