import type { MessageFile } from '@snug/protocol';
import { expect, test } from 'vitest';
import { getFileKind, isVoiceMessage } from './file-kind.ts';

const file = (contentType: string, more: Partial<MessageFile> = {}): MessageFile => ({
  id: 'f',
  name: 'file',
  contentType,
  size: 1,
  url: '/files/f/file',
  ...more,
});
const SIZE = { width: 4, height: 3 };

test('the content type decides how a file shows', () => {
  expect(getFileKind(file('image/webp', SIZE))).toBe('picture');
  expect(getFileKind(file('audio/mpeg'))).toBe('audio');
  expect(getFileKind(file('video/webm'))).toBe('video');
  expect(getFileKind(file('application/pdf'))).toBe('other');
});

test('a picture without a size, or one that can contain a script, is not shown as a picture', () => {
  expect(getFileKind(file('image/png'))).toBe('other');
  expect(getFileKind(file('image/svg+xml', SIZE))).toBe('other');
});

test('large photos show; a picture that would fill the memory of a viewer does not', () => {
  for (const [width, height] of [
    [8_064, 6_048],
    [16_000, 2_600],
    [12_000, 9_000],
  ] as const)
    expect(getFileKind(file('image/jpeg', { width, height }))).toBe('picture');
  expect(getFileKind(file('image/png', { width: 20_000, height: 20_000 }))).toBe('other');
  expect(getFileKind(file('image/jpeg', { ...SIZE, size: 50_000_001 }))).toBe('other');
  expect(getFileKind(file('image/gif', { width: 8_000, height: 4_001 }))).toBe('other');
});

test('a voice message is audio with a waveform', () => {
  expect(isVoiceMessage(file('audio/mpeg', { peaks: [1, 2] }))).toBe(true);
  expect(isVoiceMessage(file('audio/mpeg'))).toBe(false);
});
