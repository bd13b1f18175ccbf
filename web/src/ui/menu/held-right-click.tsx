import { type RefObject, useEffect } from 'react';

/** Elements of a message for which the browser's own menu has entries. */
export const OWN_MENU_SELECTOR = 'a, form, img, input, audio, video';

const ROW_SELECTOR = '[data-room], article[data-seq]:not([data-folded])';

/** Stands in for the menus of a list while they load: a right click on a row opens its menu afterwards, not the browser's. */
export function HeldRightClick({ list }: { list: RefObject<HTMLElement | null> }) {
  useEffect(() => {
    const element = list.current;
    let held: MouseEvent | undefined;
    const hold = (event: MouseEvent) => {
      if (!opensRowMenu(event)) return;
      held = event;
      event.preventDefault();
    };
    element?.addEventListener('contextmenu', hold);
    return () => {
      element?.removeEventListener('contextmenu', hold);
      // After the effect of the loaded menus.
      queueMicrotask(() => held?.target?.dispatchEvent(new MouseEvent('contextmenu', held)));
    };
  }, [list]);
  return null;
}

function opensRowMenu({ target, button, shiftKey }: MouseEvent): boolean {
  // A long press has another button.
  if (button !== 2 || shiftKey || !(target instanceof Element)) return false;
  return target.closest(ROW_SELECTOR) !== null && !target.closest(`article :is(${OWN_MENU_SELECTOR})`);
}
