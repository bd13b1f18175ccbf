import { useEffect } from 'react';

export function useFilePaste(onFiles: ((files: File[]) => void) | undefined): void {
  useEffect(() => {
    if (!onFiles) return undefined;
    const onPaste = (event: ClipboardEvent) => {
      const { files, types } = event.clipboardData ?? {};
      // Spreadsheets copy cells as text and as a picture. The person wants the text.
      const isText = types?.includes('text/plain') && types.includes('text/html');
      if (!files?.length || isText) return;
      event.preventDefault();
      onFiles([...files]);
    };
    window.addEventListener('paste', onPaste);
    return () => window.removeEventListener('paste', onPaste);
  }, [onFiles]);
}
