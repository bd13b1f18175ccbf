import { useEffect, useState } from 'react';

/** Without `onFiles` it ignores files, because the browser would show them. Returns whether files are dragged. */
export function useFileDrop(onFiles: ((files: File[]) => void) | undefined): boolean {
  const [isDragging, setDragging] = useState(false);
  useEffect(() => {
    const onDragOver = (event: DragEvent) => {
      if (!hasFiles(event)) return;
      event.preventDefault();
      setDragging(onFiles !== undefined);
    };
    // A related target means that the pointer only moved to another element of the page.
    const onDragLeave = ({ relatedTarget }: DragEvent) => {
      if (relatedTarget === null) setDragging(false);
    };
    const onDrop = (event: DragEvent) => {
      setDragging(false);
      if (!hasFiles(event)) return;
      event.preventDefault();
      onFiles?.([...(event.dataTransfer?.files ?? [])]);
    };
    const controller = new AbortController();
    window.addEventListener('dragover', onDragOver, controller);
    window.addEventListener('dragleave', onDragLeave, controller);
    window.addEventListener('drop', onDrop, controller);
    return () => {
      controller.abort();
      setDragging(false);
    };
  }, [onFiles]);
  return isDragging;
}

/** Dragged text keeps the browser's behaviour. */
function hasFiles({ dataTransfer }: DragEvent): boolean {
  return dataTransfer?.types.includes('Files') ?? false;
}
