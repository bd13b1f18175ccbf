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

/** A recorder whose microphone, encoder and wire are in the hands of the test. */
function createRecorder() {
  const world = {
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
    said: [] as string[],
  };
  const parts: RecorderDependencies = {
    openMicrophone: async handlers => {
      await world.permission;
      if (world.microphoneError) throw world.microphoneError;
      world.handlers = handlers;
      world.isOpen = true;
      return {
        sampleRate: RATE,
        stop: async () => {
          if (world.isOpen) handlers.onSamples(SECOND);
          world.isOpen = false;
        },
      };
    },
    openEncoder: async () => ({
      bytesPerSecond: 8_000,
      add: async samples => {
        if (world.encoderError) throw world.encoderError;
        world.encoded += samples.length;
      },
      finish: async () => new Blob([new Uint8Array(world.encoded)]),
      cancel: async () => undefined,
    }),
    upload: async (bytes, { name, duration, peaks }) => {
      world.uploads.push({ size: bytes.size, name, duration, peaks: peaks?.length });
      world.onUpload();
      if (world.uploadError) throw world.uploadError;
      return FILE;
    },
    isConnected: () => world.isConnected,
    send: async ({ id }, file) => void world.sent.push({ id, file }),
    storage: {
      load: async () => world.kept,
      save: async recording => {
        if (world.keptError) throw world.keptError;
        world.kept = recording;
      },
      remove: async () => {
        world.kept = undefined;
      },
    },
    now: () => 7,
    newId: () => 'm',
    showError: words => world.said.push(words),
    showInfo: words => world.said.push(words),
  };
  const recorder = new Recorder(parts);
  return { recorder, parts, world, status: () => recorder.state.get().status };
}

test('what is heard is uploaded and sent, to the last sample', async () => {
  const { recorder, world, status } = createRecorder();
  await recorder.start();
  expect(status()).toBe('recording');
  world.handlers?.onSamples(SECOND);
  world.handlers?.onSamples(SECOND);
  expect(recorder.state.get()).toMatchObject({ elapsed: 2_000 });
  await recorder.stop();
  // The microphone had another second to tell when it was let go.
  expect(world.uploads).toEqual([{ size: RATE * 3, name: 'audio_7.mp3', duration: 3_000, peaks: 96 }]);
  expect(world.sent).toEqual([{ id: 'm', file: FILE }]);
  expect(world.isOpen).toBe(false);
  expect(status()).toBe('idle');
});

test.each([
  ['NotAllowedError', /needs the microphone/],
  ['NotFoundError', /No microphone/],
  ['NotReadableError', /Another app/],
  ['SecurityError', /https/],
  ['SomethingElse', /recording didn't work/],
])('without a microphone (%s) it says why, and can be tried again', async (name, words) => {
  const { recorder, world, status } = createRecorder();
  world.microphoneError = new DOMException('no', name);
  await recorder.start();
  expect(world.said).toEqual([expect.stringMatching(words)]);
  expect(status()).toBe('idle');
  world.microphoneError = undefined;
  await recorder.start();
  expect(status()).toBe('recording');
});

test('discarding sends nothing and lets go of the microphone, also while the browser still asks', async () => {
  const { recorder, world, status } = createRecorder();
  await recorder.start();
  await recorder.discard();
  expect(world.isOpen).toBe(false);

  const asked = Promise.withResolvers<void>();
  world.permission = asked.promise;
  const started = recorder.start();
  await recorder.discard();
  asked.resolve();
  await started;
  expect([world.isOpen, status(), world.uploads]).toEqual([false, 'idle', []]);
});

test('an upload that fails keeps the recording, which can be sent again', async () => {
  const { recorder, world, status } = createRecorder();
  await recorder.start();
  world.uploadError = new CommandError('unavailable', 'Not now');
  await recorder.stop();
  expect(world.said).toEqual(['Not now']);
  expect(recorder.state.get()).toMatchObject({ status: 'kept', hasFailed: true });
  await recorder.start();
  expect(status(), 'no other recording takes its place').toBe('kept');
  world.uploadError = undefined;
  await recorder.retry();
  expect(world.sent).toEqual([{ id: 'm', file: FILE }]);
  expect(world.uploads[1]).toEqual(world.uploads[0]);
  expect(status()).toBe('idle');
});

test('a recording ends before it is larger than a file may be, and waits to be sent', async () => {
  const { recorder, world } = createRecorder();
  await recorder.start();
  for (let second = 1; recorder.state.get().status === 'recording' && second < 700; second++)
    world.handlers?.onSamples(SECOND);
  await expect.poll(() => recorder.state.get()).toMatchObject({ status: 'kept', hasFailed: false });
  expect(world.said).toEqual(["That's the longest recording possible"]);
  expect(world.isOpen).toBe(false);
  await recorder.retry();
  const { size = 0 } = world.uploads[0] ?? {};
  expect(size).toBeLessThanOrEqual(MAX_FILE_BYTES);
  expect(size).toBeGreaterThan(MAX_FILE_BYTES * 0.99);
});

test('a microphone that goes leaves what was recorded', async () => {
  const { recorder, world, status } = createRecorder();
  await recorder.start();
  world.handlers?.onLost();
  await expect.poll(status).toBe('kept');
  expect(world.said).toEqual([expect.stringMatching(/microphone was disconnected/)]);
});

test('leaving the room lets go of the microphone, and sends nothing by itself', async () => {
  const { recorder, world, status } = createRecorder();
  await recorder.start();
  await recorder.leave();
  expect([world.isOpen, status(), world.uploads]).toEqual([false, 'kept', []]);
  await recorder.discard();
  expect(status()).toBe('idle');
});

test('an encoder that fails is said, and the microphone let go of', async () => {
  const { recorder, world, status } = createRecorder();
  await recorder.start();
  world.encoderError = new Error('no memory');
  await recorder.stop();
  expect([world.isOpen, status(), world.said]).toEqual([
    false,
    'idle',
    ["The recording didn't work. Try again."],
  ]);
});

test('without a connection a recording goes out by itself, later, and one that loses it on the way, too', async () => {
  const { recorder, world, status } = createRecorder();
  world.isConnected = false;
  await recorder.start();
  await recorder.stop();
  expect([world.uploads, world.sent, status()]).toEqual([[], [{ id: 'm', file: undefined }], 'idle']);

  world.isConnected = true;
  world.uploadError = new CommandError('unavailable', 'Not now');
  await recorder.start();
  world.onUpload = () => (world.isConnected = false);
  await recorder.stop();
  expect([world.sent.length, status(), world.said]).toEqual([2, 'idle', []]);
});

test('a recording outlives its page until it is sent or discarded, and is the same message then', async () => {
  const { recorder, parts, world } = createRecorder();
  world.uploadError = new CommandError('unavailable', 'Not now');
  await recorder.start();
  await recorder.stop();
  expect(world.kept).toMatchObject({ id: 'm', details: { name: 'audio_7.mp3' } });

  const next = new Recorder(parts);
  await next.restore();
  expect(next.state.get()).toMatchObject({ status: 'kept', recording: { id: 'm' }, hasFailed: false });
  world.uploadError = undefined;
  await next.retry();
  expect([world.sent, world.kept]).toEqual([[{ id: 'm', file: FILE }], undefined]);

  await next.start();
  await next.leave();
  await new Recorder(parts).restore();
  await next.discard();
  expect(world.kept).toBeUndefined();
});

test('where the browser keeps nothing a recording is sent all the same', async () => {
  const { recorder, world } = createRecorder();
  world.keptError = new Error('full');
  await recorder.start();
  await recorder.stop();
  expect(world.sent).toHaveLength(1);
});
