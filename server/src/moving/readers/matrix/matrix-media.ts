import type { ArchiveFile, ArchiveFiles } from '../archive-files.ts';

const FOLDERS: Readonly<Record<string, string>> = {
  'm.image': 'images/',
  'm.video': 'videos/',
  'm.audio': 'audio/',
};
const PATH = /^(.*\/)?((?:images|videos|audio|files|stickers)\/)(.+)$/s;
const MINUTE_MS = 60_000;
const DAY_MS = 86_400_000;

export interface WantedMedia {
  msgtype: string;
  isSticker: boolean;
  name: string;
  at: number;
  /** Of the export, with a slash at its end. */
  folder: string;
}

/**
 * Finds the files of an export. Element names them after the message, with the local date and time of whoever exported, in their language:
 * `images/picture-11-14-2023 at 6-13-30 PM.png`.
 */
export class MatrixMedia {
  readonly #files: ArchiveFiles;
  /** Paths by folder, in the order of the archive. */
  readonly #paths = new Map<string, string[]>();

  constructor(files: ArchiveFiles, paths: Iterable<string>) {
    this.#files = files;
    for (const path of paths) {
      const match = PATH.exec(path);
      if (!match) continue;
      const folder = (match[1] ?? '') + match[2];
      const known = this.#paths.get(folder);
      if (known) known.push(path);
      else this.#paths.set(folder, [path]);
    }
  }

  find({ msgtype, isSticker, name, at, folder }: WantedMedia): ArchiveFile | undefined {
    const kind = folder + (isSticker ? 'stickers/' : (FOLDERS[msgtype] ?? 'files/'));
    const paths = this.#paths.get(kind) ?? [];
    const dot = name.lastIndexOf('.');
    const start = kind + (dot < 0 ? name : name.slice(0, dot)).normalize('NFC') + '-';
    const end = isSticker ? '.png' : dot < 0 ? '' : name.slice(dot).normalize('NFC');
    const named: number[] = [];
    for (const [index, path] of paths.entries()) {
      if (!path.startsWith(start) || !path.endsWith(end)) continue;
      if (isTimeOf(path.slice(start.length, path.length - end.length), at)) return this.#take(paths, index);
      named.push(index);
    }
    const [only] = named;
    return only !== undefined && named.length === 1 ? this.#take(paths, only) : undefined;
  }

  /** A file is of one message, and the next messages have the next files. */
  #take(paths: string[], index: number): ArchiveFile | undefined {
    return this.#files.find(paths.splice(index, 1));
  }
}

/** Whether a local time can be this one: time zones differ by quarters of an hour. */
function isTimeOf(text: string, at: number): boolean {
  const numbers = text.match(/\d+/g)?.map(Number) ?? [];
  const [minutes = -1, seconds = -1] = numbers.slice(-2);
  const date = new Date(at);
  if (seconds !== date.getUTCSeconds() || minutes % 15 !== Math.floor(at / MINUTE_MS) % 15) return false;
  return [-DAY_MS, 0, DAY_MS].some(shift => numbers.includes(new Date(at + shift).getUTCDate()));
}
