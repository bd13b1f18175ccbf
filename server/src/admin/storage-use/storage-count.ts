import { FILE_USE_KINDS, type FileUseKind, MAX_LARGEST_ROOMS, type Use } from '@snug/protocol';

/** A sent file. */
export interface CountedFile {
  id: string;
  roomId: string;
  contentType: string;
  /** 1 for a recording of Snug, otherwise 0. */
  isVoice: number;
  size: number;
}

export interface CountedRoom extends Use {
  roomId: string;
}

/** The numbers of the files up to `after`, in the order of their rooms. */
export interface StorageCount {
  after: { roomId: string; id: string };
  kinds: Record<FileUseKind, Use>;
  /** Without the last room, whose further files follow. */
  largest: CountedRoom[];
  last: CountedRoom;
}

export function createCount(): StorageCount {
  const kinds = Object.fromEntries(FILE_USE_KINDS.map(kind => [kind, { files: 0, bytes: 0 }]));
  return {
    after: { roomId: '', id: '' },
    kinds: kinds as StorageCount['kinds'],
    largest: [],
    last: { roomId: '', files: 0, bytes: 0 },
  };
}

export function addFiles(count: StorageCount, files: readonly CountedFile[]): void {
  for (const file of files) {
    const { roomId, id, size: bytes } = file;
    if (roomId !== count.last.roomId) {
      count.largest = listLargest(count);
      count.last = { roomId, files: 0, bytes: 0 };
    }
    addTo(count.last, bytes);
    addTo(count.kinds[toKind(file)], bytes);
    count.after = { roomId, id };
  }
}

function addTo(use: Use, bytes: number): void {
  use.files++;
  use.bytes += bytes;
}

function toKind({ contentType, isVoice }: CountedFile): FileUseKind {
  if (isVoice) return 'voice';
  if (contentType.startsWith('image/')) return 'picture';
  return contentType.startsWith('video/') ? 'video' : 'other';
}

export function listLargest({ largest, last }: StorageCount): CountedRoom[] {
  const all = last.files > 0 ? [...largest, last] : largest;
  return all.toSorted((a, b) => b.bytes - a.bytes).slice(0, MAX_LARGEST_ROOMS);
}
