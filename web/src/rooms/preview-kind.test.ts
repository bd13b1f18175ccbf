import { expect, test } from 'vitest';
import { getPreviewKind } from './preview-kind.ts';

test.each([
  ['IMG_2231.jpg', 'image/jpeg', 'photo'],
  ['audio_1795341183972.mp3', 'audio/mpeg', 'voice'],
  ['song.mp3', 'audio/mpeg', 'audio'],
  ['clip.mp4', 'video/mp4', 'video'],
  ['budget.xlsx', 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet', 'file'],
  ['audio_1.mp3', 'text/plain', 'file'],
])('%s, which is %s, is called a %s', (name, contentType, kind) => {
  expect(getPreviewKind({ name, contentType })).toBe(kind);
});
