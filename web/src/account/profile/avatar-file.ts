import { lazyStrings } from '../../strings/lazy-strings.ts';

export const ACCEPTED_TYPES: readonly string[] = ['image/png', 'image/jpeg', 'image/pjpeg'];

/** Undefined for a single file of a supported type. */
export function findUnsupportedType(files: readonly Pick<File, 'type'>[]): string | undefined {
  const wrong =
    files.find(({ type }) => !ACCEPTED_TYPES.includes(type)) ?? (files.length === 1 ? undefined : files[0]);
  return wrong && (wrong.type || lazyStrings.dashboard.unknownType);
}

/** Decodes the file, because its type may be wrong. */
export async function isDecodableImage(file: File): Promise<boolean> {
  try {
    const picture = await createImageBitmap(file);
    picture.close();
    return true;
  } catch {
    return false;
  }
}
