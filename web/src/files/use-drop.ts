import { useEffect, useState } from 'react';

/**
 * Files that are dropped anywhere on the page, for as long as it is used. Without `onFiles` they are refused;
 * the browser would leave the page to show them. Returns whether files are held over the page.
 */
export function useDrop(onFiles: ((files: File[]) => void) | undefined): boolean {
  const [isOver, setOver] = useState(false);
  useEffect(() => {
    const onDragOver = (event: DragEvent) => {
      event.preventDefault();
      setOver(onFiles !== undefined);
    };
    const onDragLeave = () => setOver(false);
    const onDrop = (event: DragEvent) => {
      event.preventDefault();
      setOver(false);
      onFiles?.([...(event.dataTransfer?.files ?? [])]);
    };
    const stop = new AbortController();
    window.addEventListener('dragover', onDragOver, stop);
    window.addEventListener('dragleave', onDragLeave, stop);
    window.addEventListener('drop', onDrop, stop);
    return () => stop.abort();
  }, [onFiles]);
  return isOver;
}
