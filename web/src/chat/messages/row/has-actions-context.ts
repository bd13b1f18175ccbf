import { createContext } from 'react';

/** Rows show without their actions first: nobody sees those before a pointer or the focus is on the row. */
export const HasActionsContext = createContext(true);
