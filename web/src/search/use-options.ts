import { type KeyboardEvent, useId, useState } from 'react';
import type { FilterOption } from './filter-options.ts';

/** The keys of a list below a text field. `onChoose` receives the option of the field's query. */
export function useOptions(
  options: readonly FilterOption[],
  query: string | undefined,
  onChoose: (option: FilterOption) => void,
) {
  const id = useId();
  const [state, setState] = useState<{ query: string | undefined; index: number; isDismissed: boolean }>();
  // The field lost the focus.
  if (query === undefined && state) setState(undefined);
  const isCurrent = state !== undefined && state.query === query;
  const isOpen = query !== undefined && options.length > 0 && !(isCurrent && state.isDismissed);
  const index = isCurrent ? Math.min(state.index, options.length - 1) : 0;
  const isMeant = isCurrent || query !== '';

  /** Returns whether the key was for the list. */
  function onKeyDown(event: KeyboardEvent): boolean {
    if (!isOpen || event.nativeEvent.isComposing || event.keyCode === 229 || event.shiftKey) return false;
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    const option = options[index];
    if (step !== undefined)
      setState({ query, index: (index + step + options.length) % options.length, isDismissed: false });
    else if (event.key === 'Tab' && !isMeant) {
      // The list opened with the focus. Browsers would focus it, because it scrolls: it closes before they do.
      setState({ query, index: 0, isDismissed: true });
      return false;
    } else if ((event.key === 'Enter' || event.key === 'Tab') && option) onChoose(option);
    else if (event.key === 'Escape') setState({ query, index: 0, isDismissed: true });
    else return false;
    event.preventDefault();
    return true;
  }

  const attributes = {
    'aria-autocomplete': 'list' as const,
    'aria-controls': isOpen ? id : undefined,
    'aria-activedescendant': isOpen ? `${id}-${index}` : undefined,
  };
  return { id, isOpen, index, onKeyDown, attributes };
}
