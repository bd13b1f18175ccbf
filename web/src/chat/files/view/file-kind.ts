import { isHugePicture, isPictureType, type MessageFile } from '@snug/protocol';

export type FileKind = 'picture' | 'audio' | 'video' | 'other';

/** A picture without a size is `other`, because it would move the rows below when it loads, and so is a huge one. */
export function getFileKind(file: MessageFile): FileKind {
  const { contentType, width, height } = file;
  if (isPictureType(contentType)) return width && height && !isHugePicture(file) ? 'picture' : 'other';
  if (contentType.startsWith('audio/')) return 'audio';
  return contentType.startsWith('video/') ? 'video' : 'other';
}

/** Only recordings of Snug have a waveform. */
export function isVoiceMessage(file: MessageFile): boolean {
  return getFileKind(file) === 'audio' && file.peaks !== undefined;
}
