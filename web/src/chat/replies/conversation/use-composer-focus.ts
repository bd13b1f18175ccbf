import { useEffect } from 'react';
import { focusComposer } from '../../composer/focus-composer.ts';
import { isTouchDevice } from '../../composer/is-send-key.ts';

/** Opening and closing the view removes the row or the button that has the focus. */
export function useComposerFocus(): void {
  useEffect(() => {
    if (isTouchDevice()) return undefined;
    focusComposer();
    return () => {
      if (document.activeElement === document.body) focusComposer();
    };
  }, []);
}
