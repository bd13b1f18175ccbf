import type { MessageFile } from '@snug/protocol';

export type FileKind = 'picture' | 'audio' | 'video' | 'other';

/** Formats that all browsers show and that cannot contain a script, unlike SVG. */
const PICTURE_TYPES = new Set(['png', 'jpeg', 'gif', 'webp', 'avif', 'apng'].map(type => `image/${type}`));

/** A picture without a size is `other`, because it would move the rows below when it loads. */
export function getFileKind({ contentType, width, height }: MessageFile): FileKind {
  if (PICTURE_TYPES.has(contentType)) return width && height ? 'picture' : 'other';
  if (contentType.startsWith('audio/')) return 'audio';
  return contentType.startsWith('video/') ? 'video' : 'other';
}

/** Only recordings of Snug have a waveform. */
export function isVoiceMessage(file: MessageFile): boolean {
  return getFileKind(file) === 'audio' && file.peaks !== undefined;
}
