import type { StyledText } from '../text/styled-text.ts';

/** In place of a file that does not come. `name` can be empty. */
export function writeMissingFile(text: StyledText, name: string, kind = 'File'): void {
  text.text(name === '' ? `${kind} (not imported)` : `${kind} “${name}” (not imported)`, { italic: true });
}
