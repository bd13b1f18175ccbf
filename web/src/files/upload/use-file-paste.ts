import { useEffect } from 'react';

/** Files that are pasted anywhere on the page, such as a picture of the screen, for as long as it is used with `onFiles`. */
export function useFilePaste(onFiles: ((files: File[]) => void) | undefined): void {
  useEffect(() => {
    if (!onFiles) return undefined;
    const onPaste = (event: ClipboardEvent) => {
      const { files, types } = event.clipboardData ?? {};
      // Cells of a table come as words and as a picture of them: the words are meant.
      const isText = types?.includes('text/plain') && types.includes('text/html');
      if (!files?.length || isText) return;
      event.preventDefault();
      onFiles([...files]);
    };
    window.addEventListener('paste', onPaste);
    return () => window.removeEventListener('paste', onPaste);
  }, [onFiles]);
}
