import { type RefObject, useEffect, useState } from 'react';

/** Whether text of the field is selected while the focus is in its form. Waits for the end of a drag. */
export function useTextSelected(box: RefObject<HTMLTextAreaElement | null>): boolean {
  const [isSelected, setSelected] = useState(false);
  useEffect(() => {
    const { current } = box;
    const form = current?.form;
    if (!current || !form) return undefined;
    let isDragging = false;
    const update = () => {
      const isFocused = form.contains(document.activeElement);
      if (!isDragging) setSelected(isFocused && current.selectionStart !== current.selectionEnd);
    };
    // After a press, browsers move the selection and the focus.
    const updateLater = () => void setTimeout(update);
    const onPointerDown = ({ target }: PointerEvent) => {
      isDragging = target === current;
    };
    const onPointerEnd = () => {
      isDragging = false;
      updateLater();
    };
    const stop = new AbortController();
    const { signal } = stop;
    document.addEventListener('selectionchange', update, { signal });
    document.addEventListener('pointerdown', onPointerDown, { signal });
    for (const type of ['pointerup', 'pointercancel'])
      document.addEventListener(type, onPointerEnd, { signal });
    for (const type of ['select', 'input', 'keyup']) current.addEventListener(type, update, { signal });
    for (const type of ['focusin', 'focusout']) form.addEventListener(type, updateLater, { signal });
    return () => stop.abort();
  }, [box]);
  return isSelected;
}
