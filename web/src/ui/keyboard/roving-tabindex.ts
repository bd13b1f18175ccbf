import { createContext, useContext } from 'react';

/** Whether the controls inside are in the tab order. In a list, only those of the focused row are. */
export const RovingTabIndexContext = createContext(true);

export function useRovingTabIndex(): -1 | undefined {
  return useContext(RovingTabIndexContext) ? undefined : -1;
}
