import { useEffect, useState } from 'react';

/**
 * Files that are dropped anywhere on the page, for as long as it is used. Without `onFiles` they are refused;
 * the browser would leave the page to show them. Returns whether files are held over the page.
 */
export function useFileDrop(onFiles: ((files: File[]) => void) | undefined): boolean {
  const [isDragging, setDragging] = useState(false);
  useEffect(() => {
    const onDragOver = (event: DragEvent) => {
      if (!hasFiles(event)) return;
      event.preventDefault();
      setDragging(onFiles !== undefined);
    };
    // From one element to the next it is still the page.
    const onDragLeave = ({ relatedTarget }: DragEvent) => {
      if (relatedTarget === null) setDragging(false);
    };
    const onDrop = (event: DragEvent) => {
      setDragging(false);
      if (!hasFiles(event)) return;
      event.preventDefault();
      onFiles?.([...(event.dataTransfer?.files ?? [])]);
    };
    const stop = new AbortController();
    window.addEventListener('dragover', onDragOver, stop);
    window.addEventListener('dragleave', onDragLeave, stop);
    window.addEventListener('drop', onDrop, stop);
    return () => {
      stop.abort();
      setDragging(false);
    };
  }, [onFiles]);
  return isDragging;
}

/** Words that are dragged go where they are let go of. */
function hasFiles({ dataTransfer }: DragEvent): boolean {
  return dataTransfer?.types.includes('Files') ?? false;
}
