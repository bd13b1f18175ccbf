import assert from 'node:assert/strict';
import { until } from '@snug/testkit/until.ts';
import { button, LOG, openRoom } from '../chat-queries.ts';
import type { Query } from '../in-page.ts';
import type { Journey } from '../journey.ts';

const RECORD = button('Record voice message');
const STRIP: Query = { role: 'group', name: 'Recording' };
const PLAYER: Query = { role: 'group', name: 'Voice message', within: LOG };

export const voice: Journey = {
  name: 'a voice recording is an MP3 that another person plays',
  async run({ ann, ben, bot, takeScreenshots }) {
    const room = await bot.createRoom('Foghorn');
    await openRoom(ann, room);
    await openRoom(ben, room);
    await ann.click(RECORD);
    await ann.waitFor({ role: 'timer', text: '0:03', within: STRIP });
    await takeScreenshots(ann, 'recording');
    await ann.click(RECORD);
    await ann.waitUntilGone(STRIP);
    for (const person of [ann, ben]) await person.waitFor(PLAYER);
    const { head, seconds, loudest } = await ben.evaluateOn(
      { css: 'audio', hidden: true },
      async ([audio]) => {
        const bytes = await (await fetch((audio as HTMLAudioElement).currentSrc)).arrayBuffer();
        const head = [...new Uint8Array(bytes.slice(0, 3))];
        const sound = await new OfflineAudioContext(1, 1, 48_000).decodeAudioData(bytes);
        const loudest = sound.getChannelData(0).reduce((most, sample) => Math.max(most, Math.abs(sample)), 0);
        return { head, seconds: sound.duration, loudest };
      },
    );
    const isMp3 = head[0] === 0xff && ((head[1] ?? 0) & 0xe0) === 0xe0;
    assert.ok(isMp3 || String.fromCharCode(...head) === 'ID3', `not an MP3: ${head.join()}`);
    assert.ok(seconds > 2.5 && seconds < 15, `${seconds} s`);
    assert.ok(loudest > 0.02, `as loud as ${loudest}`);
    await ben.click(button('Play', PLAYER));
    await until('the recording plays', () =>
      ben.evaluateOn(
        { css: 'audio', hidden: true },
        ([audio]) => (audio as HTMLAudioElement).currentTime > 0.5,
      ),
    );
  },
};

export const discarded: Journey = {
  name: 'a voice recording can be discarded',
  async run({ ann, bot }) {
    await openRoom(ann, await bot.createRoom('Silence'));
    await ann.click(RECORD);
    await ann.waitFor({ role: 'timer', text: '0:01', within: STRIP });
    await ann.click(button('Discard recording', STRIP));
    await ann.waitUntilGone(STRIP);
    await ann.waitFor(PLAYER, 0);
  },
};
