import type { MessageFile } from '@snug/protocol';

export type FileKind = 'picture' | 'audio' | 'video' | 'other';

/** What browsers draw and nobody can hide a script in. */
const PICTURES = new Set(['png', 'jpeg', 'gif', 'webp', 'avif', 'apng'].map(type => `image/${type}`));

/** How a file shows in a message. A picture without a size would move what is below it, so it is none. */
export function kindOf({ contentType, width, height }: MessageFile): FileKind {
  if (PICTURES.has(contentType)) return width && height ? 'picture' : 'other';
  if (contentType.startsWith('audio/')) return 'audio';
  return contentType.startsWith('video/') ? 'video' : 'other';
}

/** Whether it was spoken here: only those have a waveform. */
export function isVoice(file: MessageFile): boolean {
  return kindOf(file) === 'audio' && file.peaks !== undefined;
}
