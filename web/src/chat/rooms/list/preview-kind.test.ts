import { expect, test } from 'vitest';
import { getPreviewKind } from './preview-kind.ts';

test.each([
  ['IMG_2231.jpg', 'image/jpeg', undefined, 'photo'],
  ['audio_1795341183972.mp3', 'audio/mpeg', 2_000, 'voice'],
  ['audio_1795341183972.mp3', 'audio/mpeg', undefined, 'audio'],
  ['clip.mp4', 'video/mp4', undefined, 'video'],
  ['budget.xlsx', 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet', undefined, 'file'],
])('%s, which is %s and lasts %s ms, is called a %s', (name, contentType, duration, kind) => {
  expect(getPreviewKind({ name, contentType, duration })).toBe(kind);
});
