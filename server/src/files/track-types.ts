import { isEbml } from '@snug/media/ebml.ts';
import { detectMp4Kind } from '@snug/media/iso.ts';
import { detectWebmKind } from '@snug/media/matroska.ts';
import { FileReader } from './file-reader.ts';

/** The types of a container with sound only, and with a picture. */
const TYPES = {
  iso: { sound: 'audio/mp4', picture: 'video/mp4' },
  webm: { sound: 'audio/webm', picture: 'video/webm' },
  matroska: { sound: 'audio/matroska', picture: 'video/matroska' },
};
const CONTAINERS = new Map<string, keyof typeof TYPES>([
  ...[
    'video/mp4',
    'video/x-m4v',
    'video/quicktime',
    'video/3gpp',
    'video/3gpp2',
    'audio/mp4',
    'audio/x-m4a',
  ].map(type => [type, 'iso'] as const),
  ['video/webm', 'webm'],
  ['video/matroska', 'matroska'],
]);

/** The type that the tracks of a file show: recorders of sound write the brands of video, and the other way round. */
export async function refineByTracks(path: string, contentType: string): Promise<string> {
  const container = CONTAINERS.get(contentType);
  if (!container) return contentType;
  const file = await FileReader.open(path);
  try {
    const kind = (await isEbml(file)) ? await detectWebmKind(file) : await detectMp4Kind(file);
    const isRight = !kind || contentType.startsWith('video/') === (kind === 'picture');
    return isRight ? contentType : TYPES[container][kind];
  } finally {
    await file.close();
  }
}
