import type { MessageFile } from '@snug/protocol';
import { expect, test } from 'vitest';
import { isVoice, kindOf } from './file-kind.ts';

const file = (contentType: string, more: Partial<MessageFile> = {}): MessageFile => ({
  id: 'f',
  name: 'file',
  contentType,
  size: 1,
  url: '/files/f/file',
  ...more,
});
const SIZE = { width: 4, height: 3 };

test('what shows in place is known by its content type', () => {
  expect(kindOf(file('image/webp', SIZE))).toBe('picture');
  expect(kindOf(file('audio/mpeg'))).toBe('audio');
  expect(kindOf(file('video/webm'))).toBe('video');
  expect(kindOf(file('application/pdf'))).toBe('other');
});

test('a picture without a size, and one that can hold a script, are files like any other', () => {
  expect(kindOf(file('image/png'))).toBe('other');
  expect(kindOf(file('image/svg+xml', SIZE))).toBe('other');
});

test('a voice message is audio with a waveform', () => {
  expect(isVoice(file('audio/mpeg', { peaks: [1, 2] }))).toBe(true);
  expect(isVoice(file('audio/mpeg'))).toBe(false);
});
