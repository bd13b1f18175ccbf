/** Reads a file of any size in parts: on the server from the disk, in the page from a `Blob`. */
export interface ByteReader {
  readonly size: number;
  /** Returns fewer bytes at the end of the file. They stay valid, and the caller may not change them. */
  read(at: number, length: number): Promise<Uint8Array>;
}

export interface PixelSize {
  width: number;
  height: number;
}
