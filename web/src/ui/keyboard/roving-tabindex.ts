import { createContext, useContext } from 'react';

/** Whether Tab comes to the controls inside: of a list that is one stop, only to those of the row that is focused. */
export const RovingTabIndexContext = createContext(true);

/** For a control inside. It can be pressed and focused either way. */
export function useRovingTabIndex(): -1 | undefined {
  return useContext(RovingTabIndexContext) ? undefined : -1;
}
