import { CommandError, DEFAULT_MAX_FILE_BYTES } from '@snug/protocol';
import { expect, test } from 'vitest';
import type { MicrophoneHandlers, Recording } from './active-recording.ts';
import { Recorder, type RecorderDependencies } from './recorder.ts';

const RATE = 8_000;
const SECOND = new Float32Array(RATE).fill(0.25);
const NOT_NOW = new CommandError('unavailable', 'Not now');

/** A recorder with a fake microphone, encoder and outbox. */
function createRecorder() {
  const fakes = {
    handlers: undefined as MicrophoneHandlers | undefined,
    isOpen: false,
    microphoneError: undefined as Error | undefined,
    encoderError: undefined as Error | undefined,
    /** The result of `send`. */
    sendError: undefined as CommandError | undefined,
    isStored: true,
    kept: undefined as Recording | undefined,
    keptError: undefined as Error | undefined,
    maxFileBytes: 1_000_000_000,
    permission: Promise.resolve(),
    encoded: 0,
    /** Of new connections. */
    listeners: new Set<() => void>(),
    /** By send, whether it was by itself. */
    again: [] as boolean[],
    /** The recordings that were put into the outbox. */
    sent: [] as { id: string; size: number; name: string; duration: number; peaks: number | undefined }[],
    cancelled: [] as string[],
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
    send: async ({ id, bytes: { size }, details: { name, duration, peaks } }, isAgain) => {
      fakes.again.push(isAgain);
      fakes.sent.push({ id, size, name, duration, peaks: peaks?.length });
      return fakes.sendError;
    },
    onReconnected: listener => {
      fakes.listeners.add(listener);
      return () => fakes.listeners.delete(listener);
    },
    isStored: async () => fakes.isStored,
    cancel: id => fakes.cancelled.push(id),
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
    getMaxFileBytes: () => fakes.maxFileBytes,
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
  expect(fakes.sent).toEqual([{ id: 'm', size: RATE * 3, name: 'audio_7.mp3', duration: 3_000, peaks: 96 }]);
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
  expect([fakes.isOpen, status(), fakes.sent]).toEqual([false, 'idle', []]);
});

test('a failed upload takes the recording out of the outbox and keeps it, and a retry sends it', async () => {
  const { recorder, fakes, status } = createRecorder();
  await recorder.start();
  fakes.sendError = NOT_NOW;
  await recorder.stop();
  expect(fakes.toasts).toEqual(['Not now']);
  expect(recorder.state.get()).toMatchObject({ status: 'kept', hasFailed: true });
  expect([fakes.cancelled, fakes.kept?.id]).toEqual([['m'], 'm']);
  await recorder.start();
  expect(status(), 'no other recording takes its place').toBe('kept');
  fakes.sendError = undefined;
  await recorder.retry();
  expect(fakes.sent).toHaveLength(2);
  expect(fakes.sent[1]).toEqual(fakes.sent[0]);
  expect(status()).toBe('idle');
});

/** A recording whose upload has failed as if the connection were lost. */
async function createFailed(error = NOT_NOW) {
  const setup = createRecorder();
  const { recorder, fakes } = setup;
  await recorder.start();
  fakes.sendError = error;
  await recorder.stop();
  const reconnect = async () => {
    for (const listener of fakes.listeners) listener();
    await new Promise(next => setTimeout(next));
  };
  return { ...setup, reconnect };
}

test('a recording that was not sent is sent with a new connection, as texts are', async () => {
  const { fakes, status, reconnect } = await createFailed();
  await reconnect();
  expect([fakes.again, status()]).toEqual([[false, true], 'kept']);
  expect(fakes.toasts, 'its person has done nothing').toHaveLength(1);
  fakes.sendError = undefined;
  await reconnect();
  expect([fakes.again, status()]).toEqual([[false, true, true], 'idle']);
  expect(fakes.kept).toBeUndefined();
  await reconnect();
  expect(fakes.again).toHaveLength(3);
});

test('a recording that is discarded, here or in another tab, or that cannot be sent, is not sent again', async () => {
  const here = await createFailed();
  await here.recorder.discard();
  await here.reconnect();
  const elsewhere = await createFailed();
  elsewhere.fakes.kept = undefined;
  await elsewhere.reconnect();
  const tooLarge = await createFailed(new CommandError('too_large'));
  await tooLarge.reconnect();
  expect([here, elsewhere, tooLarge].map(({ fakes }) => fakes.again)).toEqual([[false], [false], [false]]);
});

test('a recording that is being sent by its person is sent once', async () => {
  const { recorder, fakes, reconnect } = await createFailed();
  fakes.sendError = undefined;
  await Promise.all([reconnect(), recorder.retry(), reconnect()]);
  expect(fakes.again).toEqual([false, false]);
});

test.each([
  [1_000_000_000, DEFAULT_MAX_FILE_BYTES],
  [1_000_000, 1_000_000],
])(
  'a recording for a server that accepts %i bytes stops before %i, and waits to be sent',
  async (accepted, most) => {
    const { recorder, fakes } = createRecorder();
    fakes.maxFileBytes = accepted;
    await recorder.start();
    for (let second = 1; recorder.state.get().status === 'recording' && second < 700; second++)
      fakes.handlers?.onSamples(SECOND);
    await expect.poll(() => recorder.state.get()).toMatchObject({ status: 'kept', hasFailed: false });
    expect(fakes.toasts).toEqual(["That's the longest recording possible"]);
    expect(fakes.isOpen).toBe(false);
    await recorder.retry();
    const { size = 0 } = fakes.sent[0] ?? {};
    expect(size).toBeLessThanOrEqual(most);
    expect(size).toBeGreaterThan(most * 0.98);
  },
);

test('a disconnected microphone leaves the recording so far', async () => {
  const { recorder, fakes, status } = createRecorder();
  await recorder.start();
  fakes.handlers?.onLost();
  await expect.poll(status).toBe('kept');
  expect(fakes.toasts).toEqual([expect.stringMatching(/microphone was disconnected/)]);
});

test('a microphone that is disconnected before the recording begins shows an error', async () => {
  const { parts, fakes } = createRecorder();
  const openEncoder = (rate: number) => {
    fakes.handlers?.onLost();
    return parts.openEncoder(rate);
  };
  const recorder = new Recorder({ ...parts, openEncoder });
  await recorder.start();
  expect([recorder.state.get().status, fakes.isOpen]).toEqual(['idle', false]);
  expect(fakes.toasts).toEqual(["The recording didn't work. Try again."]);
});

test('leaving the room releases the microphone and sends nothing', async () => {
  const { recorder, fakes, status } = createRecorder();
  await recorder.start();
  await recorder.leave();
  expect([fakes.isOpen, status(), fakes.sent]).toEqual([false, 'kept', []]);
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

test('an unsent recording survives its page until it is sent or discarded, and keeps its message id', async () => {
  const { recorder, parts, fakes } = createRecorder();
  await recorder.start();
  await recorder.leave();
  expect(fakes.kept).toMatchObject({ id: 'm', details: { name: 'audio_7.mp3' } });

  const next = new Recorder(parts);
  await next.restore();
  expect(next.state.get()).toMatchObject({ status: 'kept', recording: { id: 'm' }, hasFailed: false });
  await next.retry();
  expect([fakes.sent.map(({ id }) => id), fakes.kept]).toEqual([['m'], undefined]);

  await next.start();
  await next.leave();
  await new Recorder(parts).restore();
  await next.discard();
  expect(fakes.kept).toBeUndefined();
});

test('a recording is in one storage: that of the outbox, as soon as it has stored the item', async () => {
  const { recorder, parts, fakes } = createRecorder();
  const held = Promise.withResolvers<undefined>();
  const slow = new Recorder({ ...parts, send: () => held.promise });
  await slow.start();
  await slow.leave();
  fakes.isStored = false;
  void slow.retry();
  await Promise.resolve();
  expect(fakes.kept, 'the outbox could not store it').toBeDefined();
  held.resolve(undefined);
  await expect.poll(() => fakes.kept).toBeUndefined();

  fakes.isStored = true;
  await recorder.start();
  await recorder.leave();
  expect(fakes.kept).toBeDefined();
  const sending = new Recorder({ ...parts, send: () => new Promise(() => {}) });
  await sending.restore();
  void sending.retry();
  await expect.poll(() => fakes.kept).toBeUndefined();
});

test('an upload that fails before the outbox is stored leaves the recording stored', async () => {
  const { parts, fakes } = createRecorder();
  const { promise: stored, resolve } = Promise.withResolvers<boolean>();
  const recorder = new Recorder({ ...parts, isStored: () => stored });
  fakes.sendError = NOT_NOW;
  await recorder.start();
  await recorder.stop();
  resolve(true);
  await new Promise(next => setTimeout(next));
  expect(fakes.kept?.id).toBe('m');
});

test('a recording is kept and sent even if the browser stores nothing', async () => {
  const { recorder, fakes, status } = createRecorder();
  fakes.keptError = new Error('full');
  fakes.isStored = false;
  await recorder.start();
  await recorder.leave();
  expect(status()).toBe('kept');
  await recorder.retry();
  expect([fakes.sent.length, status()]).toEqual([1, 'idle']);
});
