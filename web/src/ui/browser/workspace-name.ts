import { Store } from '@snug/client';

/** In titles of the page. */
export const workspaceName = new Store('Snug');
