import type { LastMessage } from '@snug/protocol';

export type PreviewKind = 'photo' | 'voice' | 'audio' | 'video' | 'file';

/** Every recording gets such a name where it is made. */
const RECORDING_NAME = /^audio_\d+\.mp3$/;

/** What the list of rooms calls a file, by the little that it knows of it. */
export function getPreviewKind({ name, contentType }: NonNullable<LastMessage['file']>): PreviewKind {
  if (contentType.startsWith('image/')) return 'photo';
  if (contentType.startsWith('video/')) return 'video';
  if (!contentType.startsWith('audio/')) return 'file';
  return RECORDING_NAME.test(name) ? 'voice' : 'audio';
}
