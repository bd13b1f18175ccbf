import type { MessageFile } from '@snug/protocol';

export type FileKind = 'picture' | 'audio' | 'video' | 'other';

/** What browsers draw and nobody can hide a script in. */
const PICTURE_TYPES = new Set(['png', 'jpeg', 'gif', 'webp', 'avif', 'apng'].map(type => `image/${type}`));

/** How a file shows in a message. A picture without a size would move what is below it, so it is none. */
export function getFileKind({ contentType, width, height }: MessageFile): FileKind {
  if (PICTURE_TYPES.has(contentType)) return width && height ? 'picture' : 'other';
  if (contentType.startsWith('audio/')) return 'audio';
  return contentType.startsWith('video/') ? 'video' : 'other';
}

/** Whether it was spoken here: only those have a waveform. */
export function isVoiceMessage(file: MessageFile): boolean {
  return getFileKind(file) === 'audio' && file.peaks !== undefined;
}
