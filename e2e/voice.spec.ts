import { mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Page, Response } from '@playwright/test';
import { wav } from '@snug/testkit/browser/input-files.ts';
import { testLaunchOptions } from '@snug/testkit/browser/launch.ts';
import type { ChatPage } from '@snug/testkit/browser/pages/chat-page.ts';
import { VoiceRecorder } from '@snug/testkit/browser/pages/voice-recorder.ts';
import { SCREENS } from '@snug/testkit/browser/viewports.ts';
import { formatDuration } from '@snug/web/chat/files/audio/format-duration.ts';
import { expectNoViolations } from './axe.ts';
import { expect, test } from './fixtures.ts';
import { readStoredText } from './stored-data.ts';

const TONE_HZ = 500;
const UPLOADS = '**/api/files?*';

/** The input of the fake microphone: a tone of one second, repeated. */
const tone = join(mkdtempSync(join(tmpdir(), 'snug-tone-')), 'tone.wav');
writeFileSync(tone, wav('tone.wav', 1, TONE_HZ).buffer);

test.use({
  launchOptions: await testLaunchOptions(
    '--use-fake-device-for-media-stream',
    '--use-fake-ui-for-media-stream',
    `--use-file-for-fake-audio-capture=${tone}`,
  ),
});

interface StoredRecording {
  name: string;
  contentType: string;
  url: string;
  duration: number;
  peaks: number[];
}

async function readStoredRecordings(page: Page): Promise<StoredRecording> {
  const response: Response = await page.waitForResponse(UPLOADS);
  return (await response.json()) as StoredRecording;
}

/** Reads a stored recording: its first bytes, its decoded length in s and its pitch in Hz. */
function inspectAudio(page: Page, url: string) {
  return page.evaluate(async url => {
    const bytes = await (await fetch(url)).arrayBuffer();
    const { byteLength: size } = bytes;
    const head = [...new Uint8Array(bytes.slice(0, 3))];
    const context = new OfflineAudioContext(1, 1, 48_000);
    const sound = await context.decodeAudioData(bytes);
    const samples = sound.getChannelData(0);
    // The dominant frequency of the second in the middle. On a busy machine the fake microphone's sound has gaps: they add
    // noise, but keep the frequency.
    const middle = samples.subarray(samples.length / 2).subarray(0, sound.sampleRate);
    const loudness = (hz: number) => {
      const step = (2 * Math.PI * hz) / sound.sampleRate;
      let [real, imaginary] = [0, 0];
      for (const [at, sample] of middle.entries()) {
        real += sample * Math.cos(step * at);
        imaginary += sample * Math.sin(step * at);
      }
      return Math.hypot(real, imaginary);
    };
    const candidates = Array.from({ length: 200 }, (_, index) => 100 + index * 5).map(hz => ({
      hz,
      loudness: loudness(hz),
    }));
    const pitch = candidates.toSorted((a, b) => b.loudness - a.loudness)[0]?.hz ?? 0;
    return { head, size, seconds: sound.duration, channels: sound.numberOfChannels, pitch };
  }, url);
}

function getPlayer({ messages }: ChatPage) {
  return messages.getByRole('group', { name: 'Voice message' });
}

for (const [where, viewport] of SCREENS) {
  test(`a recording is stored as an MP3 that everyone can play, ${where}`, {
    tag: ['@measured', '@journey'],
  }, async ({ person }) => {
    const [ann, ben] = [await person('Ann', { viewport }), await person('Ben')];
    await ann.createRoom('Voices', 'Say it');
    await ben.openRoom('Voices');
    const recorder = new VoiceRecorder(ann.page);
    await expect(recorder.button).toHaveAttribute('aria-pressed', 'false');
    const storing = readStoredRecordings(ann.page);
    const started = Date.now();
    await recorder.record(3);
    await expect(recorder.button).toHaveAttribute('aria-pressed', 'true');
    await recorder.stop();
    const stored = await storing;
    const seconds = (Date.now() - started) / 1000;
    await expect(recorder.button).toHaveAttribute('aria-pressed', 'false');
    await expect(recorder.strip).toBeHidden();

    const [, timestamp] = /^audio_(\d+)\.mp3$/.exec(stored.name) ?? [];
    expect(Number(timestamp)).toBeGreaterThan(started);
    expect(Number(timestamp)).toBeLessThanOrEqual(Date.now());
    expect(stored.contentType).toBe('audio/mpeg');
    expect(stored.peaks.length).toBeGreaterThanOrEqual(64);
    expect(stored.peaks.length).toBeLessThanOrEqual(128);
    // On a busy machine the fake microphone stutters, for less than 0.2 s.
    const silent = stored.peaks.slice(10, -10).filter(peak => peak <= 5);
    expect(silent.length, 'the tone has no long gaps').toBeLessThan(stored.peaks.length / 16);

    // Others can read the file from its message on.
    await expect(getPlayer(ben)).toContainText(formatDuration(stored.duration));
    const decoded = await inspectAudio(ben.page, stored.url);
    const isFrame = decoded.head[0] === 0xff && ((decoded.head[1] ?? 0) & 0xe0) === 0xe0;
    expect(isFrame || String.fromCharCode(...decoded.head) === 'ID3', String(decoded.head)).toBe(true);
    expect(decoded.channels).toBe(1);
    expect(Math.abs(decoded.seconds - stored.duration / 1000)).toBeLessThan(0.5);
    expect(decoded.seconds, 'the strip showed three').toBeGreaterThan(2.5);
    expect(decoded.seconds, 'no longer than it was recorded').toBeLessThan(seconds + 0.5);
    expect(Math.abs(decoded.pitch - TONE_HZ) / TONE_HZ, `${decoded.pitch} Hz`).toBeLessThan(0.03);
    expect(Math.abs(decoded.size / decoded.seconds - 8_000), '64 kbit/s').toBeLessThan(500);

    await getPlayer(ben).getByRole('button', { name: 'Play' }).click();
    const audio = getPlayer(ben).locator('audio');
    await expect
      .poll(() => audio.evaluate((audio: HTMLAudioElement) => audio.currentTime))
      .toBeGreaterThan(0.3);
    await expect(ben.getRoomLink('Voices')).toContainText(
      `Voice message ${formatDuration(stored.duration)} · ${stored.name}`,
    );
  });
}

test('a recording can be discarded, and nothing is sent', { tag: '@detail' }, async ({ person }) => {
  const ann = await person('Ann');
  await ann.createRoom('Second thoughts', 'Never mind');
  let uploads = 0;
  await ann.page.route(UPLOADS, route => {
    uploads++;
    return route.continue();
  });
  const recorder = new VoiceRecorder(ann.page);
  await recorder.record(1);
  await expectNoViolations(ann.page, 'recording');
  await recorder.strip.getByRole('button', { name: 'Discard recording' }).click();
  await expect(recorder.strip).toBeHidden();
  await expect(recorder.button).toHaveAttribute('aria-pressed', 'false');
  await ann.sendMessage('Words after all');
  await expect(ann.articles).toHaveCount(1);
  expect(uploads).toBe(0);
});

test('while a recording is being sent, nothing else can be sent', { tag: '@detail' }, async ({ person }) => {
  const ann = await person('Ann');
  await ann.createRoom('Busy', 'One moment');
  const held = Promise.withResolvers<void>();
  await ann.page.route(UPLOADS, async route => {
    await held.promise;
    await route.continue();
  });
  const recorder = new VoiceRecorder(ann.page);
  await recorder.record(1);
  await recorder.stop();
  await expect(recorder.strip).toContainText('Sending the recording...');
  await expect(ann.send).toBeDisabled();
  await expect(recorder.button).toBeDisabled();
  held.resolve();
  await expect(getPlayer(ann)).toBeVisible();
  await expect(ann.send).toBeEnabled();
  await expect(recorder.button).toBeEnabled();
});

test('a failed upload keeps the recording, which can be retried or discarded', { tag: '@detail' }, async ({
  person,
}) => {
  const ann = await person('Ann');
  await ann.createRoom('Lost and found', 'Nothing is lost');
  let isBroken = true;
  await ann.page.route(UPLOADS, route => (isBroken ? route.abort() : route.continue()));
  const recorder = new VoiceRecorder(ann.page);
  await recorder.record(2);
  await recorder.stop();
  await expect(ann.page.getByRole('alert').filter({ hasText: /😕$/ })).toBeVisible();
  await expect(recorder.strip).toContainText('Not sent');
  await expect(ann.send, 'sending works again').toBeEnabled();
  await recorder.strip.getByRole('button', { name: 'Try again' }).click();
  await expect(recorder.strip).toContainText('Not sent');

  isBroken = false;
  const storing = readStoredRecordings(ann.page);
  await recorder.strip.getByRole('button', { name: 'Try again' }).click();
  const { seconds } = await inspectAudio(ann.page, (await storing).url);
  expect(seconds).toBeGreaterThan(1.9);
  await expect(getPlayer(ann)).toBeVisible();

  isBroken = true;
  await recorder.record(1);
  await recorder.stop();
  await recorder.strip.getByRole('button', { name: 'Discard', exact: true }).click();
  await expect(recorder.strip).toBeHidden();
});

test('a recording survives a reload, during its upload and after a failed one', { tag: '@detail' }, async ({
  person,
}) => {
  const ann = await person('Ann');
  await ann.createRoom('Reloaded', 'While it was sent');
  // No response until the reload.
  await ann.page.route(UPLOADS, () => {});
  const recorder = new VoiceRecorder(ann.page);
  await recorder.record(1);
  await recorder.stop();
  await expect(recorder.strip).toContainText('Sending the recording...');
  await expect.poll(() => readStoredText(ann.page, 'snug', 'outbox')).toContain('audio_');
  await ann.page.unrouteAll();
  await ann.page.reload();
  await expect(getPlayer(ann)).toBeVisible();
  await expect(recorder.strip).toBeHidden();

  await ann.page.route(UPLOADS, route => route.abort());
  await recorder.record(1);
  await recorder.stop();
  await expect(recorder.strip).toContainText('Not sent');
  await expect.poll(() => readStoredText(ann.page, 'snug', 'recordings')).toContain('audio_');
  await expect.poll(() => readStoredText(ann.page, 'snug', 'outbox')).not.toContain('audio_');
  await ann.page.unrouteAll();
  await ann.page.reload();
  await recorder.strip.getByRole('button', { name: 'Send recording' }).click();
  await expect(getPlayer(ann)).toHaveCount(2);
});

test('leaving the room releases the microphone and keeps the recording in its room', {
  tag: '@detail',
}, async ({ person }) => {
  const ann = await person('Ann');
  await ann.createRoom('First', 'Where it was said');
  await ann.createRoom('Second', 'Where it was not');
  await ann.openRoom('First');
  // The page stores its media stream for the test.
  await ann.page.evaluate(() => {
    const { mediaDevices } = navigator;
    const original = mediaDevices.getUserMedia.bind(mediaDevices);
    mediaDevices.getUserMedia = async constraints => {
      const stream = await original(constraints);
      Object.assign(window, { given: stream });
      return stream;
    };
  });
  const recorder = new VoiceRecorder(ann.page);
  await recorder.record(1);
  await ann.openRoom('Second');
  const states = () =>
    ann.page.evaluate(() =>
      (window as unknown as { given: MediaStream }).given.getTracks().map(track => track.readyState),
    );
  await expect.poll(states).toEqual(['ended']);
  await expect(ann.page.getByText('Your recording was paused and is waiting in its room')).toBeVisible();
  await expect(recorder.strip).toBeHidden();
  await ann.openRoom('First');
  await expect(recorder.strip).toContainText(/Voice message, 0:0[1-9]/);
  await expectNoViolations(ann.page, 'a recording that waits');
  await recorder.strip.getByRole('button', { name: 'Send recording' }).click();
  await expect(getPlayer(ann)).toBeVisible();
  await ann.openRoom('Second');
  await expect(ann.page.getByText('No messages yet', { exact: true })).toBeVisible();
});

test('a recording stops before it exceeds the size limit, and can be sent', { tag: '@detail' }, async ({
  person,
}) => {
  const ann = await person('Ann');
  await ann.createRoom('Long speeches', 'Eleven minutes at most');
  // The page receives each block of samples a hundred times: eleven minutes pass in seconds.
  await ann.page.evaluate(() => {
    const { prototype } = MessagePort;
    // oxlint-disable-next-line typescript/unbound-method -- called with its own `this` below
    const original = prototype.addEventListener;
    prototype.addEventListener = function (this: MessagePort, type: string, listener: EventListener) {
      original.call(this, type, (event: Event) => {
        const times = (event as MessageEvent).data instanceof Float32Array ? 100 : 1;
        for (let time = 0; time < times; time++) listener(event);
      });
    };
  });
  const recorder = new VoiceRecorder(ann.page);
  await recorder.button.click();
  await expect(ann.page.getByText("That's the longest recording possible")).toBeVisible({
    timeout: 90_000,
  });
  await expect(recorder.strip).toContainText(/Voice message, 10:3\d/);
  const storing = readStoredRecordings(ann.page);
  await recorder.strip.getByRole('button', { name: 'Send recording' }).click();
  const { seconds, size } = await inspectAudio(ann.page, (await storing).url);
  expect(seconds).toBeGreaterThan(630);
  expect(size).toBeLessThanOrEqual(5_120_000);
});

test('the microphone icon blinks while recording, except under reduced motion', { tag: '@detail' }, async ({
  person,
}) => {
  const ann = await person('Ann');
  await ann.createRoom('Blink', 'Now you see me');
  const recorder = new VoiceRecorder(ann.page);
  await recorder.record(0);
  const animation = () => recorder.button.evaluate(button => getComputedStyle(button).animationName);
  expect(await animation()).not.toBe('none');
  await ann.page.emulateMedia({ reducedMotion: 'reduce' });
  expect(await animation()).toBe('none');
  expect(await recorder.button.evaluate(button => getComputedStyle(button).boxShadow)).not.toBe('none');
});
