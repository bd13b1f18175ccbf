import { type FileHandle, open } from 'node:fs/promises';
import { WindowReader } from '@snug/media/byte-reader.ts';

/** Reads parts of a file of any size on the disk. */
export class FileReader extends WindowReader {
  readonly #file: FileHandle;

  static async open(path: string): Promise<FileReader> {
    const file = await open(path, 'r');
    const { size } = await file.stat();
    return new FileReader(file, size);
  }

  private constructor(file: FileHandle, size: number) {
    super(size, async (at, length) => {
      const buffer = Buffer.allocUnsafe(length);
      const { bytesRead } = await file.read(buffer, 0, length, at);
      return buffer.subarray(0, bytesRead);
    });
    this.#file = file;
  }

  close(): Promise<void> {
    return this.#file.close();
  }
}

/** The first bytes of a file: at most `length`. */
export async function readHead(path: string, length: number): Promise<Buffer> {
  const file = await open(path, 'r');
  try {
    const { size } = await file.stat();
    const bytes = Buffer.allocUnsafe(Math.min(length, size));
    const { bytesRead } = await file.read(bytes, 0, bytes.length, 0);
    return bytes.subarray(0, bytesRead);
  } finally {
    await file.close();
  }
}
