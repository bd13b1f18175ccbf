import type { Row } from '../rows.ts';
import type { ShownAction } from './message-actions.ts';

/** The row whose actions are wanted, and how. `key`: run the action with this key. */
export interface ActionTarget {
  id: string;
  as: { menu: MenuAnchor } | { key: string } | 'sheet';
}

export interface MenuAnchor {
  anchor: { getBoundingClientRect: () => DOMRect };
  /** Whether a key opened the menu: the first item then has the focus. */
  isByKey: boolean;
}

export interface ActionsProps {
  row: Row;
  actions: readonly ShownAction[];
  isOpen: boolean;
  onClose: () => void;
  onRun: (action: ShownAction) => void;
  /** The element for the focus after closing. False leaves the focus where it is. */
  getFinalFocus: () => HTMLElement | false | null;
}
