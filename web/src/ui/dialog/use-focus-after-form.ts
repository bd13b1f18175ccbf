import { type RefObject, useLayoutEffect } from 'react';

/** For a control that replaces the form with the focus. If the focus were lost for a moment, the dialog would take it. */
export function useFocusAfterForm(control: RefObject<HTMLElement | null>): void {
  useLayoutEffect(() => control.current?.focus(), [control]);
}
