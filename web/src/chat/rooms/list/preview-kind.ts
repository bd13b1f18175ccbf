import type { LastMessage } from '@snug/protocol';

export type PreviewKind = 'photo' | 'voice' | 'audio' | 'video' | 'file';

/** The list of rooms has only the name, the content type and the duration of a file. Only recordings have a duration. */
export function getPreviewKind({ contentType, duration }: NonNullable<LastMessage['file']>): PreviewKind {
  if (contentType.startsWith('image/')) return 'photo';
  if (contentType.startsWith('video/')) return 'video';
  if (!contentType.startsWith('audio/')) return 'file';
  return duration === undefined ? 'audio' : 'voice';
}
