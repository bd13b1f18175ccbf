import { Store } from '@snug/client';

/** Whether the server is known to take files of this page. A later connection may lead to another server. */
export const isServerAccepted = new Store(false);
