import type { LastMessage } from '@snug/protocol';

export type PreviewKind = 'photo' | 'voice' | 'audio' | 'video' | 'file';

/** The recorder gives every recording such a name. */
const RECORDING_NAME = /^audio_\d+\.mp3$/;

/** The list of rooms has only the name and the content type of a file. */
export function getPreviewKind({ name, contentType }: NonNullable<LastMessage['file']>): PreviewKind {
  if (contentType.startsWith('image/')) return 'photo';
  if (contentType.startsWith('video/')) return 'video';
  if (!contentType.startsWith('audio/')) return 'file';
  return RECORDING_NAME.test(name) ? 'voice' : 'audio';
}
